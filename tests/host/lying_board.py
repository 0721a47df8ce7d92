"""A board that plays a real game and tells lies between: for tests of what a laptop makes of them.

Its lies are messages of every kind that a board has, made from the table of the messages itself: such as the protocol
allows, such as it nearly allows, and some that are likely to be believed, with the numbers of a real game in them.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tavolo.games import load, names, setup_from_text
from tavolo.link.channel import Channel
from tavolo.link.forms import CHOICE, HEX, NUMBERS, PAIRS, PAST, TEXT, WHOLE
from tavolo.link.frames import LONGEST_PAYLOAD
from tavolo.link.messages import BOARD, Unfit, encode, fields_of, is_from, kinds
from tavolo.rules.record import Record
from tavolo_host.companion import Companion
from tavolo_host.display.course import course_of
from tavolo_host.display.end_panel import end_html
from tavolo_host.display.faults import faults_html, faults_of, meaning_of_red
from tavolo_host.display.panels import log_html, players_of, status_html, turn_html
from tavolo_host.display.table_picture import seat_looks
from tavolo_host.display.words import speaking
from tavolo_host.game_parts import display_of, part_of
from tavolo_host.port import Port, PortState
from tavolo_host.watch import WatchSource
from tavolo_host.words import common
from tests.link.link_support import Cable, identity
from tests.rules.play import play_on
from tests.rules.support import Numbers

PASS_MS = 10
PASSES = 4  # that a message takes on its way, and what is answered
KINDS = sorted(kind for kind in kinds() if is_from(BOARD, kind))
CODES = sorted({code for name in names() for code in part_of(name).TEMPLATES} | set(common.TEMPLATES))
VERBS = 12
GAMES = sorted({(name, players) for name in names() for players in load(name).SEATS})
SETUPS = [f"{name} players={players} {who}" for name in names() for players in (2, 3, 4) for who in ("table", "dealt")]
SETUPS += [
    f"{name} players=3 {option.name}={value} table"
    for name in names()
    for option in load(name).OPTIONS
    for value in (option.low - 1, option.low, option.high, option.high + 1)
]
NO_SETUPS = ["chess players=2 table", "bambuti", "table", "kuh-vadis players=99999999999999999999 table", "x y z"]

Step = tuple[str, Any]  # "truth", how often; "says", (kind, payload); "prints", bytes; "is asked", a kind


class LyingBoard:
    """A board at one end of a cable, and a page that watches it at the other; the game is the first that it tells."""

    def __init__(self, game_name: str = "david-goliath", players: int = 3) -> None:
        self.setup = setup_from_text(f"{game_name} players={players} table")
        dealt = Record(setup_from_text(f"{game_name} players={players} dealt"))
        play_on(dealt, Numbers(players))
        self.script = [dealt.game.public(action) for action in dealt.actions]
        self.seats = tuple(range(players))
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
        self.run(PASSES)
        self.truth()

    def run(self, passes: int = PASSES) -> None:
        """Let both ends work; the board greets who greets it, and tells all to who asks."""
        for _ in range(passes):
            for kind, _payload in self.channel.step(PASS_MS):
                if kind == "hello":
                    self.channel.send("hello", encode("hello", identity().pairs()))
                elif kind == "resync":
                    self._is_told = False
            self.source.step(PASS_MS)

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
            self.says("whole", encode("whole", len(self.record.actions), self.record.digest()))
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

    def take(self, step: Step) -> None:
        """Have it do one step; after the end of all talk a new laptop is plugged in."""
        if self.companion.port.state is PortState.REFUSED:
            self.connect()
        what, given = step
        if what == "truth":
            for _ in range(given):
                self.truth()
                if len(self.record.actions) == len(self.script):
                    break
        elif what == "is asked":
            self.companion.ask(given)
            self.run()
        elif what == "says":
            self.says(*given)
        else:
            self.prints(given)

    def look(self) -> None:
        """Have all be made that a page shows; AssertionError for what could not be sent to a browser."""
        for language in ("en", "it"):
            with speaking(language):
                shown = list(looks(self.source))
            json.dumps(shown, ensure_ascii=False).encode()


def looks(source: WatchSource) -> list[Any]:
    """What a page shows of a source, as `Page.look` has it."""
    mirror = source.mirror
    display = display_of(mirror)
    players, seat_names = players_of(source), [view.name for view in source.seats()]
    what = source.what_to_do("visitor")
    shown: list[Any] = [[list(strip) for strip in source.pixels()], seat_looks(source, display, None)]
    shown += [turn_html(mirror, players, None), status_html(mirror, ""), what.state, what.sentence]
    shown += [log_html(mirror.log, seat_names), faults_html(faults_of(mirror, source.slots(), seat_names))]
    shown.append([red.sentence for seat in range(8) if (red := meaning_of_red(mirror.log, seat))])
    if display is not None and mirror.game is not None:
        shown += [display.headline(mirror), display.panel(mirror, players), list(display.about(mirror))]
        if mirror.result:
            course_of(mirror)
            shown.append(end_html(mirror, display, players))
    return shown


# ---- what it says


def messages(board: LyingBoard) -> SearchStrategy[Step]:
    """Steps of a board: what is true, messages of every kind, nearly such ones, and what is none."""
    honest = st.tuples(st.just("truth"), st.sampled_from((1, 1, 2, 3, 20, 200)))
    said = st.sampled_from(KINDS).flatmap(lambda kind: st.tuples(st.just(kind), _payload(kind, board)))
    bent = st.tuples(said, st.integers(0, LONGEST_PAYLOAD), st.sampled_from(BENDS)).map(_bent)
    unknown = st.tuples(st.text("abcxyz_~*|\x7f", max_size=50), st.text(_LETTERS, max_size=40))
    printed = st.binary(max_size=200) | st.sampled_from((b"~" * 400 + b"\n", b"Traceback (most recent call last):\r\n"))
    lies = said.map(_says) | said.map(_says) | bent.map(_says) | unknown.map(_says)
    asked = st.sampled_from((("is asked", "undo"), ("is asked", "abandon")))
    return honest | lies | lies | lies | asked | printed.map(lambda data: ("prints", data))


_LETTERS = "".join(chr(code) for code in range(32, 126))
BENDS: tuple[Callable[[str, int], str], ...] = (
    lambda text, place: text[:place] + text[place + 1 :],
    lambda text, place: text[:place] + "9" * 20 + text[place:],
    lambda text, place: text[:place] + "-" + text[place:],
    lambda text, place: text[:place] + " " + text[place:],
    lambda text, place: text[:place] + "," + text[place:],
    lambda text, place: text[:place],
)


def _says(message: tuple[str, str]) -> Step:
    return "says", message


def _bent(drawn: tuple[tuple[str, str], int, Callable[[str, int], str]]) -> tuple[str, str]:
    (kind, payload), place, bend = drawn
    return kind, bend(payload, place % (len(payload) + 1))[:LONGEST_PAYLOAD]


def _payload(kind: str, board: LyingBoard) -> SearchStrategy[str]:
    fields = fields_of(kind)[:-1]
    return st.tuples(*(_value(field, board) for field in fields)).map(lambda values: _written(kind, values))


def _written(kind: str, values: tuple[Any, ...]) -> str:
    with suppress(Unfit):
        return encode(kind, *values)
    return " ".join("1" for _ in values)  # too long for a line


def _value(field: tuple[Any, ...], board: LyingBoard) -> SearchStrategy[Any]:
    """A value that a field may have, preferably one that is likely to be believed."""
    name, form = field[:2]
    if form == WHOLE:
        low, high = field[2:4]
        near = st.integers(low, min(high, low + 40))
        return near | near | st.just(high) | st.integers(low, high) | _clipped(len(board.record.actions), low, high)
    if form == HEX:
        number = st.integers(0, 16 ** field[2] - 1)
        return number | st.deferred(lambda: st.just(board.record.digest())) if field[2] == 8 else number
    if form == NUMBERS:
        return _numbers(name, field, board)
    if form == PAST:
        return st.lists(_numbers("action", field, board), min_size=1, max_size=4).map(tuple)
    if form == CHOICE:
        return st.sampled_from(field[2:])
    if form == PAIRS:
        wanted = st.tuples(*(st.tuples(st.just(each), st.sampled_from(("2.0", "2.9", "x"))) for each in field[3:]))
        word = st.text(_LETTERS.replace(" ", "").replace("=", ""), min_size=1, max_size=8)
        more = st.lists(st.tuples(word, word), min_size=1, max_size=5, unique_by=lambda pair: pair[0]).map(tuple)
        return st.tuples(wanted, more).map(lambda both: both[0] + both[1])
    if name == "setup":
        return st.sampled_from(SETUPS) | st.sampled_from(SETUPS + NO_SETUPS) | st.just(board.setup.text())
    if name == "protocol":
        return st.just("2.0") | st.sampled_from(("2.7", "1.0", "x"))
    kind_or_field = st.sampled_from(KINDS) | st.sampled_from(("new", "seats", "-", "nobody"))
    return kind_or_field | st.text(_LETTERS if form == TEXT else _LETTERS[1:], min_size=1, max_size=field[2])


def _clipped(number: int, low: int, high: int) -> SearchStrategy[int]:
    return st.integers(-1, 1).map(lambda more: min(max(low, number + more), high))


def _numbers(name: str, field: tuple[Any, ...], board: LyingBoard) -> SearchStrategy[tuple[int, ...]]:
    low, high, fewest, most = field[2:]
    any_number = st.integers(low, min(high, low + 60)) | st.integers(low, high)
    few = st.lists(any_number, min_size=fewest, max_size=min(most, max(fewest, 6))).map(tuple)
    if name in ("action", "past"):
        like_one = st.tuples(st.integers(0, VERBS), st.lists(st.integers(-1, 12), max_size=4)).map(
            lambda drawn: (drawn[0], *drawn[1])
        )
        return st.sampled_from(board.script) | like_one | like_one | few
    if name in ("reason", "outcome"):
        known = st.tuples(st.sampled_from(CODES), st.lists(any_number, max_size=8)).map(
            lambda drawn: (drawn[0], *drawn[1])
        )
        small = st.tuples(st.sampled_from(CODES), st.lists(st.integers(-1, 12), max_size=6)).map(
            lambda drawn: (drawn[0], *drawn[1])
        )
        return known | small | few
    return few
