"""Playing Kuh Vadis in tests: turns as lines of faces, and positions with named marks."""

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import can_connect, cell_text
from tavolo.games.kuh_vadis.sheet import cell_from_text as cell
from tests.rules.play import new_record

FACES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "cow": 6}


def faces(text):
    """The faces of "4 cow 1"."""
    return tuple([FACES[word] for word in text.split()])


def cells(text):
    """The cells of "e3 d3"."""
    return [cell(word) for word in text.split()]


def names_of(found):
    """Cells as a line of text."""
    return " ".join([cell_text(each) for each in found])


def table(options=""):
    """A record of table play in which player 0 begins."""
    return new_record(f"kuh-vadis players=2 first=0 {options} table")


def sheet_with(crosses="", circles="", player=0, options="", last=""):
    """A record whose sheet has these marks besides the starts; `player` begins a turn, a further one after `last`."""
    record = table(options)
    position = record.position
    for owner, own in enumerate((crosses, circles)):
        for each in cells(own):
            assert not position.marks[each], each
            position.marks[each] = owner + 1
    for each in (0, 1):
        position.blocked |= (not can_connect(position.cells, position.marks, each)) << each
    position.player = player
    position.last = cell(last) if last else -1
    return record


def with_marks(sheet=1, crosses="", circles=""):
    """A position in which player 0 begins a turn on a sheet with these marks besides the starts."""
    return sheet_with(crosses, circles, 0, f"sheet={sheet}").position


def turn_of(record):
    """Whose turn it is."""
    return record.position.player


def roll(record, text):
    """Roll, and let the dice that are not put aside show these faces; return all events."""
    events = record.apply((game.ROLL, turn_of(record)))
    return events + record.apply((game.ROLLED,) + faces(text))


def throw(record, text):
    """Roll all five dice once and stop, or enter five real dice, so that they count; return all events."""
    if not record.position.real_dice:
        return roll(record, text) + record.apply((game.DONE, turn_of(record)))
    player, events = turn_of(record), []
    for face in faces(text):
        events += record.apply((game.FACE, player, face))
    return events


def hold(record, dice):
    """Put dice aside or take them back, counted from 1: "1 4"."""
    events = []
    for word in dice.split():
        events += record.apply((game.HOLD, turn_of(record), int(word) - 1))
    return events


def mark(record, text):
    """Mark a cell; return all events."""
    return record.apply((game.MARK, turn_of(record), cell(text)))


def may_mark(record):
    """The cells that may be marked now, as a line of text."""
    actions = game.legal(record.position, turn_of(record))
    assert all([action[0] == game.MARK for action in actions]), actions
    return names_of([action[2] for action in actions])
