"""Kuh Vadis (Reinhard Staupe, NSV; in Italian “Bloccato e pelato!”): 2 players roll dice to mark cells of a sheet.

The order of the functions is that of the rulebook: preparation, a turn, end of the game; the verbs of `contract`
around them. Its parts are `dice` (what a roll may mark), `sheet` (the sheets; connected and blocked), `position`,
`refusals` (what may not be done), `turn` (what a roll and a mark bring), `events` and `text`.

Where the rulebook is silent: a mark that can be made must be made; a turn after four of a kind is rolled even if no
adjacent cell is free, and four of a kind that cannot be marked give none; lines may cross diagonally.

Dice stay put aside from roll to roll until they are taken back. Between two rolls that may be changed ten times in
all, so that a turn always ends. With real dice (an option) the board does not ask for each roll: the player enters
the five faces that count.
"""

from tavolo.games.kuh_vadis import CARDS, NAME, OPTIONS, SEATS, TITLE
from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis.dice import DICE, FACES, ROLLS, kinds
from tavolo.games.kuh_vadis.position import (
    ALL_HELD,
    DONE,
    DRAW_LOT,
    FACE,
    FALLING,
    HOLD,
    LOT,
    MARK,
    MARKING,
    MOST_CHANGES,
    NO_CELL,
    OVER,
    ROLL,
    ROLLED,
    THROW,
    Position,
    digest,
)
from tavolo.games.kuh_vadis.refusals import refusal
from tavolo.games.kuh_vadis.sheet import CELLS, SHEETS, sheet_numbered
from tavolo.games.kuh_vadis.text import (
    action_card,
    action_from_text,
    action_text,
    actor,
    card_from_text,
    card_text,
    position_from_text,
    position_text,
    public,
)
from tavolo.games.kuh_vadis.turn import begin_turn, judge_roll, mark
from tavolo.rules.contract import CHANCE, NO_CARD, Refused, Setup
from tavolo.rules.plain import forgotten, in_order, secret, waits

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable


# ---- preparation


def start(setup: Setup) -> Position:
    """Return the position before the lot is drawn."""
    sheet, real_dice, first = setup.options
    return Position(sheet, real_dice, first, sheet_numbered(sheet))


def chance(position: Position, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
    """Return who begins, or the faces of the dice that were rolled, in their order."""
    if position.phase == DRAW_LOT:
        return (LOT, below(2))
    faces = [FACES[below(len(FACES))] for die in range(DICE) if not position.held >> die & 1]
    return (ROLLED,) + tuple(faces)


# ---- a turn


def to_act(position: Position) -> tuple[int, ...]:
    """Return who is next: the player in turn, chance for the lot and for falling dice, nobody at the end."""
    if position.phase == THROW or position.phase == MARKING:
        return (position.player,)
    return () if position.phase == OVER else (CHANCE,)


def legal(position: Position, player: int, card: int = NO_CARD) -> list[tuple[int, ...]]:
    """Return what a player may do: mark a cell; or the five dice in order, rolling, stopping. Nothing with a card."""
    if player != position.player or card != NO_CARD:
        return []
    if position.phase == MARKING:
        return _marks(position)
    if position.phase != THROW:
        return []
    if position.real_dice:
        return [(FACE, player, face) for face in FACES]
    if not position.rolls:
        return [(ROLL, player)]
    actions: "list[tuple[int, ...]]" = []
    if position.changes < MOST_CHANGES:
        actions = [(HOLD, player, die) for die in range(DICE)]
    if position.held != ALL_HELD:
        actions.append((ROLL, player))
    actions.append((DONE, player))
    return actions


def _marks(position: Position) -> "list[tuple[int, ...]]":
    found, cells = kinds(position.dice), position.cells
    return [(MARK, position.player, cell) for cell in range(CELLS) if cells[cell] in found and position.may_mark(cell)]


def why_not(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return that there are no cards in this game."""
    return (code.HAS_NO_CARDS,)


def apply(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Carry an action out and return what happened; raise Refused, changing nothing, when it may not be."""
    reason = refusal(position, action)
    if reason:
        raise Refused(reason)
    events: "list[tuple[int, ...]]" = []
    verb = action[0]
    if verb == HOLD:
        die = action[2]
        position.held ^= 1 << die
        position.changes += 1
        told = code.PUT_ASIDE if position.held >> die & 1 else code.TAKEN_BACK
        events.append((told, action[1], die + 1, position.dice[die]))
    elif verb == ROLL:
        position.phase = FALLING
    elif verb == ROLLED:
        _show_roll(position, action, events)
    elif verb == DONE:
        events.append((code.STOPPED, action[1], ROLLS - position.rolls))
        judge_roll(position, events)
    elif verb == FACE:
        _enter(position, action[2], events)
    elif verb == MARK:
        mark(position, action[2], events)
    else:
        begin_turn(position, action[1], NO_CELL)
        events.append((code.BEGINS, action[1]))
    return events


def _show_roll(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    place = 1
    for die in range(DICE):
        if not position.held >> die & 1:
            position.dice[die] = action[place]
            place += 1
    position.phase = THROW
    position.rolls += 1
    position.changes = 0
    if position.rolls == 1:
        events.append((code.ROLLED_ALL, position.player) + tuple(position.dice))
    else:
        events.append((code.ROLLED_AGAIN, position.player, position.rolls, place - 1) + tuple(position.dice))
    if position.rolls == ROLLS:
        judge_roll(position, events)


def _enter(position: Position, face: int, events: "list[tuple[int, ...]]") -> None:
    """Take the face of the next real die; the fifth completes the roll."""
    if not position.rolls:
        position.dice = bytearray(DICE)
    position.dice[position.rolls] = face
    position.rolls += 1
    events.append((code.ENTERED, position.player, position.rolls, face))
    if position.rolls == DICE:
        judge_roll(position, events)


# ---- end of the game


def outcome(position: Position) -> tuple[int, ...] | None:
    """Return (CONNECTED, winner), or (BOTH_BLOCKED, 0, 1) for a drawn game, or None."""
    return position.result


# ---- what is known, and by whom


def view(position: Position, player: int) -> Position:
    """Return the position: nothing is hidden."""
    return position.copy()
