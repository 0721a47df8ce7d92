"""One way of choosing: a card's options, walked with ◀ ▶ and taken with ✓."""

from typing import Any

from tavolo.play.chooser import NOTHING, Chooser
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


class SecretColumns(Columns):
    """The same, but what is placed is sealed: everybody is told only that it was."""

    def legal(self, position: Any, player: int, card: int = -1) -> list[tuple[int, ...]]:
        actions = super().legal(position, player, card)
        return actions if card >= 0 else [*actions, (PLACE, player)]

    def secret(self, position: Any, player: int) -> bool:
        return True

    def public(self, action: tuple[int, ...]) -> tuple[int, ...]:
        return action[:2]


GAME = Columns()


def test_a_card_with_a_single_meaning_is_taken_at_once() -> None:
    chooser = Chooser(1)
    assert chooser.offer(GAME, None, 5) == ((PLACE, 1, 5, 0), None)


def test_a_card_with_several_meanings_is_not_taken_before_one_is_chosen() -> None:
    chooser = Chooser(1)
    assert chooser.offer(GAME, None, 6) == (None, None)
    assert chooser.preview() == (PLACE, 1, 6, 0)


def test_a_card_that_cannot_be_used_is_refused_with_the_games_reason() -> None:
    assert Chooser(1).offer(GAME, None, 7) == (None, (99, 1, 7))


def test_right_walks_on_left_walks_back_and_both_go_round() -> None:
    chooser = Chooser(1)
    chooser.offer(GAME, None, 6)
    seen = []
    for key in (RIGHT, RIGHT, RIGHT, LEFT, LEFT):
        assert chooser.press(GAME, None, key) is None
        seen.append(chooser.preview()[3])
    assert seen == [1, 2, 0, 2, 1]
    assert chooser.press(GAME, None, TAKE) == (PLACE, 1, 6, 1)


def test_what_needs_no_card_is_offered_to_the_keys_without_what_does() -> None:
    chooser = Chooser(1)
    chooser.press(GAME, None, RIGHT)
    assert chooser.options == [(STOP, 1), (PASS, 1)]
    assert chooser.preview() == (STOP, 1)
    chooser = Chooser(1)
    chooser.press(GAME, None, LEFT)
    assert chooser.preview() == (PASS, 1)


class Dice:
    """A game in which each of three dice may be put aside again and again; then it is stopped, and two may be paid."""

    HOLD, STOP, PAY = range(3)

    def __init__(self) -> None:
        self.count = 3
        self.stopped = False

    def legal(self, position: Any, player: int, card: int = -1) -> list[tuple[int, ...]]:
        if self.stopped:
            return [(self.PAY, player, coin) for coin in range(self.count + 1)]
        return [(self.HOLD, player, die) for die in range(self.count)] + [(self.STOP, player)]

    def refusal(self, position: Any, action: tuple[int, ...]) -> tuple[int, ...] | None:
        return None if action in self.legal(position, action[1]) else (98,)

    def action_card(self, action: tuple[int, ...]) -> int:
        return -1

    def secret(self, position: Any, player: int) -> bool:
        return False


def at(game: Any, steps: int) -> Chooser:
    """A chooser whose cursor was moved so many steps to the right."""
    chooser = Chooser(1)
    for _ in range(steps):
        chooser.press(game, None, RIGHT)
    return chooser


def test_the_cursor_stays_on_what_may_be_done_again() -> None:
    game = Dice()
    chooser = at(game, 2)
    action = chooser.press(game, None, TAKE)
    assert action == (Dice.HOLD, 1, 1)
    chooser.go_on(game, None, action)
    assert chooser.preview() == (Dice.HOLD, 1, 1)
    assert chooser.press(game, None, TAKE) == (Dice.HOLD, 1, 1)
    assert chooser.press(game, None, RIGHT) is None
    assert chooser.preview() == (Dice.HOLD, 1, 2)


def test_the_cursor_is_gone_when_there_are_fewer_options_than_before() -> None:
    game = Dice()
    chooser = at(game, 1)
    game.count = 2
    chooser.go_on(game, None, (Dice.HOLD, 1, 0))
    assert chooser.preview() is None
    chooser.press(game, None, RIGHT)
    assert chooser.preview() == (Dice.HOLD, 1, 0)


def test_the_cursor_does_not_slip_to_another_choice_that_has_as_many_options() -> None:
    game = Dice()
    chooser = at(game, 4)
    action = chooser.press(game, None, TAKE)
    assert action == (Dice.STOP, 1)
    game.stopped = True
    assert len(game.legal(None, 1)) == len(chooser.options)
    chooser.go_on(game, None, action)
    assert chooser.preview() is None
    assert chooser.press(game, None, TAKE) is None


def test_the_cursor_is_gone_when_nothing_can_be_done() -> None:
    game = Dice()
    chooser = at(game, 1)
    game.legal = lambda position, player, card=-1: []  # type: ignore[method-assign]
    chooser.go_on(game, None, (Dice.HOLD, 1, 0))
    assert chooser.options == []
    assert chooser.preview() is None


def test_after_a_card_the_cursor_never_stays() -> None:
    chooser = Chooser(1)
    chooser.offer(GAME, None, 6)
    chooser.go_on(GAME, None, (PLACE, 1, 6, 0))
    assert (chooser.preview(), chooser.card, chooser.options) == (None, -1, [])


def test_in_secret_the_keys_do_not_offer_the_public_form_of_what_takes_a_card() -> None:
    chooser = Chooser(1)
    chooser.press(SecretColumns(), None, LEFT)
    assert chooser.options == [(STOP, 1), (PASS, 1)]


def test_passing_is_never_taken_unseen() -> None:
    chooser = Chooser(1)
    assert chooser.press(GAME, None, TAKE) is None
    assert chooser.preview() == (STOP, 1)
    assert chooser.press(GAME, None, TAKE) == (STOP, 1)


def test_options_stay_while_others_act_unless_one_of_them_has_become_impossible() -> None:
    chooser = Chooser(1)
    chooser.offer(GAME, None, 6)
    game = Columns()
    assert chooser.is_still_possible(game, None)
    game.taken.add(2)
    assert not chooser.is_still_possible(game, None)


def test_a_chooser_that_was_cleared_previews_nothing() -> None:
    chooser = Chooser(1)
    chooser.offer(GAME, None, 6)
    chooser.clear()
    assert chooser.preview() is None
    assert chooser.index == NOTHING
