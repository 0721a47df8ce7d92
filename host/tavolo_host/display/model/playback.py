"""Shows on one page what an action causes, event by event, each for as long as it takes to see.

The board is already further. What a visitor can do is offered when the picture has got there (see `offer`).
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from tavolo.rules.contract import CHANCE, Refused
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.parts.elements import moved_ms
from tavolo_host.display.parts.game_display import Step, display_of

if TYPE_CHECKING:
    from tavolo.rules.game import Event
    from tavolo.rules.record import Record

DECISION_MS = 700  # of a decision, unless the game says otherwise
MOST_BEHIND_MS = 4000.0
AT_ONCE = -inf
ON_THE_WAY_MS = 100.0  # from here to the browser, before pieces move there
TWICE_MS = 400.0  # between two clicks that are one double click, or nearly
SEARCHED = 400  # of the newest log entries, for those of an action


class Playback:
    """Follows a mirror. Everything is shown `unhurried` times as long as usual; 0: only the present is shown.

    Time is an argument, in ms.
    """

    def __init__(self) -> None:
        self.unhurried = 1.0
        self._record: Record | None = None
        self._count = 0  # actions followed
        self._position: Any = None  # after them; its own copy
        self._waiting: deque[Step[Any]] = deque()
        self._shown: Step[Any] | None = None
        self._due_ms = AT_ONCE  # when the next one is shown
        self._moved_ms = AT_ONCE  # when others' pieces have got there
        self._hurried_ms = AT_ONCE  # when the visitor last wanted to go on

    def follow(self, mirror: Mirror, own_seat: int | None, now_ms: float) -> Step[Any] | None:
        """Return what to show of the game now, None for the present; the visitor's own actions are shown at once."""
        if not self.unhurried:
            self.end()
        is_new = len(mirror.actions) > self._count
        if not mirror.in_step or mirror.record is not self._record or len(mirror.actions) < self._count:
            self._jump(mirror)  # another game, the game sent again, an action taken back
        elif is_new:
            self._add(mirror, own_seat)
        if is_new or self._due_ms == AT_ONCE:
            self._due_ms = max(self._due_ms, now_ms)
            self._shorten(now_ms)
        while self._waiting and now_ms >= self._due_ms:
            self._shown = self._waiting.popleft()
            self._due_ms += self._shown.ms * self.unhurried
            if self._shown.game.actor(self._shown.actions[-1]) != own_player(mirror, own_seat):
                self._moved_ms = now_ms + moved_ms(self.unhurried) + ON_THE_WAY_MS
        return self._shown if self._waiting else None

    def is_moving(self, now_ms: float) -> bool:
        """Return whether pieces that others have moved are still on their way."""
        return now_ms < self._moved_ms

    def hurry(self, now_ms: float) -> None:
        """Show the next event at once; twice within `TWICE_MS`, the present."""
        if now_ms - self._hurried_ms <= TWICE_MS:
            self.end()
        self._hurried_ms = now_ms
        self._due_ms = AT_ONCE

    def end(self) -> None:
        """Show the present."""
        self._waiting.clear()
        self._due_ms = self._moved_ms = AT_ONCE

    def _jump(self, mirror: Mirror) -> None:
        self.end()
        self._record = mirror.record if mirror.in_step else None
        if self._record:
            self._count, self._position = len(self._record.actions), self._record.position.copy()

    def _add(self, mirror: Mirror, own_seat: int | None) -> None:
        """Let what has happened since the last look wait for its turn."""
        record = mirror.record
        assert record is not None
        own = own_player(mirror, own_seat)
        try:
            while self._count < len(record.actions) and self.unhurried:
                action, before = record.actions[self._count], self._position
                self._position = before.copy()
                events = record.game.apply(self._position, action)
                if record.game.actor(action) == own:
                    self.end()
                self._count += 1
                self._waiting += steps(record, mirror, self._count, before, events, self._position)
        except Refused:  # something was taken back in between
            self._count = 0
        if self._count != len(record.actions) or record.game.digest(self._position) != record.digest():
            self._jump(mirror)

    def _shorten(self, now_ms: float) -> None:
        """Shorten what waits, so that the page is never too far behind."""
        behind_ms = self._due_ms - now_ms + sum(each.ms for each in self._waiting) * self.unhurried
        most_ms = MOST_BEHIND_MS * min(1.0, self.unhurried)
        if behind_ms > most_ms:
            share = most_ms / behind_ms
            self._due_ms = now_ms + (self._due_ms - now_ms) * share
            self._waiting = deque(replace(each, ms=each.ms * share) for each in self._waiting)


def own_player(mirror: Mirror, own_seat: int | None) -> int | None:
    """Return the player of a seat; None for one that does not play."""
    return mirror.seats.index(own_seat) if own_seat in mirror.seats else None


def steps(
    record: "Record", mirror: Mirror, count: int, before: Any, events: "Sequence[Event]", after: Any
) -> list[Step[Any]]:
    """Return what to show of the last of `count` actions, step by step; the last step is all of it."""
    game, action, display, log = record.game, record.actions[count - 1], display_of(mirror), mirror.log
    assert display is not None
    first_ms = 0 if game.actor(action) == CHANCE else DECISION_MS
    lengths_ms = [display.event_ms.get(event[0], 0 if place else first_ms) for place, event in enumerate(events)]
    positions = display.unfold(before, action, events, after)
    looks = [(event[0], id(position)) for event, position in zip(events, positions, strict=True)]
    ends = [place for place, ms in enumerate(lengths_ms) if ms and looks[place] not in looks[place + 1 : place + 2]]
    newest = log[-1].number if log else 0
    entries = [entry.number for entry in log[-SEARCHED:] if entry.place == count - 1]
    entries = [newest] * len(events) + entries  # the log has them all, unless there are too many
    entries = entries[len(entries) - len(events) :] or [newest]
    steps = [(positions[end], entries[end], lengths_ms[end]) for end in ends[:-1]]
    steps.append((after, entries[-1], lengths_ms[ends[-1]] if ends else 0))
    return [Step(record, game, count, position, mirror.seats, entry, ms) for position, entry, ms in steps]
