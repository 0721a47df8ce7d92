"""Tanz der Hornochsen (Wolfgang Kramer, Amigo 2004): 2 to 8 players lay numbered tiles in rows and shun bull's heads.

These are the functions of `contract` (rulebook: preparation, “Preparazione”; course of the game, “Svolgimento del
Gioco”; playing tiles, “Come si giocano le tessere?”; buying tiles, “Un giocatore può acquistare tessere”; end of the
game, “Fine della Partita”). They use `position`, `board`, `rounds` (preparation, kinds of rounds, buying, drawing, the
end), `choices` (sealed and open, what may be in a hand), `placing` (rows, pawns, keeping) and `events`.

Where the rulebook is silent. Options: bought tiles always cost points (`bought_bonus`: happy cows turn that round too);
of a completed row at least one tile is kept (`least_kept`); an empty hand is filled from the reserve alone
(`box_refills`: from the box too, once the reserve is empty). Fixed: level pawns, on the start, buy and are refilled
lower player first, whether or not they have chosen; a player buys until the first own tile is shown, also if a
simultaneous purchase shows it; a purchase, and its price, is cut to what the reserve has; once the reserve is empty, in
the same round, the box serves and cuts likewise; in a double round all tiles are sorted together; a player with eight
tiles keeps one tile of a row, one with nine none; beyond 60 the count goes on, one pawn a space; in a double round a
player with one tile who can buy none chooses that; in an open round pawns are read off the track at every choice; an
eye crossed by buying opens the round after; a player without a tile after the refill ends the game.
"""

from tavolo.games.tanz_der_hornochsen import CARDS, NAME, OPTIONS, SEATS, TITLE, choices, placing, rounds
from tavolo.games.tanz_der_hornochsen.board import ROWS
from tavolo.games.tanz_der_hornochsen.events import FEWEST_POINTS
from tavolo.games.tanz_der_hornochsen.position import (
    ACTIONS,
    BUY,
    CHOOSE,
    CHOOSING,
    DEAL,
    DEALING,
    DRAW,
    DRAWING,
    FIELDS,
    HAND,
    KEEP,
    KEEPING,
    KINDS,
    OVER,
    REFILLING,
    REVEAL,
    REVEALING,
    SHOW,
    SHOWN,
    STOP,
    TAKEN,
    TURN,
    TURNING,
    UNSEEN,
    Position,
    digest,
)
from tavolo.rules.contract import (
    CHANCE,
    CHANCE_IS_NEXT,
    GAME_IS_OVER,
    NO_CARD,
    NO_SUCH_ACTION,
    NOT_YOUR_TURN,
    Refused,
    Setup,
)
from tavolo.rules.declared import Actions
from tavolo.rules.fields import Fields, demand
from tavolo.rules.parts import drawn, players_with
from tavolo.rules.sealed import UNKNOWN, revealed
from tavolo.rules.sealed import forgotten as forgotten_in

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


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, if it is invalid."""
    return _completed(_FIELDS.read(Position, text))


def position_from_bytes(begun: Position, content: bytes) -> Position:
    """Return the position of these bytes, from a newly started one; ValueError or IndexError if invalid."""
    return _completed(_FIELDS.unpacked(begun, content))


def _completed(position: Position) -> Position:
    """Compute the fields that follow from others; ValueError, in a sentence, if they are inconsistent."""
    position.active = [row for row in range(ROWS) if position.lengths[row]]
    demand("lengths", all([position.lengths[row] <= position.board.spaces[row] for row in position.active]))
    where = [(tile, row + 1) for row in position.active for tile in position.row(row)]
    where += [(entry >> 3, SHOWN) for entry in position.queue]
    demand("where", all([tile < CARDS and position.where[tile] == place for tile, place in where]))
    demand(
        "crossed", all([each >> 3 in position.board.eyes and each & 7 < position.players for each in position.crossed])
    )
    demand("owners", max(position.where) < TAKEN + len(position.owners) == TAKEN + len(position.kept_of))
    return position


# ---- what is possible


def start(setup: Setup) -> Position:
    """Return the position before the tiles are dealt (rulebook: preparation)."""
    return Position(setup.players, setup.options, setup.dealt)


def to_act(position: Position) -> tuple[int, ...]:
    """Return who is to choose or keep; chance, or the table; nobody at the end (rulebook: course of the game)."""
    phase = position.phase
    if phase == CHOOSING:
        return choices.choosers(position)
    if phase == KEEPING:
        return (position.actor,)
    return () if phase == OVER else _CHANCE_ACTS


_CHANCE_ACTS: tuple[int, ...] = (CHANCE,)


def may_act(position: Position) -> tuple[int, ...]:
    """Return the players who may buy though nobody waits for them (rulebook: buying tiles)."""
    return choices.buyers(position) if position.phase == CHOOSING else ()


def legal(position: Position, player: int, card: int = NO_CARD) -> list[tuple[int, ...]]:
    """Return a player's actions, tiles ascending first; for CHANCE tiles to turn up (rulebook: course of the game)."""
    phase = position.phase
    if (player == CHANCE) != (phase == TURNING):
        return []
    if card != NO_CARD:
        action = _with_card(position, player, card)
        return [] if refusal(position, action) else [action]
    if phase == TURNING:
        tiles = position.reserve_tiles or range(CARDS)
        return [(TURN, tile) for tile in tiles if position.where[tile] == UNSEEN]
    if phase == KEEPING:
        return placing.ways_to_keep(position, player) if player == position.actor else []
    if phase != CHOOSING:
        return choices.choices(position, player) if UNKNOWN in position.sealed[player] else []
    purchases = [(BUY, player, count + 1) for count in range(rounds.tiles_to_buy(position, player))]
    return choices.choices(position, player) + purchases


