"""The actions of a journal's game as they are listed: what needs each of them once, and quickly."""

from tavolo.journal.entries import int_at
from tavolo.rules.packing import MOST_NUMBERS, packed, unpacked
from tavolo.rules.record import Record

LARGE = packed((1000,))[0]  # begins a packed number that takes more than a byte
RUNS = 24  # pages of actions: so many can have been taken back at the end, and it is still known what was right
UNKNOWN = -1


class ListedRecord(Record):
    """A record that a long game is listed into: it looks at each action once, where a record does so twice.

    Apart from the rules, since a journal's game is taken up only by the very sources that it was played with.
    """

    def list_some(self, actions: "list[bytes]") -> None:
        """Add actions as a record does; ValueError also for a number that no laptop can be told."""
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
    """The last actions that were read, as the journal has them: so it is known where each of them has led."""

    def __init__(self) -> None:
        self._runs: "list[tuple[int, list[bytes]]]" = []  # of each how many actions come before it

    def add(self, count: int, contents: "list[bytes]") -> None:
        """Add actions behind `count` others."""
        self._runs.append((count, contents))
        if len(self._runs) > RUNS:
            del self._runs[0]

    def cut(self, count: int) -> None:
        """Forget all but the first `count` actions."""
        while self._runs and self._runs[-1][0] >= count:
            self._runs.pop()
        if self._runs:
            before, contents = self._runs[-1]
            del contents[count - before :]

    def digest(self, count: int) -> int:
        """Return the digest after `count` actions, the last that there are; UNKNOWN when it was too long ago."""
        if not self._runs:
            return UNKNOWN
        before, contents = self._runs[-1]
        return int_at(contents[-1]) if before + len(contents) == count else UNKNOWN
