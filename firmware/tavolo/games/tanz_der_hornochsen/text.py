"""Tanz der Hornochsen in text, both ways: tiles, actions, positions.

A tile is its number, 1-99. A position is one line of name=value fields in fixed order. Lists are separated by ",",
players, rows and groups by "/"; nothing is "-", the unknown "?". "queue" has tile:player; "groups" has owner:kept:tiles
of each completed row of which something may come back, "cast" the tiles that are surely in the box or drawn from it.
"""

from tavolo.games.tanz_der_hornochsen import CARDS, SEATS
from tavolo.games.tanz_der_hornochsen.board import MOST_SPACES, ROWS, board_numbered
from tavolo.games.tanz_der_hornochsen.position import (
    ACTIONS,
    DEALING,
    IN_BOX,
    MOST_IN_HAND,
    OVER,
    SHOWN,
    TAKEN,
    UNKNOWN,
    Position,
)
from tavolo.rules.contract import whole_number
from tavolo.rules.declared import Actions
from tavolo.rules.fields import demand, fields_text, values_of


def card_text(card: int) -> str:
    """Return the text of a tile: "14"."""
    return str(card + 1)


def card_from_text(text: str) -> int:
    """Return the tile of a text; ValueError, in a sentence, when it is none."""
    number = whole_number(text)
    if not 1 <= number <= CARDS:
        raise ValueError(f"A tile is a number from 1 to {CARDS}, not {text}.")
    return number - 1


_ACTIONS = Actions(ACTIONS, {"card": (card_text, card_from_text)})
action_text = _ACTIONS.text
action_from_text = _ACTIONS.from_text
public = _ACTIONS.public
actor = _ACTIONS.actor
action_card = _ACTIONS.card

# Numbers that are attributes of the position, then lists of numbers that are, one for each player.
_NUMBERS = ("phase", "round", "reserve", "box", "late", "is_double", "is_open", "opens", "reached", "actor", "amount")
_PLAYERS = ("pawns", "held", "kept", "drew", "bought", "chosen", "left")
_TILES = ("rows", "queue", "groups", "cast", "taken", "drawing", "hands", "sealed", "reserve_tiles", "box_tiles")
_FIELDS = ("players", "play", "options") + _NUMBERS + _PLAYERS + _TILES


def position_text(position: Position) -> str:
    """Return the text of a position, secrets included as far as the position knows them."""
    values = [str(position.players), "dealt" if position.dealt else "table", _text(position.options)]
    values += [str(getattr(position, name)) for name in _NUMBERS]
    values += [_text(getattr(position, name)) for name in _PLAYERS]
    values += [
        "/".join([_tiles(position.row(row)) for row in range(ROWS)]),
        ",".join([f"{(entry >> 3) + 1}:{entry & 7}" for entry in position.queue]) or "-",
        "/".join([_group_text(position, group) for group in range(len(position.owners))]) or "-",
        _tiles(_tiles_at(position, IN_BOX)),
        _tiles(position.taken),
        _text(position.drawing),
        "/".join([_tiles(hand) for hand in position.hands]),
        "/".join([_tiles(tiles) for tiles in position.sealed]),
        _tiles(position.reserve_tiles),
        _tiles(position.box_tiles),
    ]
    return fields_text(_FIELDS, values)


def _text(numbers: "tuple[int, ...] | list[int] | bytearray") -> str:
    return ",".join([str(number) for number in numbers]) or "-"


def _tiles(tiles: "list[int] | None") -> str:
    if tiles is None:
        return "?"
    return ",".join(["?" if tile == UNKNOWN else str(tile + 1) for tile in tiles]) or "-"


def _tiles_at(position: Position, place: int) -> list[int]:
    return [tile for tile in range(CARDS) if position.where[tile] == place]


