"""Determinization of Tanz der Hornochsen: the rules decide whether a hand could have played its tiles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

import pytest

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import may_hold
from tavolo.games.tanz_der_hornochsen.position import CHOOSING, IN_BOX, KEEPING, SHOWN, TAKEN, UNSEEN, Position
from tavolo.rules.contract import TABLE
from tests.players.listed_determinizations import check, moments, refused, written

OUT = SHOWN  # where removed tiles are: in no hand


def with_few(position: Position, reserve: int, box: int) -> Position:
    """The position with so many tiles in reserve and box; of the box those that cannot be told from kept ones first."""
    position = position.copy()
    kept = [tile for tile in position.box_tiles or () if position.where[tile] >= TAKEN]
    rest = [tile for tile in position.box_tiles or () if position.where[tile] == IN_BOX]
    for tile in [*(position.reserve_tiles or ())[reserve:], *(kept + rest)[box:]]:
        position.where[tile] = OUT
    position.reserve_tiles = (position.reserve_tiles or [])[:reserve]
    position.box_tiles = sorted((kept + rest)[:box])
    position.reserve, position.box = len(position.reserve_tiles), len(position.box_tiles)
    return position


def hidden(position: Position, player: int) -> list[int]:
    """All tiles that a player does not see: others', reserve, box, and those of a row that is being taken."""
    own = [*(position.hands[player] or ()), *position.sealed[player]] if player != TABLE else []
    return [
        tile
        for tile in range(99)
        if (position.where[tile] == UNSEEN or position.where[tile] > SHOWN) and tile not in own
    ]


def hands(position: Position, player: int, tiles: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """What a player may have sealed and in hand, of tiles that may be there."""
    public = game.view(position, TABLE)
    sealed = len(position.sealed[player])
    for held in combinations(tiles, position.held[player] + sealed):
        taken = [tile for tile in held if tile in position.taken]
        can_hold = all(may_hold(public, player, tile, list(held[:at])) for at, tile in enumerate(held))
        if can_hold and (not position.taken or fits_row(position, player, len(taken))):
            for chosen in permutations(held, sealed):
                yield list(chosen), [tile for tile in held if tile not in chosen]


def fits_row(position: Position, player: int, taken: int) -> bool:
    """Whether a player may have so many tiles of the row that is being taken."""
    group = position.where[position.taken[0]] - TAKEN
    return taken == (position.kept_of[group] if player == position.actor else 0)


def listed(position: Position, player: int) -> "Counter[str]":
    """The determinizations in which every other player has a possible hand, and all tiles a place."""
    tiles = hidden(position, player)
    others = [other for other in range(position.players) if other != player]
    found: Counter[str] = Counter()
    for each in product(*[list(hands(position, other, tiles)) for other in others]):
        given = [tile for sealed, hand in each for tile in sealed + hand]
        left = [tile for tile in tiles if tile not in given]
        reserve = [tile for tile in left if position.where[tile] == UNSEEN]
        box = [tile for tile in left if position.where[tile] != UNSEEN and tile not in position.taken]
        if len(set(given)) == len(given) and len(reserve) == position.reserve and len(box) == position.box:
            candidate = position.copy()
            candidate.reserve_tiles, candidate.box_tiles = reserve, box
            for other, (sealed, hand) in zip(others, each, strict=True):
                candidate.sealed[other], candidate.hands[other] = sealed, hand
            found[written(game, candidate)] += 1
    return found


def of_kind(players: int, phase: int, sealed: bool, wanted: int, most: int = 4) -> list[tuple[Position, int]]:
    """Positions with their viewers: others hold at most so many tiles, some of them from rows."""
    found: list[tuple[Position, int]] = []
    for start in range(60):
        for record in moments(game, players, start):
            position: Position = record.position
            viewer = next((each for each in range(players) if each != position.actor), 0)
            others = [other for other in range(players) if other != viewer]
            number = sum(position.held[other] + len(position.sealed[other]) for other in others)
            fits = position.phase == phase and 0 < number <= most and any(position.kept[other] for other in others)
            if fits and any(position.sealed[other] for other in others) == sealed:
                found.append((position.copy(), viewer))
                break
        if len(found) == wanted:
            return found
    raise AssertionError("There are too few such positions.")


@pytest.mark.parametrize(
    ("players", "phase", "sealed"),
    [(2, CHOOSING, False), (2, CHOOSING, True), (3, CHOOSING, False), (3, CHOOSING, True), (2, KEEPING, False)],
)
def test_kept_tiles_come_from_the_rows_of_their_holder(players: int, phase: int, sealed: bool) -> None:
    """Of a row that is being taken everybody knows how many are kept."""
    wanted, most, reserve, box = (3, 4, 2, 6) if players == 2 else (1, 7, 1, 3)
    for position, viewer in of_kind(players, phase, sealed, wanted, most):
        assert viewer != position.actor
        position = with_few(position, reserve, box)
        check(game, position, viewer, listed(position, viewer))


def test_a_player_who_has_drawn_from_the_box_may_hold_any_tile_of_it() -> None:
    ((position, viewer),) = of_kind(2, CHOOSING, sealed=True, wanted=1)
    kept_by_rows = listed(with_few(position, 2, 6), viewer)
    position.drew[1 - viewer] = 1
    position = with_few(position, 2, 6)
    weights, drew = listed(position, viewer), f"drew={position.drew[0]},{position.drew[1]}"
    assert set(weights) > {text.replace("drew=0,0", drew) for text in kept_by_rows}
    check(game, position, viewer, weights)


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    ((position, viewer),) = of_kind(2, CHOOSING, sealed=True, wanted=1)
    for change, told in (
        ("reserve", "fewer tiles than the hands hold"),
        ("box", "does not match the box"),
    ):
        known = game.view(position, viewer)
        setattr(known, change, getattr(known, change) + 1)
        refused(game, known, viewer, told)
    known = game.view(position, viewer)
    known.reserve -= 1
    refused(game, known, viewer, "More tiles are unseen")
