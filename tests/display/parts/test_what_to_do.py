"""What the page offers to players and watchers: one sentence and the choices."""

import re
from itertools import permutations

import pytest

from tavolo.games import load, names
from tavolo.games.tanz_der_hornochsen.position import BUY, CHOOSE, CHOOSING
from tavolo.link.telemetry import LAPTOP
from tavolo.play.council import WAIT_MS
from tavolo.rules.contract import NO_CARD, Setup
from tavolo.rules.sealed import UNKNOWN
from tavolo.seat.states import LEFT, TAKE
from tavolo_host.board.view import Waiting
from tavolo_host.display.parts.what_to_do import Choice, Deed, OwnSeat, State, lobby_in_words, what_to_do
from tavolo_host.sources.virtual_source import VirtualSource
from tavolo_host.texts import sentences
from tests.sources import source_support as support
from tests.sources.source_support import commands_of, run_ms, run_until, sealed_by

WAITING_MS = 20_000  # for others, at most


def begun(name: str, players: int, *visitors: int) -> VirtualSource:
    """A game in which a visitor at each of these seats is called by its number, when the first may choose."""
    source = support.begun(f"{name} players={players}", {str(seat): seat for seat in visitors})
    run_until(source, lambda: may_choose(source, str(visitors[0])))
    return source


def chosen(source: VirtualSource, visitor: str, deed: Deed) -> Choice:
    """The first choice of a kind."""
    return next(choice for choice in source.what_to_do(visitor).choices if choice.deed == deed)


def may_choose(source: VirtualSource, visitor: str) -> bool:
    return source.what_to_do(visitor).state == State.CHOOSE


def test_others_see_whose_turn_it_is() -> None:
    source = begun("david-goliath", 3, 0, 3)
    assert source.what_to_do("0").sentence == "Play a card."
    assert len(source.what_to_do("0").choices) == 15
    for waiting in ("3", "nobody"):
        what = source.what_to_do(waiting)
        assert (what.state, what.sentence, what.choices) == (State.WAIT, "Waiting for seat 1.", ())


def test_with_a_card_in_the_slot_the_choices_are_those_with_it_and_to_take_it_back() -> None:
    source = begun("yellowstone-park", 2, 3)
    every = source.what_to_do("3").choices
    game = load("yellowstone-park")
    cards = [game.action_card(choice.action) for choice in every if choice.deed == Deed.ACT]
    card = next(card for card in cards if cards.count(card) > 1)
    source.visitors.play("3", card)
    run_ms(source, 1000)
    here = source.what_to_do("3").choices
    with_it = [choice for choice in every if choice.deed == Deed.ACT and game.action_card(choice.action) == card]
    assert list(here[:-1]) == with_it
    assert 0 < len(with_it) < len(every)
    assert here[-1] == Choice("Back to your hand", Deed.LIFT)
    assert source.do("3", here[-1]) is None
    run_until(source, lambda: source.what_to_do("3").choices == every, WAITING_MS)
    assert card in source.visitors.own("3").hand
    assert source.do("3", every[-1]) is None
    run_until(source, lambda: every[-1].action in list(source.mirror.actions), WAITING_MS)


def test_the_take_key_without_a_card_says_what_is_missing_where_every_choice_takes_one() -> None:
    source = begun("david-goliath", 3, 0, 3)
    words = "Nothing is chosen yet: first choose from your hand."
    assert commands_of(source, "0").key(TAKE, True) == words
    assert commands_of(source, "0").key(LEFT, True) is None
    assert commands_of(source, "3").key(TAKE, True) is None, "it is not their turn"
    dice = begun("kuh-vadis", 2, 0)
    assert commands_of(dice, "0").key(TAKE, True) is None


def test_a_card_out_of_turn_stays_in_the_hand() -> None:
    source = begun("david-goliath", 3, 0, 3)
    assert source.visitors.play("3", source.visitors.own("3").hand[0]) == "It is not your turn."
    run_ms(source, 500)
    assert len(source.visitors.own("3").hand) == 15
    assert not source.slots()[3].occupied


