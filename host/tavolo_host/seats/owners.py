"""Whose each seat of the running game is, and whose hands each visitor has seen in it."""

from collections.abc import Mapping, Sequence


class Owners:
    """A visitor owns one seat of a game at most, also after standing up; `seen` are the seats whose hands were seen.

    Both are by visitor, and kept with the evening: a restart must not make anybody a newcomer to a game.
    """

    def __init__(self) -> None:
        self.seats: dict[str, int] = {}
        self.seen: dict[str, list[int]] = {}

    def begin(self, seated: Mapping[str, int]) -> None:
        """Begin a game with these visitors at its seats."""
        self.resume(seated, {})

    def resume(self, seats: Mapping[str, int], seen: Mapping[str, Sequence[int]]) -> None:
        """Go on with a game that was kept."""
        self.seats = {}
        self.seen = {visitor: list(hands) for visitor, hands in seen.items()}
        for visitor, seat in seats.items():
            self.take(visitor, seat)

    def of(self, seat: int) -> str:
        """Return the visitor whose seat it is, "" if it is a bot's."""
        return next((visitor for visitor, own in self.seats.items() if own == seat), "")

    def take(self, visitor: str, seat: int) -> list[str]:
        """Make a seat the visitor's; return who else has seen its hand."""
        self.seats = {each: own for each, own in self.seats.items() if own != seat} | {visitor: seat}
        if seat not in self.seen.setdefault(visitor, []):
            self.seen[visitor].append(seat)
        return [each for each, hands in self.seen.items() if seat in hands and each != visitor]

    def hand_over(self, visitor: str, other: str) -> None:
        """Let a person go on in another browser; what either has seen stays seen."""
        if visitor in self.seats:
            self.seats[other] = self.seats.pop(visitor)
            self.seen[other] = list(dict.fromkeys([*self.seen.get(other, ()), *self.seen[visitor]]))
