"""The rules of the games: one module a game, the same verbs in each (`contract`).

In the world these are the rulebooks; in the house they are the only judge of what may be played and what
follows from it. Nothing here knows pins, clocks, files or prints, and everything runs unchanged on CPython and
MicroPython. Adding a game adds its line to `GAMES`.
"""

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.rules.game import Game

# The name of a game -> its module in this package. Only the game that is played is loaded.
GAMES = (
    ("david-goliath", "david_goliath"),
    ("bambuti", "bambuti"),
    ("yellowstone-park", "yellowstone"),
    ("kuh-vadis", "kuh_vadis"),
    ("tanz-der-hornochsen", "hornochsen"),
)


def names() -> tuple[str, ...]:
    """Return the names of all games, in the order in which the table offers them."""
    return tuple([name for name, _ in GAMES])


def load(name: str) -> "Game":
    """Return the module of the game `name`; ValueError, with the possible names, when there is none."""
    for known, module in GAMES:
        if known == name:
            return __import__("tavolo.rules." + module, None, None, (module,))
    raise ValueError("There is no game {}; there is {}.".format(name, ", ".join(names())))
