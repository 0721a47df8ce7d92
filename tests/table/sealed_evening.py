"""For tests of secret choices: a course of a game played at a virtual table, and all that leaves the table.

It is played from a position on, by players with cards and keys, until the tick of the reveal.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any
from zlib import crc32

from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.seat.states import TAKE
from tavolo_host.board.companion import Companion
from tavolo_host.display.live.faults import status_html
from tavolo_host.display.live.header import turn_html
from tavolo_host.display.live.log_panel import log_html
from tavolo_host.display.live.table_picture import seat_looks
from tavolo_host.display.parts.moment import Moment
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.table import VirtualTable
from tavolo_host.players.thinking import Engine
from tavolo_host.simulator.body import WAY_IN_MM, Body, Movement
from tavolo_host.simulator.flash import NorFlash
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.phone_source import PhoneSource
from tavolo_host.sources.virtual_source import VirtualSource
from tests.sources.source_support import Line
from tests.table.evening import BRISK, WAKING_MS, resume_game, stack
from tests.table.sealed_course import Course

CHANNELS = ("link", "to board", "track", "field", "lamps", "flash", "page")
LOOK_TICKS = 16  # of the table, between two looks of a page: its LOOK_MS
SETTLING_MS = 1500  # until the laptop has the position from which play goes on
LONGEST_MS = 180_000
LINGERING_MS = 150  # of a card that is nearly in, or nearly out
NEARLY_IN, NEARLY_OUT = WAY_IN_MM.index(5.0), len(WAY_IN_MM) - 2  # moments of these movements
TRYING_MS = 700  # how long a card lies in the slot that is taken out again

Action = tuple[int, ...]
Trace = dict[str, list[tuple[int, Any]]]
Leak = Callable[["SealedEvening"], None]


class Script:
    """Makes the decisions of a list, each when its player is asked, and again if nothing happened; the others wait."""

    def __init__(self, game: Any, actions: list[Action]) -> None:
        self._actions = [action for action in actions if game.actor(action) != CHANCE]
        self._done = 0

    def follow(self, done: list[Action]) -> None:
        """Note all actions; undone ones are not repeated."""
        for action in done[self._done :]:
            if action in self._actions:
                self._actions.remove(action)
        self._done = len(done)

    def unasked(self, game: Any, position: Any) -> Action:
        """The next decision, if nobody waits for its player."""
        is_unasked = self._actions and game.actor(self._actions[0]) in game.may_act(position)
        return self._actions[0] if is_unasked else ()

    def choose(self, game: Any, known: Any, player: int, random: Random) -> Action:
        return self._actions[0] if self._actions and game.actor(self._actions[0]) == player else ()


class SealedEvening:
    """A table at which a course is played, and a page that watches: `trace` has what each channel carried, and when."""

    SETTINGS = b""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.game = course.setup.game
        self.line = Line()
        table_play = Setup(self.game, course.setup.players, course.setup.options)
        self.table = VirtualTable(Random(31), self.line.board, self.SETTINGS)
        self.source = self.opened(table_play)
        self.trace: Trace = {channel: [] for channel in CHANNELS}
        self._passes = 0
        self._run_ms(WAKING_MS)
        self._resume_game(table_play)
        self._run_ms(SETTLING_MS)

    def opened(self, setup: Setup) -> VirtualSource:
        """The laptop's page of this table."""
        return VirtualSource(self.table, setup, self.line)

    @property
    def board(self) -> Any:
        return self.table.board

    @property
    def players(self) -> VirtualPlayers:
        """Who plays here; those at the board's slots, or by phone."""
        return self.source.table.virtual_players

    @property
    def position(self) -> Any:
        """The position as the players know it, all of it."""
        record = self.players.record
        assert record is not None
        return record.position

    def secret(self) -> int:
        """The last card that the player with the secret has sealed, as the board knows it, or NO_CARD."""
        cards = [self.game.action_card(action) for action in self.decisions()]
        return next((card for card in reversed(cards) if card != NO_CARD), NO_CARD)

    def decisions(self) -> list[Action]:
        """The actions of the player with the secret at this table."""
        actions = list(self.board.referee.play.record.actions)[len(self.course.past) :]
        return [action for action in actions if self.game.actor(action) == self.course.player]

    def _resume_game(self, setup: Setup) -> None:
        """Put board and players into the position after the past."""
        virtual_players = self.players
        resume_game(self.board, virtual_players, setup, self.course.past)
        virtual_players.unhurried = BRISK
        script = self.course.script
        stack(virtual_players.record, [action for action in script if self.game.actor(action) == CHANCE])
        virtual_players.engine = Engine(lambda *_: ())
        if self.course.is_seen_by_eve:
            onlooker = virtual_players.follower.seats[self.course.player - 1]
            self.source.visitors.sit("eve", onlooker)
            # So that the script moves those hands: eve looks over the shoulder.
            virtual_players.people[onlooker].is_visitor = False

    def play(self) -> Trace:
        """Play the course; return what left the table until the reveal."""
        self._listen()
        self._try(self.source.table.bodies[self.players.follower.seats[self.course.player]])
        script = Script(self.game, self.course.script)
        self.players.engine = Engine(script.choose)
        for _ in range(LONGEST_MS // TICK_MS):
            began_us = self.table.clock.now_us
            self._step()
            record = self.players.record
            script.follow(record.actions[len(self.course.past) :] if record else [])
            self._do_unasked(script)
            if self.course.is_over(self._new_actions()):
                return self._until(began_us)
        raise AssertionError("there was no reveal in all that time")

    def _do_unasked(self, script: Script) -> None:
        """Make an unawaited decision of a player who has chosen, as visitors may."""
        virtual_players = self.players
        action = script.unasked(self.game, self.position) if virtual_players.record else ()
        if action:
            seat = virtual_players.follower.seats[self.game.actor(action)]
            if virtual_players.people[seat].intended is None and not virtual_players.people[seat].body.is_moving():
                virtual_players.people[seat].intend(action)

    def _try(self, body: Body) -> None:
        """Insert the card that is tried, if any, and take it out again."""
        if not self.course.tried:
            return
        # By phone a card is in the slot, or out of it, in the moment in which its player wants that.
        lingering_ms = LINGERING_MS if self.course.lingers and not self.SETTINGS else 0
        body.do(with_a_halt(body.put_in(self.course.tried), NEARLY_IN, lingering_ms))
        body.do(body.wait(TRYING_MS - lingering_ms))
        if self.course.is_tried_to_be_sealed:
            body.do(body.press(TAKE))
        body.do(body.wait(TRYING_MS - lingering_ms))
        body.do(with_a_halt(body.take_out(), NEARLY_OUT, lingering_ms))

    def _new_actions(self) -> list[Action]:
        return list(self.board.referee.play.record.actions)[len(self.course.past) :]

    def _until(self, time_us: int) -> Trace:
        hardware = self.table.hardware
        for wire in (hardware.track, hardware.field, hardware.lamps):
            assert wire.frames, "looked at, so that the last frame is latched"
        return {name: [entry for entry in told if entry[0] <= time_us] for name, told in self.trace.items()}

    def _run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // TICK_MS):
            self._step()

    def _step(self) -> None:
        self.source.step(float(TICK_MS))
        self._passes += 1
        if self._passes % LOOK_TICKS == 0:
            for visitor in ("", "eve"):
                self._tell("page", page_of(self.source, visitor))

    def _tell(self, channel: str, content: Any, time_us: int = -1) -> None:
        self.trace[channel].append((self.table.clock.now_us if time_us < 0 else time_us, content))

    def _listen(self) -> None:
        cable_end = self.line.board
        write = cable_end.write

        def heard(data: bytes) -> int:
            taken = write(data)
            self._tell("link", bytes(data[:taken]))
            return taken

        cable_end.write = heard  # type: ignore[method-assign]
        send = self.source.companion.port.send

        def sent(kind: str, *values: Any) -> bool:
            is_sent = send(kind, *values)
            told = values[:2] if kind == "hand" else values  # whose width does not depend on the card, see messages
            self._tell("to board", (kind, told, is_sent))
            return is_sent

        self.source.companion.port.send = sent  # type: ignore[method-assign]
        for flash in (self.table.hardware.journal_flash, self.table.hardware.crashes):
            self._listen_to(flash)
        for name in ("track", "field", "lamps"):
            wire = getattr(self.table.hardware, name)
            wire._listener = lambda start, bits, name=name: self._tell(name, bits, start)
        for told in self.trace.values():
            told.clear()

    def _listen_to(self, flash: NorFlash) -> None:
        program, erase = flash.program, flash.erase

        def programmed(address: int, page: bytes) -> None:
            self._tell("flash", (address, bytes(page)))
            program(address, page)
            self._tell("flash", crc32(flash.content))

        def erased(sector: int) -> None:
            self._tell("flash", sector)
            erase(sector)

        flash.program, flash.erase = programmed, erased  # type: ignore[method-assign, assignment]


class PhoneEvening(SealedEvening):
    """The same at a board without slots: people hold their hands at the page, and the laptop tells what they play."""

    SETTINGS = b"seats = none\nphones = all"

    def opened(self, setup: Setup) -> PhoneSource:
        companion = Companion(self.line.url)
        while not companion.connected:
            self.table.step()
            companion.step(TICK_MS)
        source = PhoneSource(companion, Random(31))
        source.offered = setup
        step = source.table.step

        def step_both() -> None:
            self.table.step()
            step()

        source.table.step = step_both
        return source


def page_of(source: Any, visitor: str, behind: Any = None) -> str:
    """All that `Page.look` sends to a visitor's browser, whose board and log may be behind."""
    moment = replace(Moment.of(source, visitor), behind=behind)
    mirror, display, own, players = moment.mirror, moment.display, moment.own, moment.players
    parts = [str(moment.lights), str(seat_looks(moment)), turn_html(moment.awaited, own), str(moment.what)]
    parts += [status_html(mirror, moment.of_board), log_html(moment.log, moment.names)]
    if display is not None:
        parts += [display.panel(moment.shown, players), display.headline(mirror)]
    if own is not None:
        parts.append(str(own))
        if display is not None and own.seat in mirror.seats:
            player = list(mirror.seats).index(own.seat)
            parts.append(str(sorted(display.advised(mirror, player, own.hand))))
    return "\n".join(parts)


def with_a_halt(movement: Movement, at: int, halt_ms: int) -> Movement:
    """A movement that pauses at one of its moments."""
    for number, moment_ms in enumerate(movement):
        yield moment_ms + (halt_ms if number == at else 0)


def trace_of(course: Course, leak: Leak | None = None, at: type[SealedEvening] = SealedEvening) -> Trace:
    """Play a course at a table, with a leak planted in it or none; what left the table until the reveal."""
    evening = at(course)
    if leak is not None:
        leak(evening)
    return evening.play()


def channels_that_differ(one: Trace, other: Trace) -> list[str]:
    return [channel for channel in CHANNELS if one[channel] != other[channel]]
