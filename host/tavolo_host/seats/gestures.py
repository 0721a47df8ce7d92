"""What people at a table give each other to understand for a moment: nudges and reactions.

Neither is kept, in the log or in a file, and neither depends on more than all may know.
"""

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from tavolo_host.seats.roster import Roster
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import listed, sentence_case

NUDGED_AGAIN_MS = 10_000
REACTS_AGAIN_MS = 1000
NEWEST = 16  # gestures, which pages have not looked for yet


class Reaction(StrEnum):
    """What a person may show; free text there is none."""

    WELL_PLAYED = "well played"
    THANKS = "thanks"
    HA_HA = "ha ha"
    OH = "oh"
    OH_NO = "oh no"
    WAIT_AND_SEE = "wait and see"


@dataclass(frozen=True)
class Gesture:
    """The reaction of who sits at a seat, or a nudge to the people at others."""

    number: int
    seat: int
    reaction: Reaction | None = None
    nudged: tuple[int, ...] = ()


class Gestures:
    """The newest gestures at the table of `roster`."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._newest: deque[Gesture] = deque(maxlen=NEWEST)
        self._reacted_ms: dict[str, int] = {}  # when a visitor did so last
        self._nudged_ms: dict[str, int] = {}  # when a visitor was nudged last
        self.last = 0  # number

    def since(self, number: int) -> list[Gesture]:
        """Return the gestures after that with a number."""
        return [each for each in self._newest if each.number > number]

    def react(self, visitor: str, reaction: Reaction) -> str | None:
        """Show a reaction at the visitor's seat; return None, or why not."""
        now_ms = self._roster.mirror.log.now_ms
        if now_ms - self._reacted_ms.get(visitor, -REACTS_AGAIN_MS) < REACTS_AGAIN_MS:
            return _("One reaction after the other, please.")
        self._reacted_ms[visitor] = now_ms
        self._add(visitor, reaction)
        return None

    def may_be_nudged(self, visitor: str, awaited: Collection[int]) -> list[int]:
        """Return the seats among those `awaited` whose people a visitor may nudge now, who does not have to act."""
        now_ms = self._roster.mirror.log.now_ms
        is_awaited = self._roster.seats.get(visitor) in awaited
        return [
            seat
            for seat, other in self._here(awaited).items()
            if not is_awaited and now_ms - self._nudged_ms.get(other, -NUDGED_AGAIN_MS) >= NUDGED_AGAIN_MS
        ]

    def nudge(self, visitor: str, awaited: Collection[int]) -> str | None:
        """Nudge the people at the seats that are `awaited`; return None, or why nobody is."""
        if self._roster.seats.get(visitor) in awaited:
            return _("Everybody waits for you.")
        here = self._here(awaited)
        if not here:
            return _("Nobody who could be nudged keeps others waiting.")
        nudged = self.may_be_nudged(visitor, awaited)
        if not nudged:
            words = seats_in_words(self._roster.names())
            return sentence_case(_("{} got a nudge a moment ago.").format(listed([words[seat] for seat in here], _)))
        now_ms = self._roster.mirror.log.now_ms
        self._nudged_ms |= {here[seat]: now_ms for seat in nudged}
        self._add(visitor, nudged=tuple(nudged))
        return None

    def _here(self, awaited: Collection[int]) -> dict[int, str]:
        """Return by their seats the visitors who are awaited and here: a bot or an empty room feels no nudge."""
        roster = self._roster
        return {seat: visitor for visitor, seat in roster.seats.items() if seat in awaited and roster.is_here(visitor)}

    def _add(self, visitor: str, reaction: Reaction | None = None, nudged: tuple[int, ...] = ()) -> None:
        if visitor in self._roster.seats:
            self.last += 1
            self._newest.append(Gesture(self.last, self._roster.seats[visitor], reaction, nudged))
