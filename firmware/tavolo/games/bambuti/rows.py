"""Bambuti: masks are dealt, rows laid in secret and shown, hands dealt, and the first player determined.

Rulebook: preparation (“Preparazione del gioco”), sequence of play (“Sequenza di gioco”). A player lays r1 to r5, one
mask a step. Each is checked against those that this player has laid, and against the hand if it is known, so that an
order that never rises outwards stays possible; never against the other player's masks, which a refusal would reveal.
If the same mask lies in both rows, which only a wrong card can bring about, that is found when all ten lie: then both
rows are forgotten, and laid again from r1, which changes nothing that is public.
"""

from tavolo.games.bambuti import CARDS
from tavolo.games.bambuti import events as code
from tavolo.games.bambuti.position import (
    DEALING_HANDS,
    DEALING_ROWS,
    HAND,
    LAY,
    LAYING,
    NUMBERS,
    PLACES,
    PLAYING,
    Position,
    indicator_sums,
)
from tavolo.games.bambuti.turn import indicator_event
from tavolo.rules.contract import (
    CARD_NOT_IN_HAND,
    CARD_WAS_PLAYED,
    NO_CARD,
    NO_SUCH_ACTION,
    NOT_IN_THE_DECK,
    NOT_YOUR_TURN,
    WRONG_DEAL,
)
from tavolo.rules.parts import without
from tavolo.rules.sealed import UNKNOWN, forget_doubles, known, seal, shown

CENTRE = 2  # of the places 0-4


def masks_each(position: Position) -> int:
    """Return how many masks each player is dealt now: 5 for the row, 7 for the hand, else 0 (rulebook: preparation)."""
    if position.phase == DEALING_ROWS:
        return PLACES
    return HAND if position.phase == DEALING_HANDS else 0


def refuse_deal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why masks may not be dealt like this, or None; in table play none are named (rulebook: preparation)."""
    count, pile, cards = 2 * masks_each(position), position.pile, action[1:]
    if not count:
        return (NO_SUCH_ACTION,)
    if pile is None:
        return (WRONG_DEAL, 0) if cards else None
    is_right = len(cards) == count and without(pile, cards) is not None
    return None if is_right else (WRONG_DEAL, count)


def deal(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Deal the rows' masks, or the hands, after which the player with less begins (rulebook: preparation)."""
    each = masks_each(position)
    for player in (0, 1):
        position.held[player] = each
        position.hands[player] = None
        if position.pile is not None:
            cards = action[1 + player * each : 1 + (player + 1) * each]
            position.hands[player] = sorted(cards)
            position.pile = without(position.pile, cards)
    position.pile_count -= 2 * each
    if position.phase == DEALING_ROWS:
        position.phase = LAYING
        return [(code.ROWS_DEALT,)]
    position.phase = PLAYING
    return [(code.HANDS_DEALT, each, position.pile_count), _who_begins(position)]


def _who_begins(position: Position) -> tuple[int, ...]:
    """Return who begins, as an event: the player with the lower sum of indicators (rulebook: sequence of play)."""
    sums = indicator_sums(position.rows)
    if sums[0] == sums[1]:
        position.turn = position.younger
        return (code.YOUNGER_BEGINS, position.turn, sums[0])
    position.turn = 0 if sums[0] < sums[1] else 1
    return (code.FEWER_BEGINS, position.turn, sums[position.turn], sums[1 - position.turn])


def is_complete(position: Position) -> bool:
    """Return whether all ten masks lie face down (rulebook: preparation)."""
    return position.phase == LAYING and not position.held[0] and not position.held[1]


def legal_lays(position: Position, player: int, card: int) -> list[tuple[int, ...]]:
    """Return the possible next masks, also for one laid again; in table play the public form last (preparation)."""
    if not position.held[player] and UNKNOWN not in position.sealed[player]:
        return []
    hand = position.hands[player]
    cards = [card] if card != NO_CARD else range(CARDS) if hand is None else hand
    found: list[tuple[int, ...]] = [(LAY, player, each) for each in cards if not _refuse_mask(position, player, each)]
    if card == NO_CARD and hand is None and position.held[player]:
        found.append((LAY, player))
    return found


