"""An evening at the virtual table: storms, in which everything goes wrong, and calms, in which people look and play on.

In simulated time: the same evening repeats to the last bit. In each calm everything has to be right again: laptop and
board agree, hands hold what the record says, and the game goes on.
"""

from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from host.tools.torture.evenings import Evening
from host.tools.torture.failing_flash import FailingFlash, flip_bits
from host.tools.torture.faults import FAULTS
from host.tools.torture.found import STUCK, WRONG, Tally
from host.tools.torture.record_check import RecordCheck
from host.tools.torture.ticks import SECOND_MS, TableTorture
from tavolo.rules.contract import TABLE
from tavolo_host.board.companion import Companion
from tavolo_host.board.mirror import Mirror
from tavolo_host.board.serial_port import PortError
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.people import hands, person
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.flash import PowerCut
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.virtual_source import VirtualSource
from tests.link.link_support import CableEnd
from tests.sources.source_support import Line
from tests.table.evening import WAKING_MS

STORM_MS = (3000, 30_000)
STORMS = 6  # in an evening, unless its game ends earlier
BACK_MS = 30_000  # within which laptop and board agree again
AGREEING_MS = 5000  # within which hands hold what the record says
STILL_MS = 75_000  # within which a game goes on if a visitor does what is offered: a question lapses after a minute
LONGEST_MS = 20 * 60 * 1000  # to the end of a game
VISITOR = "ada"


@contextmanager
def brisk():
    """Let people think briefly; their hands move as usual."""
    with patch.object(person, "THINKING_MS", (20, 300)), patch.object(hands, "SHOWN_MS", 100):
        yield


