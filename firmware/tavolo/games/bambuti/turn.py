"""Bambuti: dealing and drawing; and what a player decides in a turn besides where a mask goes.

That are the drums, and the pass that is confirmed twice.

At the table nobody sees a hand, so passing is always allowed there, and only asked about. Who is known to have a play
must play, and who is known to have none cannot take the wish back.
"""

from tavolo.games.bambuti import events as code
from tavolo.games.bambuti.plays import (
    can_play,
    end_game,
    finish_play,
    indicator_sums,
    next_turn,
    plays,
    refuse_play,
    score,
)
from tavolo.games.bambuti.position import (
    DEAL,
    DEALING_HANDS,
    DEALING_ROWS,
    DRAW,
    DRAWING,
    DRUM,
    DRUMMING,
    END_TURN,
    HAND,
    LAYING,
    PASS,
    PLACES,
    PLAY,
    PLAY_ON,
    PLAYING,
    WISH,
    WISHING,
    Position,
)
from tavolo.rules.contract import CHANCE_IS_NEXT, NO_SUCH_ACTION, NOT_YOUR_TURN, WRONG_DEAL
from tavolo.rules.parts import drawn

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable


def legal_in_turn(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return what the player whose turn it is may do, passing and ending the turn last."""
    phase = position.phase
    if phase == PLAYING:
        found = plays(position, player, position.could_hold(player))
        if not found or position.hands[player] is None:
            found.append((WISH, player))
        return found
    if phase == DRUMMING:
        return [(DRUM, player), (END_TURN, player)]
    if phase == WISHING:
        return [(PLAY_ON, player), (PASS, player)] if can_play(position, player) else [(PASS, player)]
    return []


def refuse_in_turn(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action of a player's turn may not be, or None when it may."""
    phase, verb = position.phase, action[0]
    if phase == LAYING:
        return (code.ROWS_COME_FIRST,)
    if phase not in (PLAYING, DRUMMING, WISHING):
        return (CHANCE_IS_NEXT,)
    if len(action) < 2:
        return (NO_SUCH_ACTION,)
    player = action[1]
    if player != position.turn:
        return (NOT_YOUR_TURN, player)
    if phase == PLAYING and verb == PLAY:
        return refuse_play(position, action)
    is_plain = len(action) == 2
    if phase == DRUMMING:
        return None if is_plain and verb in (DRUM, END_TURN) else (code.DRUM_IS_OPEN, player)
    if phase == WISHING:
        if is_plain and verb == PLAY_ON:
            return None if can_play(position, player) else (code.CANNOT_PLAY, player)
        return None if is_plain and verb == PASS else (code.PASS_IS_OPEN, player)
    if verb != WISH or not is_plain:
        return (NO_SUCH_ACTION,)
    return (code.CAN_PLAY, player) if position.hands[player] is not None and can_play(position, player) else None


def decide(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Carry out a decision that is not a play."""
    verb, player = action
    events: list[tuple[int, ...]] = []
    if verb == DRUM:
        position.drums[player] -= 1
        events.append((code.DRUM_PLAYED, player, position.drums[player]))
        score(position, events)
        next_turn(position)
    elif verb == END_TURN:
        events.append((code.DRUM_KEPT, player, position.drums[player]))
        next_turn(position)
    elif verb == WISH:
        events.append((code.WISHES_TO_PASS, player))
        position.phase = WISHING
    elif verb == PLAY_ON:
        events.append((code.PLAYS_ON, player))
        position.withdrawn += 1
        position.phase = PLAYING
    else:
        _pass(position, player, events)
    return events


def _pass(position: Position, player: int, events: list[tuple[int, ...]]) -> None:
    position.passes += 1
    events.append((code.PASSED, player, position.passes, position.ending))
    if position.passes < position.ending:
        next_turn(position)
        return
    events.append((code.PASSES_END, position.passes))
    end_game(position, events)


def masks_each(position: Position) -> int:
    """Return how many masks each player is dealt now: five for the row, seven for the hand, else 0."""
    if position.phase == DEALING_ROWS:
        return PLACES
    return HAND if position.phase == DEALING_HANDS else 0


def refuse_deal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why this may not be dealt, or None when it may; in table play a deal names no masks."""
    count = 2 * masks_each(position)
    if not count:
        return (NO_SUCH_ACTION,)
    pile, cards = position.pile, action[1:]
    if pile is None:
        return (WRONG_DEAL, 0) if cards else None
    if len(cards) != count or len(set(cards)) != count or not all([card in pile for card in cards]):
        return (WRONG_DEAL, count)
    return None


def deal(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Deal the masks of the rows, or the hands, after which the player with less begins."""
    each = masks_each(position)
    for player in (0, 1):
        position.held[player] = each
        position.hands[player] = None
        if position.pile is not None:
            cards = action[1 + player * each : 1 + (player + 1) * each]
            position.hands[player] = sorted(cards)
            position.pile = [card for card in position.pile if card not in cards]
    position.pile_count -= 2 * each
    if position.phase == DEALING_ROWS:
        position.phase = LAYING
        return [(code.ROWS_DEALT,)]
    position.phase = PLAYING
    return [(code.HANDS_DEALT, each, position.pile_count), _who_begins(position)]


def _who_begins(position: Position) -> tuple[int, ...]:
    sums = indicator_sums(position.rows)
    if sums[0] == sums[1]:
        position.turn = position.younger
        return (code.YOUNGER_BEGINS, position.turn, sums[0])
    position.turn = 0 if sums[0] < sums[1] else 1
    return (code.FEWER_BEGINS, position.turn, sums[position.turn], sums[1 - position.turn])


def dealt_masks(position: Position, below: "Callable[[int], int]") -> tuple[int, ...]:
    """Return the deal: drawn with below(n) in dealt play, by people's hands at the table."""
    if position.pile is None:
        return (DEAL,)
    return (DEAL,) + drawn(position.pile, 2 * masks_each(position), below)


def refuse_draw(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why this may not be drawn, or None when it may; in table play a draw names no mask."""
    if position.phase != DRAWING:
        return (NO_SUCH_ACTION,)
    if len(action) < 2 or action[1] != position.turn:
        return (code.WRONG_DRAW, position.turn)
    pile = position.pile
    is_right = len(action) == 2 if pile is None else len(action) == 3 and action[2] in pile
    return None if is_right else (code.WRONG_DRAW, position.turn)


def draw(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Draw one mask, and let follow what the play has brought."""
    player, pile, hand = action[1], position.pile, position.hands[action[1]]
    if pile is not None and hand is not None:
        pile.remove(action[2])
        hand.append(action[2])
        hand.sort()
    else:
        position.hands[player] = None  # a hand that was known has a mask now that is not
    position.held[player] += 1
    position.pile_count -= 1
    events: list[tuple[int, ...]] = [(code.DREW, player, position.pile_count)]
    finish_play(position, events)
    return events


def drawn_mask(position: Position, below: "Callable[[int], int]") -> tuple[int, ...]:
    """Return the draw: any mask of the pile, with below(n) in dealt play."""
    if position.pile is None:
        return (DRAW, position.turn)
    return (DRAW, position.turn, position.pile[below(len(position.pile))])
