"""An evening in which only the touch chips fail, given by its kind and number.

It starts in the middle of a game, and people play on. Whatever fails, no card may be read that nobody put in, and a
useless seat has to be reported; at the end every seat is tried, and the game goes on. In simulated time: the same
evening repeats to the last bit.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from host.tools.torture.evenings import setup_at
from host.tools.torture.faults import Flips, scatter
from host.tools.torture.found import STUCK, WRONG, Found
from host.tools.torture.witness import READING_MS, Witness
from tavolo.games.cards import card_of
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo.seat import cards, states
from tavolo_host.simulator.hardware import TICK_MS
from tests.rules.play import play_on
from tests.rules.support import Numbers
from tests.table.evening import BRISK, WAKING_MS, Evening, resume_game

FLIPS, BYTE, DATA, FROZEN, NOISE = "flips", "byte", "data", "frozen", "noise"
KINDS = (FLIPS, BYTE, DATA, FROZEN, NOISE)
STORM_MS = (4000, 12_000)
TOLD_MS = 15_000  # within which the board reports a useless chip
BACK_MS = 8000  # within which the chip is usable again
TRYING_MS = 1500
STILL_MS = 60_000  # within which a game that can go on does
FLIP_ODDS = (0.0001, 0.001, 0.01)  # of a transfer
BYTES = (0x00, 0xFF, 0x01, 0x02, 0x03, 0x08, 0x0F, 0x24, 0x55, 0x80, 0xAA)
NOISES = (2.0, 4.0, 8.0)  # counts; usual is one
BEARABLE = 4.0  # more than a seat calibrates itself with; up to here nothing may be wrong


class ChipEvening:
    """Evening `number` of a kind. `play` counts events in `counts`, and raises Found."""

    def __init__(self, kind: str, number: int, seed: int = 1) -> None:
        self.kind = kind
        self.random = Random(f"{seed} {kind} {number}")
        self.setup = setup_at(number, self.random)
        self.counts: Counter[str] = Counter()
        self.evening = Evening(self.random.randrange(1 << 30))
        self.table, self.virtual_players = self.evening.table, self.evening.virtual_players
        self.virtual_players.follower.laptop = self.evening.mirror
        self.witness = Witness(self.table.bodies)
        self._events: list[tuple[int, int, int]] = []
        self._is_bearable = True
        self._seen = 0  # actions of the record that were already compared with what hands did
        self._step = self.table.step
        self.table.step = self._step_and_look  # type: ignore[method-assign]

    def play(self) -> None:
        """Let things fail for a while, then check that all is well again."""
        if self.kind == FLIPS:  # from power-on, when most registers are written
            self._flip(self.random.choice(FLIP_ODDS))
            self.table.power_cycle()
            self.evening.run_ms(2 * WAKING_MS)
        self._resume_game()
        if self.kind == NOISE:
            times = self.random.choice(NOISES)
            self._is_bearable = times <= BEARABLE
            self._scatter(times)
            self.counts[f"noise of {times:.0f} counts"] += 1
        self.evening.run_ms(self.random.randrange(*STORM_MS) // TICK_MS * TICK_MS)
        if self.kind not in (FLIPS, NOISE):
            self._break_a_chip()
        self._heal()
        self._try_seats()
        self._go_on()

    # ---- faults

    def _flip(self, odds: float) -> None:
        for bus in range(2):
            self.table.hardware.i2c(bus).flip = Flips(self.random, odds)

    def _scatter(self, times: float) -> None:
        for chip in self.table.hardware.chips:
            scatter(chip, times)
        self._noise = times

    def _break_a_chip(self) -> None:
        """Make a chip useless until the board reports it, and a while longer."""
        seat = self.random.choice(self.virtual_players.follower.seats)
        chip = self.table.hardware.chips[seat]
        if self.kind == BYTE:
            chip.stuck_byte = self.random.choice((*BYTES, self.random.randrange(256)))
        elif self.kind == DATA:
            chip.stuck_value = self.random.choice((0, 0x0101, 0x03FF, self.random.randrange(1 << 12)))
        else:
            chip.is_frozen = True
        self.counts["chips broken"] += 1
        for _ in range(TOLD_MS // TICK_MS):
            self.evening.step()
            if self.table.board.seats[seat].state == states.IS_ABSENT:
                break
        else:
            raise Found(STUCK, f"Seat {seat + 1} is useless, and the board does not report it.")
        self.evening.run_ms(self.random.randrange(500, 4000) // TICK_MS * TICK_MS)
        if not any(f"seat {seat + 1}" in told.lower() for told in self.evening.sentences("trouble")):
            raise Found(STUCK, f"The laptop does not hear of seat {seat + 1}.")

    def _heal(self) -> None:
        hardware = self.table.hardware
        for bus in (hardware.i2c(number) for number in range(2)):
            if isinstance(bus.flip, Flips):
                self.counts["bits flipped"] += bus.flip.count
            bus.flip = None
        for chip in hardware.chips:
            chip.stuck_byte = chip.stuck_value = None
            chip.is_frozen = False
        if self.kind == NOISE:
            self._scatter(1 / self._noise)
        self.evening.run_ms(BACK_MS)

    # ---- checks

    def _resume_game(self) -> None:
        dealt = Record(Setup(self.setup.game, self.setup.players, self.setup.options, dealt=True))
        play_on(dealt, Numbers(self.random.randrange(1 << 20)), self.random.randrange(2, 40))
        resume_game(self.table, self.setup, list(dealt.actions))
        self.virtual_players.unhurried = BRISK
        self._seen = len(self.table.board.referee.play.record.actions)
        self._listen()

    def _listen(self) -> None:
        dispatcher = self.table.board.dispatcher
        take = dispatcher.take

        def hear(events: Sequence[tuple[int, int, int]]) -> None:
            self._events += events
            for kind, seat, value in events:
                if kind == states.CHIP_LOST:
                    self.counts["chips reported lost"] += 1
                if kind == states.READ:
                    self.counts["readings"] += 1
                    self._check(seat, value)
            take(events)

        dispatcher.take = hear

    def _check(self, seat: int, code: int) -> None:
        if not self.witness.was_in(seat, code, READING_MS):
            self.counts["wrong readings"] += 1
            if self._is_bearable:
                raise Found(WRONG, f"Seat {seat + 1} read {code:09b}, which nobody put in.")

    def _step_and_look(self) -> None:
        self._step()
        self.witness.look(TICK_MS)
        play = self.table.board.referee.play
        if play is None:
            return
        actions = play.record.actions
        self._seen = min(self._seen, len(actions))
        for action in actions[self._seen :]:
            self.counts["actions"] += 1
            try:
                self.witness.check_action(play.record.game, action, play.seats)
            except Found:
                if self._is_bearable:
                    raise
                self.counts["wrong presses"] += 1
        self._seen = len(actions)

    def _try_seats(self) -> None:
        """Check that each seat feels a key and reads a card, one that belongs to another game."""
        self.evening.hold_people_still()
        self.evening.run_ms(TRYING_MS)  # people finish what they began, and pause between movements
        self.evening.run_until(lambda: not any(body.is_moving() for body in self.table.bodies))
        foreign = next(code for code in map(self._code, range(cards.CODES)) if not self._belongs(code))
        for body in self.table.bodies:
            body.do(body.take_out())
        self.evening.run_ms(TRYING_MS)
        self._events.clear()
        for body in self.table.bodies:
            body.do(body.press(states.LEFT))
            body.do(body.put_in(foreign))
            body.do(body.wait(TRYING_MS))
            body.do(body.take_out())
        self.evening.run_ms(3 * TRYING_MS)
        for seat in range(len(self.table.bodies)):
            wanted = {(states.KEY, seat, states.LEFT), (states.READ, seat, foreign)}
            if not wanted <= set(self._events):
                lost = self.table.board.seats[seat].state
                raise Found(STUCK, f"Seat {seat + 1} is useless, state {lost}: {wanted - set(self._events)}")
        self.counts["seats tried"] += len(self.table.bodies)

    def _code(self, number: int) -> int:
        return cards.code_in(((0, cards.CODES),), number)

    def _belongs(self, code: int) -> bool:
        game = self.setup.game
        return bool(game.CARDS) and card_of(game.NAME, code) >= 0

    def _go_on(self) -> None:
        play = self.table.board.referee.play
        if play is None or play.is_over():
            return
        for person in self.virtual_players.people:
            person.stand_up()
        before = len(play.record.actions)
        for _ in range(STILL_MS // TICK_MS):
            self.evening.step()
            if play.is_over() or len(play.record.actions) != before:
                self.counts["games that go on"] += 1
                return
        raise Found(STUCK, f"The game of {self.setup.text()} does not go on: {self.evening.mirror.status}")
