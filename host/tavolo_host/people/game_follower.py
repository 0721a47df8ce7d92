"""The game as virtual players know it: it follows what the laptop at the table has received from the board."""

from collections.abc import Collection, Iterator, Sequence
from random import Random

from tavolo.games.cards import card_of
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record
from tavolo.wiring import SEATS
from tavolo_host.board.mirror import Mirror
from tavolo_host.people.hidden_hands import Action, Deck
from tavolo_host.people.person import Person
from tavolo_host.people.tracked_game import TrackedGame
from tavolo_host.texts.deferred import deferred

RESUMED = -1  # the number of a game that a laptop had before
HEARING_MS = 1000  # after it is in step, until a laptop has received requests for sealed cards


class GameFollower:
    """Keeps the `tracked_game` at `seats`, None without a game, for `people`. `laptop` is the mirror at the table.

    Its decks are shuffled by `dealer`, the `next_deck` before the game is asked for.
    """

    def __init__(self, people: list[Person], dealer: Random) -> None:
        self.laptop: Mirror | None = None
        self.tracked_game: TrackedGame | None = None
        self.places: Collection[int] = range(SEATS)  # whose hands are known here
        self.has_dealt_all = True  # every game there was dealt here: else cards in hands may be others than known
        self.is_unknown = False  # whether the laptop's game is one whose hands are not known here
        self.seats: tuple[int, ...] = ()
        self._people = people
        self._dealer = dealer
        self.next_deck = Deck.shuffled(dealer)
        self._game_number = 0  # the laptop's number of this game, 0 if it does not know it
        self._counting: Mirror | None = None  # the laptop with that number
        self.board_game = 0  # the board's number of it, 0 if it is not known
        self._has_noticed = True  # the laptop, that the board restarted
        self._heard_ms = 0  # since the laptop is in step
        self._was_away = True  # since the last game was heard, or that there was none

    @property
    def hears(self) -> Mirror | None:
        """The laptop, while it is in step with the board."""
        return self.laptop if self.laptop is not None and self.laptop.in_step else None

    def has_begun(self, mirror: Mirror) -> bool:
        """Return whether the game that a laptop has now is the tracked one: of a new one it hears first."""
        return self._counting is mirror and self._game_number == mirror.game_number

    def begin(self, setup: Setup, seats: tuple[int, ...], deck: Deck | None = None) -> None:
        """Start a game at these seats, with the next deck unless one is given."""
        self.seats = seats
        self.tracked_game = TrackedGame(setup, deck or self.next_deck)
        self.next_deck = Deck.shuffled(self._dealer)
        self._game_number = 0
        for person in self._people:
            person.begin(seats.index(person.seat) if person.seat in seats else None)

    def resume(self, setup: Setup, seats: tuple[int, ...], actions: Sequence[Action], deck: Deck | None = None) -> None:
        """Go on with a game after these actions, which the board has in its journal unless it was abandoned there.

        Without its deck, further cards come from a new one.
        """
        self.begin(setup, seats, deck or Deck.shuffled(self._dealer, len(actions)))
        self._game_number, self._counting = RESUMED, None
        if self.laptop is not None:  # it may still have the last game
            self.laptop.disconnected(deferred("Getting the game so far from the board."))
        assert self.tracked_game is not None
        for action in actions:
            self.tracked_game.apply(action)

    def power_failed(self) -> None:
        """Note that the board has restarted."""
        self._has_noticed = False
        for person in self._people:
            person.power_failed(self.tracked_game)

    def pass_time(self, elapsed_ms: int) -> bool:
        """Let time pass; return whether the laptop has surely received requests for sealed cards."""
        self._was_away |= not self.hears
        if not self.hears:  # with a damaged line it can seem in step for long with a board that has restarted
            self._has_noticed = True
        self._heard_ms = self._heard_ms + elapsed_ms if self.hears and self._has_noticed else 0
        return self._heard_ms > HEARING_MS

    def follow(self, mirror: Mirror) -> Iterator[None]:
        """Follow the mirror; yield after each change."""
        record = mirror.record
        if record is None:
            if self._game_number:
                self._give_up()
            self.is_unknown = self._was_away = False
            return
        if self._begins(mirror, record):
            yield
        tracked_game = self.tracked_game
        if tracked_game is None:
            return
        known = tracked_game.known
        if len(known.actions) == len(record.actions) and known.digest() == record.digest():
            return
        length = 0
        while length < min(len(known.actions), len(record.actions)) and known.actions[length] == record.actions[length]:
            length += 1
        if length < len(known.actions):
            self._take_back(tracked_game, length)
            yield
        heard = list(record.actions)[length:]
        for place, action in enumerate(heard):
            self._carry_out(tracked_game, self._intended_by(tracked_game, action, heard[place:]))
            yield

    def notice(self, mirror: Mirror) -> None:
        """Begin a game whose beginning is all that the laptop has received, unless there may be more of it."""
        is_all = self.has_dealt_all or not self._was_away
        if mirror.record is not None and not mirror.actions and is_all:
            self._begins(mirror, mirror.record)

    def _begins(self, mirror: Mirror, record: Record) -> bool:
        """Begin the laptop's game unless it is the current one; return whether it was another one."""
        if self.has_begun(mirror):
            return False
        is_new = not self._is_same_game(mirror, record)
        was_away, self._was_away = self._was_away, False
        is_played = any(record.game.actor(action) != CHANCE for action in record.actions)
        is_dealt_elsewhere = not {*mirror.seats}.issubset(self.places)
        is_dealt_elsewhere |= was_away and is_played and not self.has_dealt_all
        self.is_unknown = is_new and is_dealt_elsewhere and bool(record.game.CARDS)
        if self.is_unknown:
            self._give_up()
        elif is_new:
            self.begin(record.setup, mirror.seats)
        self._game_number, self._counting, self.board_game = mirror.game_number, mirror, mirror.board_game
        return is_new and not self.is_unknown

    def _is_same_game(self, mirror: Mirror, record: Record) -> bool:
        """Return whether a game to which the laptop gave a new number is the current one."""
        tracked_game = self.tracked_game
        if (
            tracked_game is None
            or tracked_game.known.setup.text() != record.setup.text()
            or self.seats != tuple(mirror.seats)
        ):
            return False
        if self._game_number == RESUMED:  # the board may have lost actions, and have gone on otherwise
            return self.has_dealt_all or self.board_game == mirror.board_game
        if self._game_number == 0:
            return True
        if self._counting is mirror or tracked_game.record.game.outcome(tracked_game.record.position):
            return False
        return all(one == other for one, other in zip(tracked_game.known.actions, record.actions, strict=False))

    def _give_up(self) -> None:
        """End an abandoned game: take cards out of the slots."""
        for person in self._people:
            person.let_go()
            person.begin(person.player)
        self._game_number = 0
        self.tracked_game = None

    def _take_back(self, tracked_game: TrackedGame, length: int) -> None:
        """Go back to the first `length` actions; hands start again."""
        undone, actor = list(enumerate(tracked_game.record.actions[length:], length)), tracked_game.record.game.actor
        was_over = tracked_game.record.game.outcome(tracked_game.record.position)
        tracked_game.undo(length)
        if was_over:  # its seed was public
            tracked_game.record.deck = Deck.shuffled(self._dealer, length)
        for person in self._people:
            person.believed = {place: action for place, action in undone if actor(action) == person.player}
            person.unheard = []
            person.again = []  # the board has forgotten what was put in again, and asks for all of it, in order
            person.let_go()

    def _intended_by(self, tracked_game: TrackedGame, public: Action, heard: Sequence[Action]) -> Action:
        """Return the private form of an action that the board sent, the first of those that were `heard` at once."""
        game, record, player = tracked_game.record.game, tracked_game.record, tracked_game.record.game.actor(public)
        if player == CHANCE:
            if game.refusal(record.position, public) is None:
                return public
            action = record.chance()
            return action if action and game.public(action) == public else public
        person = self._people[self.seats[player]]
        believed = person.believed.get(len(record.actions), ())
        if believed and game.public(believed) == public and not game.refusal(record.position, believed):
            return believed
        same = sum(each[0] == public[0] and game.actor(each) == player for each in heard)
        gone = {NO_CARD, *person.unheard}.difference(tracked_game.hand(player), tracked_game.sealed(player))
        lying = [card_of(game.NAME, card.code) for card in person.body.cards[:1]]
        for card in (*person.unheard[-same:], *lying):
            by_card = tracked_game.intended_by(public, card) if card not in gone else None
            if by_card:
                return by_card  # even if its owner now intends something else
        if person.intended and game.public(person.intended) == public:
            return person.intended
        return tracked_game.intended_by(public, NO_CARD) or public

    def _carry_out(self, tracked_game: TrackedGame, action: Action) -> None:
        game, place = tracked_game.record.game, len(tracked_game.record.actions)
        was_sealed = game.forgotten(tracked_game.known.position)
        tracked_game.apply(action)
        if was_sealed and not game.forgotten(tracked_game.known.position):
            for person in self._people:  # a late ✓ would count in the next round
                if person.intended and game.waits(person.intended):
                    person.let_go()
        card, actor = game.action_card(action), game.actor(action)
        if actor != CHANCE and not self._people[self.seats[actor]].is_visitor:
            thought = self._people[self.seats[actor]].thought
            tracked_game.thought[place] = thought if thought and thought[1].action == action else None
        for person in self._people:
            person.happened(action, card, actor)
            if game.outcome(tracked_game.known.position) and not person.is_played:
                person.let_go()
