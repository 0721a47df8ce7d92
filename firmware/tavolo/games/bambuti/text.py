"""Bambuti in text, both ways: masks, actions, positions.

A mask is "green-7"; "play 0 green-7 of 1 r3" puts it on the third mask of player 1's row. A position is one line of
name=value fields in fixed order, players separated by "/", masks by ",", nothing by "-", the unknown "?".
"""

from tavolo.games.bambuti import CARDS
from tavolo.games.bambuti.position import (
    ACTIONS,
    COLOURS,
    DEALING_HANDS,
    DRAWING,
    DRUMS,
    LAYING,
    NUMBERS,
    PLACES,
    Position,
)
from tavolo.games.bambuti.rows import never_rises
from tavolo.rules.contract import whole_number
from tavolo.rules.declared import Actions
from tavolo.rules.fields import Suits, demand, fields_text, values_of

_PHASES = ("deal-rows", "lay", "deal-hands", "play", "draw", "drum", "wish", "over")
_FIELDS = (
    "younger",
    "ending",
    "play",
    "phase",
    "turn",
    "held",
    "rows",
    "covered",
    "laid",
    "hands",
    "pile",
    "drums",
    "points",
    "passes",
    "withdrawn",
    "symmetry",
)


CARDS_IN_TEXT = Suits(COLOURS, NUMBERS, "A mask reads like green-7")
card_text = CARDS_IN_TEXT.text
card_from_text = CARDS_IN_TEXT.from_text


def _place_text(place: int) -> str:
    return f"r{place + 1}"


def _place_from_text(text: str) -> int:
    if len(text) == 2 and text[0] == "r" and text[1] in "12345":
        return int(text[1]) - 1
    raise ValueError(f"A place reads r1 to r{PLACES}, not {text}.")


_ACTIONS = Actions(ACTIONS, {"card": (card_text, card_from_text), "place": (_place_text, _place_from_text)})
action_text = _ACTIONS.text
action_from_text = _ACTIONS.from_text
public = _ACTIONS.public
actor = _ACTIONS.actor
action_card = _ACTIONS.card


def _pair(field: str, text: str) -> list[int]:
    numbers = [whole_number(word) for word in text.split("/")]
    demand(field, len(numbers) == 2)
    return numbers


def position_text(position: Position) -> str:
    """Return the text of a position, hidden masks included as far as the position knows them."""
    values = (
        str(position.younger),
        str(position.ending),
        "dealt" if position.dealt else "table",
        _PHASES[position.phase],
        str(position.turn),
        "/".join([str(count) for count in position.held]),
        "/".join([CARDS_IN_TEXT.all_text(position.row(player)) for player in (0, 1)]),
        CARDS_IN_TEXT.all_text(position.covered()),
        "/".join([CARDS_IN_TEXT.all_text(row) for row in position.laid]),
        "/".join([CARDS_IN_TEXT.all_text(hand) for hand in position.hands]),
        str(position.pile_count),
        "/".join([str(count) for count in position.drums]),
        "/".join([str(points) for points in position.points]),
        str(position.passes),
        str(position.withdrawn),
        str(int(position.made_symmetry)),
    )
    return fields_text(_FIELDS, values)


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, when it is none or its parts do not fit."""
    values = values_of(_FIELDS, text)
    younger, ending, turn = [whole_number(values[place]) for place in (0, 1, 4)]
    demand("younger", 0 <= younger <= 1)
    demand("ending", 1 <= ending <= 2)
    demand("play", values[2] in ("dealt", "table"))
    demand("phase", values[3] in _PHASES)
    demand("turn", 0 <= turn <= 1)
    position = Position(younger, ending, values[2] == "dealt")
    position.phase, position.turn = _PHASES.index(values[3]), turn
    _read_masks(position, values)
    position.points = _pair("points", values[12])
    position.passes, position.withdrawn = whole_number(values[13]), whole_number(values[14])
    demand("points", min(position.points) >= 0)
    demand("passes", 0 <= position.passes <= ending)
    demand("withdrawn", position.withdrawn >= 0)
    demand("symmetry", values[15] in ("0", "1") and (values[15] == "0" or position.phase == DRAWING))
    position.made_symmetry = values[15] == "1"
    return position


def _read_masks(position: Position, values: list[str]) -> None:
    """Read all that tells where masks and drums are; ValueError, naming the field, unless it fits together."""
    held, drums = _pair("held", values[5]), _pair("drums", values[11])
    rows = [CARDS_IN_TEXT.all_from_text(row) for row in values[6].split("/")]
    covered = CARDS_IN_TEXT.all_from_text(values[7])
    laid = [CARDS_IN_TEXT.all_from_text(row) for row in values[8].split("/")]
    hands = [CARDS_IN_TEXT.hand_from_text(hand) for hand in values[9].split("/")]
    pile_count = whole_number(values[10])
    is_shown = position.phase >= DEALING_HANDS
    demand("held", all([0 <= count <= CARDS for count in held]))
    demand("rows", [len(row) for row in rows] == [PLACES * is_shown] * 2)
    demand("rows", not is_shown or (never_rises(rows[0]) and never_rises(rows[1])))
    demand("covered", is_shown or not covered)
    demand("drums", all([0 <= count <= DRUMS for count in drums]))
    face_down = sum([PLACES - count for count in held]) if position.phase == LAYING else 0
    _check_laid(position.phase, held, laid)
    demand("hands", len(hands) == 2)
    for hand, count in zip(hands, held):
        demand("hands", hand is not None or not position.dealt)
        demand("hands", hand is None or (len(hand) == count and hand == sorted(hand)))
    lying = rows[0] + rows[1] + covered
    demand("pile", pile_count >= 0 and pile_count + sum(held) + face_down + len(lying) == CARDS)
    known = lying + [card for hand in hands for card in hand or []]
    demand("rows", len(set(known)) == len(known))
    demand("laid", not set(known) & set(laid[0] + laid[1]))
    for card in lying:
        position.seen[card] = 1
    position.rows = bytearray(rows[0] + rows[1]) if is_shown else position.rows
    position.held, position.drums = bytearray(held), bytearray(drums)
    position.laid, position.hands, position.pile_count = laid, hands, pile_count
    if position.dealt:
        known += laid[0] + laid[1]
        position.pile = [card for card in range(CARDS) if card not in known]
        demand("laid", len(position.pile) == pile_count)


def _check_laid(phase: int, held: list[int], laid: list[list[int]]) -> None:
    """Raise ValueError unless no more sealed masks are known than lie, each once in its row."""
    demand("laid", len(laid) == 2)
    for row, count in zip(laid, held):
        lying = PLACES - count if phase == LAYING else 0
        demand("laid", len(row) <= lying and len(set(row)) == len(row))
