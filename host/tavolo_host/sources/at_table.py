"""The people at a table, as they are kept."""

import json
import socket
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from tavolo_host.display.browsers import EVENING_S
from tavolo_host.history.kept_game import Action, AtPlace
from tavolo_host.sources.roster import Roster
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.names import clean_name

REACHED_S = 0.2  # on this computer, which answers or refuses at once


def is_running(place: str) -> bool:
    """Return whether a program serves the page of the table at a place, as a `Ledger` calls it."""
    with socket.socket() as caller:
        caller.settimeout(REACHED_S)
        return caller.connect_ex(("127.0.0.1", int(place.split()[-1]))) == 0


@dataclass(frozen=True)
class AtTable:
    """The people at a table.

    `seats`, `names`, `invited`, `address` and `began_by` are those of the roster. At a virtual table, `level` and
    `unhurried` are those of the virtual players, and `secrets` the actions, one a player at most, that hands are
    entering or have just entered, and of which the board tells only the public form. At a board that is watched,
    `seat_names` are the names at the seats of people who have no phone.
    """

    seats: dict[str, int]
    names: dict[str, str]
    invited: Sequence[str] = ()
    address: str = ""
    began_by: str = ""
    level: str = ""
    unhurried: float = 1.0
    secrets: Sequence[Action] = ()
    seat_names: Sequence[str] = ()

    @staticmethod
    def of(roster: Roster) -> "AtTable":
        """Return the roster's part."""
        return AtTable(*roster.kept(), sorted(roster.invited.visitors), roster.invited.address, roster.began_by)

    @staticmethod
    def read(text: str) -> "AtTable":
        """Return what `text` has written; TypeError or ValueError if that is something else."""
        kept = AtTable(**json.loads(text))
        names = {visitor: clean_name(name) for visitor, name in dict(kept.names).items()}
        return replace(kept, names=names, seat_names=[clean_name(name) for name in kept.seat_names])

    @staticmethod
    def of_evening(last: AtPlace | None, now: float, tell: Callable[[str], None]) -> "AtTable | None":
        """Return the people of a table as it was last; None a day later, or if they cannot be read, which is told."""
        if last is None or now >= last.saved + EVENING_S:
            return None
        try:
            return AtTable.read(last.people)
        except (ValueError, TypeError) as problem:
            tell(deferred("The people at this table were not kept: {}.", problem))
            return None

    def text(self) -> str:
        """Return the people as JSON."""
        return json.dumps(asdict(self))

    def resume(self, roster: Roster) -> None:
        """Seat the visitors, who are away until their pages come."""
        roster.resume(self.seats, self.names)
        roster.invited.visitors.update(self.invited, self.seats)
        roster.invited.address = self.address
        roster.began_by = self.began_by
