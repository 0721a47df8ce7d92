"""What the laptop at a virtual table was told is what the game is: heads follow it, whatever hands were about to do."""

from collections.abc import Iterator
from random import Random

from tavolo.games.cards import card_of
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record
from tavolo_host.board.mirror import Mirror
from tavolo_host.people.hidden_hands import Action
from tavolo_host.people.person import Person
from tavolo_host.people.tracked_game import TrackedGame

RETURN_MS = 5000  # after a power cut, until the laptop is sure to have noticed it and heard everything anew
HEARING_MS = 1000  # after it is in step, until a laptop has heard what is wanted again


class Told:
    """What `people` know of the game at `seats`, which is in their `tracked_game`, None while none is played.

    `laptop` is the one at the table, None while there is none.
    """

    def __init__(self, people: list[Person], random: Random) -> None:
        self.laptop: Mirror | None = None
        self.tracked_game: TrackedGame | None = None
        self.seats: tuple[int, ...] = ()
        self._people = people
        self._random = random
        self._game_number = 0  # by which a laptop knows this game, 0 if none does
        self._counting: Mirror | None = None  # the laptop of that number
        self._powered_ms = self._heard_ms = RETURN_MS  # how long there has been power, and the laptop has been in step

    @property
    def hears(self) -> Mirror | None:
        """The laptop, while it knows what the board has."""
        return self.laptop if self.laptop is not None and self.laptop.in_step else None

    def begin(self, setup: Setup, seats: tuple[int, ...]) -> None:
        """Begin a game at these seats."""
        self.seats = seats
        self.tracked_game = TrackedGame(setup)
        self._game_number = 0
        for person in self._people:
            person.begin(seats.index(person.seat) if person.seat in seats else None)

    def power_failed(self) -> None:
        """Take notice that the board has begun anew."""
        self._powered_ms = 0
        for person in self._people:
            person.power_failed(self.tracked_game)

    def pass_time(self, elapsed_ms: int) -> bool:
        """Let time go by; return whether the laptop is sure to have heard what the board wants to be shown again."""
        self._powered_ms += elapsed_ms
        self._heard_ms = self._heard_ms + elapsed_ms if self.hears else 0
        return self._powered_ms > RETURN_MS and self._heard_ms > HEARING_MS

    def follow(self, told: Mirror) -> Iterator[None]:
        """Have in the heads what the board has told; there is something new to think about at each step."""
        record = told.record
        if record is None:
            if self._game_number:
                self._give_up()
            return
        if self._game_number != told.game_number or self._counting is not told:
            if not self._is_same_game(told, record):
                self.begin(record.setup, told.seats)
                yield
            self._game_number, self._counting = told.game_number, told
        tracked_game = self.tracked_game
        assert tracked_game is not None
        known = tracked_game.known
        if len(known.actions) == len(record.actions) and known.digest() == record.digest():
            return
        length = 0
        while length < min(len(known.actions), len(record.actions)) and known.actions[length] == record.actions[length]:
            length += 1
        if length < len(known.actions):
            self._take_back(tracked_game, length)
        for action in list(record.actions)[length:]:
            self._carry_out(tracked_game, self._intended_by(tracked_game, action))
            yield

    def _is_same_game(self, told: Mirror, record: Record) -> bool:
        """Return whether a laptop that numbers a game otherwise has heard of the one that is played."""
        tracked_game = self.tracked_game
        if (
            tracked_game is None
            or tracked_game.known.setup.text() != record.setup.text()
            or self.seats != tuple(told.seats)
        ):
            return False
        if not self._game_number:
            return True
        if self._counting is told or tracked_game.record.game.outcome(tracked_game.record.position):
            return False
        return all(one == other for one, other in zip(tracked_game.known.actions, record.actions, strict=False))

    def _give_up(self) -> None:
        """The game was abandoned, or left: cards in slots are taken out, and nobody plays."""
        for person in self._people:
            person.let_go()
            person.begin(person.player)
        self._game_number = 0
        self.tracked_game = None

    def _take_back(self, tracked_game: TrackedGame, length: int) -> None:
        """Go back to so many actions; hands begin anew."""
        undone, actor = list(enumerate(tracked_game.record.actions[length:], length)), tracked_game.record.game.actor
        tracked_game.undo(length)
        for person in self._people:
            person.believed = {place: action for place, action in undone if actor(action) == person.player}
            person.let_go()

    def _intended_by(self, tracked_game: TrackedGame, told: Action) -> Action:
        """Return the action of which the board tells the public form."""
        game, record, player = tracked_game.record.game, tracked_game.record, tracked_game.record.game.actor(told)
        if player == CHANCE:
            if game.refusal(record.position, told) is None:
                return told
            action = record.chance(self._random.randrange)
            return action if action and game.public(action) == told else told
        person = self._people[self.seats[player]]
        believed = person.believed.get(len(record.actions), ())
        if believed and game.public(believed) == told and not game.refusal(record.position, believed):
            return believed
        gone = (
            [NO_CARD]
            if person.last in tracked_game.hand(player) + tracked_game.sealed(player)
            else [NO_CARD, person.last]
        )
        lying = [card_of(game.NAME, card.code) for card in person.body.cards[:1]]
        for card in (person.last, *lying):
            by_card = tracked_game.intended_by(told, card) if card not in gone else None
            if by_card:
                return by_card  # whatever else its owner has in mind by now
        if person.intended and game.public(person.intended) == told:
            return person.intended
        return tracked_game.intended_by(told, NO_CARD) or told

    def _carry_out(self, tracked_game: TrackedGame, action: Action) -> None:
        game, place = tracked_game.record.game, len(tracked_game.record.actions)
        was_sealed = game.forgotten(tracked_game.known.position)
        tracked_game.apply(action)
        if was_sealed and not game.forgotten(tracked_game.known.position):
            for person in self._people:  # ✓ would grant late wishes in another round
                if person.intended and game.waits(person.intended):
                    person.let_go()
        card, actor = game.action_card(action), game.actor(action)
        if actor != CHANCE and not self._people[self.seats[actor]].is_visitor:
            tracked_game.thought[place] = self._people[self.seats[actor]].answers.get(place)
        for person in self._people:
            person.happened(action, card)
