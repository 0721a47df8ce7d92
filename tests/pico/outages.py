"""Power cuts on the emulated Pico, and what has to be in flash after each.

Accepted is a card when its lamp was seen green on the wire, or when a laptop had the line that tells of it. What the
board has kept is read from its flash at the instant of the cut, and told by the board itself when it has power again.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from tavolo import wiring
from tavolo.journal.entries import ACTION, BACK, DIGEST_BYTES
from tavolo.journal.journal import Journal
from tavolo.link.frames import LineReader
from tavolo.link.messages import decode
from tavolo.rules.contract import CHANCE, Setup
from tavolo.rules.packing import unpacked
from tavolo.rules.record import Record
from tavolo_host.own_rules import firmware_digests
from tavolo_host.virtual import body, people
from tavolo_host.virtual.clock import Clock
from tavolo_host.virtual.flash import NorFlash
from tavolo_host.virtual.people import looks_accepted
from tavolo_host.virtual.pico import EmulatedPico
from tavolo_host.virtual.pico_table import PicoTable
from tavolo_host.virtual.table import PASS_MS
from tests.pico.pico_evening import FIRMWARE, WAKING_MS, PicoEvening
from tests.table.evening import DAVID

Action = tuple[int, ...]
UNTOUCHED, DONE = 0.0, 1.0  # shares of an operation
ALL_SEATS = tuple(range(wiring.SEATS))
LONGEST_GAME_MS = 20 * 60 * 1000
STANDSTILL_NS = 20_000_000_000  # of a game that does not go on any more


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people play fast, and leave a card in its slot until its lamp is green, however often it is dark."""
    monkeypatch.setattr(people, "THINKING_MS", (5, 60))
    monkeypatch.setattr(people, "SHOWN_MS", 10)
    monkeypatch.setattr(people, "PATIENCE_MS", LONGEST_GAME_MS)
    monkeypatch.setattr(body, "MOMENT_MS", 5)
    monkeypatch.setattr(body, "EMPTY_MS", 110)


def flash_with(journal: bytes) -> bytes:
    """A whole flash, blank but for the journal."""
    return b"\xff" * wiring.JOURNAL_ADDRESS + journal


def erased_ahead() -> NorFlash:
    """The journal's flash after an hour in the lobby."""
    flash = NorFlash(Clock(), wiring.JOURNAL_BYTES)
    journal = Journal(flash, rules=firmware_digests()[1])
    while 0 in flash.wear:
        journal.rest(1000, True)
    return flash


def random_game(players: int, deals: int = 1) -> list[Action]:
    """A game from its first deal to its end, as everybody may know it."""
    random = Random(players * deals)
    record = Record(Setup(DAVID, players, (deals, -1), dealt=True))
    while DAVID.to_act(record.position):
        player = DAVID.to_act(record.position)[0]
        record.apply(
            record.chance(random.randrange) if player == CHANCE else random.choice(DAVID.legal(record.position, player))
        )
    return [DAVID.public(action) for action in record.actions]


def journal_of(setup: Setup, actions: list[Action], is_over: bool = False) -> bytes:
    """The journal of a game that is being played, or has been played and left."""
    flash = erased_ahead()
    journal = Journal(flash, rules=firmware_digests()[1])
    assert journal.begin(setup.text(), ALL_SEATS[: setup.players], [])
    record = Record(setup)
    for action in actions:
        record.apply(action)
        assert journal.acted(action, record.digest())
    if is_over:
        journal.end()
    return bytes(flash.content)


class Way(NamedTuple):
    """How a flash operation is cut: after which share (0-1) of its time, and whether that is typical or maximum."""

    share: float
    times: str


def ways_to_cut(random: Random) -> list[Way]:
    """Before an operation, behind it, in its middle and anywhere in it; each with both times of the flash."""
    shares = (UNTOUCHED, 0.5, DONE, random.random())
    return [Way(share, times) for times in ("typical", "maximum") for share in shares]


def cut_at(pico: EmulatedPico, number: int, way: Way) -> None:
    """Plan the power cut in flash operation `number`."""
    pico.choose_flash_times(way.times)
    pico.cut_power_at_operation(number, way.share)


