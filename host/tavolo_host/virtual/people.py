"""The people at a virtual table: real, shuffled, secret hands, and what everybody sees.

The company plays by the same rules as people do: it keeps the whole game in its heads, puts cards into slots and
touches keys, looks at the lamp to see whether the board has taken a card, lifts the card then and lays it down. What
the board itself decides, the faces of dice, is read off the lights. The board is told nothing; it has slots, keys and
lights like any other.
"""

from collections.abc import Callable, Sequence
from random import Random

from tavolo.games.cards import code_of
from tavolo.play.play import GATHERING_MS
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record
from tavolo.seat.states import TAKE
from tavolo_host.display.geometry import places
from tavolo_host.game_parts import choose, reader_of
from tavolo_host.virtual.body import Body
from tavolo_host.virtual.gathering import Gathering, walk
from tavolo_host.virtual.heads import Action, Heads
from tavolo_host.virtual.person import Colours, Lamp, Person, looks_accepted, looks_refused

THINKING_MS = (700, 1900)  # shortest and longest
PATIENCE_MS = 1500  # for a lamp, before the card is taken out and put in again
CONSIDERING_MS = 900  # before a virtual person agrees
SHOWN_MS = 350  # how long a card stays in the slot after the lamp
LOOKING_MS = 600  # from a card's being in until its options are walked: the lamp has turned steady


