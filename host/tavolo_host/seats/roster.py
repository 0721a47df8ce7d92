"""The visitors of a table: who sits where, who is away, and who watches."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from tavolo import wiring
from tavolo_host.board.mirror import Mirror
from tavolo_host.seats.admissions import Admission
from tavolo_host.seats.owners import Owners
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import LANGUAGES, _, seats_in_words, speaking
from tavolo_host.texts.look_alikes import looks_like, mixes_scripts
from tavolo_host.texts.names import name_key


@dataclass(frozen=True)
class Guest:
    """A person at the table, at a seat or watching: a visitor, or a virtual player of a `level`.

    `number` is a visitor's, for pages: it tells nothing of the secret by which the browser is known.
    """

    name: str
    seat: int | None = None
    is_away: bool = False
    level: str = ""
    number: int = 0
    is_host: bool = False


@dataclass
class Invited:
    """The visitors who may come over the network, and the address where the page is open to it, "" nowhere."""

    visitors: dict[str, Admission] = field(default_factory=dict)
    address: str = ""


def refusal_of_name(name: str, taken: Iterable[str]) -> str | None:
    """Return why nobody can take a name at a table where others have these names, or None."""
    if any(looks_like(name, each) for each in taken):
        return _("{} is the name of another person at this table, or looks like it. Choose another one.").format(name)
    if mixes_scripts(name):
        return _("{} mixes letters of several scripts. Choose another name.").format(name)
    if any(looks_like(name, each) for each in names_of_nobody()):
        return _("{} is what the table calls people without a name. Choose another one.").format(name)
    return None


@cache
def names_of_nobody() -> frozenset[str]:
    """Return what people without a name are called, in all languages."""
    found: set[str] = set()
    for language in LANGUAGES:
        with speaking(language):
            found |= {_("A visitor"), *seats_in_words([""] * wiring.SEATS)}
    return frozenset(found)


class Roster:
    """The visitors of a table. Those without a seat watch.

    `hosts` are the visitors at the table's own computer. `mirror_now` returns the laptop's copy of the game. `owners`
    are those of the seats of the running game: there are none where the page shows no hands (`has_hands`).
    """

    has_hands = False

    def __init__(self, mirror_now: Callable[[], Mirror]) -> None:
        self._mirror_now = mirror_now
        self.seats: dict[str, int] = {}
        self.invited = Invited()
        self.hosts: set[str] = set()
        self.owners = Owners()
        self._away: dict[str, int] = {}  # since when, by the log's clock
        self._here: dict[str, None] = {}  # in the order in which they came
        self._names: dict[str, str] = {}  # of visitors, at seats or not
        self._renamed: dict[str, str] = {}  # the names of persons who were renamed, by the key of the name before
        self._numbers: dict[str, int] = {}  # of visitors, for pages

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self._mirror_now()

    @property
    def is_played(self) -> bool:
        """Whether a game is played now."""
        return self.mirror.game is not None and not self.mirror.result

    def owner_of(self, seat: int) -> str:
        """Return the visitor whose seat it is, also while a bot plays there; "" for nobody."""
        sitting = next((visitor for visitor, taken in self.seats.items() if taken == seat), "")
        return sitting or (self.owners.of(seat) if self.is_played else "")

    def playing(self) -> set[str]:
        """Return the visitors who play: those with a seat, and those who had one in this game and are still here."""
        return {*self.seats} | {visitor for visitor in self.owners.seats if self.is_played and self.is_here(visitor)}

    def is_here(self, visitor: str) -> bool:
        """Return whether a visitor has a page that is open."""
        return visitor in self._here

    # ---- names

    def names(self) -> list[str]:
        """Return the name at each seat, "" at empty ones."""
        at_seats = {seat: self._names.get(visitor, "") for visitor, seat in self.seats.items()}
        return [at_seats.get(seat, "") for seat in range(wiring.SEATS)]

    def name_of(self, visitor: str) -> str:
        """Return a visitor's name, "" for none."""
        return self._names.get(visitor, "")

    def set_name(self, visitor: str, name: str) -> str | None:
        """Set a visitor's name, "" for none; refuse one that looks like that of another person at the table."""
        others = [each for each in self._names if each != visitor and (each in self._here or each in self.seats)]
        taken = [self._names[each] for each in others if self._names[each]]
        refusal = name and refusal_of_name(name, taken)
        if refusal:
            if any(looks_like(self.name_of(visitor), each) for each in taken):
                self._names[visitor] = ""  # which another person took meanwhile
            return refusal
        self._names[visitor] = name
        return None

    def rename(self, name: str, new: str) -> None:
        """Give the visitors who have a name another one, "" for none, and tell them."""
        person = name_key(name)
        self._renamed.pop(name_key(new), None)
        self._renamed[person] = new
        if person in map(name_key, self._names.values()):
            gone = deferred("A name was taken out of all games: who had it can enter one in the menu.")
            self.tell(deferred("{} is called {} now.", name, new) if new else gone)
        self._names = {visitor: new if name_key(each) == person else each for visitor, each in self._names.items()}

    def name_now(self, visitor: str, name: str) -> str:
        """Return what a person is called whose browser has kept a name: it may have been asleep at the renaming.

        A name that the visitor has chosen again since is theirs.
        """
        while visitor and name != self.name_of(visitor) and name_key(name) in self._renamed:
            before, name = name, self._renamed[name_key(name)]
            if name_key(before) == name_key(name):
                break
        return name

    # ---- seats

    def cannot_sit(self, visitor: str, seat: int) -> str | None:
        """Return why a visitor cannot sit at a seat, or None; whether they may is another question."""
        if not visitor or not 0 <= seat < wiring.SEATS:
            return _("There is no seat {}.").format(seat + 1)
        if seat in self.seats.values() and self.seats.get(visitor) != seat:
            return _("That seat is taken.")
        return None

    def sit(self, visitor: str, seat: int) -> str | None:
        """Seat a visitor where no other visitor sits; return None, or why not."""
        refusal = self.cannot_sit(visitor, seat)
        if refusal:
            return refusal
        self.stand(visitor)
        self.seats[visitor] = seat
        self._tell(visitor, deferred("{} sits down.", self.called(visitor)))
        return None

    def stand(self, visitor: str, told: str | None = None) -> None:
        """Take a visitor's seat away, and log `told` or that they stand up."""
        if visitor in self.seats:
            self._tell(visitor, told or deferred("{} stands up.", self.called(visitor)))
            del self.seats[visitor]

    def release(self, seat: int) -> None:
        """Take a seat from its visitor."""
        for visitor in [each for each, taken in self.seats.items() if taken == seat]:
            self.stand(visitor, deferred("{}'s seat was freed.", self.called(visitor)))

    def hand_over(self, seat: int, visitor: str) -> str | None:
        """Let the owner of a seat go on in another browser, which is this visitor; return None, or why not."""
        owner = self.owner_of(seat)
        if not owner or visitor in self.seats:
            return _("There is nobody at that seat.")
        self._names[visitor] = self._names.pop(owner, "")
        self.seats.pop(owner, None)
        self.seats[visitor] = seat
        self.owners.hand_over(owner, visitor)
        self._away.pop(owner, None)
        self._tell(visitor, deferred("{} goes on in another browser.", self.called(visitor)))
        return None

    def kept(self) -> tuple[dict[str, int], dict[str, str]]:
        """Return the seats and the names of the visitors who have a seat."""
        return dict(self.seats), {visitor: self._names.get(visitor, "") for visitor in self.seats}

    def resume(self, seats: Mapping[str, int], names: Mapping[str, str]) -> None:
        """Seat visitors as they sat before a restart; those who are not here are away until they come."""
        self.seats.update(seats)
        self._names.update(names)
        self._away.update({visitor: 0 for visitor in seats if visitor not in self._here})

    # ---- coming and going

    def leave(self, visitor: str) -> None:
        """Note that a visitor is away, who keeps the seat."""
        self._away[visitor] = self.mirror.log.now_ms
        self._here.pop(visitor, None)
        if visitor in self.seats:
            self._tell(visitor, deferred("{} is away.", self.called(visitor)))
        elif self._names.get(visitor):
            self.mirror.log.add("note", deferred("{} leaves.", self._names[visitor]))

    def come(self, visitor: str) -> None:
        """Note that a visitor is here."""
        if visitor in self.seats and visitor in self._away:
            self._tell(visitor, deferred("{} is back.", self.called(visitor)))
        self._away.pop(visitor, None)
        name = self._names.get(visitor)
        if name and self._here and visitor not in self._here and visitor not in self.seats:
            self.mirror.log.add("note", deferred("{} joins.", name))
        if visitor:
            self._here[visitor] = None

    def key(self, visitor: str, key: int, down: bool) -> None:
        """Press or release a key of the visitor's seat: only at a virtual table."""

    def number_of(self, visitor: str) -> int:
        """Return a visitor's number for pages, which tells nothing of the browser's secret."""
        return self._numbers.setdefault(visitor, len(self._numbers) + 1)

    def with_number(self, number: int) -> str:
        """Return the visitor with a number, "" for none."""
        return next((visitor for visitor, other in self._numbers.items() if other == number), "")

    def guests(self) -> list[Guest]:
        """Return who is here, by seats, and then those who watch."""
        watching = [visitor for visitor in self._here if visitor not in self.seats]
        return [*self._at_seats(), *(self._guest(each, self._names.get(each) or _("A visitor")) for each in watching)]

    def _at_seats(self) -> list[Guest]:
        words, seated = seats_in_words(self.names()), sorted(self.seats.items(), key=lambda each: each[1])
        return [self._guest(visitor, words[seat]) for visitor, seat in seated]

    def _guest(self, visitor: str, name: str) -> Guest:
        return Guest(
            name,
            seat=self.seats.get(visitor),
            is_away=visitor in self.seats and visitor in self._away,
            number=self.number_of(visitor),
            is_host=visitor in self.hosts,
        )

    def away(self) -> Collection[int]:
        """Return the seats of the visitors who are away."""
        return [seat for visitor, seat in self.seats.items() if visitor in self._away]

    def gone(self) -> Collection[str]:
        """Return the visitors whose seats are free when a game begins: at a board, seats are not those of visitors."""
        return ()

    def called(self, visitor: str) -> str:
        """Return what the log calls a visitor."""
        seat = self.seats.get(visitor)
        return self._names.get(visitor) or (deferred("A visitor") if seat is None else deferred("Seat {}", seat + 1))

    def tell(self, sentence: str) -> None:
        """Log a sentence."""
        self.mirror.log.add("note", sentence)

    def _tell(self, visitor: str, sentence: str) -> None:
        self.mirror.log.add("note", sentence, seat=self.seats[visitor])