class VirtualTorture(TableTorture):
    """A virtual table with people, a laptop and a visitor."""

    def __init__(self, evening: Evening, tally: Tally) -> None:
        self.line = Line()
        super().__init__(evening, tally, VirtualTable(evening.random("table"), self.line.board), FAULTS)
        self.source = VirtualSource(self.table, self.setup, self.line)
        self.flash = FailingFlash(self.table.hardware.journal_flash, evening.random("flash"))
        self.record_check = RecordCheck(self.table, self.witness, tally)
        self._is_out = False
        self._board_step = self.table.step
        self.table.step = self._step_table

    # ---- time

    def _step_table(self) -> None:
        if self.is_stormy:
            self._storm.step(TICK_MS)
        board = self.table.board
        try:
            self._board_step()
        except PowerCut:
            self.cut_power(None, 0.0)
            board = self.table.board
        if self.table.board is not board:
            self.record_check.board_changed()
        self.witness.look(TICK_MS)
        self.record_check.look()

    def step(self) -> None:
        self.tally.simulated_s += TICK_MS / 1000
        if self._is_unread:
            self.table.step()
        else:
            self.source.step(TICK_MS)

    @property
    def companion(self) -> Companion:  # type: ignore[override]
        return self.source.companion

    def last_words(self) -> str:  # type: ignore[override]
        own = self.source.visitors.own(VISITOR)
        return super().last_words(own and own.seat)

    # ---- faults

    def set_line_odds(self, odds: float) -> None:
        self.line.damage = self.new_damage(odds)

    def pull_cable(self, is_out: bool) -> None:
        self._is_out = is_out
        if is_out:
            self.line.pull()

    def _open(self, url: str) -> CableEnd:
        if self._is_out:
            raise PortError("No board is plugged in.")
        return self.line.open(url)

    def say_on_line(self, data: bytes, to_board: bool) -> None:
        end = self.line.board if to_board else self.line.end_of_laptop
        if end is not None:
            end.unread += data

    def kill_laptop(self) -> None:
        self.line.pull()
        self.source.companion = self.new_laptop()
        self.table.virtual_players.follower.laptop = self.source.companion.mirror

    def cut_power(self, in_operation: int | None, share: float) -> None:
        flash = self.table.hardware.journal_flash
        if in_operation is not None:
            flash.cut_at = flash.operations + in_operation
            return
        self.record_check.power_goes()
        self.table.power_cycle()
        self.record_check.board_changed()

    def fail_flash(self, odds: float) -> None:
        self.flash.odds = odds
        if odds:
            self.record_check.is_flash_healthy = False

    def flip_bits(self, random: Random, count: int) -> None:
        self.record_check.is_flash_healthy = False
        flip_bits(self.table.hardware.journal_flash.content, random, count)

    def ask(self, what: str) -> None:
        self.source.ask(VISITOR, what, False)

    def click(self, random: Random) -> None:
        source = self.source
        choices, own = source.what_to_do(VISITOR).choices, source.visitors.own(VISITOR)
        kind = random.random()
        if kind < 0.6 and choices:
            source.do(VISITOR, random.choice(choices))
        elif kind < 0.75 and own and own.hand:
            source.visitors.play(VISITOR, random.choice(own.hand))
        elif kind < 0.85:
            source.visitors.lift(VISITOR)
        elif own:
            source.visitors.key(VISITOR, random.randrange(3), random.random() < 0.5)
        if random.random() < 0.05:
            self.seat_visitor(random)

    # ---- the evening

    def play(self) -> None:
        self.kill_laptop()  # so that its port knows of unplugged cables
        self.run_ms(WAKING_MS)
        self.calm()
        self.seat_visitor(self.random)
        for _ in range(STORMS):
            self.begin()
            self.storm(self.random.randrange(*STORM_MS))
            self.calm()
        self.begin()
        self.play_to_the_end()

    def seat_visitor(self, random: Random) -> None:
        self.source.visitors.stand(VISITOR)
        if random.random() < 0.8:
            playing = self.mirror.seats or range(8)
            self.source.visitors.sit(VISITOR, random.choice(playing))

    def start_game(self) -> None:
        self.source.start(self.setup.players, self.setup.game, self.setup.options)

    def calm(self) -> None:
        """Undo all faults, and check that everything is as it should be."""
        self._storm.heal()
        self.table.hardware.journal_flash.cut_at = None
        for key in range(3):
            self.source.visitors.key(VISITOR, key, False)
        # ◀ and ✓ were held at power-on; people who see a dark table switch it off and on.
        if self.table.is_at_the_prompt:
            self.cut_power(None, 0.0)
        self.run_until(self.is_clear, BACK_MS, STUCK, "Laptop and board do not come into step.")
        self.check()
        self.goes_on(STILL_MS)

    def do_what_is_offered(self) -> None:
        what = self.source.what_to_do(VISITOR)
        if what.choices:
            self.source.do(VISITOR, self.random.choice(what.choices))
        elif what.state == State.CHOOSE:  # nothing in the hand can be played
            self.source.ask(VISITOR, "undo", False)

    def play_to_the_end(self) -> None:
        began_ms = self.witness.now_ms
        while not self.mirror.result:
            self.goes_on(STILL_MS)
            if self.mirror.record is None:
                return  # everybody agreed to abandon it
            if self.witness.now_ms - began_ms > LONGEST_MS:
                return  # some games are long
        self.tally.games += 1
        self.run_ms(SECOND_MS)
        self.check()

    # ---- checks

    def check(self) -> None:
        """Check that hands and laptop soon have what the board's record has."""
        mirror, virtual_players = self.mirror, self.table.virtual_players
        sentence = "Hands do not hold what the record says."
        self.run_until(lambda: are_hands_right(mirror, virtual_players), AGREEING_MS, WRONG, sentence)
        sentence = "The laptop says that it is in step, and is not."
        self.run_until(lambda: is_mirror_right(mirror, self.table.board.referee), AGREEING_MS, WRONG, sentence)


def are_hands_right(mirror: Mirror, virtual_players: Any) -> bool:
    if mirror.record is None or virtual_players.record is None:
        return mirror.record is virtual_players.record or not mirror.in_step or bool(mirror.result)
    game = mirror.record.game
    if virtual_players.record.game is not game:
        return False
    theirs, ours = game.view(virtual_players.record.position, TABLE), game.view(mirror.record.position, TABLE)
    return bool(game.position_text(theirs) == game.position_text(ours))


def is_mirror_right(mirror: Mirror, referee: Any) -> bool:
    play = referee.play
    if play is None or mirror.record is None:
        return play is None or referee.replay is not None
    public = mirror.record.game.public
    return list(mirror.actions) == [public(action) for action in play.record.actions]


def play(evening: Evening, tally: Tally) -> None:
    """Play an evening at the virtual table; raises Found, and any exception of board or page."""
    with brisk():
        torture = VirtualTorture(evening, tally)
        try:
            torture.play()
        finally:
            torture.end()
            torture.source.close()
