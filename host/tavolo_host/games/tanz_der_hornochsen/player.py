"""A virtual player of Tanz der Hornochsen: tries its tiles against guessed tiles of the others.

It guesses the others' hands some dozens of times from the unseen tiles. The value of a tile is what it would bring,
what the rest of the hand is then worth, and to a small part what the others would get. It buys when unknown tiles are
likely to save more than their price, and keeps the tiles of a row that make the better hand.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.board import MOST_SPACES
from tavolo.games.tanz_der_hornochsen.choices import NOTHING, way_of_choosing
from tavolo.games.tanz_der_hornochsen.placing import MOST_KEPT
from tavolo.games.tanz_der_hornochsen.position import BUY, KEEP, KEEPING, STOP, UNSEEN, Position
from tavolo.games.tanz_der_hornochsen.rounds import must_buy
from tavolo_host.games.tanz_der_hornochsen import card_words, row_words
from tavolo_host.games.tanz_der_hornochsen.rows import Rows, share_left
from tavolo_host.players.reasons import Reason, compared, names, only_one
from tavolo_host.texts.language import _, figure

WAIT: tuple[int, ...] = ()
PLACINGS = 3000  # that are tried for one decision, about
GUESSES = (8, 40)  # fewest and most
UNKNOWN_TRIED = 8  # tiles that might be drawn
OTHERS = 0.6  # how much the others' points count, shared among them
TILE_COST = 1.0  # points
MARGIN = 0.5  # by how many points a purchase has to be better

Action = tuple[int, ...]
Tiles = tuple[int, ...]
Guess = list[tuple[int, int]]  # (tile, player), of everybody but oneself


def points(position: Position) -> list[float]:
    """Return the pawns' spaces as negative numbers: the fewer, the better."""
    return [-pawn for pawn in position.pawns]


def choose(known: Position, player: int, random: Random) -> Action:
    """Return the action of `player`, whose hand `known` holds; WAIT for a player who may only buy."""
    actions: list[Action] = game.legal(known, player)
    if known.phase == KEEPING:
        savings = _savings(known, player)
        return max(savings, key=lambda action: savings[action])
    if way_of_choosing(known, player) == NOTHING:
        return WAIT
    if len(actions) == 1:
        return actions[0]
    purchases = _purchases(known, player, actions)
    gains = _gains(known, player, len(purchases), random)
    number = gains.index(max(gains))
    if number and gains[number] > MARGIN:
        return purchases[number - 1]
    if len(purchases) == len(actions):
        return purchases[0]  # double play forces it
    costs = _costs_of_hand(known, player, random)
    best = min(costs, key=lambda tiles: costs[tiles])
    return next(action for action in actions if action[0] != BUY and action[2] == best[0])


def effect(seen: Position, action: Action) -> str:
    """Return what awaits a tile in its row, or what tiles are bought for; "" for a tile that is kept, unseen."""
    if action[0] == KEEP:
        return ""
    if action[0] == STOP:
        return _("Every tile that is kept has to be placed some day, too.")
    if action[0] != BUY:
        return _of_placing(seen, action[1], action[2])
    if must_buy(seen, action[1]):
        return _("Double play takes two tiles, so one has to be bought.")
    return _("With more tiles to choose from, a better one is likely.")


def why(known: Position, player: int, action: Action, random: Random) -> Reason:
    """Return what awaits a tile in its row, with its likely cost, or why to buy, with the saving."""
    actions: list[Action] = game.legal(known, player)
    if known.phase == KEEPING:
        return _of_keeping(known, player, action)
    purchases = _purchases(known, player, actions)
    if len(purchases) == len(actions):
        return Reason(effect(known, action))
    gains = _gains(known, player, len(purchases), random)
    if action[0] == BUY:
        saved = gains[action[2]] if action[2] < len(gains) else -TILE_COST * action[2]
        sentence = _("Points that the tiles drawn should save, now and later, less their price: {}.")
        return Reason(effect(known, action), sentence.format(figure(saved)))
    costs = _costs_of_hand(known, player, random)
    values = {
        each: -min(cost for tiles, cost in costs.items() if each[2] in tiles) for each in actions if each[0] != BUY
    }
    sentence = _("Tried {} times; mean cost in points, counting those of the others and the hand that is left: {}.")
    told = sentence.format(_tries(known, len(costs)), figure(-values[action]))
    figures = f"{told} {compared(values, action, names(game, known))}"
    return Reason(effect(known, action), figures)


