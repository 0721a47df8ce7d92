"""The games, a folder each, as far as the board needs them. The laptop's part is in `tavolo_host.games`.

A folder has the name of its game, and

    __init__    the manifest: what is known of the game before its rules are loaded (`Manifest` of `game.pyi`)
    codes       the codes of its cards, written by `tavolo codes`
    rules       the functions of `tavolo.rules.contract` (`Game` of `tavolo.rules.game`)
    scene       paint(canvas, stage): a position in light (`Scene` of `scene.pyi`)

and further modules that these import. A new game needs a line in `GAMES`; everything else finds it from there.
"""

from tavolo.lights import palette
from tavolo.rules.contract import Setup, whole_number

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.games.scene import Scene
    from tavolo.rules.game import Game, Manifest
    from tavolo.rules.record import Record

# The folders of this package, in the order in which the table offers the games.
GAMES = (
    "david_goliath",
    "bambuti",
    "yellowstone_park",
    "kuh_vadis",
    "tanz_der_hornochsen",
)

# The letters of a picture.
COLOURS = {
    "b": palette.CARD_DIM,
    "y": palette.CARD_DIM + 1,
    "g": palette.CARD_DIM + 2,
    "r": palette.CARD_DIM + 3,
    "v": palette.CARD_DIM + 4,
    "w": palette.WHITE_DIM,
    "p": palette.PAT + 3,
}


def names() -> tuple[str, ...]:
    """Return the names of all games, in the order in which the table offers them."""
    return tuple([folder.replace("_", "-") for folder in GAMES])


def folder_of(name: str) -> str:
    """Return the folder of a game, on the board and on the laptop."""
    return name.replace("-", "_")


def manifest(name: str) -> "Manifest":
    """Return the manifest of a game; ValueError as in `load`."""
    found: "Manifest" = module_of(name)
    return found


def load(name: str) -> "Game":
    """Return the rules of the game `name`; ValueError, with the possible names, if there is none."""
    found: "Game" = module_of(name, ".rules")
    return found


def scene_of(name: str) -> "Scene":
    """Return the scene of a game; ValueError as in `load`."""
    found: "Scene" = module_of(name, ".scene")
    return found


def module_of(name: str, part: str = "") -> "Any":
    """Return a module of a game, as ".rules", or the manifest; only what is used is loaded. ValueError as in `load`."""
    if name not in names():
        raise ValueError("There is no game {}; there is {}.".format(name, ", ".join(names())))
    return __import__("tavolo.games." + folder_of(name) + part, None, None, ("__name__",))


def field_at(index: int) -> bytes:
    """Return the picture of the game with this index in the lobby: palette indices, row * 16 + column."""
    rows = manifest(names()[index]).PICTURE
    return bytes([COLOURS.get(letter, palette.OFF) for row in rows for letter in row])


def setup_from_text(text: str) -> Setup:
    """Return the setup of a text form; options that are not named have their default. ValueError if it is invalid."""
    words = text.split()
    if len(words) < 2 or words[-1] not in ("dealt", "table"):
        raise ValueError(f"A setup reads like “david-goliath players=4 table”, not “{text}”.")
    game = load(words[0])
    players = 0
    options = [option.default for option in game.OPTIONS]
    known = [option.name for option in game.OPTIONS]
    for word in words[1:-1]:
        name, _, value = word.partition("=")
        if name == "players":
            players = whole_number(value)
        elif name in known:
            options[known.index(name)] = game.OPTIONS[known.index(name)].value(value)
        else:
            raise ValueError("{} has no option {}; it has {}.".format(game.TITLE, name, ", ".join(known) or "none"))
    return Setup(game, players, tuple(options), words[-1] == "dealt")


def record_from_text(text: str) -> "Record":
    """Return the record of a text; ValueError, in a sentence, or contract.Refused if it is invalid."""
    from tavolo.rules.record import Record  # imported here: only tests and tools read games from text

    lines = text.strip().split("\n")
    record = Record(setup_from_text(lines[0]))
    for line in lines[1:]:
        record.apply(record.game.action_from_text(line))
    return record
