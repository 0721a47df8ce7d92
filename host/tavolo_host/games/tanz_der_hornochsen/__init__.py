"""Words for Tanz der Hornochsen (`tavolo.games.tanz_der_hornochsen.rules`)."""

from collections.abc import Callable, Sequence

from tavolo.games.tanz_der_hornochsen import events as game
from tavolo.games.tanz_der_hornochsen.board import CONSTRAINTS as CONSTRAINTS
from tavolo.games.tanz_der_hornochsen.board import ROW_NAMES, board_of
from tavolo.games.tanz_der_hornochsen.position import BUY, CHOOSE, KEEP, SHOW, STOP, Position
from tavolo.games.tanz_der_hornochsen.rounds import buy, must_buy, tiles_to_buy
from tavolo_host.texts.options import one_of, yes_no

MINUTES = (45, 45)  # as the rulebook says

OPTIONS = {
    "board": one_of(
        "Which board is played", ("the board of the house",), "board {}", is_drawn=True, own="a board of your own"
    ),
    "bought_bonus": yes_no(
        "bought tiles earn bonus points too while a happy cow is visible", "bought tiles earn no bonus points"
    ),
    "least_kept": yes_no("at least one tile of a completed row is kept", "no tile of a completed row has to be kept"),
    "box_refills": yes_no(
        "once the reserve is empty, empty hands are filled from the box", "empty hands are not filled from the box"
    ),
}

# By verb; buying is named by what it costs.
CHOOSE_ONLY, BUY_ONE, BUY_BONUS, CHOOSE_FIRST, CHOOSE_SECOND, KEEP_UNSEEN = 100, 101, 102, 103, 104, 105
BUY_PAST, BUY_FORCED = 106, 107
CHOICES = {
    CHOOSE: ("choose a tile in secret, or buy some first, a point each.", "choose {1}", "player card"),
    CHOOSE_ONLY: ("choose a tile in secret.", "choose {1}", "player card"),
    CHOOSE_FIRST: ("choose the first of two tiles in secret.", "choose {1}", "player card"),
    CHOOSE_SECOND: ("choose the second tile in secret.", "choose {1}", "player card"),
    SHOW: ("choose a tile, openly this time.", "show {1}", "player card"),
    BUY: ("buy tiles, a penalty point each.", "buy {1}: {2} points", "player number number"),
    BUY_PAST: (
        "buy tiles, a penalty point each.",
        "buy {1}: {2} points, past a pawn",
        "player number number",
    ),
    BUY_FORCED: (
        "double play takes two tiles, and you have one: buy first, a penalty point each.",
        "buy {1}, penalty points: {2}",
        "player number number",
    ),
    BUY_ONE: ("buy tiles, a penalty point each.", "buy 1: 1 point", ""),
    BUY_BONUS: ("buy tiles, a bonus point each.", "buy tiles: {1}, bonus points: {1}", "player number"),
    KEEP: ("which tiles of the row do you keep?", "keep {1}", "player card"),
    KEEP_UNSEEN: ("which tiles of the row do you keep?", "keep a tile", "player"),
    STOP: ("that is enough.", "keep no more", "player"),
}

AIM = (
    "The aim: fewest points. Points are penalties and drive your pawn forward; the pawn furthest back wins. The game "
    "ends with the round in which a pawn reaches 60."
)

# By verb or code, for beginners.
LESSONS = {
    CHOOSE: (
        "Everybody chooses a tile in secret; then the tiles are placed, lowest first. A tile goes to the row "
        "whose last tile is the next lower number; if every last tile is higher, it goes behind the highest."
    ),
    BUY: "Until the tiles are shown you may buy up to three from the reserve, once per round, for a penalty point "
    "each.",
    SHOW: "This round is open: players choose one after another, the pawn furthest back first, and everybody sees "
    "the tiles.",
    KEEP: "Your tile completed a row: you keep one or two of the row's other tiles, and the rest leave the game.",
    game.PAT: "A cow pat costs as many penalty points as it shows.",
    game.BULL: "The bull's head at a row's end costs most. The tile on it begins the next free row.",
    game.COWS_SHOW: "While a happy cow is visible, pats and bull's heads are bonuses: pawns go back.",
    game.DOUBLE_ROUND: "Double play: everybody chooses two tiles for this round.",
}