def _of_placing(known: Position, player: int, tile: int) -> str:
    """Return what awaits a tile in the row into which it would go now: a bull's head, a pat, or free spaces."""
    ends = {known.row(row)[-1]: row for row in known.active}
    lower = [number for number in ends if number < tile]
    end = max(lower or ends)
    row, space = ends[end], known.lengths[ends[end]]
    free, pat = known.board.spaces[row] - space, known.board.pats[row * MOST_SPACES + space]
    # Tiles below all rows go behind the highest end as well, the lowest first.
    between = sum((end if lower else -1) < number < tile for number in _unseen(known, player))
    named, of_row = card_words(tile, _), row_words(row, _)
    if not free and known.shows_cow():
        return _("{}: the bull's head of row {} would be a bonus now, while a happy cow shows.").format(named, of_row)
    if not free and not between:
        sentence = _("{} takes the bull's head of row {}, but the alternatives look worse.")
        if known.hands[player] is None:
            sentence = _("{} takes the bull's head of row {}: no tile can come in between.")
        return sentence.format(named, of_row)
    if not free:
        return _("{}: row {} is full, but others may take its bull's head first.").format(named, of_row)
    if pat:
        sentence = _("{}: its cow pat costs penalty points ({}), but a bull's head would cost more.")
        if known.shows_cow():
            sentence = _("{}: its cow pat is a bonus ({}) while a happy cow shows.")
        return sentence.format(named, pat)
    if not lower:
        sentence = _("{}: lower than the end of every row, it goes behind {}, where row {} has free spaces: {}.")
        return sentence.format(named, card_words(end, _), of_row, free)
    if between < free:
        sentence = _("{} is safe: tiles that can still come between it and {}: {}; free spaces of row {}: {}.")
        return sentence.format(named, card_words(end, _), between, of_row, free)
    return _("{} goes behind {}; free spaces of row {} before the bull's head: {}.").format(
        named, card_words(end, _), of_row, free
    )


def _of_keeping(known: Position, player: int, action: Action) -> Reason:
    savings = _savings(known, player)
    if len(savings) == 1:
        return only_one()
    if action[0] == KEEP:
        told = _("Points that the hand should cost less with it in the rounds to come: {}.")
        told = told.format(figure(savings[action]))
        words = _("Of this row's tiles, {} is the easiest to place later.").format(card_words(action[2], _))
        return Reason(words, f"{told} {compared(savings, action, names(game, known))}")
    most = max([saved for way, saved in savings.items() if way != action])
    told = _("Points that the hand would cost more with the best tile left in the rounds to come: {}.")
    return Reason(effect(known, action), told.format(figure(-most)))


def _purchases(known: Position, player: int, actions: Sequence[Action]) -> list[Action]:
    """Return the purchases to consider: only before choosing, when the new tiles can still be used."""
    return [] if known.chosen[player] else [action for action in actions if action[0] == BUY]


def _costs_of_hand(known: Position, player: int, random: Random) -> dict[Tiles, float]:
    """Return the likely costs of the tiles that can be placed in this round."""
    options = list(combinations(known.hands[player] or [], min(known.left[player], known.held[player])))
    return _costs(known, player, options, random)


