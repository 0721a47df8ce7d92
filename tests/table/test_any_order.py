"""A table to which anything happens in any order: when everything is put right, it goes on, and hands match its record.

The stories of `faults` are taken apart here: every hand, cable and switch moves by itself, so that any two things meet.
The witness and the record check find what is wrong in a tick (`witness`, `record_check`).
"""

from contextlib import closing

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from host.tools.torture.evening import Evening
from host.tools.torture.faults import UNDO_MS, swapped
from host.tools.torture.found import Tally
from host.tools.torture.virtual_play import VirtualPlay
from tavolo.games import load, manifest, names
from tavolo.games.cards import code_of
from tavolo.wiring import PAGE_BYTES, SEATS, SECTOR_BYTES
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.simulator.hardware import TICK_MS

SEAT = st.integers(0, SEATS - 1)
MOMENTS_MS = st.sampled_from((TICK_MS, 60, 300, 900))
CARDS = [code_of(name, card) for name in names() for card in range(manifest(name).CARDS)]
GARBAGE = st.one_of(st.binary(max_size=80), st.sampled_from((b"\x03", b"~", b"~" * 400, b"\r\n", b"\x00" * 300)))


class Table(VirtualPlay):
    """The table under torture, whose power can be off for a while; players and laptop go on."""

    is_off = False

    def look(self) -> None:
        if self.is_off:
            self.witness.look(TICK_MS)
        else:
            super().look()

    def pass_time_without_power(self) -> None:
        """Let a tick pass for people."""
        self.table.clock.advance_ms(TICK_MS)
        self.players.step(TICK_MS)

    def switch_off(self) -> None:
        hardware = self.table.hardware
        self.record_check.power_goes()
        for wire in (hardware.track, hardware.field, hardware.lamps):
            wire.power_cycle()
        self.pull_cable(True)
        self.is_off = True
        self.table.step = self.pass_time_without_power

    def switch_on(self) -> None:
        self.is_off = False
        del self.table.step
        self.table.power_cycle()
        self.record_check.listen()
        self.pull_cable(False)


