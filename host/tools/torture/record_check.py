"""Checks the record of a virtual table's board: actions were done by hands, and survive a power cut.

It looks into the board, but trusts only what it saw there while the board had power, and the witness.
"""

from collections import deque
from dataclasses import dataclass
from typing import Any

from host.tools.torture.found import LOST, WRONG, Found, Tally
from host.tools.torture.witness import Witness
from tavolo.link.telemetry import ABANDON, UNDO
from tavolo.play import reasons
from tavolo.seat.states import IS_READ
from tavolo_host.people.table import VirtualTable

CONFIRMING_TICKS = 3  # after which an action's lamp is green, or the laptop has heard of it
NO_DAMAGE = (reasons.GAME_RESUMED, reasons.SEALED_CARDS_LOST)  # what a board says of a game that it resumed

Action = tuple[int, ...]


@dataclass(frozen=True)
class Kept:
    """What a board had when its power went: all public `actions`, of which `confirmed` may not be lost.

    `may_be_left` is set when the game may be over, `is_full` when the board said that it keeps no more.
    """

    actions: list[Action]
    confirmed: int
    may_be_left: bool
    is_full: bool


class RecordCheck:
    """Looks at the board in every tick. With `is_flash_healthy`, anything lost is the board's own fault."""

    def __init__(self, table: VirtualTable, witness: Witness, tally: Tally) -> None:
        self.is_flash_healthy = True
        self._table = table
        self._witness = witness
        self._tally = tally
        self._seen = 0  # actions of the record that were already compared with what hands did
        self._lengths: deque[int] = deque([0], maxlen=CONFIRMING_TICKS)
        self._read = [-1] * len(table.bodies)
        self._kept: Kept | None = None
        self._before: list[Action] = []  # the game before a power cut, from which a laptop may repair a gap
        self._line: list[Action] = []  # what the board had in the last tick, public
        self._undone: list[list[Action]] = []  # the same before each undo: all that a journal with a gap may go back to
        self._reported: list[int] = []
        self._asked: dict[int, int] = {}  # the question to everybody in the last tick, and how many actions it is about
        self.listen()

    def cut_power(self) -> None:
        """Cut the board's power, and restore it at once."""
        self.power_goes()
        self._table.power_cycle()
        self.listen()

    def listen(self) -> None:
        """Listen to what a board that was just switched on reports."""
        self._board = self._table.board
        publisher = self._table.board.publisher
        self._reported = [reason[0] for reason in publisher._notes]  # while it was built
        self._read = [-1] * len(self._table.bodies)
        for name in ("note", "queue_note"):
            setattr(publisher, name, self._heard(name, getattr(publisher, name)))

    def _heard(self, name: str, say: Any) -> Any:
        def hear(reason: tuple[int, ...]) -> None:
            # A queued note is repeated when there is a laptop; but a gap is repaired once.
            if name == "queue_note" or reason[0] != reasons.GAP_REPAIRED:
                self._reported.append(reason[0])
            say(reason)

        return hear

    # ---- a tick

    def look(self) -> None:
        """Compare what the board has with what hands did, and after a power cut with what it had."""
        if self._table.board is not self._board:  # it has restarted by itself
            self.listen()
        referee = self._table.board.referee
        self._asked = _asked(referee)
        if referee.replay is not None:
            return
        if self._kept is not None:
            self._compare(self._kept)
            self._kept = None
        for seat, read in enumerate(self._table.board.seats):
            code = _code_at(read) if read.state == IS_READ else -1
            if code != self._read[seat]:
                self._read[seat] = code
                if code >= 0:
                    self._witness.check_reading(seat, code)
        play = referee.play
        if play is None:
            self._restart(0)
            self._line, self._undone = [], []
        elif not play.is_replaying:
            self._look_at_record(play)

    def _look_at_record(self, play: Any) -> None:
        actions = play.record.actions
        if len(actions) < self._lengths[-1]:
            self._restart(len(actions))
        if len(actions) < len(self._line):
            self._undone.append(self._line)
            self._line = self._line[: len(actions)]
        self._line += [play.record.game.public(action) for action in actions[len(self._line) :]]
        if reasons.GAP_REPAIRED in self._reported:
            self._reported.remove(reasons.GAP_REPAIRED)
            self._check_gap_repair(play)
        for action in actions[self._seen :]:
            self._witness.check_action(play.record.game, action, play.seats)
            self._tally.accepted += 1
        self._seen = len(actions)
        self._lengths.append(len(actions))

    def _check_gap_repair(self, play: Any) -> None:
        """Check that a laptop repaired the gap with actions that hands did before the power cut.

        Where what tells of an undo was damaged too, the game may go back to before that.
        """
        now = [play.record.game.public(action) for action in play.record.actions]
        filled, before = now[self._seen :], self._before[self._seen :][: len(now) - self._seen]
        if filled != before and now not in [line[: len(now)] for line in self._undone]:
            raise Found(WRONG, f"A gap was filled with {filled}, where {before} was played.")
        self._seen += len(filled)

    def _restart(self, length: int) -> None:
        self._seen = length
        self._lengths.clear()
        self._lengths.append(length)

    # ---- power

    def power_goes(self) -> None:
        """Note what the board has at this instant, unless it has not yet resumed what it had before."""
        referee = self._table.board.referee
        play, asked = referee.play, self._asked | _asked(referee)  # including what was agreed to in this tick
        if self._kept is not None or play is None:
            return
        game = play.record.game
        confirmed = self._lengths[0]
        if play.is_replaying:
            confirmed = min(confirmed, len(play.record.actions), play.record.before_last_decision())
        if UNDO in asked:
            confirmed = min(confirmed, len(play.record.actions) - asked[UNDO])
        may_be_left = play.is_over() or ABANDON in asked or confirmed == 0
        actions = [game.public(action) for action in play.record.actions]
        self._kept = Kept(actions, confirmed, may_be_left, reasons.JOURNAL_IS_FULL in self._reported)

    def _compare(self, kept: Kept) -> None:
        play = self._table.board.referee.play
        now = [play.record.game.public(action) for action in play.record.actions] if play else []
        if len(now) > len(kept.actions) and now[: len(kept.actions)] == kept.actions:
            self._lose(1, kept.is_full)  # an undo
        elif now != kept.actions[: len(now)]:
            if self.is_flash_healthy or now not in [line[: len(now)] for line in self._undone]:
                raise Found(WRONG, f"After a power cut the board has {now[-3:]}, not {kept.actions[: len(now)][-3:]}.")
            self._lose(1, kept.is_full)  # an undo, and what came behind it
        if kept.actions != self._before[: len(kept.actions)]:
            self._before = kept.actions
        lost = kept.confirmed - len(now)
        if lost > 0 and not (play is None and kept.may_be_left):
            self._lose(lost, kept.is_full)
        self._restart(len(now))
        self._line = now

    def _lose(self, lost: int, is_full: bool) -> None:
        output = [reason for reason in self._reported if reason not in NO_DAMAGE]
        if self.is_flash_healthy:
            raise Found(LOST, f"{lost} actions are gone after a power cut with healthy flash; the board says {output}.")
        if not output and not is_full:
            raise Found(LOST, f"{lost} actions are gone with damaged flash, and the board does not report it.")
        self._tally.lost_and_reported += lost


def _code_at(seat: Any) -> int:
    """Return the code of the card that a seat has read."""
    return int(seat._code if seat.is_by_phone else seat.slot.code)


def _asked(referee: Any) -> dict[int, int]:
    """Return the question to everybody, if there is one, and how many actions it would undo."""
    motion = referee.question
    return {motion.what: motion.count} if motion else {}
