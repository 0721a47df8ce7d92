"""The commands for kept games: `tavolo history`, `replay`, `export` and `import`."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

import typer

from tavolo.games import names
from tavolo_host.history import words
from tavolo_host.history.forgetting import export_file
from tavolo_host.history.game_rows import DamagedGame
from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable, history_file
from tavolo_host.history.imported_games import add_game, replace_players
from tavolo_host.history.kept_game import KeptAction, KeptGame
from tavolo_host.history.open_file import OpenFile
from tavolo_host.history.rescue import is_whole, rescue
from tavolo_host.playthroughs.deck_check import deck_verdict
from tavolo_host.playthroughs.game_text import by_the_rules, games_in, rerun_of, text_of
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.runtime.input_file import content_of
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.playthrough import together
from tavolo_host.texts.sentences import safe_sentence
from tavolo_host.texts.terminal import hand_on, say

Played = tuple[KeptGame, list[KeptAction]]

USUAL_LIMIT, MOST_LISTED = 20, 1_000_000
Ids = Annotated[list[int] | None, typer.Argument(metavar="[ID]...", help="Numbers of games, as `tavolo history` says.")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files with one game or several.")]
Which = Annotated[str, typer.Argument(metavar="ID|FILE", help="The number of a kept game, or a file with games.")]
TakesNames = Annotated[
    bool, typer.Option("--names", help="Give games that are here already the names and levels that the file has.")
]
Player = Annotated[str, typer.Option(metavar="NAME", help="Only games in which this player took part.")]
GameName = Annotated[str, typer.Option(help="Only games of this kind.")]
Limit = Annotated[int, typer.Option(min=1, max=MOST_LISTED, help="How many games at most, the newest first.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print everything as JSON, for other programs.")]
All = Annotated[bool, typer.Option("--all", help="All games that have ended.")]
To = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the text into this file instead of printing it.")]
CopyTo = Annotated[
    Path | None, typer.Option("--file", metavar="FILE", help="Copy the whole file of games, an SQLite database.")
]
Through = Annotated[
    Literal["virtual", "pico"] | None,
    typer.Option(help="Let virtual people play it at the virtual table, or at one with an emulated Pico."),
]


def history(player: Player = "", game: GameName = "", limit: Limit = USUAL_LIMIT, as_json: AsJson = False) -> None:
    """List the games that were played here: when, what, who, and how they ended.

    \b
    Examples:
      tavolo history --player Ada
      tavolo history --game bambuti --limit 100 --json
    """
    if game not in ("", *names()):
        raise ValueError(f"There is no game {game}; there is {', '.join(names())}.")
    with _history() as kept:
        games = kept.games(player, game, limit)
        count = kept.count(player, game)
    if as_json:
        say(json.dumps([_as_json(each) for each in games], indent=1))
        return
    for each in games:
        if isinstance(each, DamagedGame):
            say(f"{each.id:>5}  {each.sentence}")
            continue
        say(f"{each.id:>5}  {words.when(each):<17}  {_title(each)}")
        say(f"{'':7}{words.result(each)}")
    if count > len(games):
        say(f"These are the newest {len(games)} of {count} games; --limit shows more.")
    elif not games:
        say("No such game was kept." if player or game else "No game was kept yet.")


def replay(which: Which, through: Through = None) -> None:
    """Tell a game step by step, in the sentences of the page.

    With --through, virtual people play it again, with cards, slots and keys: the digests of board and text have to be
    equal after each action. Of a game that is damaged, this tells what is left.

    Where the laptop dealt the cards, this also checks that they came as its deck was shuffled: the deck's SHA-256 was
    shown before the first card.

    \b
    Examples:
      tavolo replay 12
      tavolo replay evening.txt
      tavolo replay 12 --through virtual
    """
    try:
        _replay(which, through)
    except DamagedGame as damaged:
        _tell_remains(damaged)


def _replay(which: str, through: str | None) -> None:
    for kept, actions in _named(which):
        if kept.rules != firmware_digests()[1]:
            raise ValueError(
                f"Game {kept.id} was played by other rules ({kept.rules}): `tavolo export` shows its text."
            )
        say(f"{words.when(kept)}  {_title(kept)}")
        for line in _told(kept, actions, through):
            say(line)
        say(words.result(kept))
        verdict = deck_verdict(kept, actions)
        if verdict:
            say(verdict)
        if through:
            say(f"The board had the same digest after each of {len(actions)} actions.")


def export(ids: Ids = None, is_all: All = False, to: To = None, copy_to: CopyTo = None) -> None:
    """Write games as text, which people can read and `tavolo import` takes back; or copy the whole file of games.

    The text is in UTF-8. Where a shell writes what it reads in another encoding, as PowerShell does, use --to.

    Of a game that is still played, the text has what everybody has seen, and cannot be imported.

    \b
    Examples:
      tavolo export 12
      tavolo export 12 13 --to evening.txt
      tavolo export --all --to games.txt
      tavolo export --file copy.sqlite
    """
    if bool(ids) + is_all + (copy_to is not None) != 1 or (to and copy_to):
        raise ValueError("Say what to export: numbers of games, --all, or --file for the whole file.")
    for target in filter(None, (to, copy_to)):
        if target.exists():
            raise ValueError(f"{target} is there already.")
    with _history() as kept:
        if copy_to:
            export_file(kept.file, copy_to)
            return
        text = together(list(_all_texts(kept) if is_all else (_text(kept, each) for each in ids or ())))
    if to:
        write_whole(to, text, is_private=True)
    else:
        hand_on(text)


def import_games(files: Files, takes_names: TakesNames = False) -> None:
    """Take games from text, checked by the rules; nothing is taken from a file with a mistake.

    A game without a head of names and times, as one that was written by hand, counts as played now by nobody. Of a game
    that is here already, the names stay unless --names takes those of the file.

    \b
    Examples:
      tavolo import evening.txt
      tavolo import evening.txt --names
    """
    read = [(file, _games_of(file)) for file in files]
    with _history(is_read_only=False) as kept:
        for file, games in read:
            for game, actions in games:
                same = _same(kept, game, actions)
                number = same.id if same else add_game(kept.file, game, actions)
                already = f", and was already{_names(kept, same, game, takes_names)}" if same else ""
                say(f"{file}: {_title(game)} is game {number}{already}.")


@contextmanager
def _history(is_read_only: bool = True) -> Iterator[History]:
    """Open the file of games; of a damaged one that is only read, a copy of the games that are whole."""
    path = history_file()
    try:
        with ExitStack() as stack:
            if is_read_only and not _is_whole(path):
                copy = Path(stack.enter_context(TemporaryDirectory())) / path.name
                kept = stack.enter_context(History(copy))
                if not rescue(path, kept.file):
                    raise Unusable(deferred("{} is damaged.", path), True)
                say(f"{path} is damaged. These are the games that can be read in it.", err=True)
            else:
                kept = stack.enter_context(History(path))
            yield kept
    except Unusable as problem:
        if isinstance(problem, DamagedGame):
            raise
        raise ValueError(str(problem.sentence)) from problem


def _is_whole(path: Path) -> bool:
    try:
        with OpenFile(path) as file:
            return is_whole(file)
    except Unusable as problem:
        if problem.is_damaged:
            return False
        raise


def _text(kept: History, number: int) -> str:
    try:
        game = _of_number(kept, number)
        return text_of(game, kept.actions(game.id))
    except DamagedGame as damaged:
        raise ValueError(f"{damaged.sentence} `tavolo replay {number}` tells what is left of it.") from damaged


def _all_texts(kept: History) -> Iterator[str]:
    """Yield the games that have ended; one that cannot be read is told."""
    for game in kept.all_games():
        try:
            if isinstance(game, DamagedGame):
                raise game
            if game.ended is not None:
                yield text_of(game, kept.actions(game.id))
        except DamagedGame as damaged:
            say(f"{damaged.sentence} It is left out.", err=True)


def _tell_remains(damaged: DamagedGame) -> None:
    say(f"{damaged.sentence} What is left of it:")
    with _history() as kept:
        for line in kept.remains(damaged.id):
            say(f"  {line}")


def _of_number(kept: History, number: int) -> KeptGame:
    game = kept.game(number) if number.bit_length() < 64 else None  # as many bits as SQLite has
    if game is None:
        raise ValueError(f"There is no game {number}; `tavolo history` lists the games.")
    return game


def _named(which: str) -> list[Played]:
    """Return the game with a number, or the games of a file."""
    if not which.isdecimal() or Path(which).exists():
        return _games_of(Path(which))
    with _history() as kept:
        game = _of_number(kept, int(which))
        return [(game, kept.actions(game.id))]


def _games_of(file: Path) -> list[Played]:
    try:
        return list(games_in(content_of(file)))
    except ValueError as problem:
        raise ValueError(f"{file}: {problem}") from problem


def _names(kept: History, same: KeptGame, game: KeptGame, takes_names: bool) -> str:
    """Return in words whether the names of a game that is kept are others than those of a file, or become them."""
    if same.players == game.players:
        return ""
    if takes_names:
        replace_players(kept.file, same.id, game.players)
        return f"; it has had other names: {words.who(same)}"
    return f" with other names: {words.who(same)}; --names takes those of the file"


def _same(kept: History, game: KeptGame, actions: list[KeptAction]) -> KeptGame | None:
    """Return the same game if it was kept already."""
    began = round(game.began * 1000)
    for (number,) in kept.file.rows(
        "SELECT id FROM game WHERE began = ? AND game = ? AND ended NOTNULL", (began, game.game)
    ):
        with suppress(DamagedGame):
            if kept.actions(number) == actions:
                return kept.game(number)
    return None


def _title(kept: KeptGame) -> str:
    return f"{words.title_of(kept.game)}: {words.who(kept)}"


def _told(kept: KeptGame, actions: list[KeptAction], through: str | None) -> Iterator[str]:
    """Return a game's sentences, each with the time at which that happened, and with a digest that was compared."""
    with by_the_rules(kept):
        rerun = rerun_of(kept, actions)
    digests = _digests(kept, actions, through)
    for place, (each, digest) in enumerate(zip(actions, digests, strict=True)):
        minutes, seconds = divmod(each.at // 1000, 60)
        names = words.names_of(kept, place)
        with by_the_rules(kept):
            events = rerun.apply(each.action)
        told = [safe_sentence(event, names=names, game_name=kept.game) for event in events]
        for sentence in told or [rerun.game.action_text(each.action)]:
            yield f"{minutes:>4}:{seconds:02}  {digest}{sentence}"


def _digests(kept: KeptGame, actions: list[KeptAction], through: str | None) -> Iterator[str]:
    """Return what is printed of the digest after each action: nothing unless a board has it too."""
    if through is None:
        yield from [""] * len(actions)
        return
    from tavolo_host.playthroughs.through import play_through  # few do that
    from tavolo_host.sources.command import emulated_firmware

    seats = tuple(player.seat for player in kept.at_end())
    firmware = emulated_firmware() if through == "pico" else None
    for digest in play_through(rerun_of(kept, actions), seats, [each.action for each in actions], firmware):
        yield f"{digest:08x}  "


def _as_json(kept: KeptGame | DamagedGame) -> dict[str, object]:
    """Return a game as JSON has it: moments in UTC."""
    if isinstance(kept, DamagedGame):
        return {"id": kept.id, "problem": kept.sentence}
    moments = {
        name: None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds")
        for name, moment in (("began", kept.began), ("ended", kept.ended))
    }
    hands = {
        "players": [each._asdict() for each in kept.players],
        "deck": kept.deck and kept.deck._asdict(),
    }
    return kept._asdict() | hands | moments | {"result": words.result(kept)}