def refuse_lay(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why a mask may not be laid in a row, or None if it may (rulebook: preparation)."""
    if position.phase != LAYING or not 2 <= len(action) <= 3:
        return (NO_SUCH_ACTION,)
    player = action[1]
    if player not in (0, 1):
        return (NOT_YOUR_TURN, player)
    if len(action) == 2:
        if position.hands[player] is not None:
            return (NO_SUCH_ACTION,)
        return None if position.held[player] else (code.ROW_IS_COMPLETE, player)
    return _refuse_mask(position, player, action[2])


def _refuse_mask(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return why a mask may not be the next in a row, or None (rulebook: preparation)."""
    hand, row = position.hands[player], known(position.sealed, player)
    if len(row) == PLACES:
        return (code.ROW_IS_COMPLETE, player)
    if not 0 <= card < CARDS:
        return (NOT_IN_THE_DECK, card)
    if card in row:
        return (CARD_WAS_PLAYED, card)
    if hand is not None and card not in hand:
        return (CARD_NOT_IN_HAND, player, card)
    place, number = len(row), card % NUMBERS
    if 0 < place <= CENTRE and number < row[-1] % NUMBERS:
        return (code.CENTRE_TOO_LOW, card, place + 1, row[-1], place)
    if place > CENTRE and number > row[-1] % NUMBERS:
        return (code.RISES_OUTWARDS, card, place + 1, row[-1], place)
    if hand is not None and not _leaves_an_order(hand, card, place):
        return (code.NO_ORDER_LEFT, card, place + 1)
    return None


def _leaves_an_order(hand: list[int], card: int, place: int) -> bool:
    """Return whether the rest of a hand can complete the row: rising to the centre, then not (preparation)."""
    number = card % NUMBERS
    if place < CENTRE:
        return len([other for other in hand if other != card and other % NUMBERS >= number]) >= CENTRE - place
    return all([other % NUMBERS <= number for other in hand])


def lay(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Lay a mask face down, or learn one that already lies there (rulebook: preparation)."""
    player = action[1]
    is_new = seal(position.sealed, player, action[2] if len(action) == 3 else UNKNOWN)
    hand = position.hands[player]
    if len(action) == 3 and hand is not None:
        hand.remove(action[2])
    position.held[player] -= is_new
    if is_complete(position):
        forget_doubles(position.sealed)
    return [(code.LAID, player, len(position.sealed[player]))] if is_new else []


def refuse_reveal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why these cannot be the ten masks that lie there, or None if they can (rulebook: preparation)."""
    if position.phase != LAYING:
        return (NO_SUCH_ACTION,)
    if not is_complete(position):
        return (code.ROWS_COME_FIRST,)
    rows = shown(position.sealed, action[1:])
    if rows and all([0 <= card < CARDS for card in action[1:]]) and all([never_rises(row) for row in rows]):
        return None
    return (code.WRONG_REVEAL,)


def never_rises(row: list[int]) -> bool:
    """Return whether five masks have the highest in the centre and never rise outwards (rulebook: preparation)."""
    r1, r2, r3, r4, r5 = [card % NUMBERS for card in row]
    return r1 <= r2 <= r3 >= r4 >= r5


def reveal(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Show both rows at once, and lay the first indicators (rulebook: preparation)."""
    cards = action[1:]
    position.rows = bytearray(cards)
    for card in cards:
        position.seen[card] = 1
    position.sealed = [[], []]
    position.phase = DEALING_HANDS
    events = [(code.ROW_SHOWN, player) + cards[player * PLACES : (player + 1) * PLACES] for player in (0, 1)]
    return events + [indicator_event(position.rows, place) for place in range(PLACES)]
