"""Playing Yellowstone Park in tests: boards laid out as text, and the rulebook once more, cell by cell."""

from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.position import BOARD, COLUMNS, KINDS, PENALTY
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tests.rules.play import IS_ROOMY, new_record, next_action, only
from tests.rules.support import Numbers

OPTIONS = ((35, 0, 0, 0), (35, 1, 0, 1), (60, 0, 1, 1))
HANDS_AND_PILE = 0b111111
frame_text, frame_from_text = KINDS["frame"]


def card(text):
    """The card of "green-5"."""
    return game.card_from_text(text)


def cards(text):
    """The cards of "green-5 red-2", in that order."""
    return [card(word) for word in text.split()]


def arranged(players, board, options="", penalties=(), hands=(), markers=()):
    """A record of table play in the middle of a game, player 0 to place.

    `board` is "c:green-5 d:red-6,red-6", columns with their cards; `penalties` lines of cards, and `hands` numbers of
    cards, player by player; the draw pile has the rest.
    """
    record = new_record(f"yellowstone-park players={players} {options} table")
    position = record.position
    record.apply((game.DEAL,))
    for player in range(players):
        position.hand_counts[player] = hands[player] if hands else 6
        position.markers[player] = markers[player] if markers else 5
    position.pile_count = 56 - sum(position.hand_counts)
    for word in board.split():
        column, _, names = word.partition(":")
        for name in names.split(","):
            face = card(name)
            position.columns[face // 7] = COLUMNS.index(column)
            if position.board >> face & 1:
                position.doubles |= 1 << face
            position.board |= 1 << face
            _put(position, face, BOARD)
    for player, line in enumerate(penalties):
        for face in cards(line):
            position.penalty_counts[player] += 1
            _put(position, face, PENALTY << player)
    position.phase = game.PLACING
    return record


def _put(position, face, mark):
    copies = sorted([position.marks[2 * face], position.marks[2 * face + 1]])
    assert copies[0] & HANDS_AND_PILE, "both are somewhere else: " + game.card_text(face)
    position.marks[2 * face], position.marks[2 * face + 1] = sorted([copies[1], mark])
    position.pile_count -= 1


def dealt(hands, first, options=""):
    """A record of dealt play where each player holds the six cards of a line, and this is the first card."""
    record = new_record(f"yellowstone-park players={len(hands)} {options} dealt")
    record.apply((game.DEAL,) + tuple([each for hand in hands for each in cards(hand)]))
    record.apply((game.TURN_UP, card(first)))
    return record


def do(record, line):
    """Carry out actions as text, separated by ";"; return all events."""
    events = []
    for text in line.split(";"):
        events += record.apply(game.action_from_text(text.strip()))
    return events


def choices(record):
    """The legal actions of the acting player, as text."""
    (player,) = game.to_act(record.position)
    return [game.action_text(action) for action in game.legal(record.position, player)]


def board_text(record):
    """The board as `arranged` takes it, columns from a on, cards by number."""
    position = record.position
    words = []
    for column in range(7):
        found = []
        for face in range(28):
            if position.columns[face // 7] == column:
                found += [game.card_text(face)] * ((position.board >> face & 1) + (position.doubles >> face & 1))
        if found:
            words.append(COLUMNS[column] + ":" + ",".join(found))
    return " ".join(words)


def cards_with(record, mark):
    """The cards that have exactly this mark."""
    return [copy // 2 for copy, each in enumerate(record.position.marks) if each == mark]


def random_records(kind, games):
    """Records of random play with several options, and numbers to go on: (record, numbers)."""
    for players in (2, 3, 4, 5):
        for options in OPTIONS:
            if players == 2 or not options[2]:
                for start in range(games if IS_ROOMY else 1):
                    yield Record(Setup(game, players, options, kind == "dealt")), Numbers(100 * players + start)


def tidy_action(record, numbers):
    """A random action; of a few that place a card the first that takes none, so that frames fill."""
    for _ in range(4):
        action = next_action(record, numbers)
        if action is None or action[0] != game.PLACE:
            break
        if only(game.apply(record.position.copy(), action), code.ALL_FIT):
            break
    return action


# ---- the rulebook once more


def frames_of_the_book(edge_frame):
    """All frames, each a list of (row 1-7, column 0-6)."""
    found = []
    for left in range(5):
        columns = (left, left + 1, left + 2)
        for top in range(1, 6):
            found.append([(row, column) for row in (top, top + 1, top + 2) for column in columns])
        if edge_frame:
            found.append([(row, column) for row in (1, 7) for column in columns])
    return found


def cells_of(frame):
    """The cells of a frame, from its text: "d3", or "d7" of the edge."""
    name = frame_text(frame)
    left, top = COLUMNS.index(name[0]), int(name[1])
    rows = (1, 7) if top == 7 else (top, top + 1, top + 2)
    return [(row, left + step) for row in rows for step in range(3)]


class Book:
    """A game of the rulebook, driven by actions of dealt play: board as a list of (card, row, column)."""

    def __init__(self, players, options):
        self.players = players
        self.end_after, self.reaching, self.neutral_marker, edge_frame = options
        self.frames = frames_of_the_book(edge_frame)
        self.lying = []
        self.hands = [[] for _ in range(players)]
        self.penalties = [[] for _ in range(players)]
        self.markers = [5] * players
        self.neutral = 7
        self.left = 56
        self.turn = 0
        self.placed = 0
        self.draws = ""  # the pile that was decided on: "own" or "draw"
        self.fresh = None  # the cell that was covered just now, None when it was before
        self.results = []  # sets of cells, one of which has to be kept
        self.is_over = False

    def cells(self):
        """The covered cells."""
        return set([(row, column) for _, row, column in self.lying])

    def columns(self):
        """The columns in which cards lie, by colour."""
        return dict([(face // 7, column) for face, _, column in self.lying])

    def choices(self):
        """The acting player's legal actions, sorted, frames left out; [] while chance or nobody is to act."""
        hand, columns = self.hands[self.turn], self.columns()
        refill, stop = (game.REFILL, self.turn), (game.STOP, self.turn)
        if self.draws or self.is_over:
            return []
        if not hand:
            return [refill, (game.SHUFFLE, self.turn)] if len(self.penalties[self.turn]) >= 6 else []
        if self.placed == 2:
            return [stop, refill] if self.players > 3 else []
        found = [stop] if self.placed else []
        empty = [column for column in range(7) if column not in columns.values()]
        for face in set(hand):
            for column in [columns[face // 7]] if face // 7 in columns else empty:
                found.append((game.PLACE, self.turn, face, column))
        return sorted(found)

    def do(self, action):
        """Follow an action."""
        verb = action[0]
        if verb == game.DEAL:
            for player in range(self.players):
                self.hands[player] = list(action[1 + 6 * player : 7 + 6 * player])
                self.left -= 6
        elif verb == game.TURN_UP:
            self.left -= 1
            self.lying = [(action[1], action[1] % 7 + 1, 3)]
        elif verb == game.PLACE:
            self._place(action[2], action[3])
        elif verb == game.KEEP:
            self._keep(cells_of(action[2]))
        elif verb == game.STOP:
            self._end_turn()
        elif verb == game.DRAW:
            self._draw(action[3:])
        else:
            self.draws = "own" if verb == game.SHUFFLE else "draw"

    def _place(self, face, column):
        self.hands[self.turn].remove(face)
        cell = (face % 7 + 1, column)
        self.fresh = None if cell in self.cells() else cell
        self.lying.append((face, cell[0], column))
        self.placed += 1
        if any([self.cells() <= set(frame) for frame in self.frames]):
            self._bonus()
            return
        for frame in self.frames:
            kept = self.cells() & set(frame)
            if cell in frame and kept not in self.results:
                self.results.append(kept)
        if len(self.results) == 1:
            self._keep(self.results[0])

    def _keep(self, frame):
        self.results = []
        self.penalties[self.turn] += [face for face, row, column in self.lying if (row, column) not in frame]
        self.lying = [each for each in self.lying if each[1:] in frame]
        self._bonus()

    def _bonus(self):
        spaces = 0
        for frame in self.frames:
            if self.fresh in frame:
                left = len(set(frame) - self.cells())
                if left < 2:
                    spaces = max(spaces, 1 if left else 3)
        self.markers[self.turn] = max(0, self.markers[self.turn] - spaces)

    def _draw(self, drawn):
        own = self.penalties[self.turn]
        assert len(drawn) == min(6 - len(self.hands[self.turn]), len(own) if self.draws == "own" else self.left)
        self.hands[self.turn] += list(drawn)
        if self.draws == "own":
            for face in drawn:
                own.remove(face)
            self.neutral -= self.neutral_marker
        else:
            self.left -= len(drawn)
        if self.neutral < 1 or (self.draws != "own" and not self.left):
            for each in range(self.players):
                self.markers[each] += len(self.penalties[each])
                self.left += len(self.penalties[each])
                self.penalties[each] = []
            self.neutral = 7
            self.is_over = max(self.markers) >= self.end_after + 1 - self.reaching
        self._end_turn()

    def _end_turn(self):
        self.turn = (self.turn + 1) % self.players
        self.placed = 0
        self.draws = ""
