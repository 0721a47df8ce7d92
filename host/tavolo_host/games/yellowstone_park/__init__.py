"""Words for Yellowstone Park (`tavolo.games.yellowstone_park.rules`)."""

from collections.abc import Callable, Sequence

from tavolo.games.yellowstone_park import events as codes
from tavolo.games.yellowstone_park import frames
from tavolo.games.yellowstone_park import position as cards
from tavolo.games.yellowstone_park.position import KEEP, PLACE, REFILL, REFILLING, SHUFFLE, STOP
from tavolo_host.texts.common import suit_words
from tavolo_host.texts.options import number, yes_no

MINUTES = (45, 45)  # as the rulebook says

OPTIONS = {
    "end_after": number("The last space before the end of the game", "space {} is the last before the end"),
    "reaching": yes_no("a marker that reaches the last space ends the game", "the last space has to be passed"),
    "neutral_marker": yes_no(
        "with the neutral marker",
        "without the neutral marker",
        "Neutral marker, recommended for two: it belongs to nobody, goes back one space with each hand from a penalty "
        "pile, and below 1 brings a scoring",
    ),
    "edge_frame": yes_no(
        "rows 1 and 7 count as neighbours for frames of two by three", "rows 1 and 7 are not neighbours"
    ),
}

# By verb; what stopping and drawing mean depends on the moment.
DRAW_NOTHING, DRAW_UP = 100, 101
CHOICES = {
    PLACE: ("place a card on the board.", "{1} in column {2}", "player card column"),
    KEEP: ("which frame do you keep? The cards outside it go to your penalty pile.", "keep {1}", "player range"),
    STOP: ("end the turn.", "end the turn", "player"),
    REFILL: ("your hand is empty: from which pile do you draw?", "from the draw pile", "player"),
    SHUFFLE: ("your hand is empty: from which pile do you draw?", "from the penalty pile", "player"),
    DRAW_UP: ("draw until you hold six cards?", "draw", "player"),
    DRAW_NOTHING: ("draw until you hold six cards?", "draw nothing", "player"),
}

AIM = (
    "The aim: keep your marker nearest to 0. Each time the draw pile runs out, it moves forward one space for each "
    "card in your penalty pile, so take as few as you can. Beyond 35 the game ends."
)

# By verb or code, for beginners.
LESSONS = {
    PLACE: (
        "Lay a card in the row of its number. A colour already in the park has its column; a new colour may go "
        "into any empty column. All cards should fit a frame of three rows and three columns."
    ),
    STOP: "After one card you may stop, but then you draw nothing. A second card lets you fill up your hand to six.",
    KEEP: "The cards no longer fit a frame: choose the frame to keep. The cards outside it go to your penalty pile.",
    DRAW_UP: "After two cards you may fill up your hand, or not: an empty hand can be refilled from six penalty cards.",
    REFILL: "With an empty hand you draw six: from the pile, or from your penalty pile, which then counts less.",
    codes.ONE_MISSING: "Covering the eighth cell of a frame moves your marker back one space; the ninth, three.",
    codes.TOOK: "Cards that fall outside the frame are penalties, one point each at the next scoring.",
    codes.SCORED: "Scoring takes place when the draw pile runs out. Beyond 35 the game ends.",
}

