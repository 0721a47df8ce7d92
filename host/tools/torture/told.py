"""What a board says of itself on its wire, heard where no fault of the line reaches: what its record is compared with.

Nothing looks into this board; the witness sees the hands.
"""

from typing import Any

from host.tools.torture.found import EXCEPTION, WRONG, Found, Tally
from host.tools.torture.witness import Witness
from tavolo.games import load
from tavolo.link.frames import LineReader
from tavolo.link.messages import decode
from tavolo.play.reasons import ASKED_BY_LAPTOP_UNDO, ASKED_FOR_UNDO, RESTARTED, UNDONE

TELLING_MS = 30_000  # from a hand's action until the laptop hears of it, as its port may have been unread

Action = tuple[int, ...]


class Told:
    """What the board said on its wire: the `actions` of its game, and the `reasons` of its notes.

    `lost` are actions that it had reported before its power went, and no longer has. What `is_missing` may be an undo:
    until the game goes on, nothing counts as lost or as told otherwise.
    """

    def __init__(self, witness: Witness, tally: Tally) -> None:
        self.actions: list[Action] = []
        self.reasons: list[int] = []
        self.lost = 0
        self.is_asking = False
        self.is_missing = False
        self._is_resuming = False
        self._game: Any = None
        self._seats: tuple[int, ...] = ()
        self._witness = witness
        self._tally = tally
        self._lines = LineReader()

    def power_came(self, may_be_left: bool) -> None:
        """Forget half lines and old notes; compare what the board resumes, unless the game may be over."""
        self._lines = LineReader()
        self.reasons = []
        self._is_resuming = bool(self.actions) and not (may_be_left or self.is_asking or self.is_missing)

    def reopened(self) -> None:
        """Forget half a line: the wire was closed for a moment, and the board went on."""
        self._lines = LineReader()
        self.is_missing = True

    def hear(self, data: bytes) -> None:
        """Take what came from the board."""
        for text in self._lines.bodies(data):
            words = text.split(" ", 4)
            if len(words) > 3 and words[0][:1] == "m" and hasattr(self, f"_hear_{words[3]}"):
                getattr(self, f"_hear_{words[3]}")(*decode(words[3], words[4] if len(words) > 4 else ""))

    def _hear_start(self, count: int, seats: tuple[int, ...], setup_text: str) -> None:
        self._game, self._seats = load(setup_text.split(" ")[0]), seats
        if self._is_resuming:
            self.lost = max(0, len(self.actions) - count)
            self._is_resuming = False
        del self.actions[count:]

    def _hear_act(self, index: int, digest: int, action: Action) -> None:
        if index == len(self.actions) and self._game is not None:  # otherwise it is a repetition
            self._witness.check_action(self._game, action, self._seats, TELLING_MS)
            self._tally.accepted += 1
            self.actions.append(action)
            self.is_missing = False

    def _hear_past(self, index: int, actions: tuple[Action, ...]) -> None:
        for place, action in enumerate(actions, index):
            if self.is_missing and self.actions[place : place + 1] != [action]:
                del self.actions[place:]
            if place < len(self.actions) and self.actions[place] != action:
                raise Found(WRONG, f"The board tells action {place} as {action}, and before as {self.actions[place]}.")
            if place == len(self.actions):
                self.actions.append(action)

    def _hear_undone(self, length: int, digest: int) -> None:
        del self.actions[length:]

    def _hear_abandoned(self) -> None:
        self.lost = len(self.actions) if self._is_resuming else 0
        self._is_resuming = False
        self.actions = []

    def _hear_question(self, what: str, asked: int, agreed: int, asker: int, actions: int) -> None:
        self.is_asking = asked != 0

    def _hear_note(self, about: str, seat: int, reason: Action) -> None:
        self.reasons.append(reason[0])
        # The question and what was undone are told behind their notes: the power may go between.
        self.is_missing |= reason[0] in (ASKED_FOR_UNDO, ASKED_BY_LAPTOP_UNDO, UNDONE)
        if reason[0] == RESTARTED:
            raise Found(EXCEPTION, "The board has restarted by itself.")