def why_not(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return why `player` can do nothing with `card` now, None if something can be done."""
    return refusal(position, _with_card(position, player, card))


def _with_card(position: Position, player: int, card: int) -> tuple[int, ...]:
    """Return the action of putting in a card now (rulebook: course of the game)."""
    if player == CHANCE or position.phase == TURNING:
        return (TURN, card)
    if position.phase == KEEPING:
        return (KEEP, player, card)
    return (SHOW if choices.way_of_choosing(position, player) == SHOW else CHOOSE, player, card)


def refusal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action is not allowed, None if it is (rulebook: course of the game)."""
    phase, verb = position.phase, action[0] if action else -1
    if phase == OVER:
        return (GAME_IS_OVER,)
    if not 0 <= verb <= STOP or (verb >= BUY and (len(action) < 2 or not 0 <= action[1] < position.players)):
        return (NO_SUCH_ACTION,)
    phases, refuse, _ = _VERBS[verb]
    if phase in phases:
        return refuse(position, action)
    if verb == CHOOSE and len(action) == 3 and UNKNOWN in position.sealed[action[1]]:
        return refuse(position, action)  # a forgotten tile is sealed again, whatever comes next
    if verb in (BUY, CHOOSE, SHOW) or (verb, phase) == (TURN, DEALING):
        return (NOT_YOUR_TURN, action[1]) if phase == KEEPING else (CHANCE_IS_NEXT,)
    return (NO_SUCH_ACTION,)


def secret(position: Position, player: int) -> bool:
    """Return whether a player's tile stays secret now: always, unless chosen openly (rulebook: playing tiles)."""
    if position.phase in (OVER, TURNING):
        return False
    return choices.way_of_choosing(position, player) != SHOW


def forgotten(position: Position) -> tuple[int, ...]:
    """Return the players with a sealed tile that this position does not know (rulebook: playing tiles)."""
    return forgotten_in(position.sealed)


# ---- what happens


def apply(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Apply an action and return its events; raises Refused, changing nothing (rulebook: course of the game)."""
    reason = refusal(position, action)
    if reason:
        raise Refused(reason)
    events: list[tuple[int, ...]] = []
    _VERBS[action[0]][2](position, action, events)
    if position.phase == CHOOSING and choices.is_all_chosen(position) and placing.place_all(position, events):
        rounds.end_round(position, events)
    return events


# By verb: its phases, what refuses it then, and what applies it.
_VERBS: "tuple[tuple[tuple[int, ...], Callable[..., tuple[int, ...] | None], Callable[..., None]], ...]" = (
    ((DEALING,), rounds.refuse_deal, rounds.deal),
    ((TURNING,), rounds.refuse_turn, rounds.turn),
    ((DRAWING, REFILLING), rounds.refuse_draw, rounds.draw),
    ((REVEALING,), choices.refuse_reveal, choices.reveal),
    ((CHOOSING,), rounds.refuse_purchase, rounds.buy),
    ((CHOOSING,), choices.refuse_choice, choices.choose),
    ((CHOOSING,), choices.refuse_choice, choices.show),
    ((KEEPING,), placing.refuse_keeping, placing.keep),
    ((KEEPING,), placing.refuse_keeping, placing.stop),
)


def chance(position: Position, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
    """Return what chance does, by below(n); None if a tile has to be shown (rulebook: course of the game)."""
    phase = position.phase
    if phase == REVEALING:
        tiles = revealed(position.sealed)
        return tiles and (REVEAL,) + tiles
    if phase == DEALING:
        return (DEAL,) + (drawn(list(range(CARDS)), position.players * HAND, below) if position.dealt else ())
    source = rounds.to_draw_from(position)
    if phase == TURNING:
        return None if source is None else (TURN, source[below(len(source))])
    due = rounds.to_draw(position)
    return (DRAW,) + due + (() if source is None else drawn(source, due[1], below))


def waits(action: tuple[int, ...]) -> bool:
    """Return whether the action is a purchase, which others may make at the same moment (rulebook: buying tiles)."""
    return action[0] == BUY


def in_order(position: Position, actions: "list[tuple[int, ...]]") -> "list[tuple[int, ...]]":
    """Return purchases in their order: most points first, the lower player on the start (rulebook: buying tiles)."""
    return [action for player in rounds.buying_order(position) for action in actions if action[1] == player]


def outcome(position: Position) -> tuple[int, ...] | None:
    """Return (FEWEST_POINTS, winners...) at the end, the lowest pawn; level ones share (rulebook: end of the game)."""
    if position.phase != OVER:
        return None
    return (FEWEST_POINTS,) + players_with(min(position.pawns), position.pawns)
