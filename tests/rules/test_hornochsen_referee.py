"""Tanz der Hornochsen implemented a second time: whole random games, with separate rows, pawns and hands."""

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.board import HOUSE_BOARD
from tavolo.rules.contract import CHANCE
from tests.rules.play import new_record
from tests.rules.support import Numbers

SPACES = [line.split(": ")[1].split(" | ")[0].split() for line in HOUSE_BOARD.split("\n") if " | " in line]
HEADS = [int(line.split(" | ")[1]) for line in HOUSE_BOARD.split("\n") if " | " in line]
DOUBLE_ROW = 6
TO_CHOOSE = (game.CHOOSE, game.SHOW)


class Referee:
    """The rules on plain lists, for dealt play, knowing only the actions."""

    def __init__(self, hands, rows, reserve):
        self.players = range(len(hands))
        self.pawns = [0] * len(hands)
        self.hands = hands
        self.rows = rows
        self.reserve = reserve
        self.box = []
        self.opens = self.reached = False
        self.crossed = []

    def shows_cow(self):
        """Whether an active row shows an uncovered cow."""
        return any([tiles and "C" in SPACES[place][len(tiles) :] for place, tiles in enumerate(self.rows)])

    def move(self, player, points):
        """Move a pawn forward, or back for negative points."""
        start = self.pawns[player]
        others = [self.pawns[other] for other in self.players if other != player]
        end = start + points
        while end > 0 and end in others:
            end += 1 if points > 0 else -1
        self.pawns[player] = max(0, end)
        for eye in (40, 50):
            if start < eye <= end:
                self.crossed.append((player, eye))
                past = [other for other in self.players if self.pawns[other] >= eye]
                self.opens = self.opens or all([(other, eye) in self.crossed for other in past])
        self.reached = self.reached or end >= 60

    def score(self, player, points):
        """Give a player the points of a pat or a bull's head."""
        if points:
            self.move(player, -points if self.shows_cow() else points)

    def place(self, tile, player):
        """Place a tile; return the other tiles of the row that it completes, or None."""
        ends = [(tiles[-1], place) for place, tiles in enumerate(self.rows) if tiles]
        chosen = max([end for end in ends if end[0] < tile] or ends)[1]
        tiles = self.rows[chosen]
        if len(tiles) < len(SPACES[chosen]):
            space = SPACES[chosen][len(tiles)]
            tiles.append(tile)
            self.score(player, 0 if space in "CD" else int(space))
            return None
        self.score(player, HEADS[chosen])
        place = (chosen + 1) % 12
        while self.rows[place]:
            place = (place + 1) % 12
        self.rows[chosen] = []
        self.rows[place] = [tile]
        return tiles

    def draw(self, player, tiles):
        """Move tiles into a hand, from the reserve, or from the box once that is empty."""
        source = self.reserve or self.box
        for tile in tiles:
            source.remove(tile)
            self.hands[player].append(tile)

    def compare(self, position):
        """Fail when the position differs."""
        assert position.pawns == self.pawns
        assert [position.row(row) for row in range(12)] == self.rows
        assert position.hands == [sorted(tiles) for tiles in self.hands]
        assert (position.reserve_tiles, position.box_tiles) == (sorted(self.reserve), sorted(self.box))


def some(actions, numbers):
    """One of the actions."""
    return actions[numbers.below(len(actions))]


def draw(record, referee, numbers, player, number):
    """Let chance draw for a player, whose hand the referee fills."""
    action = record.chance(numbers.below)
    assert action[:3] == (game.DRAW, player, number) and len(action) == 3 + number, (action, player, number)
    record.apply(action)
    referee.draw(player, action[3:])


def reveal(record, numbers):
    """Let chance reveal what is sealed."""
    action = record.chance(numbers.below)
    assert action[0] == game.REVEAL
    record.apply(action)


def choose_at_random(record, referee, numbers):
    """Choices and purchases of one round: (tile, player) in the order in which they are placed."""
    queue = []
    number = 2 if 0 < len(referee.rows[DOUBLE_ROW]) < 4 else 1
    while len(queue) < number * len(referee.players):
        if game.to_act(record.position) == (CHANCE,):
            reveal(record, numbers)
            continue
        actions = [action for player in referee.players for action in game.legal(record.position, player)]
        purchases = [action for action in actions if action[0] == game.BUY]
        if not purchases or numbers.below(5):
            actions = [action for action in actions if action[0] in TO_CHOOSE] or purchases
        else:
            actions = purchases
        verb, player, value = some(actions, numbers)
        record.apply((verb, player, value))
        if verb == game.BUY:
            value = min(value, len(referee.reserve) or value)
            referee.move(player, value)
            draw(record, referee, numbers, player, value)
        else:
            referee.hands[player].remove(value)
            queue.append((value, player))
    if record.position.phase == game.REVEALING:
        reveal(record, numbers)
    return sorted(queue)


def follow_round(record, referee, numbers):
    """Play one round at random, and the same with the referee."""
    referee.opens, referee.crossed = False, []
    for tile, player in choose_at_random(record, referee, numbers):
        completed = referee.place(tile, player)
        mine = referee.hands[player]
        if completed is None:
            continue
        most, kept = min(2, 9 - len(mine)), 0
        while kept < most:
            actions = game.legal(record.position, player)
            assert len(actions) == len(completed) + (1 if kept else 0), (actions, completed)
            action = some(actions, numbers)
            record.apply(action)
            if action[0] == game.STOP:
                break
            completed.remove(action[2])
            mine.append(action[2])
            kept += 1
        referee.box += completed
    empty = [player for player in referee.players if not referee.hands[player]]
    for player in sorted(empty, key=lambda player: (-referee.pawns[player], player)):
        if referee.reserve:
            draw(record, referee, numbers, player, min(6, len(referee.reserve)))


def test_a_second_referee_agrees_on_whole_games():
    for players in (2, 3, 5, 8):
        numbers = Numbers(players)
        record = new_record(f"tanz-der-hornochsen players={players} dealt")
        for _ in range(5):
            record.apply(record.chance(numbers.below))
        deal, *turned = record.actions
        hands = [list(deal[1 + 6 * player : 7 + 6 * player]) for player in range(players)]
        rows = [[action[1]] for action in turned] + [[] for _ in range(8)]
        seen = [tile for tiles in hands + rows for tile in tiles]
        referee = Referee(hands, rows, [tile for tile in range(99) if tile not in seen])
        over = False
        while not over:
            follow_round(record, referee, numbers)
            referee.compare(record.position)
            over = referee.reached or not all(referee.hands)
            assert (game.outcome(record.position) is not None) == over
            assert over or record.position.is_open == referee.opens
        lowest = min(referee.pawns)
        winners = tuple([player for player in range(players) if referee.pawns[player] == lowest])
        assert game.outcome(record.position)[1:] == winners