TEMPLATES = {
    game.DEALT: ("each player draws {0} tiles.", "number"),
    game.TURNED: ("the table turns up {0}; it is the first tile of row {1}.", "card row"),
    game.ROUND: ("round {0}.", "number"),
    game.DOUBLE_ROUND: (
        "double play: row {0} is active; free double-play spaces in it: {1}. Everybody chooses two tiles.",
        "row number",
    ),
    game.OPEN_ROUND: ("open round: tiles are chosen one after another, face up, fewest penalty points first.", ""),
    game.RESERVE_IS_EMPTY: (
        "the reserve is empty: from now on, only the one tile that double play forces can be bought.",
        "",
    ),
    game.BOUGHT: ("{0} buys tiles, one penalty point each: {1}.", "player number"),
    game.BOUGHT_BONUS: ("{0} buys tiles while a happy cow shows, one bonus point each: {1}.", "player number"),
    game.CUT: ("{0} asked for {1} tiles; only {2} are left, and only those are paid for.", "player number number"),
    game.DREW: ("{0} draws from the reserve: {1}; left there: {2}.", "player number number"),
    game.DREW_FROM_BOX: (
        "the reserve is empty, so {0} draws from the box: {1}; left there: {2}.",
        "player number number",
    ),
    game.CHOSE: ("{0} has chosen a tile.", "player"),
    game.SHOWED: ("{0} shows {1}.", "player card"),
    game.ONLY_LOWER: (
        "rule 1: {1} ({0}) goes into row {2} behind {3}, the only last tile that is lower: difference {4}.",
        "player card row card number",
    ),
    game.SMALLEST_DIFFERENCE: (
        "rule 2: {1} ({0}) goes into row {2} behind {3}: difference {4}; behind {5} it would be {6}.",
        "player card row card number card number",
    ),
    game.LOWER_THAN_ALL: (
        "rule 3: {1} ({0}) is lower than every last tile (the lowest is {2}), so it goes into row {3} behind the"
        " highest, {4}.",
        "player card card row card",
    ),
    game.PAT: ("a cow pat: {0} gets penalty points: {1}.", "player number"),
    game.PAT_BONUS: ("a cow pat while a happy cow shows: {0} gets bonus points: {1}.", "player number"),
    game.BULL: ("the bull's head of row {1}: {0} gets penalty points: {2}.", "player row number"),
    game.BULL_BONUS: (
        "the bull's head of row {1} while a happy cow shows: {0} gets bonus points: {2}.",
        "player row number",
    ),
    game.FORWARD: ("{0}'s pawn goes from {1} to {2}.", "player number number"),
    game.WENT_FURTHER: (
        "{0}'s pawn starts on {1}; space {2} is occupied, so it goes on to {3}, the first free one.",
        "player number number number",
    ),
    game.BACK: ("{0}'s pawn goes back from {1} to {2}.", "player number number"),
    game.WENT_FURTHER_BACK: (
        "{0}'s pawn starts on {1}; space {2} is occupied, so it goes back further, to {3}, the first free one.",
        "player number number number",
    ),
    game.BACK_TO_START: ("{0}'s pawn goes from {1} to the start, and never beyond it.", "player number"),
    game.EYE: (
        "{0} reaches or passes the bull's eye on {1}, and nobody else is there or beyond: the next round is open.",
        "player number",
    ),
    game.EYE_IS_OLD: (
        "{0} reaches or passes the bull's eye on {1}; nothing follows: {2} was there or beyond before this round.",
        "player number player",
    ),
    game.EYE_TOGETHER: (
        "{0} reaches or passes the bull's eye on {1}; {2} is there or beyond, but got there in this round "
        "too: the next round is open.",
        "player number player",
    ),
    game.OPENED_ROW: ("row {1} is complete: {0} moves to the first space of the next free row, {2}.", "card row row"),
    game.COWS_SHOW: ("row {0} shows a happy cow: points are bonuses now.", "row"),
    game.COWS_COVERED: (
        "{0} covers the last happy cow of row {1}, and no other shows: points are penalties again.",
        "card row",
    ),
    game.COW_COVERED: (
        "{0} covers the last happy cow of row {1}; row {2} still shows one, so points stay bonuses.",
        "card row row",
    ),
    game.KEPT: ("{0} keeps a tile of the row; which one stays secret. Kept so far: {1}.", "player number"),
    game.KEEPS_NO_MORE: ("tiles that {0} keeps from the row: {1}; into the box: {2}.", "player number number"),
    game.KEEPS_NONE: (
        "{0} holds {1} tiles already, the most allowed, and keeps none; into the box: {2}.",
        "player number number",
    ),
    game.HAND_IS_FULL: ("{0} now holds {1} tiles, the most allowed, and keeps no second one.", "player number"),
    game.REFILLED: ("{0} has no tile and draws {1} free of charge.", "player number"),
    game.NO_REFILL: ("{0} has no tile, and none is left to draw.", "player"),
    game.REACHED_HEAP: ("{0} reaches the dung heap, on space {1}: this round is the last.", "player number"),
    game.ENDED_BY_HEAP: ("the game ends: a pawn was on or beyond the dung heap.", ""),
    game.ENDED_WITHOUT_TILE: ("the game ends: no tile is left for {0}.", "players"),
    game.LOSES: ("{0}'s pawn is furthest ahead and loses, with {1} penalty points.", "player number"),
    game.FEWEST_POINTS: ("fewest penalty points: {0}.", "players"),
    game.HAS_CHOSEN: ("{0} has already chosen.", "player"),
    game.HAS_BOUGHT: ("{0} has already bought in this round; a player may buy only once per round.", "player"),
    game.BUYS_TOO_LATE: ("{0} has already shown a tile: it is too late to buy.", "player"),
    game.HAND_LIMIT: (
        "{0} holds {1} tiles and cannot buy {2}: nobody may hold more than nine.",
        "player number number",
    ),
    game.ONE_TO_THREE: ("one to three tiles can be bought.", ""),
    game.NOTHING_TO_BUY: ("no tile can be bought now.", ""),
    game.ONLY_WHAT_IS_FORCED: ("the reserve is empty: only the one tile that double play forces can be bought.", ""),
    game.MUST_BUY_FIRST: ("{0} has one tile, but double play takes two: one has to be bought first.", "player"),
    game.NOT_FROM_THAT_ROW: ("{0} is not one of the row's tiles, or is kept already.", "card"),
    game.WRONG_DRAW: ("{0} must draw now, and exactly this many tiles: {1}.", "player number"),
    game.WRONG_REVEAL: ("exactly the sealed tiles have to be shown: {0}.", "number"),
    game.LOWER_PAWN_FIRST: (
        "{0} has more penalty points than {1}, who chooses first in this open round.",
        "player player",
    ),
    game.KEEPS_ONE_AT_LEAST: ("{0} has to keep at least one tile of the row.", "player"),
    game.NOT_IN_RESERVE: ("{0} is not in the reserve.", "card"),
}


