"""Kuh Vadis (Reinhard Staupe, NSV; in Italian “Bloccato e pelato!”): 2 players roll dice to mark cells of a sheet.

The functions follow the rulebook: preparation (“Preparativi”), course of the game (“Svolgimento del gioco”), end of the
game (“Fine del gioco”); around them are the functions of `contract`. Its modules are `sheet` (dice and sheets;
connected and blocked), `position`, `turn` (what a roll may mark, what a roll and a mark bring) and `events`.

Where the rulebook is silent: a possible mark must be made; a turn after four of a kind is rolled even if no adjacent
cell is free, and four of a kind that cannot be marked give none; lines may cross diagonally. Dice stay put aside from
roll to roll until they are taken back. Between two rolls that may be changed ten times in all, so that a turn always
ends. With real dice (an option) the board asks for the five faces that count, not for each roll.
"""

from tavolo.games.kuh_vadis import CARDS, NAME, OPTIONS, SEATS, TITLE
from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis.position import (
    ACTIONS,
    ALL_HELD,
    DONE,
    DRAW_LOT,
    FACE,
    FALLING,
    FIELDS,
    HOLD,
    KINDS,
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
from tavolo.games.kuh_vadis.sheet import CELLS, DICE, FACES, ROLLS, START, adjacent
from tavolo.games.kuh_vadis.turn import BOTH, begin_turn, judge_roll, kinds, mark
from tavolo.rules.contract import CHANCE, GAME_IS_OVER, NO_CARD, NO_SUCH_ACTION, NOT_YOUR_TURN, Refused, Setup
from tavolo.rules.declared import Actions
from tavolo.rules.fields import Fields, demand
from tavolo.rules.parts import forgotten, in_order, may_act, secret, waits

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable

_ACTIONS = Actions(ACTIONS, KINDS)
action_text = _ACTIONS.text
action_from_text = _ACTIONS.from_text
public = _ACTIONS.public
actor = _ACTIONS.actor
action_card = _ACTIONS.card
_FIELDS = Fields(FIELDS, KINDS, SEATS, OPTIONS)
position_text = _FIELDS.text
position_bytes = _FIELDS.packed
view = _FIELDS.view

_LENGTHS: tuple[int, ...] = (2, 3, 2, 0, 2, 3, 3)  # of an action, by verb; a roll has a face for each die that fell


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, if it is invalid."""
    return _completed(_FIELDS.read(Position, text))


def position_from_bytes(begun: Position, content: bytes) -> Position:
    """Return the position of these bytes, from a newly started one; ValueError or IndexError if invalid."""
    return _completed(_FIELDS.unpacked(begun, content))


def _completed(position: Position) -> Position:
    """Check a position, and return it; ValueError, in a sentence, if its fields are inconsistent."""
    demand("player", 0 <= position.player <= 1)
    for cell, face in enumerate(position.cells):
        demand("marks", face < START or position.marks[cell] == face - START + 1)
    return position


def card_text(card: int) -> str:
    """Raise ValueError: there are no cards."""
    raise ValueError("Kuh Vadis has no cards.")


def card_from_text(text: str) -> int:
    """Raise ValueError: there are no cards."""
    raise ValueError("Kuh Vadis has no cards.")


# ---- preparation


def start(setup: Setup) -> Position:
    """Return the position before the lot is drawn (rulebook: preparation)."""
    return Position(setup.players, setup.options, setup.dealt)


def chance(position: Position, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
    """Return who begins, or the rolled faces (rulebook: preparation, course of the game)."""
    if position.phase == DRAW_LOT:
        return (LOT, below(2))
    faces = [FACES[below(len(FACES))] for die in range(DICE) if not position.held >> die & 1]
    return (ROLLED,) + tuple(faces)


# ---- a turn


def to_act(position: Position) -> tuple[int, ...]:
    """Return who is next: the player, chance for lot and dice, nobody at the end (rulebook: course of the game)."""
    if position.phase == THROW or position.phase == MARKING:
        return (position.player,)
    return () if position.phase == OVER else (CHANCE,)


def legal(position: Position, player: int, card: int = NO_CARD) -> list[tuple[int, ...]]:
    """Return a player's actions: mark; or hold, roll, stop; none with a card (rulebook: course of the game)."""
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
    """Return the cells that may be marked, as actions (rulebook: course of the game)."""
    found, cells = kinds(position.dice), position.cells
    return [(MARK, position.player, cell) for cell in range(CELLS) if cells[cell] in found and position.may_mark(cell)]


def refusal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action is not allowed, None if it is (rulebook: course of the game)."""
    phase = position.phase
    if phase == OVER:
        return (GAME_IS_OVER,)
    verb = action[0] if action else -1
    if not 0 <= verb < len(_LENGTHS) or (verb != ROLLED and len(action) != _LENGTHS[verb]):
        return (NO_SUCH_ACTION,)
    if verb == LOT:
        return None if phase == DRAW_LOT and 0 <= action[1] <= 1 else (NO_SUCH_ACTION,)
    if phase == DRAW_LOT:
        return (NO_SUCH_ACTION,)
    if verb == ROLLED:
        return _refuse_rolled(position, action)
    if phase == FALLING:
        return (code.DICE_ARE_FALLING,)
    player = action[1]
    if player != position.player:
        return (NOT_YOUR_TURN, player)
    if verb == MARK:
        return _refuse_mark(position, player, action[2])
    if (verb == FACE) != bool(position.real_dice):
        return (NO_SUCH_ACTION,)
    if phase == MARKING:
        return (code.MARK_FIRST, player)
    if verb == FACE:
        return None if action[2] in FACES else (NO_SUCH_ACTION,)
    return _refuse_throw(position, action)


def _refuse_rolled(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why these cannot be the rolled faces, or None (rulebook: course of the game)."""
    if position.phase != FALLING:
        return (NO_SUCH_ACTION,)
    free = 0
    for die in range(DICE):
        free += not position.held >> die & 1
    if len(action) != free + 1 or any([face not in FACES for face in action[1:]]):
        return (code.WRONG_ROLL, free)
    return None


def _refuse_throw(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why the player in turn may not put a die aside, roll or stop (rulebook: course of the game)."""
    verb, player = action[0], action[1]
    if verb == ROLL:
        return (code.NO_DIE_TO_ROLL, player) if position.held == ALL_HELD else None
    if not position.rolls:
        return (code.ROLL_FIRST, player)
    if verb == HOLD and not 0 <= action[2] < DICE:
        return (NO_SUCH_ACTION,)
    if verb == HOLD and position.changes >= MOST_CHANGES:
        return (code.CHANGED_OFTEN, MOST_CHANGES)
    return None


def _refuse_mark(position: Position, player: int, cell: int) -> tuple[int, ...] | None:
    """Return why a cell may not be marked, or None if it may (rulebook: course of the game)."""
    if position.phase != MARKING:
        return (code.NOTHING_TO_MARK_YET, player)
    if not 0 <= cell < CELLS:
        return (NO_SUCH_ACTION,)
    if position.marks[cell]:
        return (code.CELL_IS_TAKEN, cell)
    found = kinds(position.dice)
    if position.cells[cell] not in found:
        return (code.ANOTHER_KIND, cell, position.cells[cell]) + found
    if position.last != NO_CELL and not adjacent(position.last, cell):
        return (code.NOT_ADJACENT, cell, position.last)
    return None


def why_not(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return that there are no cards in this game."""
    return (code.HAS_NO_CARDS,)


def apply(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Apply an action and return its events; raises Refused, changing nothing (rulebook: course of the game)."""
    reason = refusal(position, action)
    if reason:
        raise Refused(reason)
    events: "list[tuple[int, ...]]" = []
    verb = action[0]
    if verb == HOLD:
        die = action[2]
        position.held ^= 1 << die
        position.changes += 1
        event = code.PUT_ASIDE if position.held >> die & 1 else code.TAKEN_BACK
        events.append((event, action[1], die + 1, position.dice[die]))
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
    """Show the rolled faces; the third roll counts (rulebook: course of the game)."""
    place = 1
    for die in range(DICE):
        if not position.held >> die & 1:
            position.dice[die] = action[place]
            place += 1
    position.phase = THROW
    position.rolls += 1
    position.changes = 0
    player, rolls = position.player, position.rolls
    event = (code.ROLLED_ALL, player) if rolls == 1 else (code.ROLLED_AGAIN, player, rolls, place - 1)
    events.append(event + tuple(position.dice))
    if rolls == ROLLS:
        judge_roll(position, events)


def _enter(position: Position, face: int, events: "list[tuple[int, ...]]") -> None:
    """Enter the face of the next real die; the fifth completes the roll (rulebook: course of the game)."""
    if not position.rolls:
        position.dice = bytearray(DICE)
    position.dice[position.rolls] = face
    position.rolls += 1
    events.append((code.ENTERED, position.player, position.rolls, face))
    if position.rolls == DICE:
        judge_roll(position, events)


# ---- end of the game


def outcome(position: Position) -> tuple[int, ...] | None:
    """Return (CONNECTED, winner), or (BOTH_BLOCKED, 0, 1) for a draw, or None (rulebook: end of the game)."""
    if position.phase != OVER:
        return None
    return (code.BOTH_BLOCKED, 0, 1) if position.blocked == BOTH else (code.CONNECTED, position.player)
