"""The random virtual player: it plays anything legal, and passes or stops only as a last resort."""

from random import Random

from tavolo.games.yellowstone_park import rules as park
from tests.players.deciding import decisions, plainly


def test_the_random_player_stops_or_passes_only_without_alternatives() -> None:
    """In Yellowstone Park who has laid one card may stop, or lay another."""
    random, seen = Random(4), 0
    for players in range(2, 6):
        for position, player, action in decisions(f"yellowstone-park players={players} dealt", plainly, random):
            if len({each[0] for each in park.legal(position, player)} - {park.STOP}):
                assert action[0] != park.STOP
                seen += 1
            if seen > 40 * players:
                break
    assert seen > 100