def rule_words(options: Sequence[int], translate: Callable[[str], str]) -> dict[str, str]:
    """Return where the bull's eyes are of the board that is played."""
    *others, last = [str(eye) for eye in board_of(options[0]).eyes] or [translate("no space of this board")]
    return {"eyes": translate("{} or {}").format(", ".join(others), last) if others else last}


def choice_of(position: Position, action: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return which of CHOICES an action is at this moment, and its numbers."""
    verb, *numbers = action
    if verb == CHOOSE and position.is_double:
        verb = CHOOSE_SECOND if position.sealed[numbers[0]] else CHOOSE_FIRST
    elif verb == CHOOSE and not tiles_to_buy(position, numbers[0]):
        verb = CHOOSE_ONLY
    elif verb == KEEP and len(numbers) == 1:  # by who does not know the hand
        verb = KEEP_UNSEEN
    elif verb == BUY and position.bought_bonus and position.shows_cow():
        verb = BUY_BONUS
    elif verb == BUY:
        bought = position.copy()
        buy(bought, action, [])
        numbers.append(bought.pawns[numbers[0]] - position.pawns[numbers[0]])  # it goes on past occupied spaces
        verb = BUY_ONE if numbers[1:] == [1, 1] else BUY if numbers[1] == numbers[2] else BUY_PAST
        verb = BUY_FORCED if must_buy(position, numbers[0]) else verb
    return verb, tuple(numbers)


def card_words(card: int, translate: Callable[[str], str]) -> str:
    """Return a tile in words: its number."""
    return str(card + 1)


def row_words(row: int, translate: Callable[[str], str]) -> str:
    """Return a row in words: L for the left column, R for the right one, and its place from the top."""
    return translate(ROW_NAMES[row])
