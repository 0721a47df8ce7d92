"""Who played a game at a virtual table. When it is over, that stands: people may stand up and sit down as they like."""

from dataclasses import dataclass

from tavolo_host.people.people import VirtualPlayers
from tavolo_host.seats.roster import Roster


@dataclass(frozen=True)
class _Player:
    """Who plays at a seat: a `visitor`, or "", by which name, and the `level` if it is a virtual player."""

    visitor: str
    name: str
    level: str


class Played:
    """Who plays at the seats of the game of `virtual_players`, at its last action, of those of the `roster`."""

    def __init__(self, roster: Roster, virtual_players: VirtualPlayers) -> None:
        self._roster = roster
        self._virtual_players = virtual_players
        self._players: dict[int, _Player] = {}  # by seat

    @property
    def _is_over(self) -> bool:
        """Whether the game that virtual players have is over."""
        mirror = self._roster.mirror
        return bool(mirror.result) and self._virtual_players.follower.has_begun(mirror)

    def note(self) -> None:
        """Note who plays now."""
        names, people, level = self._roster.names(), self._virtual_players.people, self._virtual_players.level
        sitting = {seat: visitor for visitor, seat in self._roster.seats.items()}
        self._players = {
            seat: _Player(sitting.get(seat, ""), names[seat], "" if people[seat].is_visitor else level)
            for seat in self._virtual_players.follower.seats
        }

    def names(self) -> list[str]:
        """Return the names at the seats; in a game that is over, players have those of its last action."""
        names = self._roster.names()
        for seat, player in self._players.items() if self._is_over else ():
            names[seat] = self._roster.visitor_names.name_now(player.visitor, player.name)
        return names

    def levels(self) -> dict[int, str]:
        """Return the level of the virtual player at each seat of the game, "" for a person, at its last action."""
        is_noted = self._players.keys() == {*self._virtual_players.follower.seats}
        if not (self._is_over and is_noted):  # a laptop may hear of a game only when it is over
            self.note()
        return {seat: player.level for seat, player in self._players.items()}

    def seat_of(self, visitor: str) -> int | None:
        """Return the seat of a visitor, in a game that is over the one where they played it."""
        if not self._is_over:
            return self._roster.seats.get(visitor)
        return next((seat for seat, player in self._players.items() if visitor and player.visitor == visitor), None)