def test_masks_that_leave_none_to_lay_bring_advice_to_take_back() -> None:
    source = begun("bambuti", 2, 0)
    game, record = load("bambuti"), source.table.virtual_players.record
    assert record is not None
    position = game.view(record.position, 0)
    masks = sorted(position.hands[0], key=lambda mask: mask % 10)
    position.sealed[0] = [masks.pop(0), masks.pop()]
    position.hands[0] = sorted(mask for mask in masks if mask % 10 < position.sealed[0][1] % 10)
    position.held[0] = len(position.hands[0])
    assert not game.legal(position, 0)
    what = what_to_do(source.mirror, OwnSeat(0, 0, position), [""] * 8)
    assert (what.state, what.choices) == (State.CHOOSE, ())
    assert what.sentence == "Nothing in your hand can be played: ask to take the last move back."


def test_other_people_are_asked_whose_move_may_be_taken_back_and_who_asks_is_not() -> None:
    source = begun("david-goliath", 3, 0, 5)
    source.visitors.visitor_names.set_name("0", "Ada")
    assert source.do("0", chosen(source, "0", Deed.ACT)) is None
    run_until(source, lambda: len(source.mirror.actions) == 3)
    run_ms(source, 1500)
    for deed, length in ((Deed.DISAGREE, 3), (Deed.AGREE, 1)):
        assert commands_of(source, "0").ask("undo") is None
        run_until(source, lambda: source.mirror.view.question is not None, WAITING_MS)
        assert source.what_to_do("5").state == State.ASKED
        assert source.what_to_do("5").sentence == "Ada asks to take back their own move and the one after it."
        for visitor, asked in (("0", "Take back your move and the one after it?"), ("nobody", "Ada asks to take back")):
            assert source.what_to_do(visitor).state == State.WAIT
            assert re.match(rf"{re.escape(asked)}.* to answer\.$", source.what_to_do(visitor).sentence)
            assert "Ada to" not in source.what_to_do(visitor).sentence
        assert source.do("5", chosen(source, "5", deed)) is None
        run_until(source, lambda: source.mirror.view.question is None, WAITING_MS)
        run_ms(source, 500 if deed == Deed.AGREE else WAIT_MS)
        assert len(source.mirror.actions) == length
    assert may_choose(source, "0")


def test_who_asks_to_abandon_has_agreed_and_the_others_are_told_who_asks() -> None:
    source = begun("david-goliath", 3, 0, 5)
    source.visitors.visitor_names.set_name("0", "Ada")
    assert commands_of(source, "0").ask("abandon") is None
    run_until(source, lambda: source.mirror.view.question is not None, WAITING_MS)
    assert (source.what_to_do("5").state, source.what_to_do("0").state) == (State.ASKED, State.WAIT)
    assert source.what_to_do("5").sentence == "Ada asks to abandon the game."
    assert source.do("5", chosen(source, "5", Deed.AGREE)) is None
    run_until(source, lambda: source.mirror.record is None, WAITING_MS)


def test_a_question_that_no_seat_asks_is_put_without_a_name() -> None:
    source = begun("david-goliath", 3, 0)
    assert source.do("0", chosen(source, "0", Deed.ACT)) is None
    run_until(source, lambda: len(source.mirror.actions) == 2)
    source.companion.ask("undo", 1, LAPTOP)
    run_until(source, lambda: source.what_to_do("0").state == State.ASKED, WAITING_MS)
    assert source.what_to_do("0").sentence == "Take back your move?"


def seal_first(source: VirtualSource) -> None:
    """A visitor at seat 3 chooses, and presses ✓ without waiting for the others."""
    assert source.do("3", chosen(source, "3", Deed.ACT)) is None
    run_until(source, lambda: source.table.virtual_players.people[3].is_holding)
    run_until(source, lambda: not source.table.bodies[3].is_moving())
    for is_down in (True, False):
        source.visitors.key("3", TAKE, is_down)
        run_ms(source, 120)
    run_until(source, lambda: bool(sealed_by(source.table.virtual_players, 3)), WAITING_MS)