def _gains(known: Position, player: int, most: int, random: Random) -> list[float]:
    """Return the likely saving, now and later, from buying 0 to `most` tiles, less their price."""
    unseen, gains = _unseen(known, player), [0.0]
    if not most or len(unseen) < UNKNOWN_TRIED:
        return gains
    hand, drawn = known.hands[player] or [], random.sample(unseen, UNKNOWN_TRIED)
    now = _costs(known, player, [(tile,) for tile in hand + drawn], random, counts_rest=False)
    rows, share = Rows.of(known), share_left(known)

    def cost(hand: list[int]) -> float:
        hand = sorted(hand, key=lambda tile: now[tile,])
        placed, rest = hand[: known.left[player]], hand[known.left[player] :]
        return sum([now[tile,] for tile in placed]) + rows.promise(rest, known.players, share)

    before = cost(hand)
    for number in range(1, most + 1):
        after = [cost(hand + drawn[first : first + number]) for first in range(UNKNOWN_TRIED - number + 1)]
        gains.append(before - sum(after) / len(after) - number * TILE_COST)
    return gains


def _savings(known: Position, player: int) -> dict[Action, float]:
    """Return by how much each way to keep tiles lowers the hand's likely cost from the next round on."""
    rows, hand, share = Rows.of(known), known.hands[player] or [], share_left(known)
    for entry in known.queue:
        rows.place(entry >> 3)
    before = rows.promise(hand, known.players, share)
    return {
        action: before - rows.promise([*hand, *action[2:]], known.players, share)
        for action in game.legal(known, player)
    }


# ---- trying out


def _costs(
    known: Position, player: int, options: Sequence[Tiles], random: Random, counts_rest: bool = True
) -> dict[Tiles, float]:
    """Return the likely cost of each option, tiles of `player` to be placed, by default with the rest of the hand."""
    count, players, share = _tries(known, len(options)), known.players, share_left(known)
    rows, unseen, own = Rows.of(known), _unseen(known, player), tuple(known.sealed[player])
    rests = [[tile for tile in known.hands[player] or [] if tile not in tiles] for tiles in options]
    totals = dict.fromkeys(options, 0.0)
    for _try in range(count):
        guess = _guess(known, player, rows, unseen, random)
        for tiles, rest in zip(options, rests, strict=True):
            after = rows.copy()
            cost, kept = _cost(after, player, players, own + tiles, guess)
            totals[tiles] += cost
            if counts_rest:
                totals[tiles] += after.promise(rest, players, share, kept)
    return {tiles: total / count for tiles, total in totals.items()}


def _tries(known: Position, options: int) -> int:
    """Return the number of tries for this many options."""
    fewest, most = GUESSES
    placings = max(1, options * known.players * (1 + known.is_double))
    return min(most, max(fewest, PLACINGS // placings))


def _unseen(known: Position, player: int) -> list[int]:
    """Return the tiles that were not shown and that `player` does not hold."""
    own = (known.hands[player] or []) + known.sealed[player]
    return [tile for tile in range(CARDS) if known.where[tile] == UNSEEN and tile not in own]


def _guess(known: Position, player: int, rows: Rows, unseen: list[int], random: Random) -> Guess:
    """Return guessed tiles of the others: the cheapest of random hands. Open tiles are known."""
    guess = [(entry >> 3, entry & 7) for entry in known.queue]
    held = [known.held[other] + len(known.sealed[other]) for other in range(known.players)]
    tiles = random.sample(unseen, min(len(unseen), sum(held) - held[player]))
    others = (known.players - 1) * (1 + known.is_double)
    for other in range(known.players):
        number = known.left[other] + len(known.sealed[other])
        if other != player and number:
            hand = tiles[: held[other]]
            guess += [(tile, other) for tile in rows.least(hand, number, others)]
            del tiles[: held[other]]
    return guess


def _cost(rows: Rows, player: int, players: int, own: Tiles, guess: Guess) -> tuple[float, int]:
    """Return the points of `player` from a whole round, less a part of the others', and the tiles kept of rows."""
    mine = others = kept = 0
    for tile, owner in sorted([*guess, *[(tile, player) for tile in own]]):
        points = rows.place(tile)
        if owner == player:
            mine += points
            kept += MOST_KEPT * rows.completed
        else:
            others += points
    return mine - OTHERS * others / (players - 1), kept
