"""Playing Tanz der Hornochsen in tests: positions as they are described in words, rounds as a line of tiles."""

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.board import ROW_NAMES
from tavolo.games.tanz_der_hornochsen.position import HAND
from tavolo.games.tanz_der_hornochsen.text import _FIELDS
from tavolo.rules.contract import CHANCE
from tests.rules.play import new_record

TILES = 99
START = "tanz-der-hornochsen players={} {} {}"


def scene(players=4, rows=None, **fields):
    """A position of table play in which everybody is to choose; `fields` replace those of the position's text.

    `rows` maps a row's name to its tiles in order: {"L1": "53 56"}. Pawns stand on 0, everybody holds six tiles that
    nobody has seen, and what is nowhere else is in the reserve, unless `fields` say otherwise.
    """
    rows = rows or {"L1": "20", "L2": "40", "L3": "60", "L4": "80"}
    each = ",".join(["0"] * players)
    values = {
        "players": str(players),
        "play": "table",
        "options": "1,0,1,0",
        "phase": str(game.CHOOSING),
        "round": "1",
        "rows": "/".join([",".join(rows.get(name, "-").split()) for name in ROW_NAMES]),
        "held": ",".join(["6"] * players),
        "left": ",".join(["1"] * players),
        "hands": "/".join(["?"] * players),
        "sealed": "/".join(["-"] * players),
        "reserve_tiles": "?",
        "box_tiles": "?",
    }
    for name in ("pawns", "kept", "drew", "bought", "chosen"):
        values[name] = each
    for name in ("queue", "groups", "cast", "taken", "drawing"):
        values[name] = "-"
    values.update(fields)
    if "reserve" not in values:
        held = sum([int(number) for number in values["held"].split(",")])
        on_board = sum([len(tiles.split()) for tiles in rows.values()])
        values["reserve"] = str(TILES - held - on_board - int(values.get("box", "0")))
    return game.position_from_text(" ".join([f"{name}={values.get(name, '0')}" for name in _FIELDS]))


def tile(number):
    """The tile with that printed number."""
    return number - 1


def act(position, text):
    """Carry out an action given as text; its events."""
    return game.apply(position, game.action_from_text(text))


def refusal(position, text):
    """The reason for which an action given as text is refused, None when it is not."""
    return game.refusal(position, game.action_from_text(text))


def chance_acts(position):
    """Let chance act as long as it can by itself; all events."""
    events = []
    while game.to_act(position) == (CHANCE,):
        action = game.chance(position, lambda limit: 0)
        if action is None:
            break
        events += game.apply(position, action)
    return events


def play_round(position, line):
    """Every player chooses, in turn, the tiles of a line, "15 14 3" or "15,16 14,2"; the events from the reveal on."""
    for player, tiles in enumerate(line.split()):
        for number in tiles.split(","):
            act(position, f"choose {player} {number}")
    return chance_acts(position)


def row(position, name):
    """The printed numbers of a row's tiles, as a line."""
    return " ".join([str(each + 1) for each in position.row(ROW_NAMES.index(name))])


def active(position):
    """The names of the active rows, as a line."""
    return " ".join([ROW_NAMES[each] for each in position.active])


def codes(events):
    """The codes of events, in order."""
    return [event[0] for event in events]


def only(events, code):
    """The events with that code."""
    return [event for event in events if event[0] == code]


def dealt(hands, turned, options=""):
    """A record of dealt play with these hands, a line each, and four tiles turned up; missing tiles are filled up."""
    named = [[tile(int(word)) for word in hand.split()] for hand in hands]
    first = [tile(int(word)) for word in turned.split()]
    others = [
        each for each in range(TILES - 1, -1, -1) if each not in first and not any(each in hand for hand in named)
    ]
    order = []
    for hand in named:
        missing = HAND - len(hand)
        order += hand + others[:missing]
        others = others[missing:]
    record = new_record(START.format(len(hands), options, "dealt"))
    record.apply((game.DEAL,) + tuple(order))
    for each in first:
        record.apply((game.TURN, each))
    return record


def table(players, turned="20 40 60 80", options=""):
    """A record of table play whose tiles have been dealt and turned up."""
    record = new_record(START.format(players, options, "table"))
    record.apply((game.DEAL,))
    for word in turned.split():
        record.apply((game.TURN, tile(int(word))))
    return record
