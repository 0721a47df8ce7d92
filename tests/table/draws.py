"""How people read off the lights what the board has drawn.

What the board itself draws, and nobody's hands, is seen in the field alone by who has no laptop. Every outcome is
painted, as the game's scene does, and the one is taken that looks like the field. Only what is lit and what is dark
counts, for light may be dimmed. Where outcomes are too many for that, or what is seen takes more than the position,
one of `READERS` reads them.
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
MOST = 200  # outcomes of which people know what they look like
SECONDS = 2  # after which what a scene shows on the field repeats itself

Look = tuple[bool, ...]  # which pixels of the field are lit


def is_drawn(game: "Game", known: Any) -> bool:
    """Return whether the board draws what chance does next, in a position as everybody knows it."""
    try:
        game.chance(known, by(()))
    except MoreToDraw:
        return True
    return False


def outcomes(game: "Game", known: Any) -> "list[Action]":
    """Return all that the board may draw now; ValueError, naming what to write, when they are more than MOST."""
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
    """Return of each look of the field that tells what the board has drawn next in a game at the table, what that is.

    A look that several outcomes have, or that the field may have before any, tells nothing. ValueError as in
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
