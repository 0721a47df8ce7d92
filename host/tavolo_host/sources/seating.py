"""Who sits where at a virtual table, who is away, and who watches."""

from collections.abc import Collection, Mapping

from tavolo import wiring
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.source import Guest, Invited
from tavolo_host.people.names import names_at
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.person import Person
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import _, seats_in_words

GONE_MS = 600_000  # away for so long before a game, a visitor has gone


class Seating:
    """The seats of the visitors at a table with `virtual_players`; those without a seat watch."""

    def __init__(self, virtual_players: VirtualPlayers) -> None:
        self.seats: dict[str, int] = {}
        self.invited = Invited()
        self.began_by = ""
        self._away: dict[str, int] = {}  # since when, by the log's clock
        self._here: dict[str, None] = {}  # in the order in which they came
        self._names: dict[str, str] = {}  # of visitors, at seats or not
        self._virtual_players = virtual_players

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        assert self._virtual_players.follower.laptop is not None
        return self._virtual_players.follower.laptop

    def names(self) -> list[str]:
        """Return the name at each seat, "" at empty ones."""
        names = self.names_of(self.seats)
        people = self._virtual_players.people
        taken = self.seats.values()
        return [names[each.seat] if each.seat in taken or each.player is not None else "" for each in people]

    def names_of(self, seats: Mapping[str, int]) -> list[str]:
        """Return the name at each seat if the visitors sat at these, and virtual players at all others."""
        return names_at({seat: self._names.get(visitor, "") for visitor, seat in seats.items()})

    def call(self, visitor: str, name: str) -> None:
        """Set a visitor's name; "" for none."""
        self._names[visitor] = name

    def sit(self, visitor: str, seat: int) -> str | None:
        """Seat a visitor where no other visitor sits."""
        if not visitor or not 0 <= seat < wiring.SEATS:
            return _("There is no seat {}.").format(seat + 1)
        if seat in self.seats.values() and self.seats.get(visitor) != seat:
            return _("That seat is taken.")
        running = self.mirror.game is not None and not self.mirror.result
        if running and self._virtual_players.people[seat].player is None:
            return _("That seat is not in this game; take one that is.")
        self.stand(visitor)
        self.seats[visitor] = seat
        self._virtual_players.people[seat].is_visitor = True
        self._tell(visitor, deferred("{} sits down.", self._called(visitor)))
        return None

    def stand(self, visitor: str, told: str | None = None) -> None:
        """Take a visitor's seat away, and log `told` or that they stand up."""
        person = self._person(visitor)
        if person is not None:
            self._tell(visitor, told or deferred("{} stands up.", self._called(visitor)))
        self.seats.pop(visitor, None)
        if person is not None:
            person.stand_up()
            person.body.keys = [0.0, 0.0, 0.0]
            person.body.feel()

    def kept(self) -> tuple[dict[str, int], dict[str, str]]:
        """Return the seats and the names of the visitors who have a seat."""
        return dict(self.seats), {visitor: self._names.get(visitor, "") for visitor in self.seats}

    def resume(self, seats: Mapping[str, int], names: Mapping[str, str]) -> None:
        """Seat visitors as they sat before a restart; they are away until they come."""
        self.seats.update(seats)
        self._names.update(names)
        self._away.update(dict.fromkeys(seats, 0))
        for seat in seats.values():
            self._virtual_players.people[seat].is_visitor = True
            self._virtual_players.people[seat].show_again()

    def leave(self, visitor: str) -> None:
        """Note that a visitor is away: others may let a virtual player stand in, which one does between games."""
        self._away[visitor] = self.mirror.log.now_ms
        self._here.pop(visitor, None)
        if visitor in self.seats:
            self._tell(visitor, deferred("{} is away.", self._called(visitor)))
            if self.mirror.game is None or self.mirror.result:
                self.stand_in()
        elif self._names.get(visitor):
            self.mirror.log.add("note", deferred("{} leaves.", self._names[visitor]))

    def come(self, visitor: str) -> None:
        """Note that a visitor is here, and takes over from a virtual player who stands in."""
        person = self._person(visitor)
        if person is not None and visitor in self._away:
            self._tell(visitor, deferred("{} is back.", self._called(visitor)))
            person.is_visitor = True
        self._away.pop(visitor, None)
        name = self._names.get(visitor)
        if name and self._here and visitor not in self._here and visitor not in self.seats:
            self.mirror.log.add("note", deferred("{} joins.", name))
        if visitor:
            self._here[visitor] = None

    def stand_in(self, *seats: int) -> None:
        """Let virtual players stand in at these seats, by default at those of all visitors who are away."""
        for seat in seats or self.away():
            self._virtual_players.people[seat].stand_up()

    def make_ready(self) -> None:
        """Before a game, take the seats of visitors who are gone; virtual players stand in for those who are away."""
        for visitor in [*self.seats]:
            if visitor in self._away and self.mirror.log.now_ms - self._away[visitor] > GONE_MS:
                self.stand(visitor)
        self.stand_in()

    def seated(self) -> Collection[str]:
        """Return the visitors who have a seat."""
        return self.seats.keys()

    def release(self, seat: int) -> None:
        """Take a seat from its visitor."""
        for visitor in [each for each, taken in self.seats.items() if taken == seat]:
            self.stand(visitor, deferred("{}'s seat was freed.", self._called(visitor)))

    def guests(self) -> list[Guest]:
        """Return who is here, by seats, and then those who watch."""
        names, away, taken = self.names(), self.away(), self.seats.values()
        seats = seats_in_words(names)
        people = self._virtual_players.people
        sitting = [each.seat for each in people if each.player is not None or each.seat in taken]
        watching = [self._names.get(visitor) or _("A visitor") for visitor in self._here if visitor not in self.seats]
        at_seats = [
            Guest(seats[seat], seat, seat in away, "" if seat in taken else self._virtual_players.level)
            for seat in sitting
        ]
        return [*at_seats, *map(Guest, watching)]

    def away(self) -> list[int]:
        """Return the seats of the visitors who are away."""
        return [seat for visitor, seat in self.seats.items() if visitor in self._away]

    def _called(self, visitor: str) -> str:
        """Return what the log calls a visitor at a seat."""
        return self._names.get(visitor) or deferred("Seat {}", self.seats[visitor] + 1)

    def _tell(self, visitor: str, sentence: str) -> None:
        self.mirror.log.add("note", sentence, seat=self.seats[visitor])

    def _person(self, visitor: str) -> Person | None:
        seat = self.seats.get(visitor)
        return None if seat is None else self._virtual_players.people[seat]
