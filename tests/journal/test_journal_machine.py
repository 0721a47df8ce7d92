"""The board over its journal, whatever happens in whatever order: it boots, goes on, and loses nothing silently."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tavolo import wiring
from tavolo_host.virtual.clock import Clock
from tavolo_host.virtual.flash import NorFlash, PowerCut
from tests.journal.damaged import DAVID, SECTOR, SETUP, Board, legal_action

SECTORS = 6
PLACES = st.integers(0, SECTORS * SECTOR - 1)


class Evenings(RuleBasedStateMachine):
    """`truth` is the game that the lamps have confirmed, None where none is played; a flipped bit may cost its end."""

    @initialize(seed=st.integers(0, 1000))
    def begin_evening(self, seed: int) -> None:
        self.random = Random(seed)
        self.flash = NorFlash(Clock(), SECTORS * SECTOR, seed=seed)
        self.board = Board(self.flash)
        self.truth: list[tuple[int, ...]] | None = None
        self.was_damaged = False
        self.doubtful: list[tuple[int, ...]] | None = None  # the game as it would be, had the cut come a little later

    def boot(self) -> None:
        self.flash.power_on()
        self.board = Board(self.flash)
        found = list(self.board.actions) if self.board.referee.play else None
        if found != self.truth and found != self.doubtful:
            assert self.was_damaged, (found, self.truth)
            assert self.board.has_said or not self.truth
            if found is not None and self.truth is not None:
                assert found == self.truth[: len(found)] or found == (self.doubtful or [])[: len(found)]
        self.truth, self.doubtful = found, found

    def do(self, deed: str, after: list[tuple[int, ...]] | None) -> None:
        self.doubtful = after
        try:
            getattr(self, deed)()
        except PowerCut:
            self.boot()
        else:
            self.truth = after

    def _begin(self) -> None:
        self.board.referee.begin(SETUP, (2, 4, 7))

    def _act(self) -> None:
        record = self.board.referee.record
        assert record is not None
        record.apply(self.action)
        assert self.board.journal.acted(self.action, record.digest())

    def _undo(self) -> None:
        record = self.board.referee.record
        assert record is not None
        length = record.before_last_decision()
        assert self.board.journal.went_back(length)
        record.undo(length)

    def _end(self) -> None:
        self.board.referee.leave()

    @precondition(lambda self: self.truth is None)
    @rule()
    def begin(self) -> None:
        self.do("_begin", [])

    @precondition(lambda self: self.truth is not None and not self.board.referee.play.is_over())
    @rule()
    def act(self) -> None:
        record = self.board.referee.record
        self.action = legal_action(record, self.random)
        self.do("_act", [*record.actions, self.action])

    @precondition(lambda self: self.truth)
    @rule()
    def undo(self) -> None:
        record = self.board.referee.record
        self.do("_undo", list(record.actions)[: record.before_last_decision()])

    @precondition(lambda self: self.truth is not None)
    @rule()
    def end(self) -> None:
        self.do("_end", None)

    @rule(operations=st.integers(0, 6))
    def plan_a_cut(self, operations: int) -> None:
        self.flash.cut_at = self.flash.operations + operations

    @rule()
    def cut_now(self) -> None:
        self.boot()

    @rule(seconds=st.integers(1, 20))
    def rest(self, seconds: int) -> None:
        try:
            for _ in range(20 * seconds):
                self.board.journal.rest(50, True)
        except PowerCut:
            self.boot()

    @rule(place=PLACES, bit=st.integers(0, 7))
    def flip(self, place: int, bit: int) -> None:
        used = [sector for sector, pages in enumerate(self.board.journal.ring.used) if pages]
        if used:
            sector = used[place // SECTOR % len(used)]
            self.flash.content[sector * SECTOR + place % SECTOR] ^= 1 << bit
            self.was_damaged = True

    @invariant()
    def the_record_is_what_was_accepted(self) -> None:
        if self.truth is not None:
            record = self.board.referee.record
            assert record is not None
            assert list(record.actions) == self.truth
            assert record.digest() == DAVID.digest(record.position)
            assert len(self.board.journal.calibrations) == wiring.SEATS


Evenings.TestCase.settings = settings(max_examples=40, stateful_step_count=40, derandomize=True, deadline=None)
test_an_evening_of_cuts_and_flipped_bits_never_raises_and_loses_nothing_silently = Evenings.TestCase
