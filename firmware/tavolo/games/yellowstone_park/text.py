"""Yellowstone Park in text, both ways: cards, columns, frames, actions. Positions are in `yellowstone_line`.

A card is "green-5", a column "a" to "g", a frame its first column and first row: "d3" are columns d-f and rows 3-5,
"d7" is the edge frame of rows 7 and 1. Actions are "deal", "deal blue-1 ... | green-3 ..." (the hands, player by
player), "turn-up green-5", "place 0 green-5 d", "keep 0 d3", "stop 0", "refill 0", "shuffle 0", and "draw 0 6" with
the cards behind it where they are known.
"""

from tavolo.games.yellowstone_park.frames import EDGE, WINDOWS, rows_of
from tavolo.games.yellowstone_park.position import (
    COLOURS,
    DEAL,
    DRAW,
    HAND,
    KEEP,
    NUMBERS,
    PLACE,
    REFILL,
    SHUFFLE,
    STOP,
    TURN_UP,
    number_of,
)
from tavolo.rules.contract import whole_number

COLUMNS = "abcdefg"

_OF_PLAYER = (("stop", STOP), ("refill", REFILL), ("shuffle", SHUFFLE))


def card_text(card: int) -> str:
    """Return the text of a card: "green-5"."""
    return f"{COLOURS[card // NUMBERS]}-{number_of(card)}"


def card_from_text(text: str) -> int:
    """Return the card of a text; ValueError, in a sentence, when it is none."""
    colour, _, number = text.partition("-")
    if colour in COLOURS and len(number) == 1 and "1" <= number <= "7":
        return COLOURS.index(colour) * NUMBERS + int(number) - 1
    raise ValueError(f"A card reads like green-5, not {text}.")


def column_from_text(text: str) -> int:
    """Return the column of a text; ValueError, in a sentence, when it is none."""
    if len(text) == 1 and text in COLUMNS:
        return COLUMNS.index(text)
    raise ValueError(f"A column is a letter from a to g, not {text}.")


def frame_text(frame: int) -> str:
    """Return the text of a frame: "d3", its first column and row."""
    return f"{COLUMNS[frame % WINDOWS]}{rows_of(frame)[0]}"


def frame_from_text(text: str) -> int:
    """Return the frame of a text; ValueError, in a sentence, when it is none."""
    if len(text) == 2 and text[0] in COLUMNS[:WINDOWS] and text[1] in "123457":
        rows = EDGE if text[1] == "7" else int(text[1]) - 1
        return rows * WINDOWS + COLUMNS.index(text[0])
    raise ValueError(f"A frame reads like d3, its first column and row, not {text}.")


def cards_text(cards: "list[int] | tuple[int, ...]", between: str) -> str:
    """Return the texts of cards."""
    return between.join([card_text(card) for card in cards])


def action_text(action: tuple[int, ...]) -> str:
    """Return the text of an action."""
    verb = action[0]
    if verb == PLACE:
        return f"place {action[1]} {card_text(action[2])} {COLUMNS[action[3]]}"
    if verb == KEEP:
        return f"keep {action[1]} {frame_text(action[2])}"
    if verb == TURN_UP:
        return f"turn-up {card_text(action[1])}"
    if verb == DRAW:
        return f"draw {action[1]} {action[2]} {cards_text(action[3:], ' ')}".strip()
    if verb == DEAL:
        hands = [cards_text(action[first : first + HAND], " ") for first in range(1, len(action), HAND)]
        return "deal " + " | ".join(hands) if hands else "deal"
    for word, known in _OF_PLAYER:
        if verb == known:
            return f"{word} {action[1]}"
    raise ValueError(f"No action begins with {verb}.")


def action_from_text(text: str) -> tuple[int, ...]:
    """Return the action of a text; ValueError, in a sentence, when it is none."""
    words = text.split()
    verb = words[0] if words else ""
    if verb == "deal":
        return (DEAL,) + tuple([card_from_text(word) for word in words[1:] if word != "|"])
    if verb == "place" and len(words) == 4:
        return (PLACE, whole_number(words[1]), card_from_text(words[2]), column_from_text(words[3]))
    if verb == "keep" and len(words) == 3:
        return (KEEP, whole_number(words[1]), frame_from_text(words[2]))
    if verb == "turn-up" and len(words) == 2:
        return (TURN_UP, card_from_text(words[1]))
    if verb == "draw" and len(words) >= 3:
        cards = tuple([card_from_text(word) for word in words[3:]])
        return (DRAW, whole_number(words[1]), whole_number(words[2])) + cards
    if len(words) == 2:
        for word, known in _OF_PLAYER:
            if verb == word:
                return (known, whole_number(words[1]))
    raise ValueError(f"An action reads like “place 0 green-5 d”, “keep 0 d3” or “stop 0”, not “{text}”.")
