"""The virtual table as a source of the page: table, people and laptop in one process, in real time.

The laptop's side is the same as for a real board: it reaches the virtual board through a pyserial URL on the loopback,
and shows what comes over it. Only hands, visible cards in slots, and lights come from the table itself.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tavolo import wiring
from tavolo.lights.layout import Layout
from tavolo.rules.contract import Setup
from tavolo_host.board.companion import Companion
from tavolo_host.display.model.lights import Levels, PaintedLights
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.source import SeatView, SlotState, SlotView, TakenBy
from tavolo_host.display.parts.what_to_do import Choice, Deed, WhatToDo
from tavolo_host.history.kept_game import Action, KeptGame
from tavolo_host.people.hidden_hands import Deck
from tavolo_host.people.pace import Pace
from tavolo_host.people.table import VirtualTable
from tavolo_host.players.thinking import Engine
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.serial_line import LoopbackServer, PseudoTerminal
from tavolo_host.sources.companion_source import CompanionSource
from tavolo_host.sources.keeper import Keeper
from tavolo_host.sources.past_games import PastGames, go_on_at_board
from tavolo_host.sources.tutor import PlayingTutor
from tavolo_host.sources.visitors import PlayingVisitors
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import _, seats_in_words

# After the machine was busy or asleep, time beyond this is skipped.
CATCH_UP_MS = 250.0
# While visitors wait, at least so much of the table's time passes in a step at the pace without thinking: some 15 ms of
# work, so that nobody's click waits long.
SKIPPED_MS = 600.0
QUICK = 2.0  # times as fast time passes while visitors wait at a quick pace, where thinking is not all that takes time
AGAIN_MS = 5000  # between two requests to end the game
BoardLine = LoopbackServer | PseudoTerminal

if TYPE_CHECKING:
    from tavolo.rules.game import Game
    from tavolo_host.people.pico_table import PicoTable


class VirtualSource(CompanionSource):
    """A `TableSource` with virtual players and `visitors`; `setup` is the game offered.

    `line` is the board's end of the serial line, whose URL the laptop opens, or the laptop itself. `pace` keeps a board
    slower than real time from blocking the page, and measures its speed. For people and board, time runs `quickened`
    times as fast. `engine` decides for the virtual players; without one, they all have the same level.
    """

    visitors: PlayingVisitors
    has_own_time = True

    def __init__(
        self,
        table: "VirtualTable | PicoTable",
        setup: Setup,
        line: BoardLine | Companion,
        pace: Pace | None = None,
        quickened: float = 1.0,
        engine: Engine | None = None,
    ) -> None:
        self.table = table
        self.visitors = PlayingVisitors(table.virtual_players)
        tutor = PlayingTutor(self.visitors, table.virtual_players)
        companion = line if isinstance(line, Companion) else Companion(line.url)
        super().__init__(companion, setup, self.visitors, self.visitors.rights, tutor)
        self._line = line
        self._pace = pace
        self._quickened = quickened
        self.table.virtual_players.follower.laptop = self.companion.mirror
        if engine:
            self.table.virtual_players.engine = engine
        self.past = PastGames(table.virtual_players.engine)
        self._painted = PaintedLights()
        self._owed_ms = 0.0
        self._again_ms = 0  # when the board is asked for that again
        self.keeper: Keeper | None = None
        self._told_of: set[Deck] = set()
        self.can_play_on = isinstance(table, VirtualTable)  # it takes writing the board's journal

    def keep(self, keeper: Keeper, game_name: str = "") -> None:
        """Go on with what was kept, if it is of this game, and keep everything from now on."""
        self.offered = keeper.resume(game_name) or self.offered
        self.keeper, self.recorder = keeper, keeper.recorder

    def unfinished(self) -> Sequence[KeptGame]:
        """Return the games with which this table can go on, newest first; none while one is played."""
        return self.keeper.unfinished() if self.keeper and not self._is_playing() else ()

    def sat_in(self, game_id: int) -> Collection[str]:
        """Return the visitors who had a seat in one of these."""
        return self.keeper.sat_in(game_id) if self.keeper else ()

    def go_on(self, game_id: int) -> str | None:
        """Go on with one of these, its people at their seats; the others stand up."""
        if self._is_playing():
            return _("A game is being played.")
        setup = self.keeper.go_on(game_id) if self.keeper else None
        if setup is None:
            return _("This game cannot go on.")
        self.offered = setup
        return None

    def _is_playing(self) -> bool:
        return self.visitors.is_played

    def step(self, elapsed_ms: float) -> None:
        """Let time pass for table, people and laptop."""
        players = self.table.virtual_players
        is_hurried = players.unhurried < 1 and self.has_own_time and players.is_waited_for
        is_skipping = is_hurried and players.unhurried == 0
        speed = self._quickened * (QUICK if is_hurried and not is_skipping else 1.0)
        self._owed_ms = min(self._owed_ms + elapsed_ms * speed, CATCH_UP_MS * speed)
        if is_skipping:
            self._owed_ms = max(self._owed_ms, SKIPPED_MS)
        passed_ms = 0
        self.mirror.log.names = tuple(self.visitors.names())
        if self._pace:
            self._pace.begin(elapsed_ms)
        while self._owed_ms >= TICK_MS and not (self._pace and self._pace.is_spent()):
            self._owed_ms -= TICK_MS
            passed_ms += TICK_MS
            self.table.step()
            # In small steps, so that neither end of the line times out.
            self.companion.step(TICK_MS)
            if is_skipping and not players.is_waited_for:
                self._owed_ms = 0.0
        if self._pace:
            self._pace.end(passed_ms)
        if not passed_ms:
            self.companion.step(0)
        self.visitors.note_game()
        self._note_deck()
        self.visitors.note_questions()
        self._end()
        self.questions.look()
        self.ask_next()
        if self.keeper:
            self.offered = self.keeper.resume_late() or self.offered
            self.keeper.keep()
        if self.own_lights:
            self.own_lights.step(elapsed_ms, self._levels)

    def _levels(self, layout: Layout) -> Levels:
        """Return the board's lights, or with fewer than all of them what a board shows that has only those."""
        if layout.more_at < 0 and not layout.has_field_lamps:
            return self.pixels()
        return self._painted.levels(self.mirror.view, self.mirror.log.now_ms, layout)

    def _note_deck(self) -> None:
        """Tell of the deck of a game that was begun by keys, or gone on with."""
        record = self.table.virtual_players.record
        if record and record.deck and record.game.CARDS:
            self._tell_deck(record.deck)

    def _tell_deck(self, deck: Deck) -> None:
        """Tell everybody, once and before the first card, to which deck this program has committed itself."""
        if deck not in self._told_of:
            words = deferred("The cards are dealt by this program. SHA-256 of the deck's seed: {}", deck.commitment)
            self.mirror.log.add("note", words)
            self._told_of.add(deck)

    def let_go(self) -> None:
        """Close everything but the line and the table."""
        super().let_go()
        if self.keeper:
            self.keeper.close()
        if self.own_lights:
            self.own_lights.close()

    def close(self) -> None:
        """Close line and table."""
        super().close()
        if not self._successor:
            self._line.close()
            self.table.close()

    @property
    def of_board(self) -> str:
        """How fast the board runs; "" in real time."""
        return self._pace.words() if self._pace else ""

    # ---- what everybody sees

    def pixels(self) -> tuple[bytes, bytes, bytes]:
        """Return the decoded colours: track, field (row by row), lamps."""
        hardware = self.table.hardware
        field = hardware.field.pixels
        ordered = [
            field[wiring.field_pixel(column, row)]
            for row in range(wiring.FIELD_ROWS)
            for column in range(wiring.FIELD_COLUMNS)
        ]
        return tuple(
            bytes(level for pixel in strip for level in pixel)
            for strip in (hardware.track.pixels, ordered, hardware.lamps.pixels)
        )  # type: ignore[return-value]

    def slots(self) -> Sequence[SlotView]:
        """Return the slots: the state that the board sends, and whether a card is in."""
        return [
            SlotView(SlotState(state), bool(body.cards))
            for state, body in zip(self.mirror.view.slots, self.table.bodies, strict=True)
        ]

    def seats(self) -> Sequence[SeatView]:
        """Return the seats."""
        views = []
        away, played_as = self.visitors.away(), self.visitors.played.names()
        for person, name in zip(self.table.virtual_players.people, self.visitors.names(), strict=True):
            taken = TakenBy.NOBODY if person.player is None else TakenBy.PERSON
            touched = (person.body.keys[0] > 0, person.body.keys[1] > 0, person.body.keys[2] > 0)
            taken = TakenBy.VISITOR if person.seat in self.visitors.seats.values() else taken
            is_away, played = person.seat in away, played_as[person.seat]
            about = person.seat, person.player, name, taken, touched
            views.append(SeatView(*about, is_away, person.is_holding, played))
        return views

    # ---- what visitors do

    def start(self, players: int, game: "Game | None" = None, options: tuple[int, ...] | None = None) -> str | None:
        """Ask the board to start a game, by default the offered one; seated visitors take part."""
        if self._is_playing():
            return _("A game is being played.")
        if not self.companion.connected:
            return _("The board is not connected yet.")
        self.visitors.make_ready()
        seated = [*self.visitors.seats.values(), *self.visitors.at_keys]
        if players < len(seated):
            return _(
                "Visitors seated: {}; players chosen: {}. Choose more players, or ask a visitor to stand up."
            ).format(len(seated), players)
        if (game or self.offered.game).CARDS:
            self._tell_deck(self.table.virtual_players.follower.next_deck)
        return self._begin(players, self._filled_up(seated, players), game, options)

    def line_up(self, visitor: str, players: int) -> list[Player]:
        """Return who would play; a visitor without a seat gets the one that `Commands.start` gives."""
        seated = seats = self.visitors.seats
        if visitor not in seated:
            free = self.visitors.around_the_table(players, seated.values())
            seats = seated | {visitor: free[0]} if free and len(seated) < players else seated
        names = self.visitors.names_of(seats)
        own = seats.get(visitor)
        if own is not None and (visitor not in seated or not names[own]):
            names[own] = _("you")
        playing = self._filled_up([*seats.values(), *self.visitors.at_keys], players)
        return [Player(seat, seats_in_words(names)[seat]) for seat in playing]

    def play_on(
        self, visitor: str, setup_text: str, seats: tuple[int, ...], actions: tuple[Action, ...], player: int
    ) -> str | None:
        """Let a visitor go on as a player after these actions of a game, against bots; return None, or why not."""
        if self._is_playing():
            return _("A game is being played.")
        if not self.companion.connected:
            return _("The board is not connected yet.")
        self.visitors.make_ready()
        setup = go_on_at_board(self.table, setup_text, seats, actions) if isinstance(self.table, VirtualTable) else None
        if setup is None:
            return _("This game cannot go on.")
        self.offered = setup
        self.visitors.stand(visitor)
        self.visitors.tell(deferred("{} plays on from a moment of another game.", self.visitors.called(visitor)))
        return self.visitors.sit(visitor, seats[player])

    def ask(self, visitor: str, verb: str, is_alone: bool) -> str | None:
        """Ask to "undo" or "abandon"; who may end the game alone does. The answer is logged.

        A card in the visitor's slot that is not played yet is what "undo" takes back.
        """
        lifting = [choice for choice in self.what_to_do(visitor).choices if choice.deed == Deed.LIFT]
        if verb == "undo" and lifting:
            return self.do(visitor, lifting[0])
        self.table.virtual_players.look_up()
        refusal = super().ask(visitor, verb, is_alone)
        if is_alone and not refusal:
            self.table.virtual_players.is_ended = True
            self.visitors.ends, self._again_ms = visitor, self.mirror.log.now_ms + AGAIN_MS
        return refusal

    def _end(self) -> None:
        """Ask the board again until the game is ended, which it refuses for a while after other questions."""
        log, visitor = self.mirror.log, self.visitors.ends
        self.table.virtual_players.is_ended = bool(visitor)
        if visitor and self.mirror.view.question is None and log.now_ms >= self._again_ms:
            self._again_ms = log.now_ms + AGAIN_MS
            super().ask(visitor, "abandon", True)

    def what_to_do(self, visitor: str) -> WhatToDo:
        """Return the visitor's choices, or what everybody is waiting for."""
        return self.visitors.what_to_do(visitor)

    def do(self, visitor: str, chosen: Choice) -> str | None:
        """Do one of the visitor's choices; refuse it if it is no longer possible."""
        return self.visitors.do(visitor, chosen)

    def _filled_up(self, taken: Collection[int], players: int) -> tuple[int, ...]:
        """Return the seats of a game: those of visitors, filled up with others around the table."""
        others = self.visitors.around_the_table(players, taken)
        return tuple(sorted([*taken, *others[: max(0, players - len(taken))]]))
