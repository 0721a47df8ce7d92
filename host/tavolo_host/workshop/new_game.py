"""Makes a new game that can be played at once: a small form of everything that a game has, to be changed.

Its files are in `new_game.txt`, each below a line "==== path". A line that begins with "?" and a kind of game is for
games of that kind, with "!" for all others: "?turned !below " is for games in which something is turned up, and points
cannot go below zero. It needs the folder of the sources. The codes of its cards and its golden playthroughs are written
as for every game.
"""

import importlib
import keyword
import re
import shutil
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from string import Template
from typing import Annotated
from zlib import crc32

import typer

import tavolo.games
from tavolo_host.extras import needs
from tavolo_host.runtime import import_paths
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.texts.terminal import say
from tavolo_host.workshop import codes, golden

FILES = Path(__file__).with_suffix(".txt")
LIST = Path("firmware/tavolo/games/__init__.py")
# The kinds of a game, by their names in `new_game.txt`, with the question for each.
KINDS: Mapping[str, str] = {
    "colours": "Do the cards have colours, with numbers in each?",
    "own": "Does everybody own the cards of one colour from the start, instead of being dealt some?",
    "turned": "Does the table turn something up, a prize before each round, that the board itself draws?",
    "below": "Can points go below zero?",
}
# What happens in a round, in English and Italian, by whether something is turned up and points go below zero.
ROUNDS = {
    (False, False): ("the highest takes a point", "la più alta prende un punto"),
    (False, True): (
        "the highest takes a point, the lowest pays one",
        "la più alta prende un punto, la più bassa ne paga uno",
    ),
    (True, False): ("the highest takes the prize", "la più alta prende il premio"),
    (True, True): (
        "the highest takes the prize, a bad one the lowest",
        "la più alta prende il premio, la più bassa quello negativo",
    ),
}
CONDITIONS = re.compile(r"((?:[?!][a-z]+(?: |$))*)(.*)")  # and the line that depends on them
COLOURS = "bygrvw"  # of the initials, as `tavolo.games` reads them
PICTURE_COLUMNS, PICTURE_ROWS = 16, 8


def new_game(
    name: Annotated[str, typer.Argument(help="The game's name, as in highest-card.")],
    title: Annotated[str, typer.Option(help="What players call it; by default made from the name.")] = "",
    colours: Annotated[bool | None, typer.Option(help="Its cards have colours, or only numbers.")] = None,
    own_cards: Annotated[
        bool | None, typer.Option(help="Each player has a colour from the start; otherwise cards are dealt.")
    ] = None,
    turned_up: Annotated[bool | None, typer.Option(help="The board draws a prize before each round.")] = None,
    below_zero: Annotated[bool | None, typer.Option(help="Points can go below zero.")] = None,
) -> None:
    """Make a new game that you can play at once and then change into your own.

    Without options for its kind, the command asks, if it runs at a terminal.
    """
    output = dict(zip(KINDS, (colours, own_cards, turned_up, below_zero), strict=True))
    if sys.stdin.isatty() and all(answer is None for answer in output.values()):
        output = {kind: typer.confirm(asked, default=False) for kind, asked in KINDS.items()}
    *written, changed = make(name, title, [kind for kind, answer in output.items() if answer])
    for file in written:
        say(f"Written: {file}")
    say(
        f"Changed: {changed}\n\nPlay it: tavolo play {name}\n"
        "Read: firmware/tavolo/games/README.md, the game's own rules.py, firmware/tavolo/rules/contract.py.\n"
        "Change: rules.py with its test, and the words; the rest may stay as it is.\n"
        f"After a change of rules or words: tavolo golden {name}"
    )


def make(name: str, title: str = "", kinds: Collection[str] = ()) -> list[Path]:
    """Write all files of a game called `name`, and add it to the list of games; return the files, the list last.

    The title is made of the name unless given; `kinds` are some of KINDS. ValueError without the sources, or for an
    impossible name.
    """
    tree = import_paths.tree()
    if tree is None:
        raise ValueError("A new game becomes part of Tavolo's sources: run this in their folder.")
    title = title or " ".join(word.capitalize() for word in name.split("-"))
    _demand_words(name, title)
    files = {tree / path: text for path, text in templates(name, title, kinds)}
    _demand_room(files, tree, name)
    try:
        for file, text in files.items():
            file.parent.mkdir(exist_ok=True)
            write_whole(file, text)
    except OSError:  # half a game would block the next attempt
        for file in files:
            file.unlink(missing_ok=True)
            if file.parent.name == tavolo.games.folder_of(name):
                shutil.rmtree(file.parent, ignore_errors=True)
        raise
    _enlist(tree / LIST, tavolo.games.folder_of(name))
    importlib.reload(tavolo.games)  # its list has one more game
    return [*files, *codes.give(), golden.write(name), tree / LIST]


