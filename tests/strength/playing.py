"""One game of the player under test against the reference, and how the points of each game are read.

Games are numbered. Each deal is played once for every seat, by the player under test there and the reference at all
others: chance draws the same for all of them.
"""

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from tavolo.games import folder_of, load
from tavolo.rules.contract import CHANCE, Setup
from tavolo_host import chip
from tavolo_host.game_parts import part_of

HOUSE = Path(__file__).resolve().parents[2]
REFERENCE = Path(__file__).parent / "reference"

Choose = Callable[[Any, int, Random], tuple[int, ...]]

# The points of a game's players at its end, more of them better. Kuh Vadis has none: who has won has one.
POINTS: dict[str, Callable[[Any, Sequence[int]], list[float]]] = {
    "bambuti": lambda position, winners: [*position.points],
    "david-goliath": lambda position, winners: [*position.totals],
    "kuh-vadis": lambda position, winners: [float(player in winners) for player in range(position.players)],
    "tanz-der-hornochsen": lambda position, winners: [-pawn for pawn in position.pawns],
    "yellowstone-park": lambda position, winners: [-marker for marker in position.markers],
}


@dataclass(frozen=True)
class Result:
    """Of a game: the player's share of the win, and how many points it is ahead of the others' mean."""

    share: float
    margin: float


def tested(name: str) -> Choose:
    """Return how the virtual player chooses that the laptop has now."""
    chosen: Choose = part_of(name, ".player").choose
    return chosen


def reference(name: str) -> Choose:
    """Return how the reference chooses."""
    chosen: Choose = import_module(f"tests.strength.reference.{folder_of(name)}").choose
    return chosen


def prepare() -> None:
    """Make a process ready that plays beside others; of Ctrl-C it hears from the one that started it."""
    chip.put_first()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def played(name: str, seats: int, number: int) -> tuple[int, Result]:
    """Return a game's number and its result, of the laptop's player against the reference."""
    return number, result_of(name, seats, number, tested(name), reference(name))


def result_of(name: str, seats: int, number: int, player: Choose, others: Choose) -> Result:
    """Play a game by its number: which deal it is, and at which seat the player sits."""
    deal, seat = divmod(number, seats)
    choosing = [others] * seats
    choosing[seat] = player
    position = play(name, choosing, deal)
    winners: tuple[int, ...] = load(name).outcome(position)[1:]  # type: ignore[index]
    points = POINTS[name](position, winners)
    own = points.pop(seat)
    return Result((seat in winners) / len(winners), own - sum(points) / len(points))


def play(name: str, choosing: Sequence[Choose], deal: int) -> Any:
    """Return the position at the end of a deal that these play; chance knows nothing of who plays."""
    game = load(name)
    position = game.start(Setup(game, len(choosing), None, dealt=True))
    chance = Random(f"chance {deal}")
    randoms = [Random(f"player {player} of {deal}") for player in range(len(choosing))]
    order = Random(f"order {deal}")
    while acting := game.to_act(position):
        if acting == (CHANCE,):
            drawn = game.chance(position, chance.randrange)
            assert drawn, "dealt play knows every card"
            game.apply(position, drawn)
            continue
        # Who would rather wait lets another one act.
        for player in order.sample(acting, len(acting)):
            action = choosing[player](game.view(position, player), player, randoms[player])
            if action:
                game.apply(position, action)
                break
        else:
            raise AssertionError("everybody waits for everybody")
    return position


def edition(name: str) -> str:
    """Return a mark of all that decides how a game goes: its rules, the player under test, and the reference."""
    folder = folder_of(name)
    places = ["firmware/tavolo/rules", f"firmware/tavolo/games/{folder}", f"host/tavolo_host/games/{folder}"]
    files = [file for place in places for file in sorted((HOUSE / place).glob("*.py"))]
    files += sorted(REFERENCE.glob(f"{folder}*.py"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]
