"""Playing Yellowstone Park in tests: boards laid out as text, and the rulebook once more, cell by cell."""

from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.position import BOARD, KINDS, PENALTY
from tests.rules.play import new_record

COLUMNS = "abcdefg"
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
    cards, player by player; the draw pile has what is left.
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
    """Carry out actions as text, separated by ";"; all events."""
    events = []
    for text in line.split(";"):
        events += record.apply(game.action_from_text(text.strip()))
    return events


def choices(record):
    """The legal actions of whoever is to act, as text."""
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


def codes(events):
    """The codes of events, in order."""
    return [event[0] for event in events]


def only(events, code):
    """The events with that code."""
    return [event for event in events if event[0] == code]


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
    """A game of the rulebook, told by actions of dealt play: board as a list of (card, row, column)."""

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
        self.draws_own = False
        self.fresh = None  # the cell that was covered just now, None when it was before

    def cells(self):
        """The covered cells."""
        return set([(row, column) for _, row, column in self.lying])

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
            self._place(action[1], action[2], action[3])
        elif verb == game.KEEP:
            self._keep(action[1], cells_of(action[2]))
        elif verb == game.SHUFFLE:
            self.draws_own = True
        elif verb == game.DRAW:
            self._draw(action[1], action[3:])

    def _place(self, player, face, column):
        self.hands[player].remove(face)
        cell = (face % 7 + 1, column)
        self.fresh = None if cell in self.cells() else cell
        for other, _, other_column in self.lying:
            assert (other // 7 == face // 7) == (other_column == column)
        self.lying.append((face, cell[0], column))
        if any([self.cells() <= set(frame) for frame in self.frames]):
            self._bonus(player)
            return
        results = set()
        for frame in self.frames:
            if cell in frame:
                results.add(tuple(sorted(self.cells() & set(frame))))
        self.open_results = results
        if len(results) == 1:
            self._keep(player, next(iter(results)))

    def _keep(self, player, frame):
        outside = [each for each in self.lying if each[1:] not in frame]
        assert outside
        self.penalties[player] += [face for face, _, _ in outside]
        self.lying = [each for each in self.lying if each[1:] in frame]
        self._bonus(player)

    def _bonus(self, player):
        spaces = 0
        for frame in self.frames:
            if self.fresh in frame:
                left = len(set(frame) - self.cells())
                if left < 2:
                    spaces = max(spaces, 1 if left else 3)
        self.markers[player] = max(0, self.markers[player] - spaces)

    def _draw(self, player, drawn):
        self.hands[player] += list(drawn)
        scores = False
        if self.draws_own:
            for face in drawn:
                self.penalties[player].remove(face)
            self.neutral -= self.neutral_marker
            scores = self.neutral < 1
        else:
            self.left -= len(drawn)
            scores = self.left == 0
        self.draws_own = False
        if scores:
            for each in range(self.players):
                self.markers[each] += len(self.penalties[each])
                self.left += len(self.penalties[each])
                self.penalties[each] = []
            self.neutral = 7

    def is_over(self):
        """Whether a marker is far enough, which is looked at after scorings."""
        limit = self.end_after if self.reaching else self.end_after + 1
        return max(self.markers) >= limit