def _demand_words(name: str, title: str) -> None:
    """Raise ValueError unless the name fits a folder, and the title a text."""
    is_keyword = keyword.iskeyword(tavolo.games.folder_of(name))
    if is_keyword or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise ValueError(
            f"A game's name has lower-case letters, with “-” between words, as in highest-card; not “{name}”."
        )
    if not re.fullmatch(r'\w[^"\\]*', title) or not title.isprintable():
        raise ValueError(f"A title begins with a letter or a digit, and has no quotes; not “{title}”.")


def _demand_room(files: Iterable[Path], tree: Path, name: str) -> None:
    """Raise ValueError when something is in the place of the game's files."""
    folder = tavolo.games.folder_of(name)
    for file in files:
        for place in (file, file.parent, file.parent.with_suffix(".py"), file.parent.with_suffix(".pyi")):
            if place.exists() and folder in (place.stem, place.stem.removeprefix("test_")):
                raise ValueError(f"A game cannot be called {name}: there is already {place.relative_to(tree)}.")


def templates(name: str, title: str, kinds: Collection[str] = ()) -> list[tuple[str, str]]:
    """Return path and text of each file of a new game, with the next free hundred for its codes."""
    what, cosa = ROUNDS["turned" in kinds, "below" in kinds]
    hundred = max(tavolo.games.manifest(other).CODES for other in tavolo.games.names()) // 100 + 1
    filled = Template(_of_kinds(FILES.read_text(encoding="utf-8"), kinds)).substitute(
        name=name,
        folder=tavolo.games.folder_of(name),
        title=title,
        codes=f"{hundred}0",
        what=what,
        cosa=cosa,
        picture="\n".join(f'    "{row}",' for row in initials(title)),
    )
    parts = re.split(r"^==== (.+)\n", filled, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def _of_kinds(text: str, kinds: Collection[str]) -> str:
    """Return the lines of a text for a game of these kinds; own cards are those of a colour, and imply colours."""
    own = {*kinds, "colours"} if "own" in kinds else set(kinds) or {"plain"}
    is_so = {("?" if kind in own else "!") + kind for kind in (*KINDS, "plain")}
    found = []
    for line in text.split("\n"):
        conditions, kept = CONDITIONS.fullmatch(line).groups()  # type: ignore[union-attr]
        if is_so.issuperset(conditions.split()):
            found.append(kept)
    return "\n".join(found)


def initials(title: str) -> list[str]:
    """Return a picture for the lobby: rows of letters, as `field_at` of `tavolo.games` reads them.

    It shows the initials of the first two words, or the first two letters of a single one, each in its own colour.
    ValueError, in a sentence, without the extra `maker`.
    """
    needs("A new game", "maker", "pillow")
    from PIL import Image, ImageDraw, ImageFont

    words = re.findall(r"\w+", title)
    letters = words[0][0] + words[1][0] if len(words) > 1 else words[0][:2]
    first = crc32(title.encode()) % len(COLOURS)
    colours = (COLOURS[first], COLOURS[first - 2])
    halves = []
    for letter, colour in zip(letters.upper(), colours, strict=False):
        drawing = Image.new("1", (PICTURE_COLUMNS // 2, PICTURE_ROWS))
        ImageDraw.Draw(drawing).text((1, -2), letter, fill=1, font=ImageFont.load_default_imagefont())
        lit = drawing.tobytes()  # a byte a row, the left column its highest bit
        halves.append([f"{row:08b}".replace("0", ".").replace("1", colour) for row in lit])
    return ["".join(row).ljust(PICTURE_COLUMNS, ".") for row in zip(*halves, strict=True)]


def _enlist(file: Path, folder: str) -> None:
    text = file.read_text(encoding="utf-8")
    listed = re.sub(r'^GAMES = \((?:\n    "\w+",)*', rf'\g<0>\n    "{folder}",', text, count=1, flags=re.MULTILINE)
    write_whole(file, listed)
