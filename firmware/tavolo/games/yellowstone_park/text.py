"""Yellowstone Park in text, both ways: cards, columns, frames, actions, positions.

A card is "green-5", a column "a" to "g", a frame its first column and first row: "d3" are columns d-f and rows 3-5,
"d7" is the edge frame of rows 7 and 1. A position is a line of name=value fields in fixed order, players separated by
"/", cards by ",", nothing by "-", the unknown by "?". `columns` are those of blue, yellow, green and red. `cards` has
all 56 by where they may be, as the table knows it: "hand0+hand1+pile:blue-1,blue-1,.../penalty0:green-3/board:red-6".
`hands`, `penalties` and `pile` are what the position knows besides.
"""

from array import array

from tavolo.games.yellowstone_park import CARDS, SEATS
from tavolo.games.yellowstone_park.frames import EDGE, WINDOWS, choices, rows_of
from tavolo.games.yellowstone_park.position import (
    ACTIONS,
    BEFORE_DEAL,
    BOARD,
    COLOURS,
    COPIES,
    FIRST_CARD,
    HAND,
    KEEPING,
    NO_COLUMN,
    NUMBERS,
    OVER,
    PENALTY,
    PILE,
    Position,
)
from tavolo.rules.contract import NO_CARD, whole_number
from tavolo.rules.declared import Actions
from tavolo.rules.fields import Suits, demand, fields_text, values_of

COLUMNS = "abcdefg"


CARDS_IN_TEXT = Suits(COLOURS, NUMBERS, "A card reads like green-5")
card_text = CARDS_IN_TEXT.text
card_from_text = CARDS_IN_TEXT.from_text


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


def _column_text(column: int) -> str:
    return COLUMNS[column]


_ACTIONS = Actions(
    ACTIONS,
    {
        "card": (card_text, card_from_text),
        "column": (_column_text, column_from_text),
        "frame": (frame_text, frame_from_text),
    },
)
action_text = _ACTIONS.text
action_from_text = _ACTIONS.from_text
public = _ACTIONS.public
actor = _ACTIONS.actor
action_card = _ACTIONS.card


_FIELDS = (
    "players",
    "end_after",
    "reaching",
    "neutral_marker",
    "edge_frame",
    "play",
    "phase",
    "turn",
    "placed",
    "card",
    "columns",
    "hand_counts",
    "penalty_counts",
    "pile_count",
    "markers",
    "neutral",
    "cards",
    "hands",
    "penalties",
    "pile",
)

# In the order of the phases' numbers.
_PHASES = (
    "before-deal",
    "first-card",
    "placing",
    "keeping",
    "refilling",
    "choosing-pile",
    "drawing",
    "drawing-own",
    "over",
)

_PLACES = (
    tuple([(f"hand{player}", 1 << player) for player in range(SEATS[1])])
    + (("pile", PILE),)
    + tuple([(f"penalty{player}", PENALTY << player) for player in range(SEATS[1])])
    + (("board", BOARD),)
)


def position_text(position: Position) -> str:
    """Return the text of a position, hidden cards included as far as the position knows them."""
    values = (
        [str(position.players)]
        + [str(value) for value in position.options]
        + [
            "dealt" if position.dealt else "table",
            _PHASES[position.phase],
            str(position.turn),
            str(position.placed),
            "-" if position.card == NO_CARD else card_text(position.card),
            "/".join(["-" if column == NO_COLUMN else COLUMNS[column] for column in position.columns]),
            _numbers_text(position.hand_counts),
            _numbers_text(position.penalty_counts),
            str(position.pile_count),
            _numbers_text(position.markers),
            str(position.neutral),
            _marks_text(position),
            "/".join([_known_text(hand) for hand in position.hands]),
            "?" if position.penalties is None else "/".join([_known_text(cards) for cards in position.penalties]),
            _known_text(position.pile),
        ]
    )
    return fields_text(_FIELDS, values)


def _numbers_text(numbers: "bytearray") -> str:
    return "/".join([str(number) for number in numbers])


def _known_text(cards: "list[int] | None") -> str:
    return CARDS_IN_TEXT.all_text(cards if cards is None else sorted(cards))


