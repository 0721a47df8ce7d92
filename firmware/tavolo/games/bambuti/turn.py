"""Bambuti: what a player decides in a turn besides where a mask goes: the drums, and the pass that is confirmed twice.

At the table nobody sees a hand, so passing is always allowed there, and only asked about. Who is known to have a play
must play, and who is known to have none cannot take the wish back.
"""

from tavolo.games.bambuti.events import (
    CAN_PLAY,
    CANNOT_PLAY,
    DRUM_IS_OPEN,
    DRUM_KEPT,
    DRUM_PLAYED,
    PASS_IS_OPEN,
    PASSED,
    PASSES_END,
    PLAYS_ON,
    ROWS_COME_FIRST,
    WISHES_TO_PASS,
)
from tavolo.games.bambuti.plays import can_play, end_game, next_turn, plays, refuse_play
from tavolo.games.bambuti.position import (
    DRUM,
    DRUMMING,
    END_TURN,
    LAYING,
    PASS,
    PLAY,
    PLAY_ON,
    PLAYING,
    WISH,
    WISHING,
    Position,
)
from tavolo.games.bambuti.scoring import score
from tavolo.rules.contract import CHANCE_IS_NEXT, NO_SUCH_ACTION, NOT_YOUR_TURN


def legal_in_turn(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return what the player whose turn it is may do, passing and ending the turn last."""
    stage = position.stage
    if stage == PLAYING:
        found = plays(position, player, position.could_hold(player))
        if not found or position.hands[player] is None:
            found.append((WISH, player))
        return found
    if stage == DRUMMING:
        return [(DRUM, player), (END_TURN, player)]
    if stage == WISHING:
        return [(PLAY_ON, player), (PASS, player)] if can_play(position, player) else [(PASS, player)]
    return []


def refuse_in_turn(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action of a player's turn may not be, or None when it may."""
    stage, verb = position.stage, action[0]
    if stage == LAYING:
        return (ROWS_COME_FIRST,)
    if stage not in (PLAYING, DRUMMING, WISHING):
        return (CHANCE_IS_NEXT,)
    if len(action) < 2:
        return (NO_SUCH_ACTION,)
    player = action[1]
    if player != position.turn:
        return (NOT_YOUR_TURN, player)
    if stage == PLAYING and verb == PLAY:
        return refuse_play(position, action)
    is_plain = len(action) == 2
    if stage == DRUMMING:
        return None if is_plain and verb in (DRUM, END_TURN) else (DRUM_IS_OPEN, player)
    if stage == WISHING:
        if is_plain and verb == PLAY_ON:
            return None if can_play(position, player) else (CANNOT_PLAY, player)
        return None if is_plain and verb == PASS else (PASS_IS_OPEN, player)
    if verb != WISH or not is_plain:
        return (NO_SUCH_ACTION,)
    return (CAN_PLAY, player) if position.hands[player] is not None and can_play(position, player) else None


def decide(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Carry out a decision that is not a play."""
    verb, player = action
    events: list[tuple[int, ...]] = []
    if verb == DRUM:
        position.drums[player] -= 1
        events.append((DRUM_PLAYED, player, position.drums[player]))
        score(position, events)
        next_turn(position)
    elif verb == END_TURN:
        events.append((DRUM_KEPT, player, position.drums[player]))
        next_turn(position)
    elif verb == WISH:
        events.append((WISHES_TO_PASS, player))
        position.stage = WISHING
    elif verb == PLAY_ON:
        events.append((PLAYS_ON, player))
        position.withdrawn += 1
        position.stage = PLAYING
    else:
        _pass(position, player, events)
    return events


def _pass(position: Position, player: int, events: list[tuple[int, ...]]) -> None:
    position.passes += 1
    events.append((PASSED, player, position.passes, position.ending))
    if position.passes < position.ending:
        next_turn(position)
        return
    events.append((PASSES_END, position.passes))
    end_game(position, events)
