"""Bambuti as the strong player searches it: some plays by what each changes, then what the position promises.

Looking at no reply, who plays so is weaker than the virtual player, but some twenty times quicker. The search decides
between the few plays that the virtual player takes for best, and tells one decision apart: what the other may play is
more than any number of visits tries, so it plays what is likely. It won .779 of 600 games with the first player.
Playing on to the end was worse, since what chance adds hides what the play has brought; so was stopping at once.

In its worlds a row that is being laid never rises outwards, and who passes holds no mask that can be played. That a
player cannot play is taken on trust at the table, and so it is here. Passes before the last play tell nothing: which
masks are held since then nobody remembers.
"""

from itertools import permutations
from random import Random

from tavolo.games.bambuti import CARDS
from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import (
    DRAWING,
    DRUM,
    DRUMMING,
    END_TURN,
    LAYING,
    NUMBERS,
    OVER,
    PLACES,
    PLAYING,
    WISHING,
    Position,
)
from tavolo.games.bambuti.rows import never_rises
from tavolo.games.bambuti.turn import plays
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.games.bambuti.player import (
    IN_HAND,
    IN_ROW,
    ONE_PAIR,
    SHOWN,
    drum_worth,
    lead,
    next_of_the_row,
    outlook,
    pairs,
    plans_of,
    plays_left,
    weight,
)
from tavolo_host.players import determinization

Action = tuple[int, ...]

ITERATIONS = 600
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
        return [rollout_policy(known, player, random)]
    if known.phase != PLAYING or len(actions) <= SHORTLIST:
        return actions
    plans = plans_of(known, player, actions, random)
    return sorted(actions, key=lambda action: -plans[action].worth)[:SHORTLIST]


def rollout_policy(position: Position, player: int, random: Random) -> Action:
    """Return what `player` may well do: what changes indicators and rows most for the better, and scores."""
    if position.phase == DRUMMING:
        is_played = lead(position.rows, player) >= drum_worth(plays_left(position))
        return (DRUM if is_played else END_TURN, player)
    actions: list[Action] = game.legal(position, player)
    if position.phase != PLAYING or len(actions) == 1:
        return actions[int(random.random() * len(actions))] if actions else ()
    return _play(position, player, actions, random)


def evaluate(position: Position) -> list[float]:
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


# Of five masks that lie in any order, one of twenty at least makes a row; of two rows, which only who knows neither has
# to guess, one of four hundred. So many tries fail only where nothing can be found.
TRIES = 100_000


def determinize(known: Position, player: int, random: Random) -> Position:
    """Return a dealt position that agrees with `known`, a view of `player`; each that does is as likely.

    ValueError when none agrees: somebody has passed, and could have played whatever the masks are.
    """
    seen = {card for hand in known.hands if hand for card in hand}
    seen.update([card for row in known.sealed for card in row])
    cards = [card for card in range(CARDS) if not known.seen[card] and card not in seen]
    held = [0 if hand is not None else number for hand, number in zip(known.hands, known.held, strict=True)]
    rows = [other for other, row in enumerate(known.sealed) if row and (held[other] or UNKNOWN in row)]
    if rows:
        return _with_rows(known, cards, held, rows, random)
    barred = {other: {play[2] for play in plays(known, other, cards)} for other in _passed(known) if held[other]}
    found = determinization.determinize(
        game, known, player, random, determinization.Unseen(cards, held, barred, known.pile_count)
    )
    if found.pile is not None:
        found.pile.sort()
    return found


def _passed(known: Position) -> list[int]:
    """Return the players who wish to pass, or did since the last play."""
    turn, other = known.turn, 1 - known.turn
    if known.phase == OVER:
        return [turn, other][: known.passes]
    return ([turn] if known.phase == WISHING else []) + ([other] if known.passes else [])


def _with_rows(known: Position, cards: list[int], held: list[int], rows: list[int], random: Random) -> Position:
    """Return a world while rows are laid: masks in any order, until those that lie can become rows of five."""
    wanting = sum(held) + sum(row.count(UNKNOWN) for row in known.sealed)
    if len(cards) != wanting + known.pile_count:
        raise ValueError("The masks that nobody has seen are not as many as lie face down.")
    for _ in range(TRIES):
        drawn = random.sample(cards, wanting)
        found = known.copy()
        found.sealed = [[drawn.pop() if card == UNKNOWN else card for card in row] for row in known.sealed]
        for player, hand in enumerate(known.hands):
            if hand is None:
                found.hands[player] = sorted([drawn.pop() for _ in range(held[player])])
        if all(_fits(found.sealed[player], found.hands[player] or []) for player in rows):
            break
    else:
        raise ValueError("No masks make rows of those that are known to lie there.")
    found.dealt = True
    given = {card for cards in [*found.sealed, *found.hands] for card in cards or ()}
    found.pile = [card for card in cards if card not in given]
    return found


def _fits(row: list[int], hand: list[int]) -> bool:
    """Return whether the hand can be laid behind what lies there, so that the row never rises outwards."""
    return any(never_rises([*row, *rest]) for rest in permutations(hand))