def _marks_text(position: Position) -> str:
    cards_with: dict[int, list[int]] = {}
    for copy in range(CARDS * COPIES):
        cards_with.setdefault(position.marks[copy], []).append(copy // COPIES)
    groups = []
    for mark in sorted(cards_with):
        places = "+".join([name for name, place in _PLACES if mark & place])
        groups.append(places + ":" + CARDS_IN_TEXT.all_text(cards_with[mark]))
    return "/".join(groups)


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, when it is none or its parts do not fit."""
    values = values_of(_FIELDS, text)
    players = _number("players", values[0], SEATS[0], SEATS[1])
    options = tuple([_number(_FIELDS[place], values[place], 0, 255) for place in range(1, 5)])
    demand("play", values[5] in ("dealt", "table"))
    demand("phase", values[6] in _PHASES)
    position = Position(players, options, values[5] == "dealt")
    position.phase = _PHASES.index(values[6])
    position.turn = _number("turn", values[7], 0, 65535)
    position.placed = _number("placed", values[8], 0, 2)
    columns = values[10].split("/")
    demand("columns", len(columns) == len(COLOURS))
    position.columns = bytearray([NO_COLUMN if word == "-" else column_from_text(word) for word in columns])
    position.hand_counts = _numbers("hand_counts", values[11], players, HAND)
    position.penalty_counts = _numbers("penalty_counts", values[12], players, CARDS * COPIES)
    position.pile_count = _number("pile_count", values[13], 0, CARDS * COPIES)
    position.markers = _numbers("markers", values[14], players, 255)
    position.neutral = _number("neutral", values[15], 0, 255)
    _read_marks(position, values[16])
    _read_known(position, values[17], values[18], values[19])
    if values[9] != "-":
        position.card = card_from_text(values[9])
    _check(position)
    if position.phase == KEEPING:
        position.frames, position.results = choices(position, position.card)
    return position


def _number(field: str, text: str, low: int, high: int) -> int:
    number = whole_number(text)
    demand(field, low <= number <= high)
    return number


def _numbers(field: str, text: str, players: int, high: int) -> bytearray:
    numbers = [_number(field, word, 0, high) for word in text.split("/")]
    demand(field, len(numbers) == players)
    return bytearray(numbers)


def _read_marks(position: Position, text: str) -> None:
    """Fill `marks`, `board` and `doubles`."""
    found: list[list[int]] = [[] for _ in range(CARDS)]
    for group in text.split("/"):
        places, _, cards = group.partition(":")
        mark = 0
        for word in places.split("+"):
            known = [place for name, place in _PLACES if name == word]
            demand("cards", len(known) == 1)
            mark |= known[0]
        for word in cards.split(","):
            found[card_from_text(word)].append(mark)
    marks: list[int] = []
    for card in range(CARDS):
        demand("cards", len(found[card]) == COPIES)
        marks += sorted(found[card])
        lying = found[card].count(BOARD)
        position.board |= (1 << card) if lying else 0
        position.doubles |= (1 << card) if lying == COPIES else 0
    position.marks = array("H", marks)


def _read_known(position: Position, hands: str, penalties: str, pile: str) -> None:
    position.hands = [_cards(word) for word in hands.split("/")]
    position.pile = _cards(pile)
    position.penalties = None if penalties == "?" else [_cards(word) or [] for word in penalties.split("/")]


def _cards(text: str) -> "list[int] | None":
    cards = CARDS_IN_TEXT.hand_from_text(text)
    return None if cards is None else sorted(cards)


def _check(position: Position) -> None:
    """Raise ValueError, naming the field, unless everything fits together."""
    players, marks = position.players, position.marks
    lying = len(position.cards_at(BOARD))
    known = sum(position.hand_counts) + sum(position.penalty_counts) + position.pile_count
    demand("pile_count", known + lying == CARDS * COPIES)
    for player in range(players, SEATS[1]):
        demand("cards", not any([mark & (1 << player | PENALTY << player) for mark in marks]))
    for colour in range(len(COLOURS)):
        lies = bool(position.board >> colour * NUMBERS & (1 << NUMBERS) - 1)
        demand("columns", lies == (position.columns[colour] != NO_COLUMN))
        demand("columns", not lies or list(position.columns).count(position.columns[colour]) == 1)
    demand("card", (position.card != NO_CARD) == (position.phase == KEEPING))
    demand("card", position.card == NO_CARD or position.board >> position.card & 1 == 1)
    demand("phase", lying > 0 or position.phase in (BEFORE_DEAL, FIRST_CARD, OVER))
    demand("hands", len(position.hands) == players)
    for player, hand in enumerate(position.hands):
        demand("hands", hand is None or len(hand) == position.hand_counts[player])
        demand("hands", hand is not None or not position.dealt)
    demand("pile", (position.pile is not None) == position.dealt)
    demand("penalties", (position.penalties is not None) == position.dealt)
    if position.pile is not None and position.penalties is not None:
        demand("pile", len(position.pile) == position.pile_count)
        demand("penalties", [len(cards) for cards in position.penalties] == list(position.penalty_counts))