def test_lost_secret_choices_are_put_in_again() -> None:
    source = begun("tanz-der-hornochsen", 2, 3, 0)
    seal_first(source)
    virtual_players = source.table.virtual_players
    run_until(source, lambda: virtual_players.people[3].card == NO_CARD, WAITING_MS)
    source.table.power_cycle()
    run_until(source, lambda: 3 in source.mirror.view.seats_to_reseal(), WAITING_MS)
    assert [choice.deed for choice in source.what_to_do("3").choices] == [Deed.AGAIN]
    assert source.what_to_do("nobody").sentence.endswith("to put in their secret choices again.")
    assert source.do("3", chosen(source, "3", Deed.AGAIN)) is None
    run_until(source, lambda: 3 not in source.mirror.view.seats_to_reseal(), WAITING_MS)


def test_after_sealing_a_tile_a_player_may_buy_while_others_choose() -> None:
    source = begun("tanz-der-hornochsen", 2, 3, 0)
    seal_first(source)
    run_until(source, lambda: len(source.what_to_do("3").choices) == 3, WAITING_MS)
    what = source.what_to_do("3")
    assert what.state is State.WAIT
    assert what.sentence == "Waiting for seat 1. If you like: Buy tiles, a penalty point each."
    assert [choice.name for choice in what.choices] == [
        "Buy 1: 1 point",
        "Buy 2: 2 points",
        "Buy 3: 3 points",
    ]
    assert source.tutor.hint("3") is None, "to wait is advised"
    assert source.do("3", what.choices[1]) is None
    run_until(source, lambda: what.choices[1].action in list(source.mirror.actions), WAITING_MS)
    run_until(source, lambda: len(source.visitors.own("3").hand) == 7, WAITING_MS)  # type: ignore[union-attr]
    assert source.what_to_do("3").choices == ()
    assert source.what_to_do("3").sentence == "Waiting for seat 1."


def test_a_purchase_is_named_by_what_it_costs_past_occupied_spaces() -> None:
    game = load("tanz-der-hornochsen")
    position = game.start(Setup(game, 4))
    position.phase, position.reserve, position.pawns = CHOOSING, 20, [0, 3, 4, 2]
    named = [sentences.sentence_case(sentences.choice(game, position, (BUY, 0, count))) for count in (1, 2, 3)]
    past = "5 points, past a pawn"
    assert named == ["Buy 1: 1 point", f"Buy 2: {past}", f"Buy 3: {past}"]


def test_in_a_double_round_the_question_says_which_of_the_two_tiles_is_chosen() -> None:
    game = load("tanz-der-hornochsen")
    position = game.start(Setup(game, 4))
    position.phase, position.is_double, asked = CHOOSING, True, []
    for sealed in ([], [UNKNOWN]):
        position.sealed[0] = sealed
        asked.append(sentences.question(game, position, (CHOOSE, 0, 5), str))
    assert asked == ["Choose the first of two tiles in secret.", "Choose the second tile in secret."]


def test_a_purchase_that_the_reveal_overtakes_is_not_made_in_the_next_round() -> None:
    source = begun("tanz-der-hornochsen", 2, 3, 0)
    seal_first(source)
    run_until(source, lambda: len(source.what_to_do("3").choices) == 3, WAITING_MS)
    assert source.do("0", chosen(source, "0", Deed.ACT)) is None
    run_ms(source, 500)
    assert source.do("3", source.what_to_do("3").choices[2]) is None
    run_until(source, lambda: may_choose(source, "3"), WAITING_MS)
    run_ms(source, 3000)
    assert source.mirror.position.round == 2  # type: ignore[union-attr]
    assert not any(source.mirror.position.bought)  # type: ignore[union-attr]


