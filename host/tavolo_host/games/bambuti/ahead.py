"""Bambuti as it is played on in thought: some plays by what each changes itself, then what the position promises.

Looking at no reply, who plays so is weaker than the virtual player, but some twenty times quicker. The search decides
between the few plays that the virtual player takes for best, and tells one decision apart: what the other may play is
more than any number of visits tries, so it plays what is likely. It won .779 of 600 games with the first player.
Playing on to the end was worse, since what chance adds hides what the play has brought; so was stopping at once.
"""

from random import Random

from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import (
    DRAWING,
    DRUM,
    DRUMMING,
    END_TURN,
    LAYING,
    NUMBERS,
    PLACES,
    PLAYING,
    Position,
)
from tavolo_host.games.bambuti.player import next_of_the_row, plans_of
from tavolo_host.games.bambuti.thinking import (
    IN_HAND,
    IN_ROW,
    ONE_PAIR,
    SHOWN,
    drum_worth,
    lead,
    outlook,
    pairs,
    plays_left,
    weight,
)

Action = tuple[int, ...]

VISITS = 600
WINNING = 0.0
DEPTH = 1
DECISIONS = 8  # plays and drums
SHORTLIST = 5  # plays
STANDING = 0.5  # what a point of the indicators is worth that nobody scores yet
MADE_ALIKE = 2.0  # times as much: a pair of one colour, when it is not known what is played next
CAPRICE = 1.0  # by how much a play is taken for better than it is, at most: nobody foresees them all


def shortlist(known: Position, player: int, random: Random) -> list[Action]:
    """Return the plays that the virtual player takes for best, its next mask of the row, and whether it plays a drum.

    Else all that is legal.
    """
    actions: list[Action] = game.legal(known, player)
    if known.phase == LAYING:
        return [next_of_the_row(known, player, random)]
    if known.phase == DRUMMING:
        return [likely(known, player, random)]
    if known.phase != PLAYING or len(actions) <= SHORTLIST:
        return actions
    plans = plans_of(known, player, actions, random)
    return sorted(actions, key=lambda action: -plans[action].worth)[:SHORTLIST]


def likely(position: Position, player: int, random: Random) -> Action:
    """Return what `player` may well do: what changes indicators and rows most for the better, and scores."""
    if position.phase == DRUMMING:
        is_played = lead(position.rows, player) >= drum_worth(plays_left(position))
        return (DRUM if is_played else END_TURN, player)
    actions: list[Action] = game.legal(position, player)
    if position.phase != PLAYING or len(actions) == 1:
        return actions[int(random.random() * len(actions))] if actions else ()
    return _play(position, player, actions, random)


def worth(position: Position) -> list[float]:
    """Return the points, with what the position promises who has played last; while rows are laid it is level."""
    points: list[float] = [*position.points]
    if not position.rows:
        return points
    in_turn = position.phase in (DRAWING, DRUMMING)
    player = position.turn if in_turn else 1 - position.turn
    hands, left = [[*hand] for hand in position.hands if hand is not None], plays_left(position)
    if position.phase == DRAWING and position.pile:
        # Any mask of the pile: without it a play would seem to cost one, and only where the playing on stops before it.
        hands[player].append(position.pile[sum(position.rows) % len(position.pile)])
    points[player] += outlook(position.rows, hands, position.drums, left, player).worth
    ahead = lead(position.rows, player)
    if not left or position.made_symmetry:
        points[player] += ahead
    elif in_turn and position.drums[player]:
        points[player] += max(0.0, ahead - drum_worth(left))
    return points


def _play(position: Position, player: int, actions: list[Action], random: Random) -> Action:
    """Return the play that brings most, the other's reply not thought of."""
    rows, ahead, left, chance = position.rows, lead(position.rows, player), plays_left(position) - 1, random.random
    mine, theirs = player * PLACES, (1 - player) * PLACES
    colours = [mask // NUMBERS for mask in rows[mine : mine + PLACES]]
    before = pairs(rows[mine : mine + PLACES])
    standing, kept = (STANDING, weight(left)) if left else (1.0, 0.0)
    drum = drum_worth(left) if position.drums[player] else 1000.0
    best, most = actions[0], -1000.0
    for action in actions:
        _, _, card, owner, place = action
        own, facing, values, number = rows[mine + place], rows[theirs + place], IN_ROW[place], card % NUMBERS
        alike = before
        if owner == player:
            after = ahead + SHOWN[card][facing] - SHOWN[own][facing]
            promise = values[number] - values[own % NUMBERS]
            if place != PLACES // 2:
                colour, is_end = card // NUMBERS, place in (0, PLACES - 1)
                other_pair = colours[1] == colours[3] if is_end else colours[0] == colours[4]
                alike = (colour == colours[PLACES - 1 - place]) + other_pair
        else:
            after = ahead + SHOWN[own][card] - SHOWN[own][facing]
            promise = values[facing % NUMBERS] - values[number]
        promise += MADE_ALIKE * ONE_PAIR * (alike > 0) - IN_HAND[number]
        value = standing * after + kept * promise + CAPRICE * chance()
        if alike == 2 > before:
            value += after
        elif after > drum:
            value += after - drum
        if value > most:
            best, most = action, value
    return best
