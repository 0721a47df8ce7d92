"""A board that plays a real game and tells lies between: for tests of what a laptop makes of them.

Its lies are messages of every kind that a board has, made from the table of the messages itself: such as the protocol
allows, such as it nearly allows, and some that are likely to be believed, with the numbers of a real game in them.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from tavolo.games import load, names, setup_from_text
from tavolo.lights.canvas import FIELD_PIXELS
from tavolo.link.channel import Channel
from tavolo.link.codecs import HEX
from tavolo.link.frames import LONGEST_PAYLOAD
from tavolo.link.messages import BOARD, InvalidMessage, encode, fields_of, is_from, kinds
from tavolo.link.telemetry import LAPTOP
from tavolo.rules.record import Record
from tavolo.wiring import LAMPS, TRACK_PIXELS
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port, PortState
from tavolo_host.display.ending.end_panel import end_html
from tavolo_host.display.live.faults import faults_html, faults_of, meaning_of_red
from tavolo_host.display.live.page import LOOK_MS
from tavolo_host.display.model.playback import Playback
from tavolo_host.display.parts.moment import Moment
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.sources.board_source import WatchSource
from tavolo_host.texts import common
from tavolo_host.texts.language import speaking
from tests.link.any_message import any_value
from tests.link.link_support import Cable, identity
from tests.rules.play import play_on
from tests.rules.support import Numbers
from tests.table.sealed_evening import page_of

TICK_MS = 10
TICKS = 4  # that a message takes on its way, and what is answered
KINDS = sorted(kind for kind in kinds() if is_from(BOARD, kind))
CODES = sorted({code for name in names() for code in part_of(name).TEMPLATES} | set(common.TEMPLATES))
VERBS = 12
GAMES = sorted({(name, players) for name in names() for players in load(name).SEATS})


class LyingBoard:
    """A board at one end of a cable, and a page that watches it at the other; the game is the first that it tells."""

    def __init__(self, game_name: str = "david-goliath", players: int = 3) -> None:
        self.setup = setup_from_text(f"{game_name} players={players} table")
        dealt = Record(setup_from_text(f"{game_name} players={players} dealt"))
        play_on(dealt, Numbers(players))
        self.script = [dealt.game.public(action) for action in dealt.actions]
        self.seats = tuple(range(players))
        self._playback, self._now_ms = Playback(), 0.0
        self.connect()

    def connect(self) -> None:
        """Plug a laptop in that knows nothing yet, and tell it the game from its start."""
        self._cable = Cable(limit=1 << 20)
        self.channel = Channel(self._cable.board)
        port = Port("cable:", opener=self._cable.open, first_session=0x1234)  # type: ignore[arg-type]
        self.companion = Companion(port)
        self.source = WatchSource(self.companion)
        self.record = Record(self.setup)
        self._is_told = False
        self.run(TICKS)
        self.truth()

    def run(self, ticks: int = TICKS) -> None:
        """Let both ends work; the board greets who greets it, and tells all to who asks."""
        for _ in range(ticks):
            for kind, _payload in self.channel.step(TICK_MS):
                if kind == "hello":
                    self.channel.send("hello", encode("hello", identity().pairs()))
                elif kind == "resync":
                    self._is_told = False
            self.source.step(TICK_MS)

    def says(self, kind: str, payload: str) -> None:
        """Have the board say something."""
        self.channel.send(kind, payload)
        self.run()

    def truth(self) -> None:
        """Have the board say what is true: all of the game, or what comes next in it."""
        if not self._is_told:
            self._is_told = True
            self.channel.send("start", encode("start", len(self.record.actions), self.seats, self.setup.text()))
            for index, action in enumerate(self.record.actions):
                self.says("past", encode("past", index, (action,)))
            self.says("whole", encode("whole", len(self.record.actions), self.record.digest(), self.record.takebacks))
            return
        index = len(self.record.actions)
        if index == len(self.script):
            self.record = Record(self.setup)
            self._is_told = False
            self.truth()
            return
        self.record.apply(self.script[index])
        self.says("act", encode("act", index, self.record.digest(), self.script[index]))

    def prints(self, data: bytes) -> None:
        """Have the board print what is no message."""
        self._cable.board.write(data)
        self.run()

    def step(self, random: Random) -> None:
        """Tell the truth, mostly a lie, or be asked; after the end of all talk a new laptop is plugged in."""
        if self.companion.port.state is PortState.REFUSED:
            self.connect()
        what = random.randrange(8)
        if what == 0:
            for _ in range(random.choice((1, 1, 2, 3, 20, 200))):
                self.truth()
                if len(self.record.actions) == len(self.script):
                    break
        elif what == 1:
            self.companion.ask(*random.choice((("undo", random.randrange(9), LAPTOP), ("abandon", LAPTOP))))
            self.run()
        elif what == 2:
            prints = (random.randbytes(200), b"~" * 400 + b"\n", b"Traceback (most recent call last):\r\n")
            self.prints(random.choice(prints))
        else:
            self.says(*self.lie(random))

    def lie(self, random: Random) -> tuple[str, str]:
        """A message of any kind, bent now and then, and its payload."""
        kind = random.choice((*KINDS, "note", "act", "lobby", "over", "start"))
        values = [self._likely(field, random) for field in fields_of(kind)[:-1]]
        payload = " ".join("1" for _ in values)
        with suppress(InvalidMessage):  # too long for a line
            payload = encode(kind, *values)
        if random.random() < 0.3:
            payload = random.choice(BENDS)(payload, random.randrange(len(payload) + 1))[:LONGEST_PAYLOAD]
        return (kind if random.random() < 0.9 else random.choice(("", "dance", "~m", "a|b*", "\x7f"))), payload

    def _likely(self, field: tuple[Any, ...], random: Random) -> Any:
        """A value that a field may have, preferably one that is likely to be believed."""
        name, form = field[:2]
        numbers = [random.randint(-1, 12) for _ in range(random.randrange(7))]
        likely: list[Any] = [any_value(field, random)]
        if name == "action":
            likely += [random.choice(self.script), (random.randrange(VERBS), *numbers[:4])]
        elif name in ("reason", "outcome"):
            likely += [(random.choice(CODES), *numbers)] * 2
        elif name == "setup":
            likely += [self.setup.text()]
        elif form == HEX:
            likely += [self.record.digest() % 16 ** field[2]]
        elif isinstance(likely[0], int):
            likely += [min(max(field[2], len(self.record.actions) + random.randint(-1, 1)), field[3])]
        return random.choice(likely)

    def look(self) -> None:
        """Have all be made that a page shows; UnicodeEncodeError for what could not be sent to a browser."""
        self._now_ms += LOOK_MS
        behind = self._playback.follow(self.source.mirror, None, self._now_ms)
        for language in ("en", "it"):
            with speaking(language):
                looks(self.source, behind).encode()


BENDS: tuple[Callable[[str, int], str], ...] = (
    lambda text, place: text[:place] + text[place + 1 :],
    lambda text, place: text[:place] + "9" * 20 + text[place:],
    lambda text, place: text[:place] + "-" + text[place:],
    lambda text, place: text[:place] + " " + text[place:],
    lambda text, place: text[:place] + "," + text[place:],
    lambda text, place: text[:place],
)


def looks(source: WatchSource, behind: Any) -> str:
    """What a page shows of a source, in all its panels, of which some may be behind."""
    moment = replace(Moment.of(source, "visitor"), behind=behind)
    mirror, display = moment.mirror, moment.display
    lengths = [len(strip) for strip in moment.lights]  # in bytes
    assert lengths == [3 * count for count in (TRACK_PIXELS, FIELD_PIXELS, LAMPS)], "a strip has another length"
    shown: list[Any] = [page_of(source, "visitor", behind), moment.what]
    shown.append(faults_html(faults_of(mirror, moment.slots, moment.names)))
    shown += [red.sentence for seat in range(8) if (red := meaning_of_red(mirror.log, seat))]
    if display is not None and mirror.game is not None:
        shown += display.about(mirror)
        if mirror.result:
            shown.append(end_html(mirror, display, moment.players))
    return "\n".join(map(str, shown))
