"""Tanz der Hornochsen (Wolfgang Kramer, Amigo 2004): 2 to 8 players lay numbered tiles in rows and shun bull's heads.

The order of the functions is that of the rulebook: material and set-up, buying, choosing, placing, refill; the verbs of
`contract` around them. Its parts are `position`, `board`, `round` (deal, kinds of rounds, drawing, the end), `choices`
(buying, sealed and open choices), `hands` (what may be in a hand), `placing` (rows, pawns, keeping), `events` and
`text`.

Where the rulebook is silent. Options: bought tiles always cost points (`bought_bonus`: happy cows turn that round too);
of a completed row at least one tile is kept (`least_kept`); an empty hand is filled from the reserve alone
(`box_refills`: from the box too, once the reserve is empty). Always so: level pawns, on the start, buy and are refilled
lower player first; a player buys before the first of two tiles; a purchase is cut to what the reserve holds, and so is
its price; once the reserve is empty, in the same round, the box serves and cuts likewise; in a double round all tiles
are sorted together; who holds eight keeps one tile of a row, who holds nine none; beyond 60 the count goes on, one pawn
a space; in a double round who has one tile and can buy none chooses that; in an open round pawns are read off the track
at every choice; an eye crossed by buying opens the round after; a player without a tile after the refill ends the game.
"""

