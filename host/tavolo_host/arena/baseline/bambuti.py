"""The baseline for strength in Bambuti: its first sensible virtual player, frozen."""

from itertools import permutations
from random import Random

from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import (
    DRUM,
    DRUMMING,
    END_TURN,
    LAY,
    LAYING,
    LEFT_AT_END,
    PLACES,
    PLAY,
    PLAYING,
    Position,
    is_symmetric,
)
from tavolo.games.bambuti.rows import never_rises
from tavolo.games.bambuti.turn import plays
from tavolo.rules import sealed
from tavolo_host.games.bambuti.player import lead as lead_of
from tavolo_host.games.bambuti.player import pairs

GUESSES = 5  # hands of the other
STANDING = 0.45  # what a point of the indicators is worth that nobody scores yet
REPLY = 0.8  # how much the other's best reply counts
WORTH_A_DRUM = 5.0  # the lead that is worth a drum at the last play
MORE_A_PLAY = 0.35  # how much larger it has to be for each play that is left


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return the action of `player`, whose own hand and sealed row are in `known`."""
    if known.phase == LAYING:
        return _next_of_the_row(known, player, random)
    if known.phase == DRUMMING:
        return (DRUM if lead_of(known.rows, player) >= _enough(known, player) else END_TURN, player)
    actions: list[tuple[int, ...]] = game.legal(known, player)
    if len(actions) == 1 or known.phase != PLAYING:
        return actions[-1]  # a wish to pass is intended
    could_hold, number = known.could_hold(1 - player), known.held[1 - player]
    hands = [sorted(random.sample(could_hold, number)) for _guess in range(GUESSES)]
    return max(actions, key=lambda action: _worth(known, player, action, hands))


def _next_of_the_row(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Lay the row in an order that one play can make symmetric; one that is symmetric already can only lose that."""
    row = _row(known, player, random)
    if row is None:
        return random.choice(game.legal(known, player))
    return (LAY, player, row[len(sealed.known(known.sealed, player))])


def _row(known: Position, player: int, random: Random) -> list[int] | None:
    """Return the row in the order in which it is laid, None when the sealed part is forgotten."""
    laid, hand = sealed.known(known.sealed, player), known.hands[player] or []
    orders = [[*laid, *rest] for rest in permutations(hand)]
    orders = [row for row in orders if len(row) == PLACES and never_rises(row)]
    return max(orders, key=lambda row: (pairs(row) == 1, random.random()), default=None)


def _plays_left(known: Position, player: int) -> int:
    """Return how many plays the player still has, if nobody passes."""
    return max(0, known.held[player] - LEFT_AT_END) + (known.pile_count + 1) // 2


def _enough(known: Position, player: int) -> float:
    """Return the lead that is worth a drum; with two drums left a smaller one is."""
    left = _plays_left(known, player)
    if left < known.drums[player]:
        return 1
    return WORTH_A_DRUM + MORE_A_PLAY * left - (known.drums[player] - 1) * 1.5


def _worth(known: Position, player: int, action: tuple[int, ...], hands: list[list[int]]) -> float:
    """Return what an action is worth, against these hands of the other."""
    if action[0] != PLAY:
        return -1000.0
    card, owner, place = action[2:]
    after = known.copy()
    was_symmetric = is_symmetric(after.rows, player)
    after.rows[owner * PLACES + place] = card
    lead = lead_of(after.rows, player)
    left = _plays_left(known, player)
    if not left or (not known.pile_count and known.held[player] - 1 <= LEFT_AT_END >= known.held[1 - player]):
        return lead  # the final scoring
    worth = STANDING * lead
    if is_symmetric(after.rows, player) and not was_symmetric:
        worth += lead
    elif known.drums[player] and lead >= _enough(known, player):
        worth += lead - WORTH_A_DRUM / 2
    return worth - REPLY * sum(_best_reply(after, 1 - player, hand) for hand in hands) / len(hands)


def _best_reply(after: Position, other: int, hand: list[int]) -> float:
    """Return the value of the best play of `hand` to its player."""
    was_symmetric = is_symmetric(after.rows, other)
    rows = after.rows
    best = STANDING * lead_of(rows, other)
    enough = _enough(after, other) if after.drums[other] else 1000
    for _verb, _player, card, owner, place in plays(after, other, hand):
        covered = rows[owner * PLACES + place]
        rows[owner * PLACES + place] = card
        lead = lead_of(rows, other)
        worth = STANDING * lead
        if not was_symmetric and is_symmetric(rows, other):
            worth += lead
        elif lead >= enough:
            worth += lead - WORTH_A_DRUM / 2
        best = max(best, worth)
        rows[owner * PLACES + place] = covered
    return best
