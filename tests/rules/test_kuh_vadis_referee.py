"""Kuh Vadis: a second referee, written from its page, follows whole games and randomly filled sheets."""

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import SHEETS
from tests.rules.kuh_vadis_play import names_of, sheet_with
from tests.rules.play import new_record, next_action
from tests.rules.support import Numbers

SHEET = ("X1cO24X", "3c51c25", "c24c31c", "3c4c5cc", "c24c31c", "3c51c25", "O1cX24O")  # the page's
CELLS = range(49)
STARTS = ((0, 6, 45), (3, 42, 48))
NEIGHBOURS = [
    [other for other in CELLS if other != cell and abs(cell // 7 - other // 7) <= 1 and abs(cell % 7 - other % 7) <= 1]
    for cell in CELLS
]


def connected(marks, starts, owners):
    """Whether the three starts are connected through cells of these owners, found cell by cell."""
    reached = [starts[0]]
    for cell in reached:
        reached += [other for other in NEIGHBOURS[cell] if other not in reached and marks[other] in owners]
    return all([start in reached for start in starts])


def markable(position, last):
    """The cells that dice and marks let a player mark, after `last` of a chain or -1."""
    faces = list(position.dice)
    kinds = [
        symbol for face, symbol in enumerate("?12345c") if face and faces.count(face) >= (2 if symbol == "c" else 3)
    ]
    near = CELLS if last < 0 else NEIGHBOURS[last]
    return [cell for cell in near if not position.marks[cell] and "".join(SHEET)[cell] in kinds]


def check_end(position):
    """Who has won or is blocked, computed from the marks."""
    won = [connected(position.marks, STARTS[player], (player + 1,)) for player in (0, 1)]
    ways = [connected(position.marks, STARTS[player], (0, player + 1)) for player in (0, 1)]
    if True in won:
        assert game.outcome(position) == (code.CONNECTED, won.index(True)), game.position_text(position)
        return
    assert position.blocked == (not ways[0]) + 2 * (not ways[1]), game.position_text(position)
    drawn = None if True in ways else (code.BOTH_BLOCKED, 0, 1)
    assert game.outcome(position) == drawn, game.position_text(position)


def follow(record, action):
    """Carry an action out, and compute what a mark or the last of the dice led to."""
    player, last = record.position.player, record.position.last
    record.apply(action)
    position = record.position
    if action[0] == game.MARK:
        check_end(position)
        faces = list(position.dice)
        four = faces.count("?12345c".index("".join(SHEET)[action[2]])) >= 4
        if game.outcome(position) is None:
            wanted = (player, action[2]) if four else (1 - player, -1)
            assert (position.player, position.last) == wanted, game.position_text(position)
        return
    marks = [each[2] for each in game.legal(position, position.player) if each[0] == game.MARK]
    if marks:
        assert marks == markable(position, last), game.position_text(position)
    elif position.player != player and action[0] != game.LOT:
        assert markable(position, last) == [], game.position_text(position)


def test_a_second_referee_agrees_on_every_position_of_whole_games():
    assert SHEETS[0] == SHEET
    for start in range(6):
        numbers = Numbers(start)
        record = new_record(f"kuh-vadis players=2 real_dice={start % 2} table")
        action = next_action(record, numbers)
        while action is not None:
            follow(record, action)
            action = next_action(record, numbers)


def test_a_second_referee_agrees_on_sheets_filled_at_random():
    ends = []
    numbers = Numbers(77)
    free = [cell for cell in CELLS if cell not in STARTS[0] + STARTS[1]]
    for number in range(60):
        order = numbers.shuffled(free)
        marked = 12 + numbers.below(24)
        own = names_of(order[: marked // 2]), names_of(order[marked // 2 : marked])
        player = number % 2
        last = own[player].split()[0] if numbers.below(2) else ""
        record = sheet_with(own[0], own[1], player, "real_dice=1", last)
        marks = record.position.marks
        if True in [connected(marks, STARTS[each], (each + 1,)) for each in (0, 1)] or record.position.blocked == 3:
            continue
        for turn in range(60):
            if turn % 5 == 0:
                faces = numbers.shuffled([1, 2, 3, 4, 5, 6, 6])[:2]
            actions = game.legal(record.position, record.position.player)
            if actions and actions[0][0] == game.FACE:
                actions = [action for action in actions if action[2] in faces]
            if actions:
                follow(record, actions[numbers.below(len(actions))])
        if game.outcome(record.position) is not None:
            ends.append(game.outcome(record.position)[0])
    assert code.CONNECTED in ends
    assert code.BOTH_BLOCKED in ends
