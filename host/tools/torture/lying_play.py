"""An evening with a board that lies: during its game it sends messages that are well-formed and wrong.

The laptop believes a lie until a digest contradicts it, and may show nonsense until then. But nothing may end the
laptop, and once the board tells the truth again, the laptop has the truth.
"""

from random import Random

from host.tools.torture.evening import Evening
from host.tools.torture.found import WRONG, Found, Tally
from host.tools.torture.play import Play
from tavolo.link.channel import Channel
from tavolo.link.messages import BOARD, InvalidMessage, encode, fields_of, is_from, kinds
from tavolo.link.publisher import Publisher
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.board_source import WatchSource
from tests.link.any_message import any_value
from tests.link.link_support import Cable, identity
from tests.rules.play import played_out
from tests.rules.support import Numbers
from tests.table.sealed_evening import page_of

KINDS = [kind for kind in kinds() if is_from(BOARD, kind)]
ACTING_MS = (5, 40, 300)  # from one action of the board to the next
LOOK_TICKS = 8  # between two looks at the page
HEARING_MS = 2000


class LyingPlay(Play):
    """A board that plays a scripted game and lies in between; beside it a laptop with a page."""

    kinds: tuple[str, ...] = ("lies",)
    storms, storm_ms, pause_ms = 12, (100, 3000), (5, 300)
    back_ms = 20_000

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally)
        self.cable = Cable()
        self.channel = Channel(self.cable.board)
        self.publisher = Publisher(self.channel, identity())
        game, players, options = self.setup.game, self.setup.players, self.setup.options
        dealt = played_out(Setup(game, players, options, dealt=True), Numbers(evening.number))
        self.script = [game.public(action) for action in dealt.actions]
        self.seats = tuple(sorted(self.random.sample(range(8), players)))
        self.record = Record(Setup(game, players, options))
        self._now_ms = self._next_ms = 0
        session = self.random.randrange(1, 0xFFFFFFFF)
        self.source = WatchSource(Companion(Port("cable", opener=self.cable.open, first_session=session)))

    def wake(self) -> None:
        self.publisher.started(self.record, self.seats)

    def pass_time(self) -> None:
        self._now_ms += TICK_MS
        if self.is_stormy and self._now_ms >= self._next_ms:
            self._next_ms = self._now_ms + self.random.choice(ACTING_MS)
            self._act()
        self.publisher.step(TICK_MS)
        self.source.step(TICK_MS)
        if self._now_ms % (LOOK_TICKS * TICK_MS) == 0:
            page_of(self.source, "eve")

    def _act(self) -> None:
        """Apply the next action of the script, or undo some."""
        record = self.record
        if len(record.actions) == len(self.script) or (record.actions and self.random.random() < 0.05):
            record.undo(self.random.randrange(len(record.actions)))
            self.publisher.undone(record)
            return
        action = self.script[len(record.actions)]
        record.apply(action)
        self.publisher.acted(record, action)
        self.tally.accepted += 1

    def lie(self, random: Random) -> None:
        """Send a message that is well-formed and wrong."""
        kind = random.choice(KINDS)
        try:
            payload = encode(kind, *[any_value(field, random) for field in fields_of(kind)[:-1]])
        except InvalidMessage:  # too long for a line
            return
        self.channel.send(kind, payload)

    def put_right(self) -> None:
        """Unplug the cable; the laptop plugs it in again."""
        super().put_right()
        self.run_ms(HEARING_MS)
        self.cable.pull()
        self.run_ms(HEARING_MS)

    def is_clear(self) -> bool:
        return self.source.mirror.in_step is True

    def check(self) -> None:
        mirror = self.source.mirror
        if (list(mirror.actions), mirror.seats) != (list(self.record.actions), self.seats):
            raise Found(WRONG, f"The laptop does not have the truth: {self.last_words()}")

    def finish(self) -> None:
        self.tally.games += 1

    def last_words(self) -> str:
        return f"{self.source.mirror.status} {len(self.record.actions)}"
