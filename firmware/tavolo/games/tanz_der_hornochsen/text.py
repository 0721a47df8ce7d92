"""Tanz der Hornochsen in text, both ways: tiles and actions. Positions are in `hornochsen_position_text`.

A tile is its number, 1-99. Actions are "deal", "deal 1 2 ... | 7 8 ..." (the hands, player by player), "turn 14",
"draw 2 3" (player, number) or "draw 2 3 14 15 16", "reveal 14 44 3", "buy 0 2", "choose 0" or "choose 0 14",
"show 0 14", "keep 0" or "keep 0 14", and "stop 0".
"""

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen.position import DEAL, HAND
from tavolo.rules.contract import whole_number

# By verb: its word, and how many plain numbers come before the tiles.
_VERBS = (
    ("deal", 0),
    ("turn", 0),
    ("draw", 2),
    ("reveal", 0),
    ("buy", 2),
    ("choose", 1),
    ("show", 1),
    ("keep", 1),
    ("stop", 1),
)


def card_text(card: int) -> str:
    """Return the text of a tile: "14"."""
    return str(card + 1)


def card_from_text(text: str) -> int:
    """Return the tile of a text; ValueError, in a sentence, when it is none."""
    number = whole_number(text)
    if not 1 <= number <= CARDS:
        raise ValueError(f"A tile is a number from 1 to {CARDS}, not {text}.")
    return number - 1


def action_text(action: tuple[int, ...]) -> str:
    """Return the text of an action."""
    word, numbers = _VERBS[action[0]]
    words = [word] + [str(number) for number in action[1 : 1 + numbers]]
    for place, tile in enumerate(action[1 + numbers :]):
        if action[0] == DEAL and place and place % HAND == 0:
            words.append("|")
        words.append(card_text(tile))
    return " ".join(words)


def action_from_text(text: str) -> tuple[int, ...]:
    """Return the action of a text; ValueError, in a sentence, when it is none."""
    words = text.split()
    for verb, (word, numbers) in enumerate(_VERBS):
        if words and words[0] == word and len(words) > numbers:
            plain = tuple([whole_number(number) for number in words[1 : 1 + numbers]])
            tiles = tuple([card_from_text(tile) for tile in words[1 + numbers :] if tile != "|"])
            return (verb,) + plain + tiles
    raise ValueError(f"An action reads like “choose 0 14”, “buy 0 2” or “deal”, not “{text}”.")
