"""A virtual player of Yellowstone Park: examines all outcomes of one turn, and a little beyond.

The worth of placing one card or two, with each possible frame, is the bonus less the cards taken, plus what it leaves:
how many cards of the hand still fit the board, what the next player could fill, and how near the hand is to being
empty, because then six cards of the penalty pile become a hand. A player with six penalty cards plays the hand down one
card at a time, because a second card can mean drawing, and then starts over. If everybody does that, nobody draws from
the pile; so from a certain round on a draw counts more and more. With four or five players, who need not draw, it
counts from the start: others use up the pile, and a scoring comes before there are six penalty cards.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tavolo.games.yellowstone_park import position as at
from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.frames import NO_FRAME, SIDE, choices, count, frame_around
from tavolo.games.yellowstone_park.frames import bonus as bonus_of
from tavolo.games.yellowstone_park.position import ALWAYS_REFILL, COLOURS, HAND, NO_COLUMN, NUMBERS, Position
from tavolo_host.players.reasons import Reason, compared, names
from tavolo_host.texts.language import _, figure

TAKEN = 1.0  # a card into the penalty pile
FIRST_CARDS = 8  # ways to place the first card that are examined further


class Situation:
    """What stays constant during a decision: the player's board, hand, pile and marker, and the stage of the game."""

    def __init__(self, known: Position, player: int) -> None:
        self.known = known
        self.board = Board(known.board, known.doubles, tuple(known.columns), known.edge_frame)
        self.hand = tuple(known.hands[player] or ())
        self.penalties = known.penalty_counts[player]
        self.marker = known.markers[player]

    def gain(self, bonus: int, taken: int) -> float:
        """Return what a card gains: no marker goes below 0."""
        return min(bonus, self.marker) - TAKEN * taken

    def end(self, board: "Board", hand: tuple[int, ...], placed: int, taken: int) -> float:
        """Return the worth of the end of a turn, after taking this many cards."""
        worth = end_of_turn(self.known, len(hand), self.penalties + taken, number_fitting(board.board, hand), placed)
        return worth - LEFT_OPEN * nearly_full(board)

    def refilling(self) -> tuple[float, float]:
        """Return the worth of a full hand, and of the small one, after two cards."""
        held, fits = len(self.hand), number_fitting(self.board.board, self.hand)
        return full_hand(held, fits, drawn(self.known)), small_hand(held, self.penalties, fits)


def points(position: Position) -> list[float]:
    """Return the markers' distances from 0 as negative numbers: the nearer, the better."""
    return [-marker for marker in position.markers]


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return the action of `player`, whose hand `known` holds; a random one of equal actions."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    if known.phase == at.REFILLING:
        full, small = Situation(known, player).refilling()
        return (at.REFILL, player) if full > small else (at.STOP, player)
    if known.phase not in (at.PLACING, at.KEEPING):
        return (at.SHUFFLE, player)
    plans = plans_of(known, player)
    best = max(plan.worth for plan in plans.values())
    return random.choice([action for action, plan in plans.items() if plan.worth == best])


def why(known: Position, player: int, action: tuple[int, ...], random: Random) -> Reason:
    """Return the bonus, the cards taken, or how many cards still fit, with what that is worth in all."""
    situation = Situation(known, player)
    if known.phase == at.REFILLING:
        full, small = situation.refilling()
        figures = _("A full hand is worth {} here, a small one {}.").format(figure(full), figure(small))
        return Reason(effect(known, action), figures)
    if known.phase not in (at.PLACING, at.KEEPING):
        return Reason(effect(known, action))
    plans = plans_of(known, player)
    if action not in plans:
        return Reason(_("That column is so far from the others that no frame holds all the cards."))
    plan = plans[action]
    sentence = _(
        "Cards taken: {}, bonus: {}, cards in hand that still fit: {}. In all, worth {} (a card taken costs 1)."
    )
    told = sentence.format(plan.taken, plan.bonus, plan.fits, figure(plan.worth))
    values = {each: plan.worth for each, plan in plans.items()}
    return Reason(_decisive(action, plan, plans), f"{told} {compared(values, action, names(game, known))}")


