"""Turns the numbers of rules and table - events, refusals, outcomes - into sentences.

The board sends numbers only; the laptop finds their templates and translates them. Each game's folder
(`tavolo_host.games`) has these words:

MINUTES     how long a game takes
OPTIONS     by name, what an option is; for one from 0 to 1, what 1 means
TEMPLATES   by code, (template, kinds of the numbers that follow). A kind is player, seat, number, or one of the game's
            own (card, colour, ...), which its function with that name and "_words" puts into words. A kind that ends
            in s takes all remaining numbers; "text" takes them as letters.
CHOICES     by verb of an action, (the question when it is the first choice, its name as a choice, kinds). If the
            moment matters too, the game's `choice_of(position, action)` returns the key in CHOICES and the numbers.
AIM, LESSONS    for beginners, the latter by the same keys and codes
rule_words  if the page for players depends on options (`tavolo_host.display.rule_pages`)
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tavolo.games import folder_of, manifest
from tavolo.games import names as game_names
from tavolo.link.messages import LETTERS
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts import common

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position
    from tavolo_host.texts.words import Sentences, Words

HUNDRED = 100
OF_A_GAME, OF_ALL = "host/tavolo_host/games/{}/__init__.py", "host/tavolo_host/texts/common.py"


def same(text: str) -> str:
    """Return the text unchanged: the translation into English."""
    return text


def sentence(
    numbers: tuple[int, ...],
    translate: Callable[[str], str] = same,
    names: tuple[str, ...] | None = None,
    game_name: str = "",
    seats: Sequence[str] = (),
) -> str:
    """Return the sentence for (code, numbers...).

    `translate` turns an English template or word into another language; `names` are the players' names, by default
    "player 0" and so on; `game_name` is the game whose cards a common sentence mentions; `seats` are the seats' names,
    by default "seat 1" and so on. A code without words raises ValueError, which names the file to edit.
    """
    words, template, kinds = _template_of(numbers[0])
    return _filled(part_of(game_name) if game_name else words, template, kinds, numbers[1:], translate, names, seats)


def safe_sentence(
    numbers: tuple[int, ...],
    translate: Callable[[str], str] = same,
    names: tuple[str, ...] | None = None,
    game_name: str = "",
    seats: Sequence[str] = (),
) -> str:
    """Return the sentence for numbers from a board: a newer board must not stop this laptop."""
    try:
        return sentence(numbers, translate, names, game_name, seats)
    except (IndexError, ValueError):
        return f"(no words for {numbers})"


def question(game: "Game", position: "Position", action: "Action", translate: Callable[[str], str] = same) -> str:
    """Return the question to a player whose first choice is `action`. ValueError as in `choice`."""
    key, _ = _choice_of(game, position, action)
    return sentence_case(translate(part_of(game.NAME).CHOICES[key][0]))


def choice(game: "Game", position: "Position", action: "Action", translate: Callable[[str], str] = same) -> str:
    """Return an action's name on a button. Without words, raise ValueError, which names the file to edit."""
    words = part_of(game.NAME)
    key, numbers = _choice_of(game, position, action)
    _, template, kinds = words.CHOICES[key]
    return _filled(words, template, kinds, numbers, translate, None, ())


def card_name(game: "Game", card: int, translate: Callable[[str], str] = same) -> str:
    """Return a card in the words of its game."""
    return _word(part_of(game.NAME), "card", card, translate, None, ())


def choice_key(game: "Game", position: "Position", action: "Action") -> int:
    """Return an action's key in CHOICES, usually its verb. ValueError as in `choice`."""
    return _choice_of(game, position, action)[0]


def _choice_of(game: "Game", position: "Position", action: "Action") -> tuple[int, tuple[int, ...]]:
    words = part_of(game.NAME)
    choice_of = getattr(words, "choice_of", None)
    key, numbers = choice_of(position, action) if choice_of else (action[0], action[1:])
    if key not in getattr(words, "CHOICES", ()):
        raise ValueError(f"CHOICES in {OF_A_GAME.format(folder_of(game.NAME))} has no words for the verb {key}.")
    return key, numbers


def _filled(
    words: "Sentences",
    template: str,
    kinds: str,
    numbers: tuple[int, ...],
    translate: Callable[[str], str],
    names: tuple[str, ...] | None,
    seats: Sequence[str],
) -> str:
    values = []
    for place, kind in enumerate(kinds.split()):
        if kind == "text":
            values.append("".join(letter_of(number) for number in numbers[place:]))
        elif kind.endswith("s"):
            each = [_word(words, kind[:-1], number, translate, names, seats) for number in numbers[place:]]
            values.append(listed(each, translate))
        else:
            values.append(_word(words, kind, numbers[place], translate, names, seats))
    return sentence_case(translate(template).format(*values))


def letter_of(number: int) -> str:
    """Return a letter from a board by its number; an unprintable one becomes the replacement character."""
    letter = chr(number) if 0 <= number <= LETTERS else ""
    return letter if letter.isprintable() and letter else "\N{REPLACEMENT CHARACTER}"


def sentence_case(text: str) -> str:
    """Return a text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def players_in(numbers: tuple[int, ...]) -> list[int]:
    """Return the players that the sentence for (code, numbers...) mentions; ValueError as in `sentence`."""
    named: list[int] = []
    for place, kind in enumerate(_template_of(numbers[0])[2].split(), 1):
        named += {"player": numbers[place : place + 1], "players": numbers[place:]}.get(kind, ())
    return named


def option_words(game_name: str, option: str) -> str:
    """Return what an option of a game is. Without words, raise ValueError, which names the file to edit."""
    words: Words = part_of(game_name)
    if option not in words.OPTIONS:
        raise ValueError(f"OPTIONS in {OF_A_GAME.format(folder_of(game_name))} has no words for {option}.")
    return words.OPTIONS[option]


def _template_of(code: int) -> "tuple[Sentences, str, str]":
    """Return the module with a code's words, its template, and its kinds; ValueError as in `sentence`."""
    words, file = _words_of(code)
    if code not in words.TEMPLATES:
        raise ValueError(f"TEMPLATES in {file} has no sentence for {code}.")
    return words, *words.TEMPLATES[code]


def _words_of(code: int) -> "tuple[Sentences, str]":
    """Return the module with the words of a code, and its file: a game's manifest names its hundred codes."""
    for name in game_names():
        if 0 <= code - manifest(name).CODES < HUNDRED:
            return part_of(name), OF_A_GAME.format(folder_of(name))
    return common, OF_ALL


def listed(words: Sequence[str], translate: Callable[[str], str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return translate("{} and {}").format(", ".join(words[:-1]), words[-1])


def _word(
    words: "Sentences",
    kind: str,
    number: int,
    translate: Callable[[str], str],
    names: tuple[str, ...] | None,
    seats: Sequence[str],
) -> str:
    if kind == "player":
        if names is not None and 0 <= number < len(names):
            return names[number]
        return translate("player {}").format(number)
    if kind == "seat":
        return seats[number] if 0 <= number < len(seats) else translate("seat {}").format(number + 1)
    if kind == "number":
        return str(number)
    if number >= 0:
        try:
            return str(getattr(words, kind + "_words")(number, translate))
        except (AttributeError, LookupError):  # not one of the game's kinds
            pass
    # There is no such thing; that may be what the sentence is about.
    try:
        return str(getattr(common, kind + "_words")(number, translate))
    except (AttributeError, LookupError):
        raise ValueError(f"There are no words for the {kind} {number}.") from None
