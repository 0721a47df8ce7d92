"""The people at a virtual table: real, shuffled, secret hands, and what everybody sees.

The company plays by the same rules as people do: it keeps the whole game in its heads (a dealt record), looks at the
lamp to see whether the board has taken a card, lifts the card then and lays it down. The board is told nothing; it
has slots, keys and lights like any other.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from tavolo import palette
from tavolo.board import SEATS
from tavolo.cards import code_of
from tavolo.rules.contract import CHANCE, Setup
from tavolo.rules.record import Record
from tavolo.words import sentence
from tavolo_host.players import choose
from tavolo_host.virtual.body import PRESS_MS, REST_MS, Body

LEFT, RIGHT, TAKE = 0, 1, 2

THINKING_MS = (700, 1900)  # shortest and longest
PATIENCE_MS = 1500  # for a lamp, before the card is taken out and put in again
JOINING_MS = 200  # between one person's ✓ in the lobby and the next one's
EMPTYING_MS = 3300  # how long ◀ and ▶ are held to empty the lobby
CONSIDERING_MS = 900  # before a virtual person agrees
SHOWN_MS = 350  # how long a card stays in the slot after the lamp


def looks_accepted(colour: tuple[int, int, int]) -> bool:
    """Return whether a lamp shows the green of `palette.ACCEPTED`, however dimmed."""
    red, green, blue = colour
    accepted = palette.RGB[palette.ACCEPTED]
    return green > 0 and red * 8 <= green and blue * accepted[1] <= green * (accepted[2] + 4)


def looks_refused(colour: tuple[int, int, int]) -> bool:
    """Return whether a lamp shows the red of `palette.REFUSED`, however dimmed."""
    red, green, blue = colour
    return red > 0 and green * 8 <= red and blue * 8 <= red


def places(count: int) -> tuple[int, ...]:
    """Return the seats that a number of people takes, spread around the table."""
    return tuple((number * SEATS + count // 2) // count for number in range(count))


class Person:
    """Who plays for one seat: a virtual person, or a visitor's hands (`is_visitor`)."""

    def __init__(self, seat: int, body: Body) -> None:
        self.seat = seat
        self.body = body
        self.is_visitor = False
        self.card = -1  # in the slot
        self.waited_ms = 0
        self.thinking_ms = 0


