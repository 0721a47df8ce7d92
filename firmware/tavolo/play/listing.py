"""Lists the actions of a journal's game quickly, without replaying them."""

from tavolo.journal.entries import int_at
from tavolo.rules.packing import MOST_NUMBERS, packed, unpacked
from tavolo.rules.record import Record

LARGE = packed((1000,))[0]  # the first byte of a packed number that has more than one
RUNS = 24  # pages of actions: if at most so many were undone at the end, the digest before is still known
UNKNOWN = -1


class ListedRecord(Record):
    """A record that a long game is listed into: it looks at each action once, where a record does so twice.

    It does not check the rules: only the sources that played a journal's game resume it.
    """

    def list_some(self, actions: "list[bytes]") -> None:
        """Add actions as a record does; raises ValueError also for a number that the link does not carry."""
        verbs, returned = self._verbs, 0
        for action in actions:
            kind = action[0] | len(action) << 8
            if kind not in verbs:
                verbs[kind] = verbs[action[0]] = self._is_chances(unpacked(action))
            if LARGE in action or len(action) > MOST_NUMBERS:
                raise ValueError("The rules have to judge what a laptop cannot be told.")
            returned += verbs[kind]
        self._list.extend(actions)
        if self._undone_chance:
            self._undone_chance.cut(max(0, len(self._undone_chance) - returned))

    def _chances(self, actions: "list[bytes]") -> "list[bytes]":
        verbs = self._verbs
        for action in actions:
            if action[0] not in verbs:
                verbs[action[0]] = self._is_chances(unpacked(action))
        return [action for action in actions if verbs[action[0]]]


class Runs:
    """The last actions that were read, in the journal's form, which has the digest after each."""

    def __init__(self) -> None:
        self._runs: "list[tuple[int, list[bytes]]]" = []  # each with the number of actions before it

    def add(self, count: int, contents: "list[bytes]") -> None:
        """Add actions after `count` others."""
        self._runs.append((count, contents))
        if len(self._runs) > RUNS:
            del self._runs[0]

    def cut(self, count: int) -> None:
        """Drop all but the first `count` actions."""
        while self._runs and self._runs[-1][0] >= count:
            self._runs.pop()
        if self._runs:
            before, contents = self._runs[-1]
            del contents[count - before :]

    def digest(self, count: int) -> int:
        """Return the digest after all `count` actions; UNKNOWN if it was too long ago."""
        if not self._runs:
            return UNKNOWN
        before, contents = self._runs[-1]
        return int_at(contents[-1]) if before + len(contents) == count else UNKNOWN