TEMPLATES = {
    codes.DEALT: ("everybody has {0} cards; the draw pile has {1}.", "number number"),
    codes.TURNED_UP: ("the first card is {0}; it lies in column {1}, the centre.", "card column"),
    codes.PLACED_IN_COLUMN: ("{0} lays {1} in column {2}, the {3} column.", "player card column colour"),
    codes.PLACED_IN_NEW_COLUMN: (
        "{0} lays {1} in column {2}: {3} has no column yet, so any empty one will do.",
        "player card column colour",
    ),
    codes.PLACED_ON_TWIN: ("{0} lays {1} in column {2}, on its twin.", "player card column"),
    codes.ALL_FIT: ("all cards fit one frame, {0}: nothing is taken.", "frame"),
    codes.ONE_RESULT: ("no frame holds all cards, and every frame with {0} keeps the same ones.", "card"),
    codes.MUST_CHOOSE: (
        "no frame holds all cards: {0} chooses a frame with {1} (different results: {2}); cards to take: {3} or more.",
        "player card number number",
    ),
    codes.KEPT: ("{0} keeps the frame of {1}; cards in it: {2}.", "player frame number"),
    codes.TOOK: (
        "{0} takes {1} from outside it ({3}) and now has {2} in the penalty pile.",
        "player number number cards",
    ),
    codes.ONE_MISSING: (
        "{2} cells of a frame are covered, all but one ({1}): a bonus of 1, and {0}'s marker is on {3}.",
        "player frame number number",
    ),
    codes.ALL_COVERED: (
        "all {2} cells of a frame are covered ({1}): a bonus of 3, and {0}'s marker is on {3}.",
        "player frame number number",
    ),
    codes.TWIN_COVERS_NOTHING: (
        "{2} cells of a frame are covered ({1}), but the new card's cell already was: no bonus for {0}.",
        "player frame number",
    ),
    codes.STOPS_AT_ZERO: ("{0}'s marker goes back no further than 0; spaces lost: {1}.", "player number"),
    codes.STOPPED_AFTER_ONE: (
        "{0} has placed one card, ends the turn and draws nothing; cards in hand: {1}.",
        "player number",
    ),
    codes.DRAWS_NOTHING: ("{0} has placed two cards and draws nothing; cards in hand: {1}.", "player number"),
    codes.MUST_DRAW: (
        "{0} has placed two cards and has {1} left: with {2} players the hand has to be filled up.",
        "player number number",
    ),
    codes.MAY_DRAW: ("{0} has placed two cards and has {1} left: the hand may be filled up, or not.", "player number"),
    codes.HAND_IS_EMPTY: (
        "{0} has no card left and draws from the draw pile; cards in their penalty pile: {1}, too few for a hand.",
        "player number",
    ),
    codes.MAY_SHUFFLE: (
        "{0} has no card left, and {1} in the penalty pile: the new hand comes from there or from the draw pile.",
        "player number",
    ),
    codes.TAKES_DRAW_PILE: ("{0} draws from the draw pile.", "player"),
    codes.TAKES_OWN_PILE: ("{0} shuffles their penalty pile; cards in it: {1}.", "player number"),
    codes.DREW: ("{0} draws {1} and has {2}; cards left in the draw pile: {3}.", "player number number number"),
    codes.DREW_OWN: ("{0} draws {1}; cards left in their penalty pile: {2}.", "player number number"),
    codes.NEUTRAL_BACK: ("the neutral marker goes back to {0}, because a hand came from a penalty pile.", "number"),
    codes.PILE_RAN_OUT: (
        "the last card of the draw pile is drawn: scoring. Cards in {0}'s hand: {1}.",
        "player number",
    ),
    codes.NEUTRAL_RAN_OUT: (
        "the neutral marker is below 1: scoring. Cards of the draw pile that are shuffled in: {0}.",
        "number",
    ),
    codes.SCORED: ("{0} has {1} in the penalty pile; the marker goes forward to {2}.", "player number number"),
    codes.NEW_PILE: ("the penalty piles become the new draw pile of {0} cards.", "number"),
    codes.NEUTRAL_RETURNS: ("the neutral marker returns to {0}.", "number"),
    codes.ENDED_BY_PASSING: ("{0}'s marker is on {1} and has passed {2}: the game ends.", "player number number"),
    codes.ENDED_BY_REACHING: (
        "{0}'s marker is on {1} and has reached {2}: the game ends.",
        "player number number",
    ),
    codes.NEAREST_ZERO: ("nearest to 0: {0}.", "players"),
    codes.COLOUR_HAS_COLUMN: ("{0} has column {1}, so it cannot go into {2}.", "colour column column"),
    codes.COLUMN_HAS_COLOUR: ("column {0} belongs to {1}.", "column colour"),
    codes.NO_SUCH_COLUMN: ("the board has seven columns.", ""),
    codes.FRAME_IS_NEXT: ("{0} has to choose first which frame with {1} to keep.", "player card"),
    codes.CARD_OUTSIDE_FRAME: ("{0} does not lie in the frame of {1}.", "card frame"),
    codes.SAME_RESULT: ("the frame of {0} keeps the same cards as that of {1}, which is offered.", "frame frame"),
    codes.NO_SUCH_FRAME: ("the board has no such frame.", ""),
    codes.PLACE_FIRST: ("{0} has to place at least one card.", "player"),
    codes.TWO_ARE_PLACED: ("{0} has placed two cards; all that is left to decide is whether to draw.", "player"),
    codes.MUST_REFILL: ("{0} has no card left and has to draw, from one of two piles.", "player"),
    codes.STILL_HAS_CARDS: (
        "{0} cannot draw from the penalty pile: that takes an empty hand, and this one has {1}.",
        "player number",
    ),
    codes.CANNOT_HOLD: (
        "{0} cannot hold {1}: of the two copies, {2} on the board, {3} in penalty piles, {4} elsewhere.",
        "player card number number number",
    ),
    codes.SHOW_FIRST_CARD: ("first turn up a card from the draw pile and put it into any slot.", ""),
    codes.DRAW_IS_NEXT: ("{0} has to draw first.", "player"),
    codes.WRONG_CARDS: ("exactly {0} cards from the pile have to be named.", "number"),
    codes.NOT_AFTER_ONE: ("{0} has placed one card: stopping now means drawing nothing.", "player"),
    codes.CARDS_ARE_UNKNOWN: ("at the table, cards that are dealt or drawn are not named.", ""),
    codes.WRONG_NUMBER: ("the number of cards drawn has to be {0}.", "number"),
}


