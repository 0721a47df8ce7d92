"""Words for Kuh Vadis (`tavolo.games.kuh_vadis.rules`)."""

from collections.abc import Callable

from tavolo.games.kuh_vadis import events as codes
from tavolo.games.kuh_vadis.position import DONE, FACE, HOLD, MARK, ROLL, Position
from tavolo.games.kuh_vadis.sheet import CONSTRAINTS as CONSTRAINTS
from tavolo.games.kuh_vadis.sheet import COW, cell_text
from tavolo_host.texts.options import one_of, one_player, yes_no

MINUTES = (15, 15)  # as the rulebook says

OPTIONS = {
    "sheet": one_of(
        "Which sheet is played",
        ("starts at the top and the bottom", "starts near the corners and one deep inside", "starts all around"),
        "sheet {}",
        is_drawn=True,
        own="a sheet of your own",
    ),
    "real_dice": yes_no("you roll your own dice and enter their faces", "the table rolls the dice"),
    "first": one_player("Who begins", "{} to begin", "drawn by lot"),
}

# By verb; a die that lies aside is taken back.
BACK = 100
_THROW = "put dice aside, roll the others, or stop."
CHOICES = {
    HOLD: (_THROW, "put die {1} aside: {2}", "player number face"),
    BACK: (_THROW, "take die {1} back: {2}", "player number face"),
    ROLL: ("roll the dice.", "roll", "player"),
    DONE: (_THROW, "stop rolling", "player"),
    FACE: ("roll your dice, and enter the face of each.", "{1}", "player face"),
    MARK: ("mark a cell.", "mark {1}", "player cell"),
}

AIM = "The aim: connect your three starts with cells that you mark, side by side or corner to corner."

# By verb or code, for beginners.
LESSONS = {
    ROLL: "You have up to three rolls, and the last one counts. Two cows, or three equal numbers, let you mark a cell.",
    HOLD: "Put aside the dice that you want to keep, and roll the others; or stop, if the dice are good as they are.",
    DONE: "You can take back a die that you have put aside. Stop when the dice let you mark a cell that you want.",
    MARK: "Mark one of the outlined cells. It need not touch your other marks, and may block your opponent.",
    codes.FOUR_OF_A_KIND: (
        "Four or five of a kind give another turn after the mark, in which the next mark must touch this one."
    ),
    codes.NOTHING_ROLLED: "Dice that show neither two cows nor three equal numbers mark nothing, and the turn is over.",
    codes.BLOCKED: "If you can no longer connect your three starts, you can still block your opponent for a draw.",
}

TEMPLATES = {
    codes.BEGINS: ("{0} begins, chosen by lot.", "player"),
    codes.ROLLED_ALL: ("{0} rolls all five dice: {1}.", "player faces"),
    codes.ROLLED_AGAIN: ("{0}, roll {1} of 3, dice rolled: {2}. The dice show {3}.", "player number number faces"),
    codes.PUT_ASIDE: ("{0} puts die {1} aside: {2}.", "player number face"),
    codes.TAKEN_BACK: ("{0} takes die {1} back: {2}.", "player number face"),
    codes.STOPPED: ("{0} stops early; rolls left: {1}.", "player number"),
    codes.ENTERED: ("{0} enters die {1}: {2}.", "player number face"),
    codes.MAY_MARK: ("{0} has {1} dice showing {2} and marks a free cell of that kind.", "player number face"),
    codes.FOUR_OF_A_KIND: (
        "{0} has {1} dice showing {2}, at least four of a kind: a free cell of that kind, then another turn.",
        "player number face",
    ),
    codes.ONE_OF_TWO: (
        "{0} has {1} cows and {2} dice showing {3}, and may mark either kind.",
        "player number number face",
    ),
    codes.NOTHING_ROLLED: (
        "{0} marks nothing: {1} of the {3} cows needed, {2} of the {4} equal numbers needed.",
        "player number number number number",
    ),
    codes.NONE_FREE: ("no cell with {0} is free any more.", "face"),
    codes.NONE_ADJACENT: ("no free cell with {0} is adjacent to {1}, the cell just marked.", "face cell"),
    codes.MARKED: ("{0} marks {1}: {2}.", "player cell face"),
    codes.ANOTHER_TURN: ("{0} has another turn, in which a mark has to be adjacent to {1}.", "player cell"),
    codes.NEXT_TURN: ("it is {0}'s turn.", "player"),
    codes.BLOCKED: ("{0} is blocked: marks and free cells can no longer connect the three starts.", "player"),
    codes.CONNECTED: ("{0} has connected the three starts and wins.", "player"),
    codes.BOTH_BLOCKED: ("a draw: {0} are both blocked.", "players"),
    codes.DICE_ARE_FALLING: ("the dice are still falling.", ""),
    codes.MARK_FIRST: ("the roll counts now: {0} has to mark a cell.", "player"),
    codes.NOTHING_TO_MARK_YET: ("{0} has to roll, or stop rolling, before marking a cell.", "player"),
    codes.ROLL_FIRST: ("{0} has to roll all five dice first.", "player"),
    codes.NO_DIE_TO_ROLL: ("{0} has put all dice aside: none is left to roll.", "player"),
    codes.CHANGED_OFTEN: (
        "dice have been put aside or taken back {0} times since the last roll: roll, or stop.",
        "number",
    ),
    codes.WRONG_ROLL: ("each die rolled needs a face, 1 to 5 or cow; dice rolled: {0}.", "number"),
    codes.CELL_IS_TAKEN: ("{0} is already marked.", "cell"),
    codes.ANOTHER_KIND: ("{0} shows {1}, but the dice allow only a cell that shows {2}.", "cell face faces"),
    codes.NOT_ADJACENT: ("{0} is not adjacent to {1}, the cell just marked.", "cell cell"),
    codes.HAS_NO_CARDS: ("Kuh Vadis is played without cards.", ""),
}


def face_words(face: int, translate: Callable[[str], str]) -> str:
    """Return the face of a die in words: "4" or "cow"; of a cell also "start"."""
    if face > COW:
        return translate("start")
    return translate("cow") if face == COW else str(face)


def cell_words(cell: int, translate: Callable[[str], str]) -> str:
    """Return a cell in words: "e3", column and row."""
    return cell_text(cell)


def choice_of(position: Position, action: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return which of CHOICES an action is at this moment, and its numbers."""
    if action[0] != HOLD:
        return action[0], action[1:]
    die = action[2]
    return BACK if position.held >> die & 1 else HOLD, (action[1], die + 1, position.dice[die])
