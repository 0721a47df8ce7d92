"""One way of choosing: a card's options, walked with ◀ ▶ and taken with ✓."""

from typing import Any

from tavolo.play.chooser import Chooser, by_keys
from tavolo.seat.states import LEFT, RIGHT, TAKE

PLACE, STOP, PASS = 0, 1, 2


class Columns:
    """A game in which card 5 goes into one column, card 6 into any of three; stopping and passing need no card."""

    def __init__(self) -> None:
        self.taken = {-1}

    def legal(self, position: Any, player: int, card: int = -1) -> list[tuple[int, ...]]:
        if card == 5:
            return [(PLACE, player, 5, 0)]
        if card == 6:
            return [(PLACE, player, 6, column) for column in range(3)]
        if card >= 0:
            return []
        return [(PLACE, player, 5, 0), (STOP, player), (PASS, player)]

    def why_not(self, position: Any, player: int, card: int) -> tuple[int, ...]:
        return (99, player, card)

    def refusal(self, position: Any, action: tuple[int, ...]) -> tuple[int, ...] | None:
        return (98,) if action[-1] in self.taken else None

    def action_card(self, action: tuple[int, ...]) -> int:
        return action[2] if action[0] == PLACE and len(action) > 2 else -1

    def secret(self, position: Any, player: int) -> bool:
        return False


GAME = Columns()


class ManyTiles(Columns):
    """A secret choice among a hundred tiles, or a purchase by keys; `asked` counts questions about an action's card."""

    asked = 0

    def legal(self, position: Any, player: int, card: int = -1) -> list[tuple[int, ...]]:
        return [*((PLACE, player, tile) for tile in range(100)), (PLACE, player), (STOP, player, 1), (STOP, player, 2)]

    def action_card(self, action: tuple[int, ...]) -> int:
        self.asked += 1
        return super().action_card(action)

    def public(self, action: tuple[int, ...]) -> tuple[int, ...]:
        return action[:2] if action[0] == PLACE else action

    def secret(self, position: Any, player: int) -> bool:
        return True


def test_options_by_keys_are_found_without_asking_for_the_card_of_each_of_a_hundred_tiles() -> None:
    game = ManyTiles()
    assert by_keys(game, None, 1) == [(STOP, 1, 1), (STOP, 1, 2)]
    assert game.asked < 10


def test_a_card_with_a_single_meaning_is_taken_at_once() -> None:
    chooser = Chooser(1)
    assert chooser.offer(GAME, None, 5) == ((PLACE, 1, 5, 0), None)


def test_a_card_with_several_meanings_is_not_taken_before_one_is_chosen() -> None:
    chooser = Chooser(1)
    assert chooser.offer(GAME, None, 6) == (None, None)
    assert chooser.preview() == (PLACE, 1, 6, 0)


def test_a_card_that_cannot_be_used_is_refused_with_the_games_reason() -> None:
    assert Chooser(1).offer(GAME, None, 7) == (None, (99, 1, 7))


def test_right_moves_on_left_moves_back_and_both_wrap_round() -> None:
    chooser = Chooser(1)
    chooser.offer(GAME, None, 6)
    seen = []
    for key in (RIGHT, RIGHT, RIGHT, LEFT, LEFT):
        assert chooser.press(GAME, None, key) is None
        seen.append(chooser.preview()[3])
    assert seen == [1, 2, 0, 2, 1]
    assert chooser.press(GAME, None, TAKE) == (PLACE, 1, 6, 1)


def test_keys_offer_only_actions_without_a_card() -> None:
    chooser = Chooser(1)
    chooser.press(GAME, None, RIGHT)
    assert chooser.options == [(STOP, 1), (PASS, 1)]
    assert chooser.preview() == (STOP, 1)
    chooser = Chooser(1)
    chooser.press(GAME, None, LEFT)
    assert chooser.preview() == (PASS, 1)


def test_the_cursor_does_not_slip_to_another_choice_that_has_as_many_options() -> None:
    game, chooser = Columns(), Chooser(1)
    chooser.press(game, None, RIGHT)
    action = chooser.press(game, None, TAKE)
    assert action == (STOP, 1)
    game.legal = lambda position, player, card=-1: [(PASS, player), (STOP, player)]  # type: ignore[method-assign]
    chooser.go_on(game, None, action)
    assert chooser.preview() is None
    assert chooser.press(game, None, TAKE) is None


def test_after_a_card_the_cursor_never_stays() -> None:
    chooser = Chooser(1)
    chooser.offer(GAME, None, 6)
    chooser.go_on(GAME, None, (PLACE, 1, 6, 0))
    assert (chooser.preview(), chooser.card, chooser.options) == (None, -1, [])


def test_options_stay_while_others_act_unless_one_of_them_has_become_impossible() -> None:
    chooser = Chooser(1)
    chooser.offer(GAME, None, 6)
    game = Columns()
    assert chooser.is_still_possible(game, None)
    game.taken.add(2)
    assert not chooser.is_still_possible(game, None)
