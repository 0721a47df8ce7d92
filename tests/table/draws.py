"""How virtual players read off the lights what the board has drawn.

Without a laptop, only the field shows what the board itself draws. Every outcome is painted, as the game's scene does,
and the one that looks like the field is it. Only lit and dark pixels count, for light may be dimmed. If there are too
many outcomes for that, or the field does not depend on the position alone, one of `READERS` reads them.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tavolo.games import scene_of
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, BEATS, Stage
from tavolo_host.research.play import MoreToDraw, by
from tests.table import kuh_vadis_lights

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game
    from tavolo.rules.record import Record

READERS = {"kuh-vadis": kuh_vadis_lights.read}  # read(position, field), by the name of the game
MOST = 200  # outcomes whose looks players know
SECONDS = 2  # after which what a scene shows on the field repeats itself

Look = tuple[bool, ...]  # which pixels of the field are lit


def is_drawn(game: "Game", known: Any) -> bool:
    """Return whether the board draws what chance does next, in a public position."""
    try:
        game.chance(known, by(()))
    except MoreToDraw:
        return True
    return False


def outcomes(game: "Game", known: Any) -> "list[Action]":
    """Return all that the board may draw now; ValueError, naming what to write, if there are more than MOST."""
    found: dict[Action, None] = {}
    ways: list[tuple[int, ...]] = [()]
    while ways:
        way = ways.pop()
        try:
            found[game.chance(known, by(way)) or ()] = None
        except MoreToDraw as more:
            ways += [(*way, outcome) for outcome in range(more.args[0])]
        if len(ways) + len(found) > MOST:
            raise ValueError(
                f"What the board draws in {game.TITLE} has more than {MOST} outcomes:"
                " one of `READERS` in tests/table/draws.py has to read it off the field."
            )
    return list(found)


def looks(record: "Record", seats: tuple[int, ...]) -> "dict[Look, Action]":
    """Return, for each look of the field that shows what the board has drawn next, what that is.

    A look that several outcomes have, or that the field may have before any, says nothing. ValueError as in
    `outcomes`.
    """
    game = record.game
    found: dict[Look, Action] = {}
    for action in [(), *outcomes(game, record.position)]:
        position = record.position.copy()
        if action:
            game.apply(position, action)
        for look in _shown(game, position, [*record.actions, action] if action else record.actions, seats):
            if found.setdefault(look, action) != action:
                found[look] = ()
    return {look: action for look, action in found.items() if action}


def _shown(game: "Game", position: Any, actions: "Sequence[Action]", seats: tuple[int, ...]) -> Iterator[Look]:
    stage = Stage(position)
    stage.actions, stage.seats = actions, seats
    for beat in range(SECONDS * BEATS):
        stage.now_ms = beat * BEAT_MS
        canvas = Canvas()
        scene_of(game.NAME).paint(canvas, stage)
        yield tuple(map(bool, canvas.field))
