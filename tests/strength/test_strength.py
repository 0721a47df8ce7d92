"""What tells how strong a player is: the same deals for every seat, intervals, and results that are kept."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavolo.games import load, manifest, names
from tavolo_host.arena.bootstrap import interval
from tavolo_host.arena.playing import Choose
from tavolo_host.levels import SENSIBLE
from tavolo_host.virtual.plain import choose as plain
from tests.strength.playing import Result, played, reference, result_of
from tests.strength.results import Kept, by_deals, strength

EACH_GAME = pytest.mark.parametrize("name", names())


def plain_player(name: str) -> Choose:
    game = load(name)
    return lambda known, player, random: plain(game, known, player, random)


def highest(known: Any, player: int, random: Random) -> tuple[int, ...]:
    """Of David & Goliath: the highest card, which takes what counts one each."""
    return max(load("david-goliath").legal(known, player), key=lambda action: action[2] % 18)


def test_the_interval_of_a_known_sample_is_that_of_the_normal_distribution() -> None:
    sample = [0.0] * 200 + [1.0] * 200
    mean, low, high = interval(sample, Random(1))
    assert mean == 0.5
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.025, 0.5 + 1.96 * 0.025), abs=0.006)
    assert interval(sample, Random(1)) == (mean, low, high)
    assert interval([0.25] * 9, Random(1)) == (0.25, 0.25, 0.25)
    with pytest.raises(ValueError):
        interval([], Random(1))


def test_a_deal_is_the_same_whoever_sits_where() -> None:
    """What everybody holds at the first decision, and who has it, of four games with another at each seat."""
    seen: list[tuple[tuple[int, ...], ...]] = []

    def spying(known: Any, player: int, random: Random) -> tuple[int, ...]:
        if len(known.hands[player]) == 15:
            hands[player] = tuple(known.hands[player])
        return highest(known, player, random)

    for number in range(8):
        hands: dict[int, tuple[int, ...]] = {}
        result_of("david-goliath", 4, number, spying, spying)
        seen.append(tuple(hands[player] for player in range(4)))
    assert len(set(seen[:4])) == len(set(seen[4:])) == 1
    assert seen[0] != seen[4]


@EACH_GAME
def test_a_player_against_itself_is_its_equal_and_its_points_are_found(name: str) -> None:
    seats = manifest(name).SEATS[0]
    player = plain_player(name)
    results = [result_of(name, seats, number, player, player) for number in range(2 * seats)]
    (share, low, high), (margin, *_) = strength(by_deals(dict(enumerate(results)), seats, len(results)))
    assert low <= 1 / seats <= high
    assert share == pytest.approx(1 / seats)
    assert margin == pytest.approx(0)
    assert all(result.share in (0, 1) or result.share == pytest.approx(0.5) for result in results)
    for result in results:
        assert (result.share == 1) <= (result.margin > 0), "who wins alone is ahead"


@pytest.mark.parametrize("name", ["tanz-der-hornochsen", "bambuti"])
def test_the_reference_is_better_than_chance(name: str) -> None:
    seats = manifest(name).SEATS[0]
    player, others = reference(name), plain_player(name)
    results = [result_of(name, seats, number, player, others) for number in range(4 * seats)]
    assert sum(result.share for result in results) / len(results) > 1 / seats


def test_who_stops_and_goes_on_ends_where_the_others_do(tmp_path: Path) -> None:
    whole, stopped = Kept(tmp_path / "deep" / "whole.txt"), Kept(tmp_path / "stopped.txt")
    for number in whole.missing(6):
        whole.add(*played("david-goliath", 3, SENSIBLE, number))
    for number in (4, 0, 1):
        stopped.add(number, whole.results[number])
    with (tmp_path / "stopped.txt").open("a") as lines:
        lines.write("3 1.0")  # and here the power goes
    again = Kept(tmp_path / "stopped.txt")
    assert again.missing(6) == [2, 3, 5]
    for number in again.missing(6):
        again.add(*played("david-goliath", 3, SENSIBLE, number))
    kept = Kept(tmp_path / "stopped.txt")
    assert kept.missing(6) == []
    assert kept.results == whole.results
    assert strength(by_deals(kept.results, 3, 6)) == strength(by_deals(whole.results, 3, 6))


def test_a_deal_that_was_not_played_from_every_seat_does_not_count() -> None:
    results = {number: Result(1.0, 2.0) for number in (0, 1, 2, 4, 5)}
    assert by_deals(results, 2, 6) == [[Result(1.0, 2.0)] * 2] * 2
    assert by_deals(results, 2, 4) == [[Result(1.0, 2.0)] * 2]
