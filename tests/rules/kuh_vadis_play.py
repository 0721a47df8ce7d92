"""Playing Kuh Vadis in tests: turns as lines of faces, and positions with marks that are named."""

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import can_connect, cell_from_text, cell_text
from tests.rules.play import new_record

FACES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "cow": 6}


def faces(text):
    """The faces of "4 cow 1"."""
    return tuple([FACES[word] for word in text.split()])


def cell(text):
    """The cell of "e3"."""
    return cell_from_text(text)


def cells(text):
    """The cells of "e3 d3"."""
    return [cell_from_text(word) for word in text.split()]


def table(options=""):
    """A record of table play in which player 0 begins."""
    return new_record(f"kuh-vadis players=2 first=0 {options} table")


def with_marks(sheet=1, crosses="", circles=""):
    """A position in which player 0 begins a turn on a sheet that bears these marks besides the starts."""
    return marked(new_record(f"kuh-vadis players=2 sheet={sheet} first=0 table").position, crosses, circles)


def marked(position, crosses, circles):
    """The position, with these marks besides the starts."""
    for player, own in enumerate((crosses, circles)):
        for each in cells(own):
            assert not position.marks[each], each
            position.marks[each] = player + 1
    for player in (0, 1):
        position.blocked |= (not can_connect(position.cells, position.marks, player)) << player
    return position


def sheet_with(crosses="", circles="", player=0, options=""):
    """A record whose sheet bears these marks, at the start of a turn of `player`."""
    record = table(options)
    marked(record.position, crosses, circles)
    record.position.player = player
    return record


def turn_of(record):
    """Whose turn it is."""
    return record.position.player


def roll(record, text):
    """Roll, and let the dice that are not put aside fall so; all events."""
    events = record.apply((game.ROLL, turn_of(record)))
    return events + record.apply((game.ROLLED,) + faces(text))


def throw(record, text):
    """Roll all five dice once and stop, so that they count; all events."""
    return roll(record, text) + record.apply((game.DONE, turn_of(record)))


def hold(record, dice):
    """Put dice aside or take them back, counted from 1: "1 4"."""
    events = []
    for word in dice.split():
        events += record.apply((game.HOLD, turn_of(record), int(word) - 1))
    return events


def mark(record, text):
    """Mark a cell; all events."""
    return record.apply((game.MARK, turn_of(record), cell(text)))


def may_mark(record):
    """The cells that may be marked now, as a line of text."""
    actions = game.legal(record.position, turn_of(record))
    assert all([action[0] == game.MARK for action in actions]), actions
    return " ".join([cell_text(action[2]) for action in actions])


def codes(events):
    """The codes of events, in order."""
    return [event[0] for event in events]
