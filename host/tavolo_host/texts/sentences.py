"""Turns the numbers of rules and table - events, refusals, outcomes - into sentences.

The board sends numbers only; the laptop finds their templates and translates them. Each game's folder
(`tavolo_host.games`) has these words:

MINUTES     how long a game takes
OPTIONS     by name, what an option means (`tavolo_host.texts.options`)
TEMPLATES   by code, (template, kinds of the numbers that follow). A kind is player, seat, number, or one of the game's
            own (card, colour, ...), which its function with that name and "_words" puts into words. A kind that ends
            in s takes all remaining numbers; "text" takes them as letters.
CHOICES     by verb of an action, (the question when it is the first choice, its name as a choice, kinds). If the
            moment matters too, the game's `choice_of(position, action)` returns the key in CHOICES and the numbers.
AIM, LESSONS    for beginners, the latter by the same keys and codes
CONSTRAINTS if an option is what is printed: why that may be wrong
rule_words  if the page for players depends on options (`tavolo_host.display.parts.rule_pages`)
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from tavolo.games import folder_of, manifest
from tavolo.games import names as game_names
from tavolo.link.messages import LETTERS
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts import common

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position
    from tavolo_host.texts.words import Sentences

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
    speaker = _Speaker(part_of(game_name) if game_name else words, translate, names, seats)
    return speaker.filled(template, kinds, numbers[1:])


def safe_sentence(
    numbers: tuple[int, ...],
    translate: Callable[[str], str] = same,
    names: tuple[str, ...] | None = None,
    game_name: str = "",
    seats: Sequence[str] = (),
) -> str:
    """Return the sentence for numbers from a board: a newer board or an unknown game must not stop this laptop."""
    try:
        return sentence(numbers, translate, names, game_name, seats)
    except (ImportError, IndexError, ValueError):
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
    return _Speaker(words, translate).filled(template, kinds, numbers)


def chosen(game: "Game", position: "Position", action: "Action", translate: Callable[[str], str] = same) -> str:
    """Return an action as it stands after "You chose": a thing alone where it is one, else what is done, quoted.

    ValueError as in `choice`.
    """
    words = part_of(game.NAME)
    key, numbers = _choice_of(game, position, action)
    _, template, kinds = words.CHOICES[key]
    speaker = _Speaker(words, translate)
    if template.count("{") == template.count("{1}") == 1:
        return speaker.word(kinds.split()[1], numbers[1])
    name = speaker.filled(template, kinds, numbers)
    return name[:1].lower() + name[1:] if template.startswith("{1}") else quoted(name, translate)


def quoted(name: str, translate: Callable[[str], str] = same) -> str:
    """Return a choice's name as it is quoted in a sentence."""
    return translate("“{}”").format(name[:1].lower() + name[1:])


def card_name(game: "Game", card: int, translate: Callable[[str], str] = same) -> str:
    """Return a card in the words of its game."""
    return _Speaker(part_of(game.NAME), translate).word("card", card)


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


class _Speaker(NamedTuple):
    """Puts numbers into words: those of a game or of all, in a language, with the names of players and seats."""

    words: "Sentences"
    translate: Callable[[str], str]
    names: tuple[str, ...] | None = None
    seats: Sequence[str] = ()

    def filled(self, template: str, kinds: str, numbers: tuple[int, ...]) -> str:
        """Return a template with words for the numbers."""
        values = []
        for place, kind in enumerate(kinds.split()):
            if kind == "text":
                values.append("".join(letter_of(number) for number in numbers[place:]))
            elif kind.endswith("s"):
                each = [self.word(kind[:-1], number) for number in numbers[place:]]
                values.append(listed(each, self.translate))
            else:
                values.append(self.word(kind, numbers[place]))
        return sentence_case(self.translate(template).format(*values))

    def word(self, kind: str, number: int) -> str:
        """Return a number in words; ValueError where there are none."""
        own_words, translate, names, seats = self
        if kind == "number":
            return str(number)
        if kind == "player":
            return _named(names or (), number) or translate("player {}").format(number)
        if kind == "seat":
            return _named(seats, number) or translate("seat {}").format(number + 1)
        # Numbers that are no kind or thing of the game have common words: that may be what the sentence is about.
        for words in (own_words, common) if number >= 0 else (common,):
            with suppress(AttributeError, LookupError):
                return str(getattr(words, f"{kind}_words")(number, translate))
        raise ValueError(f"There are no words for the {kind} {number}.")


def _named(names: Sequence[str], number: int) -> str:
    return names[number] if 0 <= number < len(names) else ""


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


def _template_of(code: int) -> "tuple[Sentences, str, str]":
    """Return the module with a code's words, its template, and its kinds; ValueError as in `sentence`."""
    words: Sentences = common
    file = OF_ALL
    for name in game_names():  # a game's manifest names its hundred codes
        if 0 <= code - manifest(name).CODES < HUNDRED:
            words, file = part_of(name), OF_A_GAME.format(folder_of(name))
    if code not in words.TEMPLATES:
        raise ValueError(f"TEMPLATES in {file} has no sentence for {code}.")
    return words, *words.TEMPLATES[code]


def listed(words: Sequence[str], translate: Callable[[str], str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return translate("{} and {}").format(", ".join(words[:-1]), words[-1])
