"""The visitors of a table: who sits where, who is away, and who watches."""

from collections.abc import Callable, Collection, Mapping

from tavolo import wiring
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.source import Guest, Invited
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import _, seats_in_words


class Roster:
    """The visitors of a table. Those without a seat watch.

    `hosts` are the visitors at the table's own computer. `mirror_now` returns the laptop's copy of the game.
    """

    def __init__(self, mirror_now: Callable[[], Mirror]) -> None:
        self._mirror_now = mirror_now
        self.seats: dict[str, int] = {}
        self.invited = Invited()
        self.hosts: set[str] = set()
        self.began_by = ""
        self._away: dict[str, int] = {}  # since when, by the log's clock
        self._here: dict[str, None] = {}  # in the order in which they came
        self._names: dict[str, str] = {}  # of visitors, at seats or not

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self._mirror_now()

    def names(self) -> list[str]:
        """Return the name at each seat, "" at empty ones."""
        at_seats = {seat: self._names.get(visitor, "") for visitor, seat in self.seats.items()}
        return [at_seats.get(seat, "") for seat in range(wiring.SEATS)]

    def call(self, visitor: str, name: str) -> None:
        """Set a visitor's name; "" for none."""
        self._names[visitor] = name

    def forget(self, name: str) -> None:
        """Take a name from all visitors who have it."""
        self._names = {visitor: "" if called == name else called for visitor, called in self._names.items()}

    def sit(self, visitor: str, seat: int) -> str | None:
        """Seat a visitor where no other visitor sits; return None, or why not."""
        if not visitor or not 0 <= seat < wiring.SEATS:
            return _("There is no seat {}.").format(seat + 1)
        if seat in self.seats.values() and self.seats.get(visitor) != seat:
            return _("That seat is taken.")
        self.stand(visitor)
        self.seats[visitor] = seat
        self._tell(visitor, deferred("{} sits down.", self._called(visitor)))
        return None

    def stand(self, visitor: str, told: str | None = None) -> None:
        """Take a visitor's seat away, and log `told` or that they stand up."""
        if visitor in self.seats:
            self._tell(visitor, told or deferred("{} stands up.", self._called(visitor)))
            del self.seats[visitor]

    def kept(self) -> tuple[dict[str, int], dict[str, str]]:
        """Return the seats and the names of the visitors who have a seat."""
        return dict(self.seats), {visitor: self._names.get(visitor, "") for visitor in self.seats}

    def resume(self, seats: Mapping[str, int], names: Mapping[str, str]) -> None:
        """Seat visitors as they sat before a restart; those who are not here are away until they come."""
        self.seats.update(seats)
        self._names.update(names)
        self._away.update({visitor: 0 for visitor in seats if visitor not in self._here})

    def leave(self, visitor: str) -> None:
        """Note that a visitor is away, who keeps the seat."""
        self._away[visitor] = self.mirror.log.now_ms
        self._here.pop(visitor, None)
        if visitor in self.seats:
            self._tell(visitor, deferred("{} is away.", self._called(visitor)))
        elif self._names.get(visitor):
            self.mirror.log.add("note", deferred("{} leaves.", self._names[visitor]))

    def come(self, visitor: str) -> None:
        """Note that a visitor is here."""
        if visitor in self.seats and visitor in self._away:
            self._tell(visitor, deferred("{} is back.", self._called(visitor)))
        self._away.pop(visitor, None)
        name = self._names.get(visitor)
        if name and self._here and visitor not in self._here and visitor not in self.seats:
            self.mirror.log.add("note", deferred("{} joins.", name))
        if visitor:
            self._here[visitor] = None

    def begins(self, visitor: str) -> None:
        """Note who has begun a game, and tell the others if there are any."""
        self.began_by = visitor
        if len(self._here) > 1:
            self.mirror.log.add("note", deferred("{} starts the game.", self._called(visitor)))

    def key(self, visitor: str, key: int, down: bool) -> None:
        """Press or release a key of the visitor's seat: only at a virtual table."""

    def may_ask(self, visitor: str) -> bool:
        """Return whether a visitor may ask the players for something: those with a seat, or anybody if none has one."""
        return visitor in self.seats or bool(visitor and not self.seats)

    def release(self, seat: int) -> None:
        """Take a seat from its visitor."""
        for visitor in [each for each, taken in self.seats.items() if taken == seat]:
            self.stand(visitor, deferred("{}'s seat was freed.", self._called(visitor)))

    def guests(self) -> list[Guest]:
        """Return who is here, by seats, and then those who watch."""
        watching = [self._names.get(visitor) or _("A visitor") for visitor in self._here if visitor not in self.seats]
        return [*self._at_seats(), *map(Guest, watching)]

    def _at_seats(self) -> list[Guest]:
        words, away = seats_in_words(self.names()), self.away()
        return [Guest(words[seat], seat, seat in away) for seat in sorted(self.seats.values())]

    def away(self) -> Collection[int]:
        """Return the seats of the visitors who are away."""
        return [seat for visitor, seat in self.seats.items() if visitor in self._away]

    def _called(self, visitor: str) -> str:
        """Return what the log calls a visitor."""
        seat = self.seats.get(visitor)
        return self._names.get(visitor) or (deferred("A visitor") if seat is None else deferred("Seat {}", seat + 1))

    def _tell(self, visitor: str, sentence: str) -> None:
        self.mirror.log.add("note", sentence, seat=self.seats[visitor])