def _decisive(action: tuple[int, ...], plan: "Plan", plans: "dict[tuple[int, ...], Plan]") -> str:
    """Return what sets an action apart: its bonus, the cards taken, or those that still fit."""
    if action[0] == at.STOP:
        return _("A second card would take cards, or bring nothing.")
    if plan.bonus:
        return _("It fills the frame: the marker goes back, spaces: {}.").format(plan.bonus)
    if plan.taken > min(each.taken for each in plans.values()):
        return _("It takes cards ({}), but leaves a hand that fits the park better.").format(plan.taken)
    if plan.taken:
        return _("Every way takes cards here; this one takes the fewest: {}.").format(plan.taken)
    return _("It takes no cards; cards left in hand that still fit: {}.").format(plan.fits)


def effect(seen: Position, action: tuple[int, ...]) -> str:
    """Return the bonus or the cards taken, or what a pile to draw from is good for."""
    if seen.phase == at.REFILLING:
        if action[0] == at.REFILL:
            return _("More cards fit the park from a full hand.")
        return _("The sooner the hand is empty, the sooner penalty cards become the new one.")
    if seen.phase not in (at.PLACING, at.KEEPING):
        words = _("The penalty pile has {} cards, and {} of them may become the hand.")
        return words.format(seen.penalty_counts[action[1]], HAND)
    if action[0] == at.STOP:
        return ""  # only the hand says what a second card would do
    board = Board(seen.board, seen.doubles, tuple(seen.columns), seen.edge_frame)
    if action[0] == at.PLACE:
        return _of_placing([*board.placing(*action[2:])])
    after, taken, bonus = board.keeping(seen.results[seen.frames.index(action[2])], seen.card)
    if taken and not bonus:
        words = _("It takes cards ({}); another frame would take fewer.")
        if taken == min(board.keeping(kept, seen.card)[1] for kept in seen.results):
            words = _("It takes cards ({}); no other frame takes fewer.")
        return words.format(taken)
    return _of_placing([(after, taken, bonus)])


def _of_placing(outcomes: "Sequence[tuple[Board, int, int]]") -> str:
    """Return what a card brings or takes, by the frames that its player may keep then."""
    after, taken, bonus = min(outcomes, key=lambda outcome: outcome[1])
    if taken and len(outcomes) > 1:
        return _("No frame holds all the cards now: the fewest that can be taken: {}.").format(taken)
    if bonus:
        return _("It fills the frame: the marker goes back, spaces: {}.").format(bonus)
    if taken:
        return _("No frame holds all the cards now; cards taken: {}.").format(taken)
    if nearly_full(after):
        return _("It takes no cards, but leaves a frame that the next player can fill.")
    return _("It takes no cards: one frame holds them all.")


class Plan(NamedTuple):
    """An action's `worth`, the cards `taken`, the `bonus`, and how many cards left in hand fit the park."""

    worth: float
    taken: int
    bonus: int
    fits: int


_Turn = tuple[tuple[int, ...], tuple[int, ...], tuple["Board", int, int]]  # action, the hand left, and its effects


