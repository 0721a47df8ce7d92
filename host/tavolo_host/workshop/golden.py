"""Writes golden playthroughs: a whole game for each number of players, which tests replay and people can read.

It needs the folder of the sources, where they are kept beside the tests.
"""

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tavolo.games import load
from tavolo.rules.contract import Refused, Setup
from tavolo.rules.record import Record
from tavolo_host.players.of_game import choose
from tavolo_host.players.playout import playout
from tavolo_host.runtime import import_paths
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.texts.playthrough import comments_of, playthrough, record_of, text_for, texts_in, together
from tavolo_host.texts.sentences import sentence
from tavolo_host.texts.terminal import say

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game

FOLDER = Path("tests/rules/golden")
OWN_FILE = "{}-own.txt"  # of a game, on a sheet or board of one's own
MOST_ACTIONS = 10_000


def golden(game: Annotated[str, typer.Argument(help="The game whose playthroughs are written.")]) -> None:
    """Write the golden playthroughs of a game, one for each number of players, from the actions of the old ones."""
    say(f"Written: {write(game)}")


def write(game_name: str) -> Path:
    """Write the golden playthroughs of a game; return the file. ValueError without the sources, or for an unknown game.

    An existing one is rewritten from its own actions, comments included; a missing one is played by virtual players.
    A game on a sheet or board of one's own, in a file beside that, is rewritten too.
    """
    game, (file, old) = load(game_name), kept(game_name)
    counts = range(game.SEATS[0], game.SEATS[1] + 1)
    new = {file: [_again(game, file, text_for(old, players), players) for players in counts]}
    own = file.with_name(OWN_FILE.format(game_name))
    if own.exists():
        new[own] = [_again(game, own, text, 0) for text in texts_in(own.read_text(encoding="utf-8"))]
    for each, written in new.items():
        write_whole(each, together(written))
    return file


def _again(game: "Game", file: Path, text: str, players: int) -> str:
    """Return a playthrough as it comes out now; without one, play a game for that many."""
    record: Record | None = None
    comments = [f"{game.TITLE} in dealt play, by virtual people."]
    if text:
        with suppress(Refused, ValueError):
            record, comments = record_of(text), comments_of(text)
    else:
        record = played(game, players)
    if record is None or game.to_act(record.position):
        reason = "has a game that is impossible now, or has no end: delete it, and run this again."
        raise ValueError(f"{FOLDER / file.name} {reason}")
    return playthrough(record, comments, sentence)


def kept(game_name: str) -> tuple[Path, str]:
    """Return the file with a game's golden playthroughs, and its content, "" for none. ValueError without sources."""
    tree = import_paths.tree()
    if tree is None:
        raise ValueError("Golden playthroughs belong to Tavolo's sources: run this in their folder.")
    file = tree / FOLDER / f"{game_name}.txt"
    return file, file.read_text(encoding="utf-8") if file.exists() else ""


def played(game: "Game", players: int) -> Record:
    """Return a game of virtual players in dealt play, always the same. ValueError when it does not end."""
    record = Record(Setup(game, players, None, True))
    random = Random(players)

    def chosen(position: Any, player: int) -> "Action":
        return choose(game, game.view(position, player), player, random)

    for action in playout(game, game.start(record.setup), chosen, random.randrange):
        if len(record.actions) == MOST_ACTIONS:
            raise ValueError(f"{game.TITLE} has no end after {MOST_ACTIONS} actions.")
        record.apply(action)
    return record
