"""How David & Goliath is played on in thought: always by the rules, and the last card of a trick with its eyes open."""

from random import Random
from typing import Any

import pytest

from tavolo_host.games.david_goliath import search
from tests.players.deciding import at_the_end
from tests.rules.david_goliath_play import card, cards, dealt, play


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_what_is_likely_is_legal_and_a_game_comes_to_its_end(players: int) -> None:
    at_the_end(f"david-goliath players={players} deals=2 dealer=0 dealt", rollout_policy, Random(players))


def rollout_policy(rules: Any, position: Any, player: int, random: Random) -> tuple[int, ...]:
    return search.rollout_policy(position, player, random)


@pytest.mark.parametrize(
    ("trick", "hand", "played"),
    [
        ("green-9 green-5", "green-1 green-6", "green-1"),  # the lowest takes the highest: nine points in sight
        ("green-2 green-8", "green-1 green-9", "green-1"),  # not two cards of one colour's, but the eight
        ("green-1 green-2", "green-3 red-9", "green-3"),  # it has to follow
    ],
)
def test_the_last_player_takes_what_promises_most(trick: str, hand: str, played: str) -> None:
    record = dealt([*trick.split(), hand])
    play(record, trick)
    record.position.hands[2] = cards(hand)
    for seed in range(5):
        assert search.rollout_policy(record.position, 2, Random(seed))[2] == card(played)