def plans_of(known: Position, player: int) -> dict[tuple[int, ...], Plan]:
    """Return the plan of each way to place a card, with the best second card, or to keep a frame."""
    situation = Situation(known, player)
    board, hand, placed = situation.board, situation.hand, known.placed
    if known.phase == at.PLACING:
        placed, most = placed + 1, FIRST_CARDS
        turns: list[_Turn] = [
            ((at.PLACE, player, way[0], way[1]), _without(hand, way[0]), way[2:]) for way in ways(board, hand)
        ]
    else:
        frames, most = zip(known.frames, known.results, strict=True), len(known.frames)
        turns = [((at.KEEP, player, frame), hand, board.keeping(kept, known.card)) for frame, kept in frames]
    plans: dict[tuple[int, ...], Plan] = {}
    found = []
    for action, left, (after, taken, bonus) in turns:
        gain = situation.gain(bonus, taken)
        plan = Plan(gain + situation.end(after, left, placed, taken), taken, bonus, number_fitting(after.board, left))
        if action not in plans or plan.worth > plans[action].worth:
            plans[action] = plan
        if placed == 1 and left:
            found.append((plan, action, after, left, gain))
    if known.phase == at.PLACING and known.placed:
        end = situation.end(board, hand, known.placed, 0)
        plans[at.STOP, player] = Plan(end, 0, 0, number_fitting(board.board, hand))
    found.sort(key=lambda way: -way[0].worth)
    for plan, action, after, left, gain in found[:most]:
        best = gain + _second(after, left, plan.taken, situation)
        if best > plans[action].worth:
            plans[action] = plan._replace(worth=best)
    return plans


def _second(board: "Board", hand: tuple[int, ...], taken: int, situation: Situation) -> float:
    """Return the worth of the best second card."""
    return max(
        situation.gain(bonus, more) + situation.end(after, _without(hand, card), 2, taken + more)
        for card, _column, after, more, bonus in ways(board, hand)
    )


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


ROW_BITS = (1 << NUMBERS) - 1

NEW_HAND = 4.5  # six cards of the penalty pile that become the hand
SOON = (4.5, 3.5, 3.0, 2.0, 1.0, 0.3, 0.0)  # by cards left in hand, while the penalty pile has six or more
AT_ONCE, LATER = 0.7, 0.1  # the share of that with six penalty cards, and for each more, up to all of it
FEWER = 0.1  # a card fewer in hand, otherwise
FITS = 0.25  # a card in hand that can be placed without taking
NONE = 0.6  # deducted if there is no such card
DRAWN_FITS = 0.4  # the share of drawn cards that will fit
LEFT_OPEN = 0.7  # a frame that the next player can fill
# Worth of a drawn card, for up to three players and for more: at first, for how many rounds, and the increase with
# every round after those. Without it, players who always wait for their penalty pile would never end the game.
DRAWN = ((0.0, 40, 0.05), (0.2, 0, 0.01))


class Board(NamedTuple):
    """The board, as `tavolo.games.yellowstone_park.frames` reads it from a position."""

    board: int
    doubles: int
    columns: Sequence[int]
    edge_frame: int

    def keeping(self, kept: int, card: int) -> tuple["Board", int, int]:
        """Return the board with only these faces kept, the number of cards taken, and the bonus for `card`."""
        gone = self.board & ~kept
        taken = count(gone) + count(self.doubles & gone)
        lying = [kept >> colour * NUMBERS & ROW_BITS for colour in range(len(COLOURS))]
        columns = tuple([own if row else NO_COLUMN for own, row in zip(self.columns, lying, strict=True)])
        after = Board(kept, self.doubles & kept, columns, self.edge_frame)
        return after, taken, after.bonus(card)

    def placing(self, card: int, column: int) -> "Iterator[tuple[Board, int, int]]":
        """Yield what each frame that may be kept leads to once `card` lies in a column, as `keeping` returns it."""
        colour, face = card // NUMBERS, 1 << card
        columns = (*self.columns[:colour], column, *self.columns[colour + 1 :])
        after = Board(self.board | face, self.doubles | (self.board & face), columns, self.edge_frame)
        if frame_around(after) != NO_FRAME:
            yield after, 0, after.bonus(card)
            return
        for kept in choices(after, card)[1]:
            yield after.keeping(kept, card)

    def bonus(self, card: int) -> int:
        """Return the bonus for `card`, which has just been placed and lies in a frame that holds all."""
        if self.doubles >> card & 1:
            return 0
        frame = frame_around(self)
        return 0 if frame == NO_FRAME else bonus_of(frame, count(self.board))

    def may_go(self, colour: int) -> list[int]:
        """Return the columns for a colour: its own, or the empty ones near the others."""
        own = self.columns[colour]
        if own != NO_COLUMN:
            return [own]
        empty = [column for column in range(NUMBERS) if column not in self.columns]
        taken = [column for column in self.columns if column != NO_COLUMN]
        near = [column for column in empty if any(abs(column - other) < SIDE for other in taken)]
        return near or empty[:1]


