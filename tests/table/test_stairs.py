"""The steps of the stairs, on virtual chips with the settings that the guide names: each plays what it promises."""

import re
from functools import cache
from pathlib import Path

import pytest

from tavolo.games import load, names
from tavolo.link.channel import SILENCE_MS
from tavolo.rules.contract import Setup
from tavolo.seat.states import IS_CALIBRATING, IS_EMPTY, RIGHT, TAKE
from tavolo_host.display.parts.geometry import places
from tests.table.test_phones import PhoneEvening

GUIDES = Path(__file__).resolve().parents[2] / "hardware"
ACTIONS = 30  # that are played; tests/table/test_phones.py plays whole games
BARE_PF = [12.0 + 0.2 * pad for pad in range(9)]  # of a breakout's own pins; the guide's limit is 30 % more


@cache
def settings(guide: str, step: str) -> list[tuple[str, ...]]:
    """What the commands of a guide's step set, in lines of the board's file; each adds to those before it."""
    text = (GUIDES / guide).read_text(encoding="utf-8").split(f"\n## {step}")[1].split("\n## ")[0]
    values: dict[str, str] = {}
    found = []
    for typed in re.findall(r"^    tavolo settings (.*)$", text, re.MULTILINE):
        values |= dict(pair.split("=") for pair in typed.split())
        found.append(tuple(f"{name} = {value}" for name, value in values.items()))
    return found


class BareSlot:
    """A seat that has keys, and nothing at the pins of its nine pads."""

    def __init__(self, slot, pads_pf: list[float]) -> None:
        self._slot, self._pads_pf, self.geometry = slot, pads_pf, slot.geometry

    def electrodes(self, cards, hand, keys) -> list[float]:
        return [*self._pads_pf, *self._slot.electrodes(cards, hand, keys)[9:]]


class KeysEvening(PhoneEvening):
    """An evening at a new board that has two seats with keys alone."""

    def __init__(self, *lines: str, pads_pf: list[float]) -> None:
        super().__init__(*lines)
        for seat, body in enumerate(self.table.bodies):
            self.table.hardware.chips[seat].present = seat in places(2)
            body.slot = BareSlot(body.slot, pads_pf)
            body.feel()
        for flash in (self.table.hardware.journal_flash, self.table.hardware.journal_index):
            flash.content[:] = b"\xff" * len(flash.content)  # without an earlier calibration
        self.table.power_cycle()
        self.run_ms(4000)

    def begin(self, setup: Setup) -> None:
        """Start it by keys, with the laptop away: both join, and the first one takes the game and its options."""
        laptop, self.companion = self.companion, None
        self.run_ms(SILENCE_MS + 500)
        for seat in places(2):
            self.press(seat, TAKE)
        for _ in range(names().index(setup.game.NAME)):
            self.press(0, RIGHT)
        for _ in range(1 + len(setup.game.OPTIONS)):
            self.press(0, TAKE)
        self.companion = laptop


def play(evening: PhoneEvening, name: str) -> None:
    """Begin a game for two and play its first actions, of which the board refuses none."""
    evening.begin(Setup(load(name), 2))
    record = evening.board.referee.play.record
    assert name == record.game.NAME
    evening.run_until(lambda: len(record.actions) > ACTIONS)
    assert evening.sentences("refusal") == []


def states(evening: KeysEvening) -> list[int]:
    return [evening.board.seats[seat].state for seat in places(2)]


@pytest.mark.parametrize("panels", [1, 2])
def test_a_pico_with_panels_judges_a_game_by_phones_and_bots(panels: int) -> None:
    (one, _, both_and_strip) = settings("stairs.md", "2.")
    evening = PhoneEvening(*(one if panels == 1 else both_and_strip))
    pixels = evening.table.hardware.field.pixels
    play(evening, "bambuti")
    assert [any(map(any, half)) for half in (pixels[:64], pixels[64:])] == [True, panels == 2]


def test_two_seats_with_keys_alone_start_kuh_vadis_and_play_it() -> None:
    evening = KeysEvening(*settings("stairs.md", "3.")[0], pads_pf=BARE_PF)
    play(evening, "kuh-vadis")


def test_bare_pins_that_differ_too_much_keep_a_seat_from_calibrating_until_wires_make_them_alike() -> None:
    evening = KeysEvening(*settings("stairs.md", "3.")[0], pads_pf=[8.0 + 0.4 * pad for pad in range(9)])
    assert states(evening) == [IS_CALIBRATING] * 2
    for seat in places(2):
        evening.body(seat).slot._pads_pf = [12.0 + 0.4 * pad for pad in range(9)]
        evening.body(seat).feel()
    evening.run_until(lambda: states(evening) == [IS_EMPTY] * 2, 60_000)


def test_the_starters_seat_plays_by_its_keys_against_a_seat_by_phone() -> None:
    evening = PhoneEvening(*settings("starter.md", "8.")[0])
    assert [evening.board.seats[seat].is_by_phone for seat in places(2)] == [False, True]
    play(evening, "kuh-vadis")
