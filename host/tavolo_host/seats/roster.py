"""The visitors of a table: who sits where, who is away, and who watches."""

from collections.abc import Callable, Collection, Mapping

from tavolo import wiring
from tavolo_host.board.mirror import Mirror
from tavolo_host.seats.admissions import Invited
from tavolo_host.seats.owners import Owners
from tavolo_host.seats.visitor_names import VisitorNames
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import _


class Roster:
    """The visitors of a table, who can sit at these `places`. Those without a seat watch.

    `hosts` are the visitors at the table's own computer, `ready` those with a seat who want the next game to begin, and
    `watching` those who do not want a seat. `mirror_now` returns the laptop's copy of the game. `owners`
    are those of the seats of the running game: there are none where the page shows no hands (`has_hands`).
    `guided` has the visitors with a guide, and which of its lessons each of them had when, as `display.live.guide`
    counts them. `here` has the visitors with a page that is open. `news` has who has done something about the next game
    last, and the sentence that tells it.
    """

    has_hands = False
    places: Collection[int] = range(wiring.SEATS)

    def __init__(self, mirror_now: Callable[[], Mirror]) -> None:
        self._mirror_now = mirror_now
        self.seats: dict[str, int] = {}
        self.invited = Invited()
        self.hosts: set[str] = set()
        self.ready: set[str] = set()
        self.watching: set[str] = set()
        self.owners = Owners()
        self.guided: dict[str, dict[str, int]] = {}
        self.news = "", ""
        self._away: dict[str, int] = {}  # since when, by the log's clock
        self.here: dict[str, None] = {}  # in the order in which they came
        self.visitor_names = VisitorNames(lambda visitor: visitor in self.here or visitor in self.seats, self.tell)

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
        """Return the visitors who play: those with a seat, and those who had one in this game and are still here.

        Who was removed, and has not come back, does not.
        """
        playing = {*self.seats} | {visitor for visitor in self.owners.seats if self.is_played and self.is_here(visitor)}
        return {visitor for visitor in playing if self.is_here(visitor) or visitor not in self.invited.removed}

    def is_here(self, visitor: str) -> bool:
        """Return whether a visitor has a page that is open."""
        return visitor in self.here

    def names(self) -> list[str]:
        """Return the name at each seat, "" at empty ones."""
        at_seats = {seat: self.visitor_names.name_of(visitor) for visitor, seat in self.seats.items()}
        return [at_seats.get(seat, "") for seat in range(wiring.SEATS)]

    def levels(self) -> Mapping[int, str]:
        """Return the level of the virtual player at each seat where one has a place of its own."""
        return {}

    def played_at(self, visitor: str) -> int | None:
        """Return the seat of a visitor; in a game that is over, it may be the one where they played it."""
        return self.seats.get(visitor)

    @property
    def at_keys(self) -> list[int]:
        """Return the seats that have joined the next game by their own keys, where others are played by phone."""
        lobby = self.mirror.view.lobby if self.mirror.view.is_lobby else None
        return [seat for seat in lobby.joined if seat not in self.places] if lobby else []

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
        is_ready = visitor in self.ready
        self.stand(visitor)
        self.seats[visitor] = seat
        self.ready.update([visitor] if is_ready else [])
        self.watching.discard(visitor)
        self.tell(deferred("{} sits down.", self.called(visitor)), seat)
        return None

    def stand(self, visitor: str, told: str | None = None) -> None:
        """Take a visitor's seat away, and log `told` or that they stand up."""
        if visitor in self.seats:
            self.tell(told or deferred("{} stands up.", self.called(visitor)), self.seats[visitor])
            del self.seats[visitor]
            self.ready.discard(visitor)

    def watch(self, visitor: str) -> None:
        """Let a visitor stand up who does not want another seat."""
        self.watching.add(visitor)
        self.stand(visitor)

    def release(self, seat: int, by: str) -> None:
        """Take a seat from its visitor, whom another visitor tells to stand up."""
        for visitor in [each for each, taken in self.seats.items() if taken == seat]:
            self.watching.add(visitor)
            self.stand(visitor, deferred("{} has freed the seat of {}.", self.called(by), self.called(visitor)))

    def hand_over(self, seat: int, visitor: str) -> str | None:
        """Let the owner of a seat go on in another browser, which is this visitor; return None, or why not.

        Before a game, who comes in that browser may already have been seated.
        """
        owner = self.owner_of(seat)
        if owner in ("", visitor) or (visitor in self.seats and self.is_played):
            return _("There is nobody at that seat.")
        self.stand(visitor)
        self.visitor_names.hand_over(owner, visitor)
        self.seats.pop(owner, None)
        self.seats[visitor] = seat
        self.owners.hand_over(owner, visitor)
        if owner in self.guided:
            self.guided[visitor] = self.guided.pop(owner)
        self.watching.add(owner)
        self.watching.discard(visitor)
        self._away.pop(owner, None)
        self.tell(deferred("{} goes on in another browser.", self.called(visitor)), seat)
        return None

    def kept(self) -> tuple[dict[str, int], dict[str, str]]:
        """Return the seats and the names of the visitors who have a seat."""
        return dict(self.seats), {visitor: self.visitor_names.name_of(visitor) for visitor in self.seats}

    def resume(
        self, seats: Mapping[str, int], names: Mapping[str, str], guided: Mapping[str, Mapping[str, int]]
    ) -> None:
        """Seat visitors as they sat before a restart; those who are not here are away until they come."""
        self.seats.update(seats)
        self.guided.update({visitor: dict(told) for visitor, told in guided.items()})
        self.visitor_names.resume(names)
        self._away.update({visitor: 0 for visitor in seats if visitor not in self.here})

    # ---- coming and going

    def leave(self, visitor: str) -> None:
        """Note that a visitor is away, who keeps the seat."""
        self._away[visitor] = self.mirror.log.now_ms
        self.here.pop(visitor, None)
        if visitor in self.seats:
            self.tell(deferred("{} is away.", self.called(visitor)), self.seats[visitor])
        elif self.visitor_names.name_of(visitor):
            self.tell(deferred("{} leaves.", self.visitor_names.name_of(visitor)))

    def come(self, visitor: str) -> None:
        """Note that a visitor is here."""
        if visitor in self.seats and visitor in self._away:
            self.tell(deferred("{} is back.", self.called(visitor)), self.seats[visitor])
        self._away.pop(visitor, None)
        name = self.visitor_names.name_of(visitor)
        if name and self.here and visitor not in self.here and visitor not in self.seats:
            self.tell(deferred("{} joins.", name))
        if visitor:
            self.here[visitor] = None

    def key(self, visitor: str, key: int, down: bool) -> None:
        """Press or release a key of the visitor's seat: only at a virtual table."""

    def away(self) -> Collection[int]:
        """Return the seats of the visitors who are away."""
        return [seat for visitor, seat in self.seats.items() if visitor in self._away]

    def gone(self) -> Collection[str]:
        """Return the visitors whose seats are free when a game begins: at a board, seats are not those of visitors."""
        return ()

    def called(self, visitor: str) -> str:
        """Return what the log calls a visitor."""
        seat = self.seats.get(visitor)
        nameless = deferred("A visitor") if seat is None else deferred("Seat {}", seat + 1)
        return self.visitor_names.name_of(visitor) or nameless

    def tell(self, sentence: str, seat: int | None = None) -> None:
        """Log a sentence, of a seat or of the table."""
        self.mirror.log.add("note", sentence, seat=seat)
