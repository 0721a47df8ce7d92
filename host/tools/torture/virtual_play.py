"""An evening at the virtual table. In simulated time: the same evening repeats to the last bit."""

from random import Random

from host.tools.torture.evening import Evening
from host.tools.torture.failing_flash import FailingFlash, flip_bits
from host.tools.torture.found import Tally
from host.tools.torture.record_check import RecordCheck
from host.tools.torture.table_play import SECOND_MS, TablePlay
from tavolo_host.board.companion import Companion
from tavolo_host.board.serial_port import PortError
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.flash import PowerCut
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.virtual_source import VirtualSource
from tests.link.link_support import CableEnd
from tests.sources.source_support import Line
from tests.table.evening import WAKING_MS

LONGEST_MS = 20 * 60 * 1000  # to the end of a game
VISITOR = "ada"


class VirtualPlay(TablePlay):
    """A virtual table with people, a laptop and a visitor."""

    kinds: tuple[str, ...] = (
        *("line damaged", "cable pulled", "foreign bytes", "laptop killed", "port unread"),
        *("noise", "chip lost", "bus held", "bus flips", "drift", "pads touched", "two cards"),
        *("wrong moment", "clicks", "questions"),
        *("power cut", "power cut in flash", "flash fails", "flash flips"),
    )

    def __init__(self, evening: Evening, tally: Tally) -> None:
        self.line = Line()
        super().__init__(evening, tally, VirtualTable(evening.random("table"), self.line.board))
        self.source = VirtualSource(self.table, self.setup, self.line)
        self.journal_flash = self.table.hardware.journal_flash
        self.flash = FailingFlash(self.journal_flash, evening.random("flash"))
        self.record_check = RecordCheck(self.table, self.witness, tally)
        self._is_out = False

    def pass_time(self) -> None:
        try:
            if self.is_unread:
                self.table.step()
            else:
                self.source.step(TICK_MS)
        except PowerCut:
            self.cut_power(None, 0.0)
        self.look()

    def look(self) -> None:
        """Let the witness look at hands, and compare the board's record."""
        self.witness.look(TICK_MS)
        self.record_check.look()

    def close(self) -> None:
        super().close()
        self.source.close()

    @property
    def companion(self) -> Companion:
        """The laptop, which the page's source has."""
        return self.source.companion

    @companion.setter
    def companion(self, companion: Companion) -> None:
        self.source.companion = companion

    # ---- the game

    def wake(self) -> None:
        self.kill_laptop()  # so that its port knows of unplugged cables
        self.run_ms(WAKING_MS)
        self.calm()
        self.seat_visitor(self.random)

    def start_game(self) -> None:
        self.source.start(self.setup.players, self.setup.game, self.setup.options)

    def seat_visitor(self, random: Random) -> None:
        """Let the visitor take a seat, or none."""
        self.source.visitors.stand(VISITOR)
        if random.random() < 0.8:
            playing = self.mirror.seats or range(8)
            self.source.visitors.sit(VISITOR, random.choice(playing))

    def put_right(self) -> None:
        super().put_right()
        self.journal_flash.cut_at = None
        for key in range(3):
            self.source.visitors.key(VISITOR, key, False)
        # ◀ and ✓ were held at power-on; people who see a dark table switch it off and on.
        if self.table.is_at_the_prompt:
            self.cut_power(None, 0.0)

    def is_mirror_right(self) -> bool:
        referee, mirror = self.table.board.referee, self.mirror
        if referee.play is None or mirror.record is None:
            return referee.play is None or referee.replay is not None
        public = mirror.record.game.public
        return list(mirror.actions) == [public(action) for action in referee.play.record.actions]

    def do_what_is_offered(self) -> None:
        what = self.source.what_to_do(VISITOR)
        if what.choices:
            self.source.do(VISITOR, self.random.choice(what.choices))
        elif what.state == State.CHOOSE:  # nothing in the hand can be played
            self.source.ask(VISITOR, "undo", False)

    def finish(self) -> None:
        """Play to the end of a game; some are long, and everybody may agree to abandon it."""
        self.begin()
        began_ms = self.witness.now_ms
        while not self.mirror.result:
            self.goes_on()
            if self.mirror.record is None or self.witness.now_ms - began_ms > LONGEST_MS:
                return
        self.tally.games += 1
        self.run_ms(SECOND_MS)
        self.check()

    # ---- faults

    def pull_cable(self, is_out: bool) -> None:
        """Unplug the cable, or plug it in again."""
        self._is_out = is_out
        if is_out:
            self.line.pull()

    def open_port(self, url: str) -> CableEnd:
        if self._is_out:
            raise PortError("No board is plugged in.")
        return self.line.open(url)

    def cut_power(self, in_operation: int | None, share: float) -> None:
        """Cut the power now, or in a coming flash operation (0 is the next), after a share of its time."""
        if in_operation is None:
            self.record_check.cut_power()
        else:
            self.journal_flash.cut_at = self.journal_flash.operations + in_operation

    def fail_flash(self, odds: float) -> None:
        """Let programming and erasing fail with these odds."""
        self.flash.odds = odds
        if odds:
            self.record_check.is_flash_healthy = False

    def flip_bits(self, random: Random, count: int) -> None:
        """Flip bits of the journal; with a count of 0, wipe whole sectors."""
        self.record_check.is_flash_healthy = False
        flip_bits(self.journal_flash.content, random, count)

    def ask(self, what: str) -> None:
        """Let the laptop ask for "undo" or "abandon"."""
        self.source.ask(VISITOR, what, False)

    def click(self, random: Random) -> None:
        """Let a visitor to the page do anything."""
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
