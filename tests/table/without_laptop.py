"""Virtual players without a laptop: they start games by keys, trust lamps, and read the board's draws off the lights.

What they have seen replaces the laptop: they follow it as they follow what a laptop has received.
"""

from typing import Any

from tavolo import wiring
from tavolo.games import names
from tavolo.play.chooser import Chooser, by_keys
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.display.parts.geometry import places
from tavolo_host.people.lamp import looks_accepted
from tavolo_host.research.play import by
from tavolo_host.simulator.body import PRESS_MS, REST_MS, SlotBody
from tavolo_host.simulator.hardware import TICK_MS
from tests.table.draws import READERS, Look, is_drawn, looks

JOINING_MS = 200  # between one person's ✓ in the lobby and the next one's
LONG_AGO_MS = 3_600_000
EMPTYING_MS = 3300  # how long ◀ and ▶ are held to empty the lobby

Action = tuple[int, ...]


class WithoutLaptop:
    """What the players at a `table` have seen; as a `Mirror` it is always in step."""

    question, log = None, ()

    def __init__(self, table: Any) -> None:
        self.record: Record | None = None
        self.seats: tuple[int, ...] = ()
        self.game_number = self.board_game = 0
        self._table, self._virtual_players = table, table.virtual_players
        self._virtual_players.follower.laptop = self
        self._choosers: list[Chooser] = []  # where each player's cursor stands on the board
        self._down: dict[int, set[int]] = {}  # the keys ◀ ▶ that are down, by seat
        self._joined: tuple[int, ...] = ()  # the seats in the lobby, in their order
        self._about: tuple[Any, int] = (None, 0)
        self._looks: dict[Look, Action] = {}
        told = self._virtual_players.follower
        self._power_failed, told.power_failed = told.power_failed, self._lose_cursors

    @property
    def tracked_game(self) -> Any:
        return self._virtual_players.follower.tracked_game

    def begin(self, setup: Setup) -> None:
        """Note that a game begins at the usual seats."""
        self.seats = places(setup.players)
        self.record = Record(Setup(setup.game, setup.players, setup.options))
        self.game_number += 1
        self._choosers = [Chooser(player) for player in range(setup.players)]
        self._virtual_players.follower.begin(setup, self.seats)

    def take(self, action: Action) -> None:
        """Note an action in its public form."""
        assert self.record is not None
        game, actor = self.record.game, self.record.game.actor(action)
        if actor != CHANCE:
            self._walk_to(self._choosers[actor], action)
        self.record.apply(action)
        for chooser in self._choosers:
            if chooser.player == actor:
                chooser.go_on(game, self.record.position, action)
            elif not chooser.is_still_possible(game, self.record.position):
                chooser.clear()

    def _walk_to(self, chooser: Chooser, action: Action) -> None:
        """Put the cursor where ✓ takes this option; a card has none."""
        assert self.record is not None
        chooser.clear()
        options = by_keys(self.record.game, self.record.position, chooser.player)
        if self.record.game.action_card(action) == NO_CARD and action in options:
            chooser.options, chooser.index = options, options.index(action)

    # ---- as a mirror

    @property
    def view(self) -> "WithoutLaptop":
        return self

    @property
    def choosing(self) -> dict[int, Chooser]:
        return {self.seats[chooser.player]: chooser for chooser in self._choosers if chooser.options}

    def cursor(self, player: int) -> int:
        """The option at a player's cursor, NOTHING for none."""
        return self._choosers[player].index

    def seats_to_reseal(self) -> tuple[int, ...]:
        return tuple(person.seat for person in self._virtual_players.people if person.again)

    # ---- what is seen

    @property
    def in_step(self) -> bool:
        """Always; the players check it at each tick, when their hands have moved, and have looked by then.

        They act one after the other: lamps do not tell the order of what is done at the same time.
        """
        people = self._virtual_players.people
        if self.record and self.tracked_game:
            self._take_turns()
            lamps = self._virtual_players._hardware.lamps.pixels
            for person in people:
                self._see_keys(person)
                if not self._has_news():
                    self._see(person, lamps[person.seat])
            if not self._has_news():
                self._see_draws()
        return True

    def _take_turns(self) -> None:
        """Let nobody decide while others are busy, or with them."""
        people, game = self._virtual_players.people, self.tracked_game.record.game
        acting = game.to_act(self.tracked_game.record.position)
        earliest_ms = 3 * TICK_MS if any(person.is_busy() for person in people) else -LONG_AGO_MS
        for person in sorted(people, key=lambda person: person.thinking_ms):
            if person.player in acting and not person.is_visitor:
                person.thinking_ms = max(person.thinking_ms, earliest_ms)
                earliest_ms = person.thinking_ms + 2 * TICK_MS

    def _has_news(self) -> bool:
        assert self.record is not None
        return len(self.record.actions) != len(self.tracked_game.known.actions)

    def _see_keys(self, person: Any) -> None:
        """Follow the cursor that a person moves: the lights show it."""
        assert self.record is not None
        down = {key for key in (LEFT, RIGHT) if person.body.keys[key]}
        pressed, self._down[person.seat] = down - self._down.get(person.seat, set()), down
        if person.player is None:
            return
        game, position, chooser = self.record.game, self.record.position, self._choosers[person.player]
        if chooser.card not in (NO_CARD, person.card):
            chooser.clear()
        if pressed and person.card != chooser.card:
            chooser.offer(game, position, person.card)
        for key in pressed:
            if chooser.may_press(game, position, key):
                chooser.press(game, position, key)

    def _see(self, person: Any, colour: Any) -> None:
        """Trust green lamps and keys: their actions are played, unless the board cannot have taken them."""
        assert self.record is not None
        game, tracked_game = self.record.game, self.tracked_game
        is_waiting = person.is_entered or (person.card != NO_CARD and person.intended is None)
        if person.body.is_moving() or not is_waiting or person.card in person.again:
            return
        if person.card != NO_CARD and (person.is_played or not looks_accepted(colour)):
            return
        if person.intended is not None:
            actions = [person.intended]
        elif person.card != NO_CARD and person.player is not None:
            actions = game.legal(tracked_game.record.position, person.player, person.card)
        else:
            return
        if len(actions) != 1:  # a visitor has chosen one of several
            return
        if game.refusal(self.record.position, game.public(actions[0])):
            person.intended = None
        else:
            self.take(game.public(actions[0]))

    def _see_draws(self) -> None:
        """Note what chance has done: what the board has drawn, as the field shows it."""
        record, tracked_game = self.record, self.tracked_game
        assert record is not None
        game, is_busy = record.game, any(person.is_busy() for person in self._virtual_players.people)
        if is_busy or game.to_act(record.position) != (CHANCE,):
            return
        if is_drawn(game, record.position):
            action = self._read_off()
        else:
            action = record.chance(by(())) or tracked_game.record.chance()
            if action and game.action_card(action) != NO_CARD and tracked_game.is_turned_up(game.action_card(action)):
                return  # a player shows it to the board
        if action:
            self.take(game.public(action))

    def _read_off(self) -> Action | None:
        """Return what the board has drawn, as the lights show it; None until they do."""
        assert self.record is not None
        own, field = READERS.get(self.record.game.NAME), self.field()
        if own is not None:
            return own(self.record.position, field)
        if self._about[0] is not self.record.position or self._about[1] != len(self.record.actions):
            self._about = self.record.position, len(self.record.actions)
            self._looks = looks(self.record, self.seats)
        return self._looks.get(tuple(map(any, field)))

    def field(self) -> list[tuple[int, int, int]]:
        pixels = self._table.hardware.field.pixels
        rows, columns = range(wiring.FIELD_ROWS), range(wiring.FIELD_COLUMNS)
        return [pixels[wiring.field_pixel(column, row)] for row in rows for column in columns]

    def _lose_cursors(self) -> None:
        for chooser in self._choosers:
            chooser.clear()
        self._power_failed()

    # ---- how a game is started

    def start(self, setup: Setup) -> None:
        """Start a game by keys: all join, and the first of them chooses game and options."""
        seats, bodies = places(setup.players), self._table.bodies
        first = bodies[seats[0]]
        if self.tracked_game is not None:  # leave the finished game
            first.do(first.press(TAKE))
        if self._joined != seats:
            self._join(seats)
        games = names()
        index = games.index(setup.game.NAME)
        _walk(first, index if 2 * index <= len(games) else index - len(games))  # the shorter way
        first.do(first.press(TAKE))
        for option, value in zip(setup.game.OPTIONS, setup.options, strict=True):
            _walk(first, value - option.default)
            first.do(first.press(TAKE))
        self.begin(setup)

    def _join(self, seats: tuple[int, ...]) -> None:
        """Let exactly these seats join the lobby, the first of them first."""
        lead, emptying_ms = self._table.bodies[seats[0]], 0
        if self._joined:
            emptying_ms = EMPTYING_MS + PRESS_MS + REST_MS + REST_MS
            lead.do(lead.press(LEFT, RIGHT, hold_ms=EMPTYING_MS))
        for place, seat in enumerate(seats):
            body = self._table.bodies[seat]
            if place:
                body.do(body.wait(emptying_ms + JOINING_MS * (place + 1)))
            body.do(body.press(TAKE))
        lead.do(lead.wait(JOINING_MS * (len(seats) + 2)))
        self._joined = seats


def _walk(body: SlotBody, steps: int) -> None:
    """Press ▶ this many times, or ◀ for negative steps."""
    for _ in range(abs(steps)):
        body.do(body.press(RIGHT if steps > 0 else LEFT))
