"""The sheets and boards that this user has entered, by game and name: a JSON file that people can read and copy.

{"kuh-vadis": {"Pad, page 3": "own:8ryzyrwtuov8kxpkr94737qrfpmqn"}}
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tavolo.rules.contract import OWN, Unprintable
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.language import _
from tavolo_host.texts.names import clean_name

if TYPE_CHECKING:
    from tavolo.rules.contract import Option
    from tavolo.rules.game import Game

FILE = "sheets-and-boards.json"
MOST = 100  # of a game: not only the owner of this file enters some


def prints_file() -> Path:
    """Return where this user's sheets and boards are kept."""
    return Path(typer.get_app_dir("tavolo")) / FILE


def kept_numbers(game_name: str, option: "Option") -> dict[int, str]:
    """Return the names of a game's sheets or boards, by the value of its option.

    What no game can have is left out. ValueError, in a sentence, if the file cannot be read.
    """
    found = {}
    for name, text in _read().get(game_name, {}).items():
        with suppress(ValueError):
            number = option.value(text)
            part_of(game_name, ".printed").text_of(number)
            found[number] = clean_name(name)
    return found


def entered(game: "Game", option: "Option", text: str) -> int:
    """Return an option's value for what was typed; of a sheet or board also by its name, or as what is printed on it.

    ValueError, in a sentence, if it is none.
    """
    if not option.is_printed or text.isdecimal() or text.startswith(OWN):
        return option.value(text)
    numbers = {name: number for number, name in kept_numbers(game.NAME, option).items()}
    if text in numbers:
        return numbers[text]
    try:
        return int(part_of(game.NAME, ".printed").number_of(text))
    except Unprintable as problem:
        kept = ", ".join(numbers) or _("none")
        raise ValueError(_("“{}” is not kept (but: {}), and as text: {}").format(text, kept, problem)) from problem


def keep_print(game_name: str, name: str, text: str) -> None:
    """Keep the text of an option's value under a name, instead of the one that it had; "" forgets that.

    ValueError, in a sentence, if the file cannot be read or written, or has too many.
    """
    of_games = {game: dict(texts) for game, texts in _read().items()}
    texts = of_games.setdefault(game_name, {})
    texts = of_games[game_name] = {known: kept for known, kept in texts.items() if clean_name(known) != name}
    if text and len(texts) >= MOST:
        raise ValueError(_("{} are kept already: forget one first.").format(MOST))
    if text:
        texts[name] = text
    file = prints_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(of_games, ensure_ascii=False, indent=2) + "\n", is_private=True)
    except OSError as problem:
        raise ValueError(_("{} cannot be written: {}.").format(file, problem.strerror)) from problem


def _read() -> Mapping[str, Mapping[str, str]]:
    file = prints_file()
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise ValueError(_("{} cannot be read: {}.").format(file, problem.strerror)) from problem
    except ValueError as problem:
        raise ValueError(_("{} is damaged: {}.").format(file, problem)) from problem
    by_game = found.values() if isinstance(found, dict) else [None]
    texts = [text for names in by_game for text in (names.values() if isinstance(names, dict) else [None])]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(_("{} is damaged: {}.").format(file, _("it has no texts by game and name")))
    return found  # type: ignore[no-any-return]
