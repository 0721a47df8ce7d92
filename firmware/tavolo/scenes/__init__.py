"""The scenes of the games: how a position looks in light. A module for each game.

A scene is a module with

    paint(canvas, stage)    paint a dark canvas (`tavolo.lights.canvas`) from a stage (`tavolo.lights.stage`)

Adding a game adds its line to `SCENES`, and its picture to `pictures`.
"""

from tavolo.rules import names

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.scenes.scene import Scene

# The name of a game -> its module in this package. Only what is shown is loaded.
SCENES = (
    ("david-goliath", "david_goliath"),
    ("bambuti", "bambuti"),
    ("yellowstone-park", "yellowstone"),
    ("kuh-vadis", "kuh_vadis"),
    ("tanz-der-hornochsen", "hornochsen"),
)


def load(name: str) -> "Scene":
    """Return the scene of a game; ValueError when there is none."""
    for known, module in SCENES:
        if known == name:
            return __import__("tavolo.scenes." + module, None, None, (module,))
    raise ValueError(f"There is no scene for the game {name}.")


def field_at(index: int) -> bytes:
    """Return the field's picture of the game that has this place in the lobby: palette indices, row * 16 + column."""
    from tavolo.scenes.pictures import field_of  # here, because they leave the memory while a game is played

    return field_of(names()[index])