def rule_words(options: Sequence[int], translate: Callable[[str], str]) -> dict[str, str]:
    """Return where a marker ends the game."""
    end_after, is_enough, *_ = options
    return {"end": (translate("on {} or beyond") if is_enough else translate("beyond {}")).format(end_after)}


card_words, colour_words = suit_words(cards.COLOURS, cards.NUMBERS)


def column_words(column: int, translate: Callable[[str], str]) -> str:
    """Return the letter of a column."""
    return translate("{}").format(cards.COLUMNS[column])


def frame_words(frame: int, translate: Callable[[str], str]) -> str:
    """Return a frame in words: "columns d to f, rows 3 to 5"."""
    return _ends_in_words(
        frame, translate("columns {} to {}, rows {} and {}"), translate("columns {} to {}, rows {} to {}")
    )


def range_words(frame: int, translate: Callable[[str], str]) -> str:
    """Return a frame in the few words of a button: "d–f, 3–5"."""
    return _ends_in_words(frame, translate("{}–{}, {} and {}"), translate("{}–{}, {}–{}"))


def _ends_in_words(frame: int, over_the_edge: str, within: str) -> str:
    """Return the first and last column and row of a frame in these words, of which one is for frames over the edge."""
    rows, first = divmod(frame, frames.WINDOWS)
    is_over = rows == frames.EDGE
    ends = (cards.NUMBERS, 1) if is_over else (rows + 1, rows + frames.SIDE)
    columns = cards.COLUMNS[first], cards.COLUMNS[first + frames.SIDE - 1]
    return (over_the_edge if is_over else within).format(*columns, *ends)


def choice_of(position: cards.Position, action: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return which of CHOICES an action is at this moment, and its numbers."""
    asked = {REFILL: DRAW_UP, STOP: DRAW_NOTHING} if position.phase == REFILLING else {}
    return asked.get(action[0], action[0]), action[1:]
