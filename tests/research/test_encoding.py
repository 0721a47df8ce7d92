"""What a player knows as numbers: bounds, sizes, and that nothing is lost."""

from random import Random

import pytest

from tavolo_host.research.encoding import MEMORY, Encoding
from tavolo_host.research.play import Play
from tests.research.plays import HORIZON, SETUPS, places, setup_of


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_all_numbers_are_from_0_to_1_and_always_as_many(name: str, players: int) -> None:
    setup = setup_of(name, players)
    encoding = Encoding(Play(setup), MEMORY)
    sizes = {part: len(numbers) for part, numbers in encoding.parts.items()}
    for play in places(Play(setup, HORIZON), Random(1)):
        for player in range(players):
            encoding.set_from(play, player)
            assert encoding.numbers.min() >= 0
            assert encoding.numbers.max() <= 1
            assert encoding.parts["viewer"].tolist() == [float(each == player) for each in range(players)]
            assert encoding.parts["acting"].tolist() == [float(each == play.acting) for each in range(players)]
    assert {part: len(numbers) for part, numbers in Encoding(play, MEMORY).parts.items()} == sizes


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_numbers_differ_where_the_texts_differ(name: str, players: int) -> None:
    setup = setup_of(name, players)
    encoding, found = Encoding(Play(setup)), {}
    for seed in range(3):
        for play in places(Play(setup, HORIZON), Random(seed)):
            for player in range(players):
                encoding.set_from(play, player)
                key = encoding.numbers.tobytes()
                known = (player, play.acting, play.observation_text(player))
                assert found.setdefault(key, known) == known


def test_the_last_that_was_seen_is_remembered_and_the_oldest_is_left_out() -> None:
    setup = setup_of("david-goliath", 3)
    play, random = Play(setup), Random(1)
    play.draw_all(random.randrange)
    short, long = Encoding(play, 8), Encoding(play, 1000)
    for _ in range(9):
        play.decide(play.legal()[0])
    short.set_from(play, 0)
    long.set_from(play, 0)
    assert (short.parts["history"] == long.parts["history"][:8]).all()
    before = long.parts["history"].copy()
    assert before[8:].any()
    play.decide(play.legal()[0])
    long.set_from(play, 0)
    new = len(play.seen[0][-1].action) + 1
    assert (long.parts["history"][new:] == before[:-new]).all()
    assert long.parts["history"][new - 1] == 0