def _group_text(position: Position, group: int) -> str:
    return f"{position.owners[group]}:{position.kept_of[group]}:{_tiles(_tiles_at(position, TAKEN + group))}"


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, when it is none or its parts do not fit."""
    values = values_of(_FIELDS, text)
    players, options = whole_number(values[0]), _read(values[2])
    demand("players", SEATS[0] <= players <= SEATS[1])
    demand("play", values[1] in ("dealt", "table"))
    demand("options", len(options) == 4 and all([0 <= option <= 1 for option in options[1:]]))
    position = Position(board_numbered(options[0]), players, tuple(options), values[1] == "dealt")
    for place, name in enumerate(_NUMBERS):
        number = whole_number(values[3 + place])
        demand(name, 0 <= number < 1 << 16)
        setattr(position, name, number)
    for place, name in enumerate(_PLAYERS):
        numbers = _read(values[3 + len(_NUMBERS) + place])
        demand(name, len(numbers) == players and all([0 <= number < 256 for number in numbers]))
        setattr(position, name, numbers if name == "pawns" else bytearray(numbers))
    _read_tiles(position, values[-len(_TILES) :])
    _check(position)
    return position


def _read_tiles(position: Position, values: "list[str]") -> None:
    """Fill in what lies on the board, what was taken, and what is secret."""
    players = position.players
    seen = _read_rows(position, values[0])
    for word in [] if values[1] == "-" else values[1].split(","):
        tile, _, player = word.partition(":")
        position.queue.append(_tile(tile) << 3 | whole_number(player) & 7)
    seen += _put(position, [entry >> 3 for entry in position.queue], SHOWN)
    for group, word in enumerate([] if values[2] == "-" else values[2].split("/")):
        parts = word.split(":")
        demand("groups", len(parts) == 3)
        owner, kept = whole_number(parts[0]), whole_number(parts[1])
        demand("groups", 0 <= owner < players and 0 <= kept < 256 and group < 240)
        position.owners.append(owner)
        position.kept_of.append(kept)
        seen += _put(position, _read_list(parts[2]), TAKEN + group)
    seen += _put(position, _read_list(values[3]), IN_BOX)
    demand("rows", len(set(seen)) == len(seen) and UNKNOWN not in seen)
    position.taken = _read_list(values[4])
    demand("taken", all([position.where[tile] >= TAKEN for tile in position.taken]))
    position.drawing = _read(values[5])
    hands, sealed = values[6].split("/"), values[7].split("/")
    demand("hands", len(hands) == players)
    demand("sealed", len(sealed) == players)
    position.hands = [None if hand == "?" else _read_list(hand) for hand in hands]
    position.sealed = [_read_list(tiles) for tiles in sealed]
    position.reserve_tiles = None if values[8] == "?" else _read_list(values[8])
    position.box_tiles = None if values[9] == "?" else _read_list(values[9])


def _read_rows(position: Position, text: str) -> list[int]:
    rows = text.split("/")
    demand("rows", len(rows) == ROWS)
    seen: list[int] = []
    for row, word in enumerate(rows):
        tiles = _read_list(word)
        demand("rows", len(tiles) <= position.board.spaces[row] and UNKNOWN not in tiles)
        for space, tile in enumerate(tiles):
            position.rows[row * MOST_SPACES + space] = tile
        position.lengths[row] = len(tiles)
        seen += _put(position, tiles, row + 1)
        if tiles:
            position.active.append(row)
    return seen


def _put(position: Position, tiles: "list[int]", place: int) -> "list[int]":
    for tile in tiles:
        position.where[tile] = place
    return tiles


def _check(position: Position) -> None:
    """Raise ValueError, naming the field, unless everything fits together."""
    players = position.players
    demand("phase", DEALING <= position.phase <= OVER)
    demand("actor", position.actor < players)
    demand("drawing", all([0 <= player < players for player in position.drawing]))
    for name in ("late", "is_double", "is_open", "opens", "reached"):
        demand(name, getattr(position, name) <= 1)
    demand("queue", all([entry & 7 < players for entry in position.queue]))
    hidden = position.reserve + position.box
    for player, hand in enumerate(position.hands):
        held = position.held[player]
        hidden += held + len(position.sealed[player])
        demand("held", held <= MOST_IN_HAND)
        demand("kept", position.kept[player] <= held + len(position.sealed[player]))
        demand("hands", hand is None or (len(hand) == held and UNKNOWN not in hand))
    unplaced = (
        len(position.taken) - position.kept_of[position.where[position.taken[0]] - TAKEN] if position.taken else 0
    )
    on_board = sum(position.lengths) + len(position.queue)
    demand("reserve", hidden + on_board + unplaced == CARDS)
    for name, tiles, count in (
        ("reserve_tiles", position.reserve_tiles, position.reserve),
        ("box_tiles", position.box_tiles, position.box),
    ):
        demand(name, tiles is None or (len(tiles) == count and UNKNOWN not in tiles))


def _read(text: str) -> list[int]:
    return [] if text == "-" else [whole_number(word) for word in text.split(",")]


def _read_list(text: str) -> list[int]:
    return [] if text == "-" else [UNKNOWN if word == "?" else _tile(word) for word in text.split(",")]


def _tile(text: str) -> int:
    number = whole_number(text)
    if not 1 <= number <= CARDS:
        raise ValueError(f"A tile is a number from 1 to {CARDS}, not {text}.")
    return number - 1
