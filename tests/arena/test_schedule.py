"""Who plays which deal at which seat: the same for every level, and every seat equally often."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tavolo_host.arena import playing
from tavolo_host.arena.schedule import Contest, Place

LEVELS = ("plain", "easy", "sensible", "strong")
SEATS = {2: "bambuti", 3: "david-goliath", 4: "david-goliath", 5: "david-goliath", 8: "tanz-der-hornochsen"}


def contest(seats: int, levels: int) -> Contest:
    return Contest(SEATS[seats], seats, LEVELS[:levels])


def matches_of(deal: int, of: Contest) -> list[tuple[Place, ...]]:
    return [of.line_up(number) for number in range(deal * of.per_deal, (deal + 1) * of.per_deal)]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("levels", [1, 2, 3, 4])
def test_in_a_deal_every_place_has_every_seat_once_and_all_levels_play_equally_often(seats: int, levels: int) -> None:
    of = contest(seats, levels)
    for deal in range(5):
        matches = matches_of(deal, of)
        assert len(matches) % seats == 0
        for first in range(0, len(matches), seats):
            turns = matches[first : first + seats]
            assert {(seat, place) for turn in turns for seat, place in enumerate(turn)} == {
                (seat, place) for seat in range(seats) for place in turns[0]
            }
        times = Counter((seat, place.level) for match in matches for seat, place in enumerate(match))
        assert len(times) == seats * levels
        assert len(set(times.values())) == 1


def test_a_line_up_has_its_levels_as_evenly_as_possible_and_each_pair_meets() -> None:
    for match in matches_of(3, contest(8, 3)):
        assert sorted(Counter(place.level for place in match).values()) == [2, 3, 3]
    pairs = Counter(frozenset(place.level for place in match) for match in matches_of(3, contest(2, 4)))
    assert len(pairs) == 6
    assert set(pairs.values()) == {2}


def test_neighbours_differ_from_deal_to_deal() -> None:
    of = contest(4, 2)
    beside = {tuple(place.level for place in of.line_up(deal * of.per_deal)) for deal in range(40)}
    assert len(beside) == 6


def test_a_level_that_is_alone_sits_at_each_seat_of_a_deal_once_and_seats_keep_their_random_numbers() -> None:
    of = Contest("david-goliath", 4, ("easy", "sensible"), "sensible")
    assert of.per_deal == 4
    for deal in range(3):
        for turn, match in enumerate(matches_of(deal, of)):
            assert match == tuple(Place(seat, "sensible" if seat == turn else "easy") for seat in range(4))
    assert of.deal_of(11) == 2


def test_a_contest_has_the_seats_of_its_game_and_each_level_once() -> None:
    with pytest.raises(ValueError, match="Bambuti is for 2 to 2 players, not for 3"):
        Contest("bambuti", 3, LEVELS)
    with pytest.raises(ValueError, match="Name each level once"):
        Contest("bambuti", 2, ("plain", "plain"))


def test_all_matches_of_a_deal_have_its_cards_and_another_deal_has_others() -> None:
    hands: dict[int, tuple[int, ...]] = {}

    def spying(game: Any, known: Any, player: int, random: Random, level: str) -> Any:
        if len(known.hands[player]) == 15:
            hands[player] = tuple(known.hands[player])
        return random.choice(game.legal(known, player))

    for of in contest(4, 2), Contest("david-goliath", 4, LEVELS[:2], "easy"):
        seen = []
        for number in range(2 * of.per_deal):
            hands.clear()
            playing.match(of, number, spying)
            seen.append(tuple(hands[player] for player in range(4)))
        assert len(set(seen[: of.per_deal])) == len(set(seen[of.per_deal :])) == 1
        assert seen[0] != seen[-1]
