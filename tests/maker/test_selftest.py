"""The board's side of the selftest: what it sends of chips, electrodes and keys, what it shows, how it ends."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tavolo import wiring
from tavolo.lights import palette
from tavolo.lights.power import milliamperes
from tavolo.link.channel import PING_MS, SILENCE_MS
from tavolo.link.telemetry import LAPTOP
from tavolo.maker.settings import FILE
from tavolo.play import reasons
from tavolo.seat import states, touch
from tavolo_host.board.port import Port
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.mpr121 import Mpr121
from tests.table.evening import Evening

Colour = tuple[int, int, int]
BYTES = 137  # twice twelve and twice twenty-four of patterns, then 2, 12, 21 and 30 of settings


class Maker:
    """A laptop that requests a selftest of a virtual board, and keeps every message."""

    def __init__(self, evening: Evening | None = None) -> None:
        self.evening = evening or Evening(laptop=False)
        if self.evening.companion is not None:  # this client replaces it
            self.evening.companion.close()
            self.evening.companion = None
        self.port = Port("cable", opener=self.evening.cable.open, first_session=7)
        self.messages: list[tuple[str, tuple[Any, ...]]] = []
        self.run(300)

    @property
    def chips(self) -> list[Mpr121]:
        return self.evening.table.hardware.chips

    def run(self, milliseconds: int, laptop: bool = True) -> None:
        for _ in range(milliseconds // TICK_MS):
            self.evening.step()
            if laptop:
                self.messages += self.port.step(TICK_MS)

    def ask(self, kind: str, *values: Any) -> tuple[bool, tuple[int, ...]]:
        """Ask, and return (accepted, reason)."""
        self.port.send(kind, 1, *values)
        self.run(100)
        _, accepted, reason = self.last("answer")
        return accepted == "yes", reason

    def begin(self) -> "Maker":
        assert self.ask("selftest", "begin") == (True, (reasons.SELFTEST_RUNS,))
        self.run(1500)
        return self

    def walk(self, strip: int, colour: int, pixels: Callable[[], list[Colour]]) -> list[int]:
        """Let light walk along a strip; return the places where its pixels were lit, in order."""
        head = palette.RGB[(palette.REFUSED, palette.ACCEPTED, palette.CARD)[colour]]
        self.port.send("walk", 2, strip, colour, 20)
        order: list[int] = []
        while not self.all("walked"):
            self.run(TICK_MS)
            order += [place for place, seen in enumerate(pixels()) if seen == head and place not in order]
        assert self.last("walked") == (strip, colour)
        return order

    def last(self, kind: str, seat: int | None = None) -> tuple[Any, ...]:
        """The values of the newest message of this kind, or of this seat."""
        return self.all(kind, seat)[-1]

    def all(self, kind: str, seat: int | None = None) -> list[tuple[Any, ...]]:
        return [values for its, values in self.messages if its == kind and (seat is None or values[0] == seat)]


# ---- chips


class StuckBit(Mpr121):
    """A chip with a register in which one bit is always 0."""

    register, bit = 0x45, 3

    def read(self, count: int) -> bytes:
        first = self._pointer
        values = bytearray(super().read(count))
        if first <= self.register < first + count:
            values[self.register - first] &= ~(1 << self.bit)
        return bytes(values)


def test_a_register_that_loses_a_bit_and_a_chip_that_is_no_mpr121_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = Maker()
    monkeypatch.setattr(maker.chips[0], "read", bytes)
    table = maker.evening.table
    chip = StuckBit(table.clock, Random(1))
    table.hardware.i2c(0).chips[wiring.ADDRESSES[2]] = chip
    maker.begin()
    _, failure, compared, wrong, first = maker.last("chip", 2)
    assert (failure, compared, first) == (0, BYTES, StuckBit.register)
    assert 1 <= wrong <= 3
    assert maker.last("chip", 1)[3] == 0
    assert maker.last("chip", 0)[1] == touch.NOT_AN_MPR121


# ---- electrodes and keys


def test_an_uncalibrated_seat_is_measured_with_nominal_charges_and_its_keys_work() -> None:
    evening = Evening(laptop=False)
    evening.body(6).slot.pad_stray_pf[1] = 0.2
    evening.body(6).feel()
    evening.table.power_cycle()
    evening.run_ms(1500)
    assert evening.board.seats[6].calibration is None
    maker = Maker(evening).begin()
    assert maker.last("charges", 6) == (6, 0, 1, (50,) * 12)
    assert maker.last("reading", 6)[1][1] > 1000
    assert maker.all("touched", 6) == []
    evening.press(6, 1)
    maker.run(200)
    assert maker.all("touched", 6) == [(6, 0x0400), (6, 0)]


# ---- pixels


def shown(maker: Maker, strip: int) -> list[Colour]:
    hardware = maker.evening.table.hardware
    if strip != 1:
        return (hardware.track if strip == 0 else hardware.lamps).pixels
    pixels = hardware.field.pixels
    return [pixels[wiring.field_pixel(column, row)] for row in range(8) for column in range(16)]


@pytest.mark.parametrize("strip", [0, 1, 2])
def test_light_walks_along_a_strip_in_order_leaves_a_trail_and_keeps_under_the_current_limit(strip: int) -> None:
    maker = Maker().begin()
    hardware, colour = maker.evening.table.hardware, (strip + 1) % 3

    def pixels() -> list[Colour]:
        light = sum(sum(pixel) for each in (hardware.track, hardware.field, hardware.lamps) for pixel in each.pixels)
        assert milliamperes(200, light) <= wiring.CURRENT_LIMIT_MA
        return shown(maker, strip)

    order = maker.walk(strip, colour, pixels)
    maker.run(100)
    left = shown(maker, strip)
    assert order == list(range(len(left)))
    assert len(set(left)) == 1
    assert left[0].index(max(left[0])) == colour
    assert maker.evening.board.showing.lights.scale() == 64  # nothing had to be dimmed
    others = [pixel for other in {0, 1, 2} - {strip} for pixel in shown(maker, other)]
    assert set(others) == {(0, 0, 0)}
    maker.ask("walk", (strip + 1) % 3, 0, 500)
    assert set(shown(maker, strip)) == {(0, 0, 0)}  # the next walk begins in the dark


# ---- the board's pace


def test_the_longest_tick_since_the_start_is_sent() -> None:
    maker = Maker().begin()
    assert maker.last("pace")[2:] == (TICK_MS, -1)
    maker.evening.table.clock.advance_ms(37)
    maker.run(1500)
    ticks, milliseconds, longest, _ = maker.last("pace")
    assert longest == 37 + TICK_MS
    assert milliseconds == ticks * TICK_MS + 37


def test_no_sector_of_the_flash_is_erased_meanwhile() -> None:
    maker = Maker()
    flash = maker.evening.table.hardware.journal_flash
    maker.begin()
    before = flash.operations
    maker.run(10_000)
    assert flash.operations == before
    maker.ask("selftest", "end")
    maker.run(10_000)
    assert flash.operations > before  # in the lobby it is done


# ---- how it begins and ends


def test_keys_and_requests_start_no_game_meanwhile() -> None:
    maker = Maker().begin()
    for seat in range(3):
        maker.evening.press(seat, states.TAKE)
    maker.run(200)
    assert maker.evening.board.referee.lobby.joined == []
    for request in (("new", (0, 1, 2), "david-goliath players=3 table"), ("undo", 0, LAPTOP), ("abandon", LAPTOP)):
        assert maker.ask(*request) == (False, (reasons.SELFTEST_RUNS,))
    assert maker.evening.board.referee.play is None


def test_it_ends_when_asked_and_the_table_plays_as_before() -> None:
    maker = Maker()
    for request in (("selftest", "end"), ("walk", 0, 0, 20)):  # none runs yet
        assert maker.ask(*request) == (False, (reasons.SELFTEST_IS_OVER,))
    maker.begin()
    evening = maker.evening
    before = [seat.calibration for seat in evening.board.seats]
    assert maker.ask("selftest", "end") == (True, (reasons.SELFTEST_IS_OVER,))
    maker.run(1000)
    assert evening.board.workbench.selftest is None
    for seat, earlier in zip(evening.board.seats, before, strict=True):
        assert seat.calibration is earlier  # checked again, since its chip was written during the test
    assert [seat.state for seat in evening.board.seats] == [states.IS_EMPTY] * wiring.SEATS
    maker.messages.clear()
    maker.run(500)
    assert maker.all("reading") == []
    evening.start(3)
    evening.play_actions(5)


def test_it_ends_by_itself_when_the_laptop_is_gone() -> None:
    maker = Maker().begin()
    maker.run(SILENCE_MS - PING_MS - 100, laptop=False)  # its last ping may be that long ago
    assert maker.evening.board.workbench.selftest is not None
    maker.run(PING_MS + 600, laptop=False)
    assert maker.evening.board.workbench.selftest is None
    maker.evening.press(2, states.TAKE)
    assert maker.evening.board.referee.lobby.joined == [2]


def test_it_ends_when_another_laptop_comes() -> None:
    maker = Maker().begin()
    maker.evening.cable.pull()
    Maker(maker.evening)
    assert maker.evening.board.workbench.selftest is None


# ---- single bytes of a wire, for a set-up


def board_with(settings: str) -> Evening:
    """A virtual table whose board finds these settings at power-on."""
    evening = Evening(laptop=False)
    evening.table.hardware.virtual_files.write(FILE, settings.encode())
    evening.table.power_cycle()
    evening.run_ms(2500)
    return evening


def lit(pixels: list[Colour]) -> dict[int, Colour]:
    """The pixels that are lit, by their number."""
    return {number: colour for number, colour in enumerate(pixels) if any(colour)}


def test_single_bytes_are_lit_whatever_the_settings_say_and_the_strip_is_dark_afterwards() -> None:
    evening = board_with("panels = 0\ntrack_pixels = 0\nlamps = none")
    maker, hardware = Maker(evening).begin(), evening.table.hardware
    assert maker.ask("light", 1, 3 * 100 + 1, (20,)) == (True, (reasons.SELFTEST_RUNS,))
    assert lit(hardware.field.pixels) == {100: (20, 0, 0)}
    hardware.lamps.bytes_per_pixel = 4
    assert maker.ask("light", 2, 4 * 7 + 2, (30,))[0]
    assert lit(hardware.lamps.pixels) == {7: (0, 0, 30)}
    assert maker.ask("light", 1, 3, (9, 8, 7))[0]
    assert lit(hardware.field.pixels) == {1: (8, 9, 7)}
    maker.ask("selftest", "end")
    assert lit(hardware.field.pixels) == lit(hardware.lamps.pixels) == {}


def test_a_light_makes_a_walk_stop_and_is_not_painted_over() -> None:
    maker = Maker().begin()
    field = maker.evening.table.hardware.field
    assert maker.ask("walk", 1, 0, 20)[0]
    assert maker.ask("light", 1, 3 * 127, (0, 40, 0))[0]
    maker.run(500)
    assert lit(field.pixels) == {127: (40, 0, 0)}
    assert not maker.all("walked")


def test_from_the_first_light_on_seats_are_probed_that_are_not_built() -> None:
    evening = board_with("seats = none\nphones = 1-4")
    evening.table.hardware.chips[6].present = False
    maker = Maker(evening).begin()
    assert [maker.last("chip", seat)[1] for seat in range(8)] == [touch.NOT_BUILT] * 8
    assert maker.ask("light", 0, 0, (0,))[0]
    maker.run(2000)
    assert [maker.last("chip", seat)[1] for seat in range(8)] == [0] * 6 + [touch.NO_ANSWER, 0]
    evening.body(2).do(evening.body(2).press(1, hold_ms=600))
    maker.run(400)
    assert maker.last("touched", 2)[1] == 1 << 10
    maker.ask("selftest", "end")
    assert evening.board.seats[6].state == states.IS_NOT_BUILT
