"""Worlds of Bambuti: a row that is being laid never rises outwards, and who passes holds no mask that can be played.

That a player cannot play is taken on trust at the table, and so it is here. Passes before the last play tell nothing:
which masks are held since then nobody remembers.
"""

from itertools import permutations
from random import Random

from tavolo.games.bambuti import CARDS, rules
from tavolo.games.bambuti.position import OVER, WISHING, Position
from tavolo.games.bambuti.rows import never_rises
from tavolo.games.bambuti.turn import plays
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.players import determinize

# Of five masks that lie in any order, one of twenty at least makes a row; of two rows, which only who knows neither has
# to guess, one of four hundred. So many tries fail only where nothing can be found.
TRIES = 100_000


def world(known: Position, player: int, random: Random) -> Position:
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
    found = determinize.world(rules, known, player, random, determinize.Unseen(cards, held, barred, known.pile_count))
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