def ways(board: "Board", hand: tuple[int, ...]) -> Iterator[tuple[int, int, Board, int, int]]:
    """Yield all that one card of a hand can do: card, column, board after it, cards taken, bonus."""
    for card in sorted(set(hand)):
        for column in board.may_go(card // NUMBERS):
            for outcome in board.placing(card, column):
                yield card, column, *outcome


def nearly_full(board: Board) -> int:
    """Return 1 when a frame lacks one cell or two, which brings the next player a bonus, otherwise 0."""
    covered = count(board.board)
    if covered < SIDE * 2 - 2:
        return 0
    frame = frame_around(board)
    return int(frame != NO_FRAME and (bonus_of(frame, covered) == 1 or bonus_of(frame, covered + 1) == 1))


@lru_cache(1 << 16)
def fitting(board: int) -> int:
    """Return the faces that can be placed on a board without taking any, as 28 bits (ignoring edge frames)."""
    rows, lying = 0, []
    for colour in range(len(COLOURS)):
        of_colour = board >> colour * NUMBERS & ROW_BITS
        rows |= of_colour
        if of_colour:
            lying.append(colour)
    first, last = (rows & -rows).bit_length() - 1, rows.bit_length() - 1
    near = sum([1 << row for row in range(NUMBERS) if last - SIDE < row < first + SIDE])
    return sum([near << colour * NUMBERS for colour in (lying if len(lying) == SIDE else range(len(COLOURS)))])


def number_fitting(board: int, hand: Sequence[int]) -> int:
    """Return how many cards of a hand can be placed without taking any (ignoring edge frames)."""
    faces = fitting(board)
    return sum([faces >> card & 1 for card in hand])


def small_hand(held: int, penalties: int, fits: float) -> float:
    """Return the worth of a small hand, some of which fits: the fewer cards, the nearer is a new hand."""
    nearer = FEWER * (HAND - held)
    if penalties >= HAND:
        nearer = SOON[held] * min(1.0, AT_ONCE + LATER * (penalties - HAND))
    return nearer + FITS * fits - NONE * max(0.0, 1 - fits)


def drawn(position: Position) -> float:
    """Return the worth of a drawn card by itself."""
    first, patience, more = DRAWN[position.players > ALWAYS_REFILL]
    return first + more * max(0, position.turn // position.players - patience)


def full_hand(held: int, fits: int, of_each: float) -> float:
    """Return the worth of filling up a hand of `held` cards, some of which fit; `of_each` comes from `drawn`."""
    wanting = HAND - held
    will_fit = fits + DRAWN_FITS * wanting
    return of_each * wanting + FITS * will_fit - NONE * max(0.0, 1 - will_fit)


PILE_AS_HAND = NEW_HAND + full_hand(0, 0, 0)  # the worth of six penalty cards becoming the hand


def end_of_turn(position: Position, held: int, penalties: int, fits: int, placed: int) -> float:
    """Return the worth of ending a turn, by cards placed, hand and penalty pile."""
    if not held and penalties >= HAND:
        return PILE_AS_HAND
    small = small_hand(held, penalties, fits)
    if held and placed == 1:
        return small
    full = full_hand(held, fits, drawn(position))
    return full if not held or position.players <= ALWAYS_REFILL else max(small, full)