class Company:
    """All who sit around the table. `lamps()` returns the colours that the eight lamps show.

    `choose` makes the decisions of virtual people (see `players.choose`); `dealing` holds deals to come, the first
    first: when it is empty, the cards are shuffled.
    """

    def __init__(
        self,
        bodies: list[Body],
        lamps: Callable[[], list[tuple[int, int, int]]],
        random: Random,
    ) -> None:
        self.people = [Person(seat, body) for seat, body in enumerate(bodies)]
        self.record: Record | None = None
        self.seats: tuple[int, ...] = ()
        self.choose = choose
        self.asked = False  # whether everybody has been asked something, so that nobody plays on
        self.dealing: list[tuple[int, ...]] = []
        self._lamps = lamps
        self._random = random
        self._joined: tuple[int, ...] = ()  # whom the lobby believes to have joined, the first of them first

    # ---- a game begins

    def start(self, setup: Setup, seats: tuple[int, ...] = (), after_ms: int = 0) -> None:
        """Start a game by keys, in `after_ms`: sit down at `seats`, walk to game and options, and deal the cards."""
        seats = seats or places(setup.players)
        for seat in seats:
            self.people[seat].body.do(self.people[seat].body.wait(after_ms))
        self._join(seats)
        first = self.people[seats[0]].body
        first.do(first.press(TAKE))
        for option, value in zip(setup.game.OPTIONS, setup.options, strict=True):
            self._walk(first, value - option.default)
            first.do(first.press(TAKE))
        self.seats = seats
        self.record = Record(Setup(setup.game, setup.players, setup.options, dealt=True))
        for person in self.people:
            person.card = -1
        self._think()

    def _join(self, seats: tuple[int, ...]) -> None:
        """Have the lobby know exactly these seats, the first of them first."""
        lead = self.people[seats[0]].body
        if self.record is not None:
            lead.do(lead.press(TAKE))  # the game that is over makes way for the lobby
        if self._joined == seats:
            return
        emptying_ms = 0
        if self._joined:
            emptying_ms = EMPTYING_MS + PRESS_MS + REST_MS + REST_MS
            lead.do(lead.press(LEFT, RIGHT, hold_ms=EMPTYING_MS))
        for place, seat in enumerate(seats):
            body = self.people[seat].body
            if place:
                body.do(body.wait(emptying_ms + JOINING_MS * (place + 1)))
            body.do(body.press(TAKE))
        lead.do(lead.wait(JOINING_MS * (len(seats) + 2)))
        self._joined = seats

    def _walk(self, body: Body, steps: int) -> None:
        for _ in range(abs(steps)):
            body.do(body.press(RIGHT if steps > 0 else LEFT))

    # ---- what a seat can do

    def player(self, seat: int) -> int | None:
        """Return which player sits at a seat, None when nobody plays there."""
        return self.seats.index(seat) if seat in self.seats else None

    def hand(self, seat: int) -> list[int]:
        """Return the cards in the hand of a seat, the one in the slot not among them."""
        player = self.player(seat)
        if self.record is None or player is None:
            return []
        held = self.record.position.hands[player] or []
        return [card for card in held if card != self.people[seat].card]

    def put_in(self, seat: int, card: int) -> None:
        """Put a card of the hand into the seat's slot."""
        assert self.record is not None
        person = self.people[seat]
        person.card = card
        person.waited_ms = 0
        person.body.do(person.body.put_in(code_of(self.record.game.NAME, card)))

    def lift(self, seat: int) -> None:
        """Take the card out of the seat's slot, back into the hand."""
        person = self.people[seat]
        if person.card >= 0:
            person.body.do(person.body.take_out())
            person.card = -1

    # ---- what everybody is asked

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
        if self.record is not None and length < len(self.record.actions):
            self.record.undo(length)
        for person in self.people:
            self.lift(person.seat)
        self._think()

    def give_up(self) -> None:
        """The game was abandoned: cards in slots are taken out, and nobody plays."""
        for person in self.people:
            self.lift(person.seat)
        self.asked = False
        self.record = None

    # ---- time

    def step(self, elapsed_ms: int) -> None:
        """Let time pass for everybody."""
        for person in self.people:
            person.body.step(elapsed_ms)
        if self.record is None or any(person.body.is_moving() for person in self.people):
            return
        self._deal()
        for person in self.people:
            if person.card >= 0:
                self._watch_lamp(person, elapsed_ms)
                return
        if self.asked:
            return
        for player in self.record.game.to_act(self.record.position):
            self._perhaps_play(self.people[self.seats[player]], player, elapsed_ms)

    def _deal(self) -> None:
        record = self.record
        assert record is not None
        while record.game.to_act(record.position) == (CHANCE,):
            action = self.dealing.pop(0) if self.dealing else record.chance(self._random.randrange)
            assert action is not None
            record.apply(action)

    def _watch_lamp(self, person: Person, elapsed_ms: int) -> None:
        """Look at the lamp; when it is green lay the card down, when it is red take it back."""
        person.waited_ms += elapsed_ms
        lamp = self._lamps()[person.seat]
        if looks_accepted(lamp):
            self._lay_down(person)
        elif looks_refused(lamp) or person.waited_ms > PATIENCE_MS:
            person.body.do(person.body.wait(SHOWN_MS * 3))
            self.lift(person.seat)

    def _lay_down(self, person: Person) -> None:
        record, player = self.record, self.player(person.seat)
        assert record is not None
        assert player is not None
        for action in record.game.legal(record.position, player, person.card):
            record.apply(action)
            break
        person.body.do(person.body.wait(SHOWN_MS))
        person.body.do(person.body.take_out())
        person.card = -1
        self._think()

    def _perhaps_play(self, person: Person, player: int, elapsed_ms: int) -> None:
        """Play for a virtual person who has thought long enough."""
        record = self.record
        assert record is not None
        if person.is_visitor:
            return
        person.thinking_ms -= elapsed_ms
        if person.thinking_ms <= 0:
            known = record.game.view(record.position, player)
            action = self.choose(record.game, known, player, self._random)
            self.put_in(person.seat, record.game.action_card(action))

    def _think(self) -> None:
        for person in self.people:
            person.thinking_ms = self._random.randint(*THINKING_MS)


def sentence_against(record: Record, player: int, card: int, names: tuple[str, ...]) -> str | None:
    """Return why a player who keeps the rules would not play a card, None when nothing is against it."""
    game: Any = record.game
    reason = game.why_not(record.position, player, card)
    return sentence(reason, names=names, game_name=game.NAME) if reason else None
