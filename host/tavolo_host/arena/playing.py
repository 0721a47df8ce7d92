"""One match, determined by its number: on any machine, again, and in any order it comes out the same."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import tavolo
import tavolo_host
from tavolo.games import folder_of, load
from tavolo.rules.contract import Setup
from tavolo_host.arena.schedule import Contest
from tavolo_host.players.levels import choose
from tavolo_host.players.of_game import points, shares
from tavolo_host.players.playout import playout
from tavolo_host.runtime.source_digests import content_of, digest_of_folder

if TYPE_CHECKING:
    from tavolo.rules.game import Action

# Besides rules and players, these determine how matches go.
DECIDING = ("playing.py", "schedule.py")

Choose = Callable[[Any, int, Random], "Action"]
ChooseAtLevel = Callable[..., "Action"]  # as `levels.choose`


class End(NamedTuple):
    """The end of a match: the last position, and how many actions led there, including those of chance."""

    position: Any
    actions: int


class Match(NamedTuple):
    """The result of a match: of each seat its level, its points, more being better, and its share of the win."""

    number: int
    line_up: tuple[str, ...]
    points: tuple[float, ...]
    shares: tuple[float, ...]
    actions: int


def match(contest: Contest, number: int, choose: ChooseAtLevel = choose) -> Match:
    """Play a match of a contest, in which all players `choose` at their level."""
    game = load(contest.game)
    places = contest.line_up(number)
    choosing = [partial(choose, game, level=place.level) for place in places]
    end = play(contest.game, choosing, contest.deal_of(number), [place.number for place in places])
    levels, standing = tuple(place.level for place in places), tuple(points(game, end.position))
    return Match(number, levels, standing, tuple(shares(game, end.position)), end.actions)


def play(name: str, choosing: Sequence[Choose], deal: int, places: Sequence[int] | None = None) -> End:
    """Play a deal with a way to choose for each seat; chance does not depend on who plays.

    The player at a seat has the random numbers of its place in the line-up; without `places`, of the seat.
    """
    game = load(name)
    position = game.start(Setup(game, len(choosing), None, dealt=True))
    chance = Random(f"chance {deal}")
    randoms = [Random(f"player {place} of {deal}") for place in places or range(len(choosing))]
    order = Random(f"order {deal}")

    view = game.view

    def chosen(position: Any, player: int) -> "Action":
        return choosing[player](view(position, player), player, randoms[player])

    def in_order(acting: Sequence[int]) -> list[int]:
        return order.sample(acting, len(acting))

    actions = 0
    for _ in playout(game, position, chosen, chance.randrange, in_order):
        actions += 1
    return End(position, actions)


@cache
def fingerprint(name: str) -> str:
    """Return eight hex digits of all that decides how a game's matches go: rules, players, and the loop."""
    board, laptop, folder = Path(tavolo.__file__).parent, Path(tavolo_host.__file__).parent, folder_of(name)
    total = sha256()
    for place in (board / "rules", board / "games" / folder, laptop / "games" / folder, laptop / "players"):
        total.update(digest_of_folder(place).encode())
    for file in DECIDING:
        total.update(content_of(laptop / "arena" / file))
    return total.hexdigest()[:8]
