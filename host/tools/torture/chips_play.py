"""An evening at the virtual table at which only the touch chips fail, in a way that its number decides.

Whatever fails, no card may be read that nobody put in, and a useless chip has to be reported; at the end every seat is
tried.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from host.tools.torture.evening import Evening
from host.tools.torture.faults import BYTE, DATA, FROZEN, Flips, break_chip, repair, scatter
from host.tools.torture.found import STUCK, Found, Tally
from host.tools.torture.table_play import SECOND_MS
from host.tools.torture.virtual_play import VirtualPlay
from tavolo.games import names
from tavolo.games.cards import card_of
from tavolo.seat import cards, states
from tests.table.evening import WAKING_MS

FLIPS, NOISE = "flips", "noise"
WAYS_TO_FAIL = (FLIPS, BYTE, DATA, FROZEN, NOISE)
KINDS = {FLIPS: "bus flips", NOISE: "noise"}  # others: "chip lost"
INTO_THE_GAME_MS = 20_000  # at most, until something fails
TOLD_MS = 15_000  # within which the board reports a useless chip
BACK_MS = 8000  # within which the chip is usable again
TRYING_MS = 1500
FLIP_ODDS = (0.0001, 0.001, 0.01)  # of a transfer
BYTES = (0x00, 0xFF, 0x01, 0x02, 0x03, 0x08, 0x0F, 0x24, 0x55, 0x80, 0xAA)
VALUES = (0, 0x0101, 0x03FF)
NOISES = (2.0, 4.0, 8.0)  # counts; usual is one
ALL_CODES = [cards.code_in(((0, cards.CODES),), number) for number in range(cards.CODES)]
BEARABLE = 4.0  # more than a seat calibrates itself with; up to here nothing may be wrong


class ChipsPlay(VirtualPlay):
    """A virtual table whose chips fail as `way_to_fail` says."""

    storms, storm_ms = 1, (4000, 12_000)
    kinds: tuple[str, ...] = ()

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally)
        self.way_to_fail = WAYS_TO_FAIL[evening.number // len(names()) % len(WAYS_TO_FAIL)]
        self._repairs: list[Callable[[], None]] = []

    def seat_visitor(self, random: Random) -> None:
        """Nobody visits this table."""

    def suffer(self) -> None:
        self.run_ms(self.random.randrange(INTO_THE_GAME_MS))
        kind = KINDS.get(self.way_to_fail, "chip lost")
        if kind not in self.evening.kinds:
            return
        self.tally.faults[kind] += 1
        if self.way_to_fail == FLIPS:
            self._flip(self.random.choice(FLIP_ODDS))
        elif self.way_to_fail == NOISE:
            self._scatter(self.random.choice(NOISES))
        super().suffer()
        if kind == "chip lost":
            self._break_a_chip()

    def _flip(self, odds: float) -> None:
        """Flip bits from a power cut on: most registers are written at power-on."""
        for bus in self.buses:
            bus.flip = Flips(self.random, odds)
            self._repairs.append(partial(setattr, bus, "flip", None))
        self.cut_power(None, 0.0)
        self.run_ms(2 * WAKING_MS)

    def _scatter(self, counts: float) -> None:
        self._repairs += [scatter(chip, counts, self.random) for chip in self.chips]
        self.witness.is_lenient = counts > BEARABLE

    def _break_a_chip(self) -> None:
        """Make a chip useless until the board reports it, and a while longer."""
        seat = self.random.choice(self.players.follower.seats)
        chip, more = self.chips[seat], BYTES if self.way_to_fail == BYTE else VALUES
        self._repairs.append(partial(repair, chip))
        break_chip(chip, self.way_to_fail, self.random.choice((*more, self.random.randrange(1 << 12))))
        sentence = f"Seat {seat + 1} is useless, and the board does not report it."
        self.run_until(lambda: self._is_absent(seat), TOLD_MS, STUCK, sentence)
        self.run_ms(self.random.randrange(500, 4000))
        troubles = [entry.sentence.lower() for entry in self.mirror.log if entry.kind == "trouble"]
        if not any(f"seat {seat + 1}" in trouble for trouble in troubles):
            raise Found(STUCK, f"The laptop does not hear of seat {seat + 1}.")

    def _is_absent(self, seat: int) -> bool:
        return bool(self.table.board.seats[seat].state == states.IS_ABSENT)

    def put_right(self) -> None:
        super().put_right()
        for undo in self._repairs:
            undo()
        if self._repairs:
            self.run_ms(BACK_MS)
        self._repairs.clear()
        self.witness.is_lenient = False
        self.tally.errors_of_noise = self.witness.errors

    def finish(self) -> None:
        """Check that each seat feels a key and reads a card, one that belongs to another game; then play on."""
        for person in self.players.people:
            person.is_visitor = True
        self.run_ms(TRYING_MS)  # people finish what they began, and pause between movements
        sentence = "Hands do not come to rest."
        self.run_until(lambda: not any(body.is_moving() for body in self.bodies), 60 * SECOND_MS, STUCK, sentence)
        for body in self.bodies:
            body.do(body.take_out())
        self.run_ms(TRYING_MS)
        foreign = next(code for code in ALL_CODES if not self._belongs(code))
        felt = self._listen()
        for body in self.bodies:
            for movement in (body.press(states.LEFT), body.put_in(foreign), body.wait(TRYING_MS), body.take_out()):
                body.do(movement)
        self.run_ms(3 * TRYING_MS)
        wanted = {
            event for seat in range(8) for event in ((states.KEY, seat, states.LEFT), (states.READ, seat, foreign))
        }
        if not wanted <= set(felt):
            raise Found(STUCK, f"Of (kind, seat, value) the board has not felt {sorted(wanted - set(felt))}.")
        for person in self.players.people:
            person.stand_up()
        self.goes_on()

    def _belongs(self, code: int) -> bool:
        game = self.setup.game
        return bool(game.CARDS) and card_of(game.NAME, code) >= 0

    def _listen(self) -> list[tuple[int, int, int]]:
        """Return a list of what seats report, from now on."""
        dispatcher = self.table.board.dispatcher
        felt: list[tuple[int, int, int]] = []
        take = dispatcher.take

        def hear(events: Sequence[tuple[int, int, int]]) -> None:
            felt.extend(events)
            take(events)

        dispatcher.take = hear
        return felt