def test_a_tile_of_the_row_that_is_clicked_comes_into_the_hand() -> None:
    source = begun("tanz-der-hornochsen", 2, 3)
    while not chosen(source, "3", Deed.ACT).name.startswith("Keep "):
        assert source.do("3", chosen(source, "3", Deed.ACT)) is None
        run_until(source, lambda: not may_choose(source, "3"), WAITING_MS)
        run_until(source, lambda: may_choose(source, "3"))
    action, virtual_players = chosen(source, "3", Deed.ACT).action, source.table.virtual_players
    assert source.visitors.play("3", action[2]) is None
    run_until(
        source, lambda: virtual_players.record is not None and action in virtual_players.record.actions, WAITING_MS
    )


def test_a_choice_that_is_none_any_more_is_refused_and_so_is_one_of_a_stranger() -> None:
    source = begun("david-goliath", 3, 0)
    choice = chosen(source, "0", Deed.ACT)
    assert source.do("nobody", choice) == "That is no longer possible."
    assert source.do("0", choice) is None
    assert source.do("0", choice) is None, "clicked twice"
    assert source.what_to_do("0") == source.what_to_do("0")
    assert source.what_to_do("0").state == State.WAIT
    run_until(source, lambda: choice.action in list(source.mirror.actions), WAITING_MS)
    assert source.do("0", choice) == "That is no longer possible."


@pytest.mark.parametrize("deed", ["click", "choice"])
def test_until_the_others_have_chosen_another_click_exchanges_a_secret_choice(deed: str) -> None:
    source = begun("tanz-der-hornochsen", 3, 3, 0)
    game, first, *_, second = load("tanz-der-hornochsen"), *source.visitors.own("3").hand  # type: ignore[union-attr]
    assert source.visitors.play("3", first) is None
    run_ms(source, WAITING_MS)
    what = source.what_to_do("3")
    assert what.sentence == f"You chose {game.card_text(first)}. Choose another card to change your mind."
    assert (what.state, sealed_by(source.table.virtual_players, 3)) == (State.WAIT, [])
    if deed == "click":
        assert source.visitors.play("3", second) is None
    else:
        assert source.do("3", next(each for each in what.choices if each.action[-1] == second)) is None
    run_ms(source, 2000)
    assert source.visitors.own("3").in_slot == second  # type: ignore[union-attr]
    tile = source.visitors.own("0").hand[0]  # type: ignore[union-attr]
    assert source.visitors.play("0", tile) is None
    run_until(source, lambda: any(action[0] == game.REVEAL for action in source.mirror.actions), WAITING_MS)
    reveal = next(action for action in source.mirror.actions if action[0] == game.REVEAL)
    assert (reveal[1], reveal[2]) == (tile, second)
    assert [entry for entry in source.mirror.log if entry.kind in ("refusal", "trouble")] == []


def test_a_question_that_is_refused_costs_nobody_a_secret_choice() -> None:
    source = begun("tanz-der-hornochsen", 3, 3, 0)
    tile = source.visitors.own("3").hand[0]  # type: ignore[union-attr]
    assert source.visitors.play("3", tile) is None
    run_ms(source, WAITING_MS)
    chose = source.what_to_do("3").sentence
    assert chose.startswith("You chose ")
    assert commands_of(source, "0").ask("abandon") is None
    run_until(source, lambda: source.mirror.view.question is not None, WAITING_MS)
    run_ms(source, 1000)
    assert source.do("3", chosen(source, "3", Deed.DISAGREE)) is None
    run_until(source, lambda: source.mirror.view.question is None, WAITING_MS)
    run_ms(source, 3000)
    assert source.what_to_do("3").sentence == chose
    assert source.visitors.own("3").in_slot == tile  # type: ignore[union-attr]


def test_a_mask_that_is_not_the_last_one_is_laid_by_one_click() -> None:
    source = begun("bambuti", 2, 3, 0)
    for count in range(1, 5):
        run_until(source, lambda: may_choose(source, "3"), WAITING_MS)
        assert source.visitors.play("3", chosen(source, "3", Deed.ACT).action[2]) is None
        run_until(source, lambda count=count: len(sealed_by(source.table.virtual_players, 3)) == count, WAITING_MS)  # type: ignore[misc]


