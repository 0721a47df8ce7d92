"""What chance draws, one question after the other: what may come of it, and how people read off the lights what has.

What the board itself draws, and nobody's hands, a virtual person without a laptop sees in the field alone. It paints
every outcome, as the game's scene does, and takes the one that looks like the field. Only what is lit and what is dark
counts, for light may be dimmed. Where outcomes are too many for that, or what is seen takes more than the position,
`read` in the game's player reads them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tavolo.games import folder_of, scene_of
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, BEATS, Stage

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game
    from tavolo.rules.record import Record

MOST = 200  # outcomes of which people know what they look like
SECONDS = 2  # after which what a scene shows on the field repeats itself

Look = tuple[bool, ...]  # which pixels of the field are lit


class MoreToDraw(Exception):
    """Chance asks for one of so many, and nobody has said which."""


def by(drawn: Sequence[int]) -> Callable[[int], int]:
    """Return below(n) that gives what was drawn, one after the other, and raises MoreToDraw for what was not."""
    left = list(drawn)

    def below(number: int) -> int:
        if number == 1:
            return 0
        if not left:
            raise MoreToDraw(number)
        return left.pop(0)

    return below


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
                f"What the board draws in {game.TITLE} has more than {MOST} outcomes: `read` in"
                f" host/tavolo_host/games/{folder_of(game.NAME)}/player.py has to read it off the field."
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


class Reader:
    """Reads what the board has drawn off the field, as long as somebody looks at it."""

    def __init__(self) -> None:
        self._about: tuple[Any, int] = (None, 0)
        self._looks: dict[Look, Action] = {}

    def read(self, record: "Record", seats: tuple[int, ...], field: Sequence[tuple[int, int, int]]) -> "Action | None":
        """Return what the board has drawn next, as the field's pixels show it, None while they do not."""
        position, length = self._about
        if position is not record.position or length != len(record.actions):
            self._about = record.position, len(record.actions)
            self._looks = looks(record, seats)
        return self._looks.get(tuple(map(any, field)))