class OutageEvening(PicoEvening):
    """An evening whose flash is ready for a game, or has one in it."""

    def __init__(self, seed: int, journal: bytes | None = None, waking_ms: int = WAKING_MS) -> None:
        content = bytes(erased_ahead().content) if journal is None else journal
        self.table = PicoTable(Random(seed), FIRMWARE, flash=flash_with(content))
        self.companion = None
        self.plug_in()
        self.run_ms(waking_ms)

    @property
    def pico(self):
        return self.table.pico

    def run_until(
        self, condition: Callable[[], bool], limit_ms: int = LONGEST_GAME_MS, every_ms: int = PASS_MS
    ) -> None:
        for _ in range(limit_ms // every_ms):
            if condition():
                return
            self.run_ms(every_ms)
        raise AssertionError("it has not happened in all that time")

    def switch_on_with(self, journal: bytes) -> None:
        """Power off and on, with another journal in flash, and wait for a laptop that knows the board."""
        self.pico.cut_power()
        self.pico.write_flash(wiring.JOURNAL_ADDRESS, journal)
        self.pico.power_on()
        self.step()
        self.run_until(lambda: self.companion.connected and self.mirror.in_step is True, 10_000)

    def is_calibrated(self) -> bool:
        """Whether the board in its lobby has told the laptop of its seats' calibration."""
        return self.companion.connected and self.companion.port.board.get("calibration", "-") != "-"

    def states(self) -> list[int]:
        """The states of the journal's sectors, as they are in flash now."""
        journal = self.journal()
        assert journal.ring is not None
        return journal.ring.states

    def journal(self) -> Journal:
        """The journal as it is in flash now, read on this side of the cable."""
        flash = NorFlash(Clock(), wiring.JOURNAL_BYTES)
        flash.content[:] = self.pico.read_flash(wiring.JOURNAL_ADDRESS, wiring.JOURNAL_BYTES)
        return Journal(flash, rules=firmware_digests()[1])

    def kept(self) -> list[Action]:
        """The actions of the game in flash."""
        actions: list[Action] = []
        for kind, content in self.journal().reading().entries():
            if kind == ACTION:
                actions.append(unpacked(content[DIGEST_BYTES:]))
            elif kind == BACK:
                del actions[unpacked(content)[0] :]
        return actions


class Outages:
    """A game that its people play on through power cuts; after each, `check` compares."""

    def __init__(self, evening: OutageEvening) -> None:
        self.evening = evening
        self.cuts = 0
        self.agreements = 0  # cuts after which the laptop had the game again before the next
        self.accepted = 0  # actions that the people saw, or the laptop was told of
        self._has_agreed = True
        self._stand: Action = ()  # how far everything was
        self._stand_ns = 0  # when it came so far
        self._lines = LineReader()
        evening.pico.on_serial = self._take_line
        evening.table.hardware.lamps.listener = self._look_at_lamps

    def start(self, players: int = 3, options: Action | None = None) -> None:
        self.evening.start(players, options)
        self.evening.run_until(lambda: bool(self.evening.company.record.actions))
        self.accepted = 1  # the laptop has the deal, and the people have their hands

    def _take_line(self, _: int, data: bytes) -> None:
        for text in self._lines.bodies(data):
            words = text.split(" ", 4)
            if words[0][0] == "m" and words[3] == "act":
                index, _, action = decode("act", words[4])
                assert len(action) in (1, 3)
                self.accepted = max(self.accepted, index + 1)

    def _look_at_lamps(self, start_ns: int, end_ns: int, levels: bytes) -> None:
        company = self.evening.company
        for person in company.people:
            green, red, blue = levels[3 * person.seat : 3 * person.seat + 3]
            if person.card >= 0 and not person.body.is_moving() and looks_accepted((red, green, blue)):
                self.accepted = max(self.accepted, len(company.record.actions) + 1)

    def people_played(self) -> list[Action]:
        """The actions in their public form, and the card that somebody has put in."""
        company = self.evening.company
        actions = [DAVID.public(action) for action in company.record.actions]
        for person in company.people:
            if person.card >= 0:
                actions.append((1, company.player(person.seat), person.card))
        return actions

    def step(self) -> bool:
        """Let a moment pass; return whether the power went away in it. It is back then."""
        self.evening.step()
        self._see_that_it_goes_on()
        if self.evening.pico.is_on:
            self._see_what_the_board_tells()
            return False
        self.cuts += 1
        self.agreements += self._has_agreed
        self._has_agreed = False
        self._lines = LineReader()
        kept = self.evening.kept()
        assert self.accepted <= len(kept), "lost"
        cards = [action for action in kept[self.accepted :] if DAVID.actor(action) != CHANCE]
        assert len(cards) <= 1, "played without anybody's doing"
        played = self.people_played()
        if len(kept) > len(played) and DAVID.actor(kept[-1]) == CHANCE:
            kept = kept[:-1]  # the board has seen that cards are dealt, a pass after the last one was laid
        assert kept == played[: len(kept)]
        return True

    def _see_that_it_goes_on(self) -> None:
        now_ns = self.evening.pico.now_ns
        stand = (self.cuts, self.accepted, len(self.evening.company.record.actions))
        if stand != self._stand:
            self._stand, self._stand_ns = stand, now_ns
        assert now_ns - self._stand_ns < STANDSTILL_NS, f"Nobody goes on. {self.evening.mirror.status}"

    def _see_what_the_board_tells(self) -> None:
        mirror = self.evening.mirror
        if mirror.in_step and mirror.record is not None and self.evening.companion.connected:
            told = mirror.actions
            assert len(told) >= self.accepted - 1
            self._has_agreed = self._has_agreed or len(told) >= self.accepted

    def is_over(self) -> bool:
        """Whether the people have played their last card."""
        record = self.evening.company.record
        bodies = self.evening.table.bodies
        return not DAVID.to_act(record.position) and not any(each.cards or each.is_moving() for each in bodies)

    def assert_the_board_has_the_peoples_game(self) -> None:
        mirror, truth = self.evening.mirror, self.evening.company.record
        self.evening.run_until(lambda: bool(mirror.in_step) and len(mirror.actions) == len(truth.actions), 30_000)
        assert mirror.actions == [DAVID.public(action) for action in truth.actions]
        assert mirror.record.digest() == truth.digest()


def setup_of(players: int, deals: int = 1) -> Setup:
    return Setup(DAVID, players, (deals, -1))
