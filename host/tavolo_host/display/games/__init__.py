"""What a game adds to the page: a module here, and its line in `GAMES`. The rest knows no game."""

from collections.abc import Callable
from typing import Never, cast

from tavolo_host.display.game_display import GameDisplay
from tavolo_host.display.games import bambuti, david_goliath, hornochsen, kuh_vadis, yellowstone
from tavolo_host.display.source import MirrorView

# The rules' name of a game -> what makes its display, which reads the mirror of that game and no other.
GAMES: dict[str, Callable[[], GameDisplay[Never]]] = {
    "bambuti": bambuti.BambutiDisplay,
    "david-goliath": david_goliath.DavidGoliathDisplay,
    "tanz-der-hornochsen": hornochsen.HornochsenDisplay,
    "kuh-vadis": kuh_vadis.KuhVadisDisplay,
    "yellowstone-park": yellowstone.YellowstoneDisplay,
}


def display_of(mirror: MirrorView) -> GameDisplay[MirrorView] | None:
    """Return the display of the mirror's game; None while there is no game, or one that has no display."""
    if mirror.game is None or mirror.position is None or mirror.game.NAME not in GAMES:
        return None
    return cast("GameDisplay[MirrorView]", GAMES[mirror.game.NAME]())
