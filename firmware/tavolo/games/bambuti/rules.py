"""Bambuti (Hartmut Kommerell): 2 players, two rows of masks facing each other, and drums that call for a scoring.

The functions follow the rulebook: preparation (“Preparazione del gioco”), sequence of play (“Sequenza di gioco”), end
of the game (“Fine del gioco”); around them are the functions of `contract`. Its modules are `position` (masks,
position, indicators), `rows` (laid in secret), `turn` (where a mask may be laid, draws, drums, passes) and `events`.

Where the rulebook is silent there are two options: `younger`, who begins when the indicators are level, and `passes`,
how many passes in a row end the game with a final scoring. Fixed are: a player without a legal play passes, draws
nothing and plays no drum; level points share the win; the colours have Tavolo's names.

Before (PLAY, ...) of a turn come ten masks dealt for the rows, LAY five times a player, REVEAL, fourteen masks dealt as
hands. A draw is one mask: (DRAW, player, mask), publicly (DRAW, player). A pass is WISH, then PASS, or in table play
PLAY_ON. A withdrawn wish is counted, so that no position occurs twice; such wishes are the only choice that could be
repeated for ever, and each needs two keys.
"""

from tavolo.games.bambuti import CARDS, NAME, OPTIONS, SEATS, TITLE
from tavolo.games.bambuti import events as code
from tavolo.games.bambuti.position import (
    ACTIONS,
    DEAL,
    DRAW,
    DRAWING,
    DRUM,
    END_TURN,
    FIELDS,
    KINDS,
    LAY,
    LAYING,
    OVER,
    PASS,
    PLACES,
    PLAY,
    PLAY_ON,
    PLAYING,
    REVEAL,
    WISH,
    Position,
    digest,
)
from tavolo.games.bambuti.rows import (
    deal,
    is_complete,
    lay,
    legal_lays,
    masks_each,
    refuse_deal,
    refuse_lay,
    refuse_reveal,
    reveal,
)
from tavolo.games.bambuti.turn import decide, draw, legal_in_turn, play, plays, refuse_draw, refuse_in_turn, refuse_mask
from tavolo.rules import sealed
from tavolo.rules.contract import CHANCE, GAME_IS_OVER, NO_CARD, NO_SUCH_ACTION, Refused, Setup
from tavolo.rules.declared import Actions
from tavolo.rules.fields import Fields, demand
from tavolo.rules.parts import drawn, in_order, may_act, players_with, waits

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable

card_text, card_from_text = KINDS["card"]
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

# By verb: what refuses an action and what applies it; all other verbs are decisions in a turn.
_REFUSALS = {DEAL: refuse_deal, LAY: refuse_lay, REVEAL: refuse_reveal, DRAW: refuse_draw}
_EFFECTS = {DEAL: deal, LAY: lay, REVEAL: reveal, DRAW: draw, PLAY: play}


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, if it is invalid."""
    return _completed(_FIELDS.read(Position, text))


def position_from_bytes(begun: Position, content: bytes) -> Position:
    """Return the position of these bytes, from a newly started one; ValueError or IndexError if invalid."""
    return _completed(_FIELDS.unpacked(begun, content))


def _completed(position: Position) -> Position:
    """Check a position, and return it; ValueError, in a sentence, if its fields are inconsistent."""
    demand("rows", len(position.rows) in (0, 2 * PLACES))
    return position


# ---- preparation


def start(setup: Setup) -> Position:
    """Return the position before the masks of the rows are dealt (rulebook: preparation)."""
    return Position(setup.players, setup.options, setup.dealt)


def chance(position: Position, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
    """Return the deal or draw, with masks in dealt play only, or the reveal, or None (rulebook: preparation)."""
    if position.phase == LAYING:
        cards = sealed.revealed(position.sealed) if is_complete(position) else None
        return cards and (REVEAL,) + cards
    begun = (DRAW, position.turn) if position.phase == DRAWING else (DEAL,)
    count = 1 if position.phase == DRAWING else 2 * masks_each(position)
    return begun if position.pile is None else begun + drawn(position.pile, count, below)


def secret(position: Position, player: int) -> bool:
    """Return whether this player is laying the row, which is sealed until both are complete (rulebook: preparation)."""
    return position.phase == LAYING and position.held[player] > 0


def forgotten(position: Position) -> tuple[int, ...]:
    """Return the players with a sealed mask that this position does not know (rulebook: preparation)."""
    return sealed.forgotten(position.sealed)


# ---- a turn


def to_act(position: Position) -> tuple[int, ...]:
    """Return who is next: both to lay, chance to deal, draw, reveal, else the player in turn (rulebook: play)."""
    phase = position.phase
    if phase >= PLAYING:
        return (CHANCE,) if phase == DRAWING else () if phase == OVER else (position.turn,)
    if phase != LAYING or is_complete(position):
        return (CHANCE,)
    return tuple([player for player in (0, 1) if position.held[player]])


def legal(position: Position, player: int, card: int = NO_CARD) -> list[tuple[int, ...]]:
    """Return a player's actions: masks by place, then by number; those without last (rulebook: sequence of play)."""
    if not 0 <= player <= 1:
        return []
    if position.phase == LAYING:
        return legal_lays(position, player, card)
    if player != position.turn:
        return []
    if card == NO_CARD:
        return legal_in_turn(position, player)
    if position.phase != PLAYING or refuse_mask(position, player, card):
        return []
    return plays(position, player, [card])


def refusal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action is not allowed, None if it is."""
    if position.phase == OVER:
        return (GAME_IS_OVER,)
    if not action or not 0 <= action[0] <= PASS:
        return (NO_SUCH_ACTION,)
    return _REFUSALS.get(action[0], refuse_in_turn)(position, action)


def why_not(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return why `player` can do nothing with `card` now, None otherwise (rulebook: sequence of play)."""
    if position.phase == LAYING:
        return refusal(position, (LAY, player, card))
    if position.phase != PLAYING or player != position.turn:
        return refusal(position, (PLAY, player, card, player, 0))
    reason = refuse_mask(position, player, card)
    return reason if reason or plays(position, player, [card]) else (code.FITS_NOWHERE, player, card)


def apply(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Apply an action and return its events; raises Refused, and then changes nothing."""
    reason = refusal(position, action)
    if reason:
        raise Refused(reason)
    return _EFFECTS.get(action[0], decide)(position, action)


# ---- end of the game


def outcome(position: Position) -> tuple[int, ...] | None:
    """Return (MOST_POINTS, winner), or (SHARED, 0, 1) for level points, at the end (rulebook: end of the game)."""
    if position.phase != OVER:
        return None
    winners = players_with(max(position.points), position.points)
    return (code.SHARED if len(winners) > 1 else code.MOST_POINTS,) + winners
