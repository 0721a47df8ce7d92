"""A list of actions that grows in small pieces.

MicroPython moves nothing in memory, so a long list that has to grow finds no place between all that stays: a board with
165 kB free ran out of memory after 512 actions. Pieces fit everywhere.
"""

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

PIECE = 64  # actions


class Actions:
    """Actions in order, read like a list; a slice of them is one."""

    def __init__(self) -> None:
        self._pieces: "list[list[tuple[int, ...]]]" = [[]]
        self._length = 0

    def append(self, action: tuple[int, ...]) -> None:
        """Add an action at the end."""
        if len(self._pieces[-1]) == PIECE:
            self._pieces.append([])
        self._pieces[-1].append(action)
        self._length += 1

    def cut(self, length: int) -> None:
        """Keep the first `length` only."""
        whole, rest = length // PIECE, length % PIECE
        del self._pieces[whole + 1 :]
        if whole < len(self._pieces):
            del self._pieces[whole][rest:]
        self._length = length

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: "Any") -> "Any":
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(self._length))]
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError("There is no such action.")
        return self._pieces[place // PIECE][place % PIECE]

    def __iter__(self) -> "Iterator[tuple[int, ...]]":
        for piece in self._pieces:
            yield from piece

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other)  # type: ignore[call-overload, no-any-return]

    def __repr__(self) -> str:
        return repr(list(self))
