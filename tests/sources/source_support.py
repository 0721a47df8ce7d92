"""For tests of the table as a visitor's page uses it: in made-up time, with a cable in memory to the laptop."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from itertools import chain
from random import Random
from typing import Any

from tavolo.games import manifest, setup_from_text
from tavolo.rules.contract import TABLE, Setup
from tavolo_host.board.port import Port
from tavolo_host.display.model.commands import Commands
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.table import VirtualTable
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.seats.presence import Presence
from tavolo_host.sources.virtual_source import VirtualSource
from tests.link.link_support import Cable

STEP_MS = 10.0
WAKING_MS = 1500
MINUTE_MS = 60_000
SOON_OVER = ("david-goliath", "bambuti")  # in little more than a minute, with people in a hurry
# Options with which a game is soon over, where there are some.
SHORT: dict[str, str] = defaultdict(str)
SHORT |= {
    "bambuti": "passes=1",
    "david-goliath": "deals=1",
    "kuh-vadis": "first=0",
    "tanz-der-hornochsen": "least_kept=0",
    "yellowstone-park": "end_after=10 reaching=1",
}
LIMIT_MS = 30 * 60 * 1000


class Line(Cable):
    """A cable in the place of a virtual table's serial line: a socket would take time that is not made up."""

    def __init__(self) -> None:
        super().__init__()
        self.url = Port("cable", rules=firmware_digests()[1], opener=self.open, first_session=1)

    def close(self) -> None:
        self.pull()


def source_of(setup: Setup, quickened: float = 1.0, seed: int = 5) -> VirtualSource:
    line = Line()
    return VirtualSource(VirtualTable(Random(seed), line.board), setup, line, quickened=quickened)


def awake(text: str, quickened: float = 1.0, seed: int = 5) -> VirtualSource:
    """A table that offers this game ("bambuti players=2"), whose board is connected and has calibrated its seats."""
    source = source_of(setup_from_text(f"{text} table"), quickened, seed)
    run_until(source, lambda: source.companion.connected)
    run_ms(source, WAKING_MS)
    return source


def begun(text: str, visitors: Mapping[str, int], quickened: float = 1.0, seed: int = 5) -> VirtualSource:
    """The same when the game has begun, with visitors at their seats."""
    source = awake(text, quickened, seed)
    for visitor, seat in visitors.items():
        assert source.visitors.sit(visitor, seat) is None
    assert source.start(source.offered.players) is None
    run_until(source, lambda: source.mirror.record is not None)
    return source


def commands_of(source: Any, visitor: str) -> Commands:
    """What a visitor does at a table."""
    return Commands(source, Presence(source.roster), visitor)


def begin(
    source: Any, visitor: str, plays: bool, players: int, game: Any = None, options: tuple[int, ...] | None = None
) -> str | None:
    """Press a start button, by default for the offered game."""
    setup = Setup(game or source.offered.game, players, options if game else source.offered.options)
    return commands_of(source, visitor).start(setup, plays)


def run_until(source: VirtualSource, condition: Callable[[], bool], limit_ms: int = LIMIT_MS) -> None:
    for _ in range(int(limit_ms / STEP_MS)):
        if condition():
            return
        source.step(STEP_MS)
    raise AssertionError("it has not happened in all that time")


def run_ms(source: VirtualSource, milliseconds: float) -> None:
    for _ in range(int(milliseconds / STEP_MS)):
        source.step(STEP_MS)


def sealed_by(virtual_players: VirtualPlayers, seat: int) -> list[int]:
    """What who sits at a seat has sealed."""
    tracked_game = virtual_players.follower.tracked_game
    return tracked_game.sealed(virtual_players.people[seat].player) if tracked_game else []


def check_hands(source: VirtualSource) -> None:
    """What hands hold is what the board has a record of, as soon as both have heard of each other."""
    mirror, virtual_players = source.mirror, source.table.virtual_players
    for _ in range(100):
        if mirror.in_step and mirror.record and virtual_players.record:
            game, record = mirror.record.game, virtual_players.record
            theirs = game.view(record.position, TABLE)
            ours = game.view(mirror.record.position, TABLE)
            if game.position_text(theirs) == game.position_text(ours):
                break
        elif not mirror.in_step or not (mirror.record or virtual_players.record):
            break
        source.step(STEP_MS)
    else:
        raise AssertionError("Hands are not those of the record.")
    if virtual_players.record:
        position = virtual_players.record.position
        held = [*getattr(position, "hands", ()), *getattr(position, "sealed", ())]
        copies = manifest(virtual_players.record.game.NAME).COPIES
        assert all(count <= copies for count in Counter(chain.from_iterable(held)).values()), "a card is in two hands"