from tavolo.games.tanz_der_hornochsen import CARDS, NAME, OPTIONS, SEATS, TITLE
from tavolo.games.tanz_der_hornochsen.board import BOARDS, board_numbered
from tavolo.games.tanz_der_hornochsen.choices import (
    buy,
    choices,
    choose,
    choosers,
    forgotten,
    is_all_chosen,
    purchases,
    refuse_choice,
    refuse_purchase,
    refuse_reveal,
    reveal,
    show,
    way_of_choosing,
)
from tavolo.games.tanz_der_hornochsen.events import FEWEST_POINTS
from tavolo.games.tanz_der_hornochsen.placing import end_taking, keep, place_all, refuse_keeping, ways_to_keep
from tavolo.games.tanz_der_hornochsen.position import (
    BUY,
    CHOOSE,
    CHOOSING,
    DEAL,
    DRAW,
    KEEP,
    KEEPING,
    OVER,
    REVEAL,
    SHOW,
    STOP,
    TURN,
    TURNING,
    UNKNOWN,
    Position,
    buying_order,
    digest,
)
from tavolo.games.tanz_der_hornochsen.round import (
    chance,
    deal,
    draw,
    end_round,
    refuse_deal,
    refuse_draw,
    refuse_turn,
    tiles_to_turn,
    turn,
)
from tavolo.games.tanz_der_hornochsen.text import (
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
from tavolo.rules.contract import CHANCE, GAME_IS_OVER, NO_CARD, NO_SUCH_ACTION, Refused, Setup

_CHANCE_ACTS = (CHANCE,)


def start(setup: Setup) -> Position:
    """Return the position before the tiles are dealt."""
    return Position(board_numbered(setup.options[0]), setup.players, setup.options, setup.dealt)


# ---- what may be


def to_act(position: Position) -> tuple[int, ...]:
    """Return who may choose or buy; who keeps tiles; chance, or the table that turns up a tile; nobody at the end."""
    phase = position.phase
    if phase == CHOOSING:
        return choosers(position)
    if phase == KEEPING:
        return (position.actor,)
    return () if phase == OVER else _CHANCE_ACTS


def legal(position: Position, player: int, card: int = NO_CARD) -> list[tuple[int, ...]]:
    """Return what a player may do: tiles in ascending order, then the rest; for CHANCE the tiles to turn up."""
    phase = position.phase
    if player == CHANCE:
        actions = tiles_to_turn(position) if phase == TURNING else []
    elif phase == KEEPING:
        actions = ways_to_keep(position, player) if player == position.actor else []
    elif phase == CHOOSING or UNKNOWN in position.sealed[player]:
        if card != NO_CARD:
            action = (_verb_of_choice(position, player), player, card)
            return [] if refuse_choice(position, action) else [action]
        return choices(position, player) + purchases(position, player)
    else:
        return []
    return actions if card == NO_CARD else [action for action in actions if action_card(action) == card]


def refusal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action may not be, or None when it may."""
    if position.phase == OVER:
        return (GAME_IS_OVER,)
    if not action or not 0 <= action[0] < len(_REFUSALS):
        return (NO_SUCH_ACTION,)
    return _REFUSALS[action[0]](position, action)


_REFUSALS = (  # by verb
    refuse_deal,
    refuse_turn,
    refuse_draw,
    refuse_reveal,
    refuse_purchase,
    refuse_choice,
    refuse_choice,
    refuse_keeping,
    refuse_keeping,
)


def why_not(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return why `player` can do nothing with `card` now, or None when it can."""
    if player == CHANCE or position.phase == TURNING:
        return refusal(position, (TURN, card))
    if position.phase == KEEPING:
        return refusal(position, (KEEP, player, card))
    return refusal(position, (_verb_of_choice(position, player), player, card))


def _verb_of_choice(position: Position, player: int) -> int:
    return SHOW if way_of_choosing(position, player) == SHOW else CHOOSE


# ---- what follows


def apply(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Carry an action out and return what happened; raise Refused, changing nothing, when it may not be."""
    reason = refusal(position, action)
    if reason:
        raise Refused(reason)
    events: list[tuple[int, ...]] = []
    if _carry_out(position, action, events) and place_all(position, events):
        end_round(position, events)
    return events


def _carry_out(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> bool:
    """Do what an action says; return whether all tiles that are to be placed now lie open."""
    verb = action[0]
    tile = action[2] if len(action) > 2 else UNKNOWN
    if verb == CHOOSE:
        events += choose(position, action[1], tile)
    elif verb == SHOW:
        events += show(position, action[1], tile)
    elif verb == REVEAL:
        events += reveal(position, action)
    elif verb == KEEP:
        return keep(position, action[1], tile, events)
    elif verb == STOP:
        end_taking(position, events)
        return True
    elif verb == BUY:
        buy(position, action[1], action[2], events)
    elif verb == DRAW:
        events += draw(position, action[1], action[2], action[3:])
    else:
        events += deal(position, action) if verb == DEAL else turn(position, action[1])
    return position.phase == CHOOSING and is_all_chosen(position)


def waits(action: tuple[int, ...]) -> bool:
    """Return whether others may have the same wish at the same moment: purchases are gathered."""
    return action[0] == BUY


def in_order(position: Position, actions: "list[tuple[int, ...]]") -> "list[tuple[int, ...]]":
    """Return purchases in the order in which they are served: most points first, the lower player on the start."""
    order = buying_order(position, list(range(position.players)))
    return [action for player in order for action in actions if action[1] == player]


def outcome(position: Position) -> tuple[int, ...] | None:
    """Return (FEWEST_POINTS, winners...) at the end: the lowest pawn; pawns that are level, on the start, share."""
    if position.phase != OVER:
        return None
    lowest = min(position.pawns)
    return (FEWEST_POINTS,) + tuple([p for p in range(position.players) if position.pawns[p] == lowest])


# ---- what is known, and by whom


def secret(position: Position, player: int) -> bool:
    """Return whether a tile of this player has to stay unknown now: always, unless it is to be chosen openly."""
    if position.phase in (OVER, TURNING):
        return False
    return way_of_choosing(position, player) != SHOW


def view(position: Position, player: int) -> Position:
    """Return what `player` knows, or everybody for TABLE: of hands and sealed tiles at most the own."""
    seen = position.copy()
    seen.dealt = False
    seen.reserve_tiles = seen.box_tiles = None
    for other in range(seen.players):
        if other != player:
            seen.hands[other] = None
            seen.sealed[other] = [UNKNOWN] * len(seen.sealed[other])
    return seen
