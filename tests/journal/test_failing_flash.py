"""Flash that sometimes does not keep what is programmed, or fails for a while, in the middle of a game: accepted
actions are there after a power cut, or the board has reported that they are not stored."""

from random import Random

import pytest

from host.tools.torture.failing_flash import FailingFlash
from tavolo.play import reasons
from tavolo.play.play import apply_and_keep
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import NorFlash
from tests.journal.damaged import SEATS, SECTOR, SETUP, Board, legal_action

SECTORS = 8
ODDS = (0.02, 0.3, 0.7)


class Played:
    """A game on failing flash; `kept` is its state when the board had not yet reported that it stores no more."""

    def __init__(self, seed: int, beginning_odds: float = 0.0) -> None:
        self.random = Random(seed)
        self.flash = NorFlash(Clock(), SECTORS * SECTOR, seed=seed)
        self.failing = FailingFlash(self.flash, self.random)
        self.board = Board(self.flash)
        for _ in range(SECTORS * 50):
            self.board.journal.rest(50, True)
        self.failing.odds = beginning_odds
        self.board.referee.begin(SETUP, SEATS)
        self.failing.odds = 0.0
        self.kept = self.board.actions

    @property
    def is_reported(self) -> bool:
        return (reasons.JOURNAL_IS_FULL,) in self.board.heard.notes

    def act(self, count: int) -> None:
        """Play on, undoing an action now and then."""
        play = self.board.referee.play
        for _ in range(count):
            if play is None or play.is_over():
                return
            if len(play.record.actions) > 1 and self.random.random() < 0.1:
                length = play.record.before_last_decision()
                play.keep(play.journal.undone(length))
                play.record.undo(length)
            else:
                apply_and_keep(play, legal_action(play.record, self.random))
            if not self.is_reported:
                self.kept = self.board.actions

    def lose_power(self) -> None:
        """Switch off, and on again with working flash."""
        self.failing.odds = 0.0
        self.flash.broken = set()
        self.board = Board(self.flash)


@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize("seed", range(4))
def test_data_that_a_page_does_not_keep_is_written_to_the_next(seed: int, odds: float) -> None:
    played = Played(seed)
    for _ in range(5):
        played.failing.odds = odds
        played.act(8)
        assert not played.is_reported
        played.failing.odds = 0.0
        played.act(2)
        played.lose_power()
        assert played.board.actions == played.kept
        assert not played.board.told(reasons.RECORDS_MISSING)


@pytest.mark.parametrize("seed", [0, 3, 9, 19])
def test_dead_flash_is_reported_once_and_loses_nothing_older(seed: int) -> None:
    played = Played(seed)
    played.act(1 + seed)
    played.flash.broken = set(range(SECTORS))
    played.act(3)
    assert played.board.heard.notes == [(reasons.JOURNAL_IS_FULL,)]
    for _ in range(2):
        played.lose_power()
        assert played.board.actions == played.kept
        played.act(10)


@pytest.mark.parametrize("odds", [*ODDS, 1.0])
def test_a_game_whose_start_was_not_stored_resumes_or_is_reported_lost(odds: float) -> None:
    for seed in range(8):
        played = Played(seed, odds)
        was_reported = played.is_reported
        played.act(12)
        played.lose_power()
        assert played.board.actions == played.kept or was_reported or played.board.has_reported, seed