class AnyOrder(RuleBasedStateMachine):
    """Anybody does anything; `calm_down` puts everything right and checks the result."""

    @initialize(number=st.integers(0, 99))
    def sit_down(self, number: int) -> None:
        self.second: Companion | None = None
        self.table = Table(Evening(1, "virtual", number, ()), Tally())
        self.table.wake()
        self.table.begin()
        self.let_time_pass(3000)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            with closing(self.table):
                self.calm_down()

    def let_time_pass(self, milliseconds: int) -> None:
        for _ in range(0, milliseconds, TICK_MS):
            self.table.step()
            if self.second is not None:
                self.second.step(TICK_MS)

    # ---- hands

    @rule(seat=SEAT, code=st.sampled_from(CARDS), short_mm=st.sampled_from((0.0, 0.0, 14.0)), after_ms=MOMENTS_MS)
    def put_any_card_in(self, seat: int, code: int, short_mm: float, after_ms: int) -> None:
        body = self.table.bodies[seat]
        body.do(swapped(body, code) if body.cards else body.put_in(code, short_mm))
        self.let_time_pass(after_ms)

    @rule(seat=SEAT, card=st.integers(0, 200), after_ms=MOMENTS_MS)
    def put_a_card_of_this_game_in(self, seat: int, card: int, after_ms: int) -> None:
        record = self.table.table.virtual_players.record
        game = record.game if record else load(names()[0])
        if manifest(game.NAME).CARDS:
            self.put_any_card_in(seat, code_of(game.NAME, card % manifest(game.NAME).CARDS), 0.0, after_ms)

    @rule(seat=SEAT, after_ms=MOMENTS_MS)
    def pull_a_card_out(self, seat: int, after_ms: int) -> None:
        body = self.table.bodies[seat]
        if body.cards:
            body.do(body.take_out())
        self.let_time_pass(after_ms)

    @rule(
        seat=SEAT,
        keys=st.lists(st.integers(0, 2), min_size=1, max_size=3, unique=True),
        hold_ms=st.sampled_from((20, 110, 110, 600, UNDO_MS)),
        after_ms=MOMENTS_MS,
    )
    def touch_keys(self, seat: int, keys: list[int], hold_ms: int, after_ms: int) -> None:
        body = self.table.bodies[seat]
        body.do(body.press(*keys, hold_ms=hold_ms))
        self.let_time_pass(after_ms)

    # ---- laptops

    @rule(after_ms=MOMENTS_MS)
    def pull_the_cable_out(self, after_ms: int) -> None:
        self.table.pull_cable(True)
        self.let_time_pass(after_ms)

    @precondition(lambda self: not self.table.is_off)
    @rule(after_ms=MOMENTS_MS)
    def put_the_cable_in(self, after_ms: int) -> None:
        self.table.pull_cable(False)
        self.let_time_pass(after_ms)

    @precondition(lambda self: not self.table.is_off)
    @rule(data=GARBAGE, is_to_board=st.booleans())
    def say_anything_on_the_line(self, data: bytes, is_to_board: bool) -> None:
        self.table.say_on_line(data, is_to_board)
        self.let_time_pass(TICK_MS)

    @rule(what=st.sampled_from(("undo", "undo", "abandon")), after_ms=MOMENTS_MS)
    def have_the_laptop_ask(self, what: str, after_ms: int) -> None:
        self.table.ask(what)
        self.let_time_pass(after_ms)

    @rule(after_ms=MOMENTS_MS)
    def click_anything(self, after_ms: int) -> None:
        self.table.click(self.table.random)
        self.let_time_pass(after_ms)

    @precondition(lambda self: self.second is None)
    @rule(session=st.integers(1, 0xFFFFFFFF), is_quicker=st.booleans(), after_ms=st.sampled_from((60, 900, 3000)))
    def plug_a_second_laptop_in(self, session: int, is_quicker: bool, after_ms: int) -> None:
        """A second program finds the port in use or, if it `is_quicker`, the first does; players see the lights."""
        self.second = Companion(Port("cable", opener=self.table.open_port, first_session=session))
        if is_quicker:
            self.table.line.pull()
            self.second.step(0)
        self.let_time_pass(after_ms)

    @precondition(lambda self: self.second is not None)
    @rule()
    def take_the_second_laptop_away(self) -> None:
        assert self.second is not None
        self.second.close()
        self.second = None

    # ---- power and flash

    @precondition(lambda self: not self.table.is_off)
    @rule(after_ms=MOMENTS_MS)
    def switch_off(self, after_ms: int) -> None:
        self.table.switch_off()
        self.let_time_pass(after_ms)

    @precondition(lambda self: self.table.is_off)
    @rule(after_ms=MOMENTS_MS)
    def switch_on(self, after_ms: int) -> None:
        self.table.switch_on()
        self.let_time_pass(after_ms)

    @precondition(lambda self: not self.table.is_off)
    @rule(operation=st.integers(0, 3))
    def plan_a_cut_in_flash(self, operation: int) -> None:
        self.table.cut_power(operation, 0.0)

    @precondition(lambda self: self.table.is_off)
    @rule(place=st.integers(0, 1 << 20), value=st.integers(0, 255))
    def damage_a_byte_of_the_journal(self, place: int, value: int) -> None:
        self.table.record_check.is_flash_healthy = False
        content, ring = self.table.table.hardware.journal_flash.content, self.table.table.board.journal.ring
        used = [(sector, pages) for sector, pages in enumerate(ring.used) if pages]
        if used:
            sector, pages = used[place % len(used)]
            content[sector * SECTOR_BYTES + place % (pages * PAGE_BYTES)] = value

    # ---- checks

    @rule(milliseconds=st.sampled_from((300, 2000, 5000)))
    def wait(self, milliseconds: int) -> None:
        self.let_time_pass(milliseconds)

    @rule()
    def calm_down(self) -> None:
        """With everything put right, laptop and board agree, hands are those of the record, and the game goes on."""
        if self.table.is_off:
            self.table.switch_on()
        self.table.pull_cable(False)
        if self.second is not None:
            self.take_the_second_laptop_away()
        self.table.calm()
        self.table.begin()


class AnyOrderForLong(AnyOrder):
    """The same, with more examples than `make test` has time for."""


def trying(examples: int, steps: int) -> settings:
    return settings(max_examples=examples, stateful_step_count=steps, derandomize=True, deadline=None)


AnyOrder.TestCase.settings = trying(examples=3, steps=12)
AnyOrderForLong.TestCase.settings = trying(examples=40, steps=25)
test_whatever_happens_in_any_order_the_table_goes_on_and_hands_are_those_of_the_record = AnyOrder.TestCase
test_the_same_for_long = pytest.mark.slow(AnyOrderForLong.TestCase)
