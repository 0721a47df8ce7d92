"""Playing Tanz der Hornochsen in tests: positions in words, rounds as a line of tiles."""

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.board import ROW_NAMES
from tavolo.games.tanz_der_hornochsen.position import HAND, IN_BOX, SHOWN, TAKEN
from tavolo.rules.contract import CHANCE, Setup
from tests.rules.play import filled_up, new_record

TILES = 99
START = "tanz-der-hornochsen players={} {} {}"
FULL = {"L1": "1 2 3 4 5", "L2": "60", "L3": "70", "L4": "80"}  # 6 goes onto a bull's head of 8
DOUBLE = {"R1": "20", "L2": "40", "L3": "60", "L4": "80"}


def scene(players=4, rows=None, groups="", cast="", **fields):
    """A position of table play in which everybody is to choose; `fields` replace those of the position's text.

    `rows` maps a row's name to its tiles in order: {"L1": "53 56"}. `groups` has owner:kept:tiles of each completed row
    of which something may come back, "0:2:1,2,3/1:1:6,7", `cast` the tiles that are surely in the box or drawn from it.
    By default pawns stand on 0, everybody holds six unseen tiles, and all other tiles are in the reserve.
    """
    rows = rows or {"L1": "20", "L2": "40", "L3": "60", "L4": "80"}
    position = game.start(Setup(game, players))
    position.phase, position.round = game.CHOOSING, 1
    position.held, position.left = bytearray([HAND] * players), bytearray([1] * players)
    for name, tiles in rows.items():
        for word in tiles.split():
            position.lay(tile(int(word)), ROW_NAMES.index(name))
    _put(position, [word.split(":")[0] for word in fields.get("queue", "").split(",") if word], SHOWN)
    _put(position, [word for word in cast.split(",") if word], IN_BOX)
    for number, group in enumerate([group for group in groups.split("/") if group]):
        owner, kept, tiles = group.split(":")
        position.owners.append(int(owner))
        position.kept_of.append(int(kept))
        _put(position, tiles.split(","), TAKEN + number)
    held = fields.get("held", f"{HAND * players}").split(",")
    hidden = sum([int(number) for number in held]) + int(fields.get("box", "0"))
    position.reserve = TILES - hidden - sum(position.lengths)
    words = []
    for word in game.position_text(position).split():
        name, _, value = word.partition("=")
        words.append(f"{name}={fields.pop(name, value)}")
    assert not fields, fields
    return game.position_from_text(" ".join(words))


def _put(position, words, place):
    for word in words:
        position.where[tile(int(word))] = place


def tile(number):
    """The tile with that printed number."""
    return number - 1


def act(position, text):
    """Carry out an action given as text; return its events."""
    return game.apply(position, game.action_from_text(text))


def refusal(position, text):
    """The reason for which an action given as text is refused, None if it is legal."""
    return game.refusal(position, game.action_from_text(text))


def chance_acts(position):
    """Let chance act as long as it can by itself; return all events."""
    events = []
    while game.to_act(position) == (CHANCE,):
        action = game.chance(position, lambda limit: 0)
        if action is None:
            break
        events += game.apply(position, action)
    return events


def play_round(position, line):
    """Every player chooses, in turn, the tiles of a line, "15 14 3" or "15,16 14,2"; return the events from then on."""
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


def dealt(hands, turned, options=""):
    """A record of dealt play with these hands, a line each, and four tiles turned up; missing tiles are filled up."""
    named = [[tile(int(word)) for word in hand.split()] for hand in hands]
    first = [tile(int(word)) for word in turned.split()]
    others = [each for each in range(TILES - 1, -1, -1) if each not in first]
    record = new_record(START.format(len(hands), options, "dealt"))
    record.apply((game.DEAL,) + filled_up(named, HAND, others))
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