def test_a_card_that_cannot_follow_the_choices_under_way_is_played_instead_of_all_of_them() -> None:
    source = begun("bambuti", 2, 3, 0)
    run_until(source, lambda: may_choose(source, "3"), WAITING_MS)
    choices, tracked = source.what_to_do("3").choices, source.table.virtual_players.follower.tracked_game
    first, second, third = next(
        (one, two, other)
        for one, two, other in permutations(choices, 3)
        if tracked.can_follow([one.action], two.action) and not tracked.can_follow([one.action], other.action)
    )
    for choice in (first, second):
        assert source.do("3", choice) is None
        run_ms(source, 100)
    assert source.visitors.play("3", third.action[2]) is None
    run_ms(source, WAITING_MS)
    assert sealed_by(source.table.virtual_players, 3) == [third.action[2]]


def test_dice_that_are_clicked_quickly_one_after_the_other_are_all_put_aside_before_the_roll() -> None:
    source = support.begun("kuh-vadis players=2", {"3": 3})
    rules = load("kuh-vadis")
    run_until(source, lambda: may_choose(source, "3"), WAITING_MS)
    offered = {choice.action[0]: choice for choice in source.what_to_do("3").choices}
    assert source.do("3", offered[rules.ROLL]) is None
    run_until(source, lambda: rules.HOLD in [each.action[0] for each in source.what_to_do("3").choices], WAITING_MS)
    choices = source.what_to_do("3").choices
    aside = [choice for choice in choices if choice.action[0] == rules.HOLD][:3]
    length = len(source.mirror.actions)
    for choice in (*aside, next(choice for choice in choices if choice.action[0] == rules.ROLL)):
        assert source.do("3", choice) is None
        run_ms(source, 100)
    run_until(source, lambda: len(source.mirror.actions) > length + 3, WAITING_MS)
    done = [action[0] for action in source.mirror.actions[length:]]
    assert done[:4] == [rules.HOLD] * 3 + [rules.ROLL]


@pytest.mark.parametrize("way", ["abandon", "end"])
def test_a_card_left_in_the_slot_goes_back_before_the_next_game(way: str) -> None:
    source = begun("yellowstone-park", 2, 3)
    choices = [choice.action[2] for choice in source.what_to_do("3").choices]
    card = next(card for card in choices if choices.count(card) > 1)
    assert source.visitors.play("3", card) is None
    run_until(source, lambda: source.table.bodies[3].cards != [], WAITING_MS)
    run_ms(source, 1000)
    if way == "abandon":
        assert commands_of(source, "3").ask("abandon") is None
        run_until(source, lambda: source.mirror.record is None, WAITING_MS)
    else:
        source.table.virtual_players.follower.begin(source.mirror.record.setup, source.mirror.seats)
    run_ms(source, 1000)
    assert source.table.bodies[3].cards == []
    own = source.visitors.own("3")
    assert own is not None
    assert own.in_slot is None


@pytest.mark.parametrize(
    ("game", "option", "value", "told"),
    [
        ("david-goliath", -1, 0, "Ada chooses a game: David & Goliath."),
        ("david-goliath", 0, 3, "Ada chooses for David & Goliath: 3 deals."),
        ("david-goliath", 1, -1, "Ada chooses for David & Goliath: the last player to deal first, Ada to lead."),
        ("david-goliath", 1, 1, "Ada chooses for David & Goliath: seat 2 to deal first."),
        ("kuh-vadis", 0, 3, "Ada chooses for Kuh Vadis: starts all around."),
    ],
)
def test_the_page_says_what_the_lobby_of_the_board_shows(game: str, option: int, value: int, told: str) -> None:
    lobby = Waiting((5, 1), names().index(game), option, value)
    seats = [f"seat {seat + 1}" for seat in range(5)] + ["Ada"]
    assert lobby_in_words(lobby, seats) == f"At the table: Ada and seat 2. {told}"
    assert lobby_in_words(Waiting(), seats) == "Choose a game."
