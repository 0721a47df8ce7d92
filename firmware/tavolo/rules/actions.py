"""A list of actions that takes little memory, and grows in small pieces.

A tuple of three numbers takes the board 32 bytes and a place in a list; packed it takes five. And MicroPython does not
move objects, so a long list that has to grow finds no free place between them: a board with 165 kB free ran out of
memory after 512 actions. Pieces fit everywhere.
"""

from tavolo.rules.packing import actions_of, contents_of, packed, piece_of, unpacked

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

PIECE = 16  # actions
UNPACKED = 32  # the last actions, at least: scenes read those of a round at each painting, counted from the end


class Actions:
    """Actions in order, with the interface of a list; a slice of them is one."""

    def __init__(self) -> None:
        self._pieces: "list[bytes]" = []
        self._last: "list[tuple[int, ...] | bytes]" = []  # packed ones stay so until they are read
        self._opened_piece = -1
        self._opened: "list[tuple[int, ...]]" = []

    def append(self, action: tuple[int, ...]) -> None:
        """Add an action at the end."""
        self._last.append(action)
        if len(self._last) >= UNPACKED + PIECE:
            self._pack()

    def extend(self, actions: "list[bytes]") -> None:
        """Add packed actions at the end."""
        self._last += actions
        while len(self._last) >= UNPACKED + PIECE:
            self._pack()

    def _pack(self) -> None:
        self._pieces.append(piece_of(self._last[:PIECE]))
        del self._last[:PIECE]

    def cut(self, length: int) -> None:
        """Keep the first `length` only."""
        piece = length // PIECE
        if piece < len(self._pieces):
            self._last = list(actions_of(self._pieces[piece]))
            del self._pieces[piece:]
            self._opened_piece = -1
        del self._last[length - len(self._pieces) * PIECE :]

    def backwards(self, length: int) -> "Iterator[list[bytes]]":
        """Yield all after the first `length`, packed, some at a time, newest first."""
        before = len(self._pieces) * PIECE
        last = [each if isinstance(each, bytes) else packed(each) for each in self._last[max(0, length - before) :]]
        last.reverse()
        yield last
        while before > length:
            before -= PIECE
            contents = contents_of(self._pieces[before // PIECE])[max(0, length - before) :]
            contents.reverse()
            yield contents

    def pop(self) -> tuple[int, ...]:
        """Remove and return the last action."""
        action: tuple[int, ...] = self[-1]
        self.cut(len(self) - 1)
        return action

    def _opened_last(self, place: int) -> tuple[int, ...]:
        """Return one of the last actions, and keep it unpacked."""
        action = self._last[place]
        if isinstance(action, bytes):
            action = self._last[place] = unpacked(action)
        return action

    def _open(self, piece: int) -> "list[tuple[int, ...]]":
        if self._opened_piece != piece:
            self._opened = actions_of(self._pieces[piece])
            self._opened_piece = piece
        return self._opened

    def __len__(self) -> int:
        return len(self._pieces) * PIECE + len(self._last)

    def __getitem__(self, place: "Any") -> "Any":
        if isinstance(place, slice):
            first, end, step = place.indices(len(self))
            before = len(self._pieces) * PIECE
            if first >= before and step == 1:
                found = self._last[first - before : end - before]
                for number in range(len(found)):
                    action = found[number]
                    if isinstance(action, bytes):
                        found[number] = self._last[first - before + number] = unpacked(action)
                return found
            return [self[each] for each in range(first, end, step)]
        if -len(self._last) <= place < 0:
            return self._opened_last(place)
        length = len(self)
        if place < 0:
            place += length
        if not 0 <= place < length:
            raise IndexError("There is no such action.")
        piece = place // PIECE
        if piece < len(self._pieces):
            return self._open(piece)[place % PIECE]
        return self._opened_last(place - len(self._pieces) * PIECE)

    def __iter__(self) -> "Iterator[tuple[int, ...]]":
        for piece in self._pieces:
            yield from actions_of(piece)
        for place in range(len(self._last)):
            yield self._opened_last(place)

    def __reversed__(self) -> "Iterator[tuple[int, ...]]":
        for place in range(len(self._last) - 1, -1, -1):
            yield self._opened_last(place)
        for piece in range(len(self._pieces) - 1, -1, -1):
            yield from reversed(self._open(piece))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other)  # type: ignore[call-overload, no-any-return]
