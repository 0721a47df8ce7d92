"""The virtual player of David & Goliath: what cards are worth to it, and exact where it is last."""

from random import Random

import pytest

from tavolo.games.david_goliath import rules as game
from tavolo.games.david_goliath.position import COLOURS, IN_HAND, NUMBERS, colour_points
from tavolo.rules.record import Record
from tavolo_host.games.david_goliath.player import Prospect, _guesses, curves, effect, held_worth
from tavolo_host.players.of_game import choose
from tavolo_host.players.playout import deal
from tests.rules.david_goliath_play import card, cards, dealt, play


def decide(record: Record, player: int, seed: int = 1) -> str:
    position = record.position
    return game.card_text(choose(game, game.view(position, player), player, Random(seed))[2])


def test_with_no_card_of_a_colour_in_hands_it_is_worth_what_the_rules_say() -> None:
    for players in range(3, 7):
        for count, total in ((0, 0), (1, 7), (2, 11), (3, 20), (9, 45)):
            assert curves(players)[0].worth(count, total) == colour_points(count, total)


def test_the_more_cards_of_a_colour_are_left_the_less_its_numbers_count() -> None:
    for players in range(3, 7):
        for count in (1, 2):
            a_point = [curve.worth(count, 2) - curve.worth(count, 1) for curve in curves(players)]
            assert a_point == sorted(a_point, reverse=True)
            assert a_point[0] == pytest.approx(1)


def test_low_cards_are_kept_rather_than_high_ones_and_nothing_is_worth_keeping_at_the_end() -> None:
    record = dealt(["blue-1 blue-6 blue-12", "", "", ""])
    unseen = [each for each in range(90) if each % NUMBERS < 12 and each not in record.position.hands[0]]
    low, middle, high = (held_worth(record.position, each, unseen) for each in cards("blue-1 blue-6 blue-12"))
    assert low > 0 > high
    assert low > middle > high
    record.position.remaining = 4
    assert held_worth(record.position, card("blue-1"), unseen) == 0


def test_the_last_player_does_not_take_a_third_card_of_a_valuable_colour() -> None:
    gone = "red-2 red-3 red-7 red-9"
    record = dealt([f"red-8 {gone}", "red-5", "red-1 red-4 red-6"])
    play(record, "red-8 red-5")
    assert decide(record, 2) == "red-4"
    red = 2 * len(COLOURS) + card("red-1") // NUMBERS
    record.position.counts[red], record.position.sums[red] = 2, 16
    for each in cards(gone):
        record.position.where[each] = 0  # captured: few are left that could be a third
    assert decide(record, 2) == "red-6"


def test_guesses_respect_void_colours_and_certain_ones() -> None:
    record = dealt(["green-9", "", ""])
    known = game.view(record.position, 0)
    unseen = cards("green-1 green-2 green-3 red-1 red-2 red-3")
    green = card("green-9") // NUMBERS
    known.voids[len(COLOURS) + green] = 1
    known.remaining = 3 * 3
    for first, second in list(_guesses(known, green, unseen, Random(2))):
        assert first // NUMBERS != green
        assert second // NUMBERS == green, "of three cards at most two are not green"


def test_what_a_trick_changes_is_balanced_among_all() -> None:
    """What one is ahead of the mean of the others adds up to nothing, over all players."""
    (_, position), random = deal("david-goliath", 4, seed=5), Random(5)
    for _ in range(27):
        (player,) = game.to_act(position)
        game.apply(position, random.choice(game.legal(position, player)))
    rest = [position.hands[(position.leader + place) % 4][0] for place in range(len(position.trick), 4)]
    out_of = [False] * len(COLOURS)
    changes = [Prospect(position, player).change([*position.trick, *rest], out_of) for player in range(4)]
    assert sum(changes) == pytest.approx(0)
    assert any(abs(change) > 0.1 for change in changes)


def test_a_trick_after_which_no_hand_has_its_colours_changes_what_the_rules_say() -> None:
    record = dealt(["blue-7", "blue-3", "red-5"])
    position = record.position
    position.where = [0 if where == IN_HAND else where for where in position.where]  # captured, for all we count
    for each in cards("blue-7 blue-3 red-5"):
        position.where[each] = IN_HAND
    goliath, david, other = (
        Prospect(position, player).change(cards("blue-7 blue-3 red-5"), [False] * len(COLOURS)) for player in range(3)
    )
    assert (goliath, david, other) == pytest.approx((3 + 5 - 7 / 2, 7 - 8 / 2, -(8 + 7) / 2))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_of_a_led_card_of_the_lower_half_it_says_that_it_may_take_the_highest(players: int) -> None:
    position = deal("david-goliath", players, seed=1)[1]
    for number in range(1, 3 * players + 1):
        words = effect(position, (game.PLAY, 0, card(f"red-{number}")))
        assert ("may take the highest" in words) == (number - 1 < 3 * players / 2), number
