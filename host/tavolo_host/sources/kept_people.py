"""The people at a table, as they are kept."""

import json
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace

from tavolo_host.history.kept_game import Action, AtPlace
from tavolo_host.seats.admissions import kept, resumed
from tavolo_host.seats.roster import Roster
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.names import clean_name

UNREADABLE = (ValueError, TypeError, AttributeError, LookupError)  # what a damaged text raises
EVENING_S = 24 * 60 * 60
OF_A_BOARD = "board"  # begins the place of a real board
REACHED_S = 0.2  # on this computer, which answers or refuses at once


def is_running(place: str) -> bool:
    """Return whether a program serves the page of the table at a place, as a `Ledger` calls it.

    Of a board's game nobody but its laptop knows that; it goes on at its board alone.
    """
    if place.startswith(OF_A_BOARD):
        return True
    with socket.socket() as caller:
        caller.settimeout(REACHED_S)
        return caller.connect_ex(("127.0.0.1", int(place.split()[-1]))) == 0


@dataclass(frozen=True)
class KeptPeople:
    """The people at a table.

    `seats`, `names`, `guided` and `address` are those of the roster, `owned` and `seen` those of its `Owners`, and
    `invited` are its visitors from the network with the times of their admissions; earlier versions kept no times. At
    a virtual table, `level` and `unhurried` are those of the virtual players, and `secrets` the actions, one a player
    at most, that hands are entering or have just entered, and of which the board tells only the public form; at a board
    whose seats are played by phone, `unheard` has the cards that hands at each seat have put in since it was heard, and
    `board_game` is that board's number of the game. At one that is watched, `seat_names` are the names at the seats of
    people who have no phone.
    """

    seats: dict[str, int]
    names: dict[str, str]
    invited: Mapping[str, Sequence[float]] | Sequence[str] = ()
    address: str = ""
    owned: Mapping[str, int] | None = None  # None where an older program kept the table
    seen: Mapping[str, Sequence[int]] = field(default_factory=dict)
    guided: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    level: str = ""
    unhurried: float = 1.0
    secrets: Sequence[Action] = ()
    unheard: Sequence[Sequence[int]] = ()
    board_game: int = 0
    seat_names: Sequence[str] = ()

    @staticmethod
    def of(roster: Roster) -> "KeptPeople":
        """Return the roster's part."""
        invited, owners = roster.invited, roster.owners
        seen = {visitor: tuple(seats) for visitor, seats in owners.seen.items()}
        seats, names = roster.kept()
        return KeptPeople(
            seats=seats,
            names=names,
            invited=kept(invited.visitors),
            address=invited.address,
            owned=dict(owners.seats),
            seen=seen,
            guided={visitor: dict(told) for visitor, told in roster.guided.items()},
        )

    @staticmethod
    def read(text: str) -> "KeptPeople":
        """Return what `text` has written; one of UNREADABLE if that is something else."""
        read, known = json.loads(text), [each.name for each in fields(KeptPeople)]
        people = KeptPeople(**{name: read[name] for name in known if name in read})
        names = {visitor: clean_name(name) for visitor, name in dict(people.names).items()}
        guided = {visitor: {**told} for visitor, told in dict(people.guided).items()}
        seat_names = [clean_name(name) for name in people.seat_names]
        return replace(people, names=names, guided=guided, seat_names=seat_names)

    @staticmethod
    def of_evening(last: AtPlace | None, now: float, tell: Callable[[str], None]) -> "KeptPeople | None":
        """Return the people of a table as it was last; None a day later, or if they cannot be read, which is told."""
        if last is None or now >= last.saved + EVENING_S:
            return None
        try:
            return KeptPeople.read(last.people)
        except UNREADABLE:
            tell(deferred("The people at this table were not kept, or what was kept of them is damaged."))
            return None

    def text(self) -> str:
        """Return the people as JSON."""
        return json.dumps(asdict(self))

    def resume(self, roster: Roster, now: float) -> None:
        """Seat the visitors, who are away until their pages come."""
        roster.resume(self.seats, self.names, self.guided)
        roster.invited.visitors.update(resumed(self.invited, self.seats, now))
        roster.invited.address = roster.invited.address or self.address  # an open network stays where it is