class Company:
    """All who sit around the table. `lamps()` and `field()` return the colours that these strips show.

    `choose` makes the decisions of virtual people (see `players.choose`); `dealing` holds what chance will bring, the
    first first: when it is empty, the cards are shuffled.
    """

    def __init__(
        self, bodies: list[Body], lamps: Callable[[], Colours], field: Callable[[], Colours], random: Random
    ) -> None:
        self.people = [Person(seat, body) for seat, body in enumerate(bodies)]
        self.seats: tuple[int, ...] = ()
        self.choose = choose
        self.asked = False  # whether everybody has been asked something, so that nobody plays on
        self.dealing: list[Action] = []
        self._heads: Heads | None = None
        self._lamps = lamps
        self._field = field
        self._random = random
        self._gathering = Gathering(bodies)

    @property
    def record(self) -> Record | None:
        """The whole game, hands and all; None while none is played."""
        return self._heads.record if self._heads else None

    # ---- a game begins

    def start(self, setup: Setup, seats: tuple[int, ...] = (), after_ms: int = 0) -> None:
        """Start a game by keys, in `after_ms`: sit down at `seats`, walk to game and options, and deal the cards."""
        seats = seats or places(setup.players)
        self._gathering.start(setup, seats, after_ms, self._heads is not None)
        self.seats = seats
        self._heads = Heads(setup)
        for person in self.people:
            person.card = NO_CARD
            person.meant = None
        self._think()

    # ---- what a seat can do

    def player(self, seat: int) -> int | None:
        """Return which player sits at a seat, None when nobody plays there."""
        return self.seats.index(seat) if seat in self.seats else None

    def hand(self, seat: int) -> list[int]:
        """Return the cards in the hand of a seat, the one in the slot not among them."""
        player = self.player(seat)
        if self._heads is None or player is None:
            return []
        held = self._heads.hand(player)
        person = self.people[seat]
        if person.card in held and not person.is_played:
            held.remove(person.card)
        return held

    def offered(self, seat: int) -> list[int]:
        """Return the cards on the table that who sits at a seat may take in secret now, with keys."""
        heads, player = self._heads, self.player(seat)
        if heads is None or player is None or player not in heads.record.game.to_act(heads.record.position):
            return []
        return heads.offered(player)

    def take(self, seat: int, card: int) -> None:
        """Take a card that is `offered`, and tell the board with keys that one was taken."""
        heads, player = self._heads, self.player(seat)
        assert heads is not None
        assert player is not None
        self._say(self.people[seat], player, heads.taking(player, card))

    def stand_up(self, seat: int, index: int) -> None:
        """Let a virtual person take over from a visitor, who has left the cursor at option `index`, -1 for nowhere."""
        self.people[seat].is_visitor = False
        player = self.player(seat)
        if self._heads is not None and player is not None:
            self._heads.find_cursor(player, index)

    def put_in(self, seat: int, card: int) -> None:
        """Put a card into the seat's slot."""
        assert self.record is not None
        person = self.people[seat]
        person.card = card
        person.is_played = False
        person.waited_ms = 0
        person.lamp = Lamp()
        person.body.do(person.body.put_in(code_of(self.record.game.NAME, card)))

    def lift(self, seat: int) -> None:
        """Take the card out of the seat's slot, back into the hand."""
        person = self.people[seat]
        if person.card != NO_CARD:
            person.body.do(person.body.take_out())
            person.card = NO_CARD
            person.meant = None

    # ---- what everybody hears

    def agree(self) -> None:
        """Have every virtual person press ✓ after a moment: somebody asks to take back or to abandon."""
        self.asked = True
        for place, seat in enumerate(self.seats):
            body = self.people[seat].body
            if not self.people[seat].is_visitor:
                body.do(body.wait(CONSIDERING_MS + 150 * place))
                body.do(body.press(TAKE))

    def answered(self) -> None:
        """What everybody was asked has been answered; the game goes on."""
        self.asked = False

    def take_back(self, length: int) -> None:
        """Go back to the first `length` actions of the game; cards in slots go back into the hands."""
        if self._heads is not None:
            self._heads.undo(length)
        for person in self.people:
            self.lift(person.seat)
            person.meant = None
        self._think()

    def power_failed(self) -> None:
        """The lights went out and came back: cursors are gone."""
        if self._heads is not None:
            self._heads.forget_cursors()

    def give_up(self) -> None:
        """The game was abandoned: cards in slots are taken out, and nobody plays."""
        for person in self.people:
            self.lift(person.seat)
        self.asked = False
        self._heads = None

    def follow(self, actions: Sequence[Action]) -> None:
        """Learn from the laptop what visitors have done: the public forms of all actions so far."""
        heads = self._heads
        while heads is not None and len(heads.record.actions) < len(actions):
            told = actions[len(heads.record.actions)]
            player = heads.record.game.actor(told)
            if player == CHANCE:
                if reader_of(heads.record.game) is None or len(actions) == len(heads.record.actions) + 1:
                    return  # that the people learn by themselves
                heads.apply(told)  # a visitor was quick: the lights have moved on
                continue
            person = self.people[self.seats[player]]
            meant = person.meant if person.meant and heads.record.game.public(person.meant) == told else None
            action = meant or heads.meant_by(told, person.card)
            if action is None:
                return
            self._carry_out(person, action)
            self._deal()

    # ---- time

    def step(self, elapsed_ms: int) -> None:
        """Let time pass for everybody."""
        for person in self.people:
            person.body.step(elapsed_ms)
            if person.card != NO_CARD:
                person.lamp.look(self._lamps()[person.seat], elapsed_ms)
        if self._heads is None or any(person.body.is_moving() for person in self.people):
            return
        for person in self.people:
            if person.card == NO_CARD and person.meant is not None and not person.is_visitor:
                self._carry_out(person, person.meant)  # it was said with keys
        if self._deal():
            return
        for person in self.people:
            if person.card != NO_CARD:
                self._watch_lamp(person, elapsed_ms)
                return
        if self.asked:
            return
        for player in self._heads.record.game.to_act(self._heads.record.position):
            if player != CHANCE:
                self._perhaps_play(self.people[self.seats[player]], player, elapsed_ms)

    def _deal(self) -> bool:
        """Do what chance does, with cards and people's hands; return whether somebody shows the board a card."""
        heads = self._heads
        assert heads is not None
        record = heads.record
        while record.game.to_act(record.position) == (CHANCE,):
            if any(person.card != NO_CARD for person in self.people):
                return False
            read = reader_of(record.game)
            if read is not None:
                action = read(record.position, self._field())
                if action is None:
                    return False
            else:
                action, is_shown = (self.dealing.pop(0), False) if self.dealing else heads.next_chance(self._below)
                if is_shown:
                    self._say(self.people[self.seats[0]], CHANCE, action)
                    return True
            heads.apply(action)
        return False

    def _below(self, limit: int) -> int:
        return self._random.randrange(limit)

    def _watch_lamp(self, person: Person, elapsed_ms: int) -> None:
        """Look at the lamp; when it is green lay the card down, when it blinks red take it back."""
        person.waited_ms += elapsed_ms
        if looks_accepted(self._lamps()[person.seat]):
            self._lay_down(person)
        elif looks_refused(person.lamp) or (person.waited_ms > PATIENCE_MS and not person.is_visitor):
            person.body.do(person.body.wait(SHOWN_MS * 3))
            self.lift(person.seat)

    def _lay_down(self, person: Person) -> None:
        heads, player = self._heads, self.player(person.seat)
        assert heads is not None
        assert player is not None
        if not person.is_played:
            actions = (
                [person.meant] if person.meant else heads.record.game.legal(heads.record.position, player, person.card)
            )
            if len(actions) != 1:
                return  # a visitor has chosen one of several: the laptop will tell which
            self._carry_out(person, actions[0])
        person.body.do(person.body.wait(SHOWN_MS))
        person.body.do(person.body.take_out())
        person.card = NO_CARD

    def _carry_out(self, person: Person, action: Action) -> None:
        assert self._heads is not None
        person.meant = None
        person.is_played = True
        self._heads.apply(action)
        self._think()

    def _perhaps_play(self, person: Person, player: int, elapsed_ms: int) -> None:
        """Play for a virtual person who has thought long enough."""
        heads = self._heads
        assert heads is not None
        if person.is_visitor or any(other.body.is_moving() for other in self.people):
            return
        person.thinking_ms -= elapsed_ms
        if person.thinking_ms <= 0:
            game = heads.record.game
            action = self.choose(game, game.view(heads.record.position, player), player, self._random)
            if action:
                self._say(person, player, action)
            else:
                person.thinking_ms = THINKING_MS[0]  # others go first

    def _say(self, person: Person, player: int, action: Action) -> None:
        """Tell the board what is done, with a card, or keys, or both."""
        assert self._heads is not None
        way = self._heads.way(player, action)
        body = person.body
        person.meant = action
        if way.card != NO_CARD:
            self.put_in(person.seat, way.card)
            if way.count > 1:
                body.do(body.wait(LOOKING_MS))
        walk(body, way.steps)
        if way.card != NO_CARD and self._is_secret(player):
            body.do(body.wait(LOOKING_MS))
        if way.card == NO_CARD or way.count > 1 or self._is_secret(player):
            body.do(body.press(TAKE))
        if self._heads.record.game.waits(action):
            body.do(body.wait(2 * GATHERING_MS))  # the table waits for others with the same wish

    def _is_secret(self, player: int) -> bool:
        """Return whether what a player does now is sealed, with ✓."""
        assert self._heads is not None
        known = self._heads.known
        return player != CHANCE and known.game.secret(known.position, player)

    def _think(self) -> None:
        for person in self.people:
            person.thinking_ms = self._random.randint(*THINKING_MS)
