"""The visitors of a virtual table: virtual players take the places of visitors who have none, or are away."""

from collections.abc import Collection, Mapping, Sequence

from tavolo.wiring import SEATS
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.parts.geometry import spread
from tavolo_host.display.parts.source import Visitors
from tavolo_host.people.names import names_at
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.person import Person
from tavolo_host.people.tracked_game import TrackedGame
from tavolo_host.sources.played import Played
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import _

USUAL_PLAYERS = 4  # around whom seats are spread
SEEN_MS = 15_000  # after which pages have shown how a game has ended
GONE_MS = 600_000  # away for so long before a game, a visitor has gone


class Seating(Visitors):
    """The visitors at a table with `virtual_players`."""

    has_hands = True

    def __init__(self, virtual_players: VirtualPlayers) -> None:
        self._virtual_players = virtual_players
        self._dealt: TrackedGame | None = None  # the game whose seats have owners
        self._played_ms = 0.0  # when a game was played last, by the log's clock

        def mirror_now() -> Mirror:
            assert virtual_players.follower.laptop is not None
            return virtual_players.follower.laptop

        super().__init__(mirror_now)
        self.played = Played(self, virtual_players)

    @property
    def is_played(self) -> bool:
        """Whether a game is played now, also one of which the board has not told yet after a restart."""
        is_known = self.mirror.game is not None or self.mirror.in_step
        return super().is_played if is_known else self._virtual_players.record is not None

    def names(self) -> list[str]:
        """Return the name at each seat, "" at empty ones."""
        names = self.names_of(self.seats)
        people = self._virtual_players.people
        taken = self.seats.values()
        return [names[each.seat] if each.seat in taken or each.player is not None else "" for each in people]

    def names_of(self, seats: Mapping[str, int]) -> list[str]:
        """Return the name at each seat if the visitors sat at these, and virtual players at all others.

        People at seats with keys of their own have none.
        """
        watching = [self.visitor_names.name_of(visitor) for visitor in self.here if visitor not in seats]
        named = names_at({seat: self.visitor_names.name_of(visitor) for visitor, seat in seats.items()}, watching)
        return [name if seat in self.places else "" for seat, name in enumerate(named)]

    def levels(self) -> dict[int, str]:
        """Return the level of the virtual player at each seat of a player where no visitor sits."""
        level, people = self._virtual_players.level, self._virtual_players.people
        bots = [each.seat for each in people if each.player is not None and each.seat in self.places]
        return {seat: level for seat in bots if seat not in self.seats.values()}

    def played_at(self, visitor: str) -> int | None:
        """Return the seat of a visitor, in a game that is over the one where they played it."""
        return self.played.seat_of(visitor)

    def cannot_sit(self, visitor: str, seat: int) -> str | None:
        """Return why a visitor cannot sit at a seat, or None; in a game only players' seats are there."""
        people = self._virtual_players.people
        if visitor and 0 <= seat < len(people) and seat not in self.places:
            return _("This board does not have that seat.")
        if visitor and self.is_played and 0 <= seat < len(people) and people[seat].player is None:
            return _("That seat is not in this game; take one that is.")
        return super().cannot_sit(visitor, seat)

    def sit(self, visitor: str, seat: int) -> str | None:
        """Seat a visitor where no other visitor sits; return None, or why not."""
        refusal = super().sit(visitor, seat)
        if refusal is None:
            self._virtual_players.people[seat].is_visitor = True
            self._own(visitor, seat)
        return refusal

    def note_game(self) -> None:
        """Note whose the seats are when another game has begun; called before anybody looks at it.

        A game that was over may go on after its last move was taken back: the seats are those of before.
        """
        follower = self._virtual_players.follower
        has_begun = self._begins()
        if self.is_played:
            self._played_ms = self.mirror.log.now_ms
        elif self.mirror.game is None or self.mirror.log.now_ms - self._played_ms > SEEN_MS:
            self._seat_who_joined()
        if not self.is_played or not follower.has_begun(self.mirror):
            return
        for visitor, seat in list(self.seats.items()):
            is_own = self.owners.seats.get(visitor) == seat
            if not is_own and (has_begun or seat in follower.seats):  # has_begun: who sat down while it was starting
                self.stand(visitor)
        self.played.note()

    def _seat_who_joined(self) -> None:
        """Seat those who have joined from the network at the next free seats, unless they want to watch.

        The first ones stay free for those at the table's own computer, whom its page shows there.

        After a game only as many as could play it again; before its end has been seen, nobody: that would tell it.
        """
        most = self.mirror.game.SEATS[1] if self.mirror.game else SEATS
        joined = self.here.keys() & self.invited.visitors.keys() - self.hosts - self.watching - self.seats.keys()
        waiting = self.hosts & self.here.keys() - self.watching - self.seats.keys()  # "You, when you press Play"
        for visitor in [each for each in self.here if each in joined][: max(0, most - len(self.seats))]:
            free = self.around_the_table(USUAL_PLAYERS, self.seats.values())
            any(self.sit(visitor, seat) is None for seat in (*free[len(waiting) :], *free))

    def around_the_table(self, players: int, taken: Collection[int]) -> list[int]:
        """Return the places that are not taken, the best ones for so many players first."""
        return [seat for seat in spread(players) if seat in self.places and seat not in taken]

    def _begins(self) -> bool:
        """Give the seats owners if another game has begun; return whether one has."""
        game, playing = self._virtual_players.follower.tracked_game, self._virtual_players.follower.seats
        if game is self._dealt or game is None:
            return False
        self._dealt = game
        self.ready.clear()
        self.owners.begin({visitor: seat for visitor, seat in self.seats.items() if seat in playing})
        return True

    def go_on(self, owned: Mapping[str, int], seen: Mapping[str, Sequence[int]]) -> None:
        """Go on with the game that the virtual players have, with the owners that its seats had."""
        self._dealt = self._virtual_players.follower.tracked_game
        self.owners.resume(owned, seen)

    def _own(self, visitor: str, seat: int) -> None:
        """Let a visitor own a seat of the running game, and tell everybody who has seen its hand before."""
        self._begins()
        if self.is_played:
            for other in self.owners.take(visitor, seat):
                words = deferred("{} has seen cards of this seat in this game.", self.called(other))
                self.mirror.log.add("note", words, seat=seat)

    def stand(self, visitor: str, told: str | None = None) -> None:
        """Take a visitor's seat away, and log `told` or that they stand up; a virtual player takes over."""
        person = self._person(visitor)
        super().stand(visitor, told)
        if person is not None:
            person.stand_up()
            person.body.keys = [0.0, 0.0, 0.0]
            person.body.feel()

    def resume(
        self, seats: Mapping[str, int], names: Mapping[str, str], guided: Mapping[str, Mapping[str, int]]
    ) -> None:
        """Seat visitors as they sat before a restart; those who are not here are away until they come."""
        super().resume(seats, names, guided)
        for seat in seats.values():
            self._virtual_players.people[seat].is_visitor = True
            self._virtual_players.people[seat].show_again()

    def leave(self, visitor: str) -> None:
        """Note that a visitor is away: others may let a virtual player stand in, which one does between games."""
        super().leave(visitor)
        if visitor in self.seats and not self.is_played:
            self.stand_in()

    def hand_over(self, seat: int, visitor: str) -> str | None:
        """Let the owner of a seat go on in another browser, which is this visitor; return None, or why not."""
        refusal = super().hand_over(seat, visitor)
        if refusal is None:
            person = self._virtual_players.people[seat]
            person.is_visitor = True
            person.body.keys = [0.0, 0.0, 0.0]
            person.body.feel()
        return refusal

    def come(self, visitor: str) -> None:
        """Note that a visitor is here, and takes over from a virtual player who stands in."""
        person = self._person(visitor)
        if person is not None and visitor in self._away:
            person.is_visitor = True
        super().come(visitor)

    def stand_in(self, *seats: int) -> None:
        """Let virtual players stand in at these seats, by default at those of all visitors who are away."""
        for seat in seats or self.away():
            self._virtual_players.people[seat].stand_up(stands_in=True)

    def make_ready(self) -> None:
        """Before a game, take the seats of visitors who are gone; virtual players stand in for those who are away."""
        for visitor in self.gone():
            self.stand(visitor)
        self.stand_in()

    def make_room(self, most: int) -> None:
        """Before a game, take seats of visitors who are away if more than `most` sit."""
        for visitor in [visitor for visitor in self.seats if visitor in self._away][: max(0, len(self.seats) - most)]:
            self.stand(visitor)

    def only_watch(self, visitor: str) -> None:
        """Before a game, take the seat of a visitor who starts it to watch."""
        self.make_ready()
        self.watch(visitor)

    @property
    def fewest_players(self) -> int:
        """How many players the next game has at least."""
        return len(self.seats) + len(self.at_keys)

    def gone(self) -> list[str]:
        """Return the visitors who have been away for so long that their seats are free when a game begins."""
        now_ms = self.mirror.log.now_ms
        return [visitor for visitor in self.seats if now_ms - self._away.get(visitor, now_ms) > GONE_MS]

    def _person(self, visitor: str) -> Person | None:
        seat = self.seats.get(visitor)
        return None if seat is None else self._virtual_players.people[seat]
