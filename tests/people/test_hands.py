"""Hands at the virtual table that are interrupted, hurried and misled: they follow the board, and nothing hangs.

What was found once is here; that nothing hangs whatever visitors, cable and power do, `test_torture.py` tries.
"""

from collections import Counter
from itertools import permutations

import pytest

from tavolo.games import load, names
from tavolo.link.telemetry import LAPTOP
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo.rules.record import Record
from tavolo.seat.states import TAKE
from tavolo_host.display.model.commands import Commands
from tavolo_host.people.hidden_hands import Deck, HiddenHands
from tavolo_host.people.person import Person
from tavolo_host.people.tracked_game import Now, TrackedGame
from tavolo_host.players.thinking import Engine
from tavolo_host.seats.presence import Presence
from tavolo_host.sources.virtual_source import VirtualSource
from tests.rules.play import played_out
from tests.rules.support import Numbers
from tests.sources.source_support import awake, begun, run_ms, run_until, sealed_by
from tests.table.evening import Evening

DAVID, BAMBUTI, OXEN = load("david-goliath"), load("bambuti"), load("tanz-der-hornochsen")
YELLOWSTONE = load("yellowstone-park")
QUIET_MS = 10_000  # in which something has to happen


def sitting(name: str, players: int) -> VirtualSource:
    """A table that is awake, and ada at a seat."""
    source = awake(f"{name} players={players}")
    assert source.visitors.sit("ada", 3) is None
    return source


def sealing(count: int, seed: int = 5) -> VirtualSource:
    """A table of Bambuti with virtual people, of whom who sits at seat 0 has sealed so many masks."""
    source = begun("bambuti players=2", {}, seed=seed)
    run_until(source, lambda: len(sealed_by(source.table.virtual_players, 0)) == count)
    return source


def press(source: VirtualSource, key: int, who: str = "ada") -> None:
    source.visitors.key(who, key, True)
    run_ms(source, 120)
    source.visitors.key(who, key, False)
    run_ms(source, 120)


def run_through(person: Person, now: Now) -> None:
    """Let only this person act, for three seconds in which nothing changes."""
    for _ in range(300):
        person.body.step(now.elapsed_ms)
        person.see_slot()
        person.go_on(now)


def choices(source: VirtualSource) -> list[tuple[int, ...]]:
    """What ada may do now, by what her own seat knows."""
    virtual_players, own = source.table.virtual_players, source.visitors.own("ada")
    if own is None or virtual_players.record is None:
        return []
    record, player = virtual_players.record, virtual_players.people[own.seat].player
    if player is None or player not in record.game.to_act(record.position):
        return []
    return record.game.legal(record.game.view(record.position, player), player)


# ---- what was found at the page


def test_start_starts_after_a_visitor_has_joined_with_a_key() -> None:
    source = sitting("david-goliath", 3)
    press(source, TAKE, "nobody")
    assert source.mirror.view.lobby.joined == ()
    press(source, TAKE)
    assert source.mirror.view.lobby.joined == (3,)
    assert source.start(3) is None
    run_until(source, lambda: len(source.mirror.actions) > 3 or bool(choices(source)), QUIET_MS)


def test_a_game_that_is_begun_with_the_tables_keys_has_hands() -> None:
    source = sitting("david-goliath", 3)
    press(source, TAKE)
    for seat in (0, 5):
        source.table.bodies[seat].do(source.table.bodies[seat].press(TAKE))
    run_ms(source, 1000)
    for _ in range(3):  # the game, and its two options
        press(source, TAKE)
    run_until(source, lambda: source.mirror.record is not None, QUIET_MS)
    run_ms(source, 500)
    assert source.mirror.seats == (3, 5, 0)
    assert len(source.visitors.own("ada").hand) == 15
    assert len(choices(source)) == 15


def test_a_game_that_is_begun_with_keys_on_the_page_leaves_out_nobody_who_sits() -> None:
    source = sitting("david-goliath", 3)
    for visitor, seat in (("ben", 0), ("cleo", 5), ("dora", 6)):
        assert source.visitors.sit(visitor, seat) is None
    presence = Presence(source.visitors)

    def take(visitor: str) -> str | None:
        commands = Commands(source, presence, visitor)
        refusal = commands.key(TAKE, True)
        commands.key(TAKE, False)
        for _ in range(4):
            presence.step(100)
            run_ms(source, 100)
        return refusal

    assert [take(visitor) for visitor in ("ada", "ben", "cleo")] == [None] * 3
    words = "Others sit at the table: they have to join with ✓ too, or press Play on the page."
    for _ in range(3):  # the game, and its two options
        assert take("ada") == words
    assert (source.mirror.view.lobby.option_index, source.mirror.record) == (-1, None)
    assert [take(visitor) for visitor in ("dora", "ada", "ada", "ada")] == [None] * 4
    run_until(source, lambda: source.mirror.record is not None, QUIET_MS)
    assert source.mirror.seats == (3, 5, 6, 0)


def test_a_card_that_is_withdrawn_at_once_counts_if_the_board_has_read_it() -> None:
    source = begun("tanz-der-hornochsen players=2", {"ada": 3})
    run_until(source, lambda: bool(choices(source)))
    first, other, *_ = choices(source)
    source.table.virtual_players.people[3].intend(first)
    run_until(source, lambda: source.table.virtual_players.people[3].is_entered)
    run_until(source, lambda: not source.table.bodies[3].is_moving())
    source.table.virtual_players.people[3].intend(other)
    player = source.table.virtual_players.people[3].player
    run_until(source, lambda: (OXEN.CHOOSE, player) in list(source.mirror.actions))
    run_ms(source, 100)
    sealed = source.table.virtual_players.record.position.sealed[player]
    assert sealed == source.table.board.referee.play.record.position.sealed[player]


def test_two_cards_that_were_sealed_before_the_laptop_told_of_either_are_known_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = begun("bambuti players=2", {"ada": 3})
    run_until(source, lambda: bool(choices(source)))
    person, play = source.table.virtual_players.people[3], source.table.board.referee.play
    first, *_, other = choices(source)
    with monkeypatch.context() as behind:
        behind.setattr(source.companion, "step", lambda elapsed_ms: None)
        for count, choice in enumerate((first, other), 1):
            person.intend(choice)
            run_until(source, lambda n=count: len(play.record.position.sealed[person.player]) == n, QUIET_MS)
            person.let_go()
    run_until(source, lambda: len(sealed_by(source.table.virtual_players, 3)) == 2, 60_000)
    assert sealed_by(source.table.virtual_players, 3) == play.record.position.sealed[person.player]


@pytest.mark.parametrize("ms", [0, 700, 2000, 2900])
def test_what_was_sealed_before_a_power_cut_is_put_in_again_before_anything_else_is_sealed(ms: int) -> None:
    source = sealing(3)
    virtual_players = source.table.virtual_players
    before = sealed_by(virtual_players, 0)
    source.table.power_cycle()
    run_ms(source, ms)
    source.table.power_cycle()
    run_until(source, lambda: len(sealed_by(virtual_players, 0)) == 4, 120_000)
    assert sealed_by(virtual_players, 0)[:3] == before
    run_until(source, lambda: not sealed_by(virtual_players, 0), 120_000)


def test_sealed_cards_are_put_in_again_while_the_laptop_has_not_noticed_the_power_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = sealing(3)
    before = sealed_by(source.table.virtual_players, 0)
    with monkeypatch.context() as behind:
        behind.setattr(source.companion, "step", lambda elapsed_ms: None)
        source.table.power_cycle()
        run_ms(source, 1000)
        assert source.table.virtual_players.people[0].again == before
        source.table.bodies[0].do(source.table.bodies[0].wait(20_000))
        run_ms(source, 10_000)
        assert source.table.virtual_players.people[0].again == before


def test_after_a_power_cut_sealed_cards_are_put_in_again_even_without_a_laptop() -> None:
    source = sealing(3)
    virtual_players = source.table.virtual_players
    sealed = sealed_by(virtual_players, 0)
    source._line.pull()
    source.table.power_cycle()
    assert virtual_players.people[0].hand(virtual_players.follower.tracked_game)[-3:] == sealed
    assert virtual_players.people[0].again
    run_until(source, lambda: not virtual_players.people[0].again)
    position = source.table.board.referee.play.record.position
    assert position.sealed[virtual_players.people[0].player] == sealed


def test_a_card_that_waits_for_a_draw_makes_room_when_others_have_to_put_theirs_in_again() -> None:
    source = begun("tanz-der-hornochsen players=3", {"ada": 3})
    run_until(source, lambda: bool(choices(source)))
    person, follower = source.table.virtual_players.people[3], source.table.virtual_players.follower
    tracked_game = follower.tracked_game
    assert tracked_game
    person.intend(next(action for action in choices(source) if action[0] == OXEN.CHOOSE))
    run_until(source, lambda: person.card in person.unheard and not person.body.is_moving())
    buyer = next(player for player in OXEN.to_act(tracked_game.record.position) if player != person.player)
    tracked_game.apply((OXEN.BUY, buyer, 1))
    waiting = Now(10, tracked_game, source.mirror, False, 1.0, frozenset(), False)
    run_through(person, waiting)
    assert person.body.cards
    source.mirror.view.to_reseal = (follower.seats[buyer],)
    run_through(person, waiting)
    assert not person.body.cards


def test_masks_put_in_again_in_an_impossible_order_are_taken_back() -> None:
    source = sealing(3)
    virtual_players = source.table.virtual_players
    source.table.power_cycle()
    assert virtual_players.people[0].again == sealed_by(virtual_players, 0)
    virtual_players.people[0].again = sealed_by(virtual_players, 0)[::-1]
    run_until(source, lambda: source.mirror.view.question is not None, 120_000)
    run_until(source, lambda: BAMBUTI.REVEAL in [action[0] for action in source.mirror.actions], 240_000)


def test_what_was_put_in_again_in_another_order_is_put_in_from_the_first_after_a_take_back() -> None:
    source = sealing(5, seed=2)
    virtual_players = source.table.virtual_players
    other = next(seat for seat in source.mirror.seats if seat)
    assert 0 < len(sealed_by(virtual_players, other)) < 5
    source.table.power_cycle()
    first, *rest = sealed_by(virtual_players, 0)
    virtual_players.people[0].again = [*rest[:2], first, *rest[2:]]  # the board refuses the third
    run_until(source, lambda: BAMBUTI.REVEAL in [action[0] for action in source.mirror.actions], 240_000)
    assert source.table.board.referee.play.record.takebacks == 1


def test_a_player_with_a_wrong_idea_of_the_masks_takes_the_row_back_and_goes_on() -> None:
    source = sealing(3, seed=12)
    virtual_players = source.table.virtual_players
    position = virtual_players.record.position
    sealed, held = position.sealed[0][0], position.hands[0][0]
    position.sealed[0][0], position.hands[0] = held, sorted([sealed, *position.hands[0][1:]])
    # The only mask that can go on behind those is one that the board has already.
    assert BAMBUTI.legal(position, 0) == [(BAMBUTI.LAY, 0, sealed)]
    run_until(source, lambda: BAMBUTI.REVEAL in [action[0] for action in source.mirror.actions], 600_000)


def test_a_request_to_empty_the_slots_keeps_the_order_of_sealed_cards() -> None:
    source = sealing(4)
    virtual_players, body = source.table.virtual_players, source.table.bodies[6]
    body.do(body.put_in(7))
    source.companion.ask("undo", len(source.mirror.actions) - 1, LAPTOP)
    run_until(source, lambda: len(sealed_by(virtual_players, 0)) == 3, 60_000)
    source.table.power_cycle()
    for _ in range(60):
        run_ms(source, 1000)
        again = virtual_players.people[0].again
        assert again == sealed_by(virtual_players, 0)[-len(again) :]
    assert [e for e in source.mirror.log if e.kind == "refusal" and e.seat == 0]
    body.do(body.take_out())
    run_until(source, lambda: not virtual_players.people[0].again, 60_000)


@pytest.mark.parametrize("pace", ["normal", "instant"])
def test_eight_people_who_are_told_to_empty_the_slots_empty_them(pace: str) -> None:
    """Each tries again, and all slots are never empty at once, unless everybody waits for that."""
    source = begun("tanz-der-hornochsen players=8", {})
    source.visitors.set_pace(pace)
    run_until(source, lambda: sum(bool(body.cards) for body in source.table.bodies) > 3, 60_000)
    play = source.table.board.referee.play
    play.slots_to_empty = True
    run_until(source, lambda: not play.slots_to_empty, QUIET_MS)
    run_until(source, lambda: OXEN.REVEAL in [action[0] for action in source.mirror.actions], 60_000)


def test_a_visitors_sealed_card_is_put_in_once_more_when_its_key_was_missed() -> None:
    source = begun("bambuti players=2", {"ada": 3})
    run_until(source, lambda: bool(choices(source)), 60_000)
    virtual_players, body = source.table.virtual_players, source.table.bodies[3]
    virtual_players.people[3].intend(choices(source)[0])
    run_until(source, lambda: len(sealed_by(virtual_players, 3)) == 1, 60_000)
    source.table.power_cycle()
    run_until(source, lambda: 3 in source.mirror.view.seats_to_reseal(), 60_000)
    virtual_players.people[3].show_again()
    run_until(source, lambda: bool(body.cards), 60_000)
    body.stop()  # so ✓ is not touched
    run_until(source, lambda: not virtual_players.people[3].again, 60_000)


# ---- the dealt game follows whatever the board has accepted


def played(name: str, seed: int, count: int) -> Record:
    """A dealt game of so many actions, or less."""
    return played_out(Setup(load(name), load(name).SEATS[0], dealt=True), Numbers(seed), count)


@pytest.mark.parametrize("name", names())
def test_hands_are_those_of_the_dealt_game_even_after_an_undo(name: str) -> None:
    record, dealt = played(name, 2, 60), followed(name, 2, 60)
    half = len(record.actions) // 2
    dealt.undo(half)
    assert dealt.actions == list(record.actions)[:half]
    for action in list(record.actions)[half:]:
        dealt.apply(action)
    assert load(name).position_text(dealt.position) == load(name).position_text(record.position)


@pytest.mark.parametrize("name", names())
def test_what_the_deck_has_given_it_gives_again_after_an_undo(name: str) -> None:
    game, decks = load(name), [Deck("a seed"), Deck("a seed"), Deck("another")]
    played_on = [HiddenHands(Setup(game, game.SEATS[0]), deck) for deck in decks]
    for dealt in played_on:
        while len(dealt.actions) < 60 and (acting := game.to_act(dealt.position)):
            action = dealt.chance() if acting == (CHANCE,) else game.legal(dealt.position, acting[0])[0]
            dealt.apply(action or ())
    one, same, other = played_on
    assert one.actions == same.actions != other.actions
    one.undo(1)
    for action in same.actions[1:]:
        if game.actor(action) == CHANCE:
            assert one.chance() == action
        one.apply(action)


def test_tiles_come_in_the_decks_order_however_many_are_bought() -> None:
    dealt = followed("tanz-der-hornochsen", 1, 5)
    length = len(dealt.actions)

    def bought(number: int) -> tuple[int, ...]:
        dealt.undo(length)
        dealt.apply((OXEN.BUY, 0, number))
        dealt.apply(dealt.chance() or ())
        return dealt.actions[-1]

    three, two = bought(3), bought(2)
    assert (three[:3], two[:3]) == ((OXEN.DRAW, 0, 3), (OXEN.DRAW, 0, 2))
    assert three[3:5] == two[3:]
    assert bought(3) == three


def followed(name: str, seed: int, count: int) -> HiddenHands:
    """The same, as the people follow it."""
    dealt = HiddenHands(Setup(load(name), load(name).SEATS[0]), Deck("followed"))
    for action in played(name, seed, count).actions:
        dealt.apply(action)
    return dealt


def known(dealt: HiddenHands) -> Record:
    """The same game as the board knows it."""
    record = Record(Setup(dealt.game, dealt.setup.players, dealt.setup.options))
    for action in dealt.actions:
        record.apply(dealt.game.public(action))
    return record


def agrees(dealt: HiddenHands) -> bool:
    """Whether everybody knows the same of the dealt game as of the board's."""
    game, board = dealt.game, known(dealt)
    return game.position_text(game.view(dealt.position, TABLE)) == game.position_text(game.view(board.position, TABLE))


def test_of_all_places_for_a_card_the_one_that_the_board_told_was_intended() -> None:
    tracked = TrackedGame(Setup(YELLOWSTONE, 2))
    for action in played("yellowstone-park", 1, 9).actions:
        tracked.apply(action)
    position = tracked.record.position
    (player,) = YELLOWSTONE.to_act(position)
    by_card = {card: YELLOWSTONE.legal(position, player, card) for card in tracked.hand(player)}
    card, places = max(by_card.items(), key=lambda each: len(each[1]))
    assert len(places) > 1
    for place in places:
        told = YELLOWSTONE.public(place)
        assert tracked.intended_by(told, card) == place
        assert all(tracked.intended_by(told, other) is None for other in by_card if other != card)


def test_a_revoke_counts_as_played() -> None:
    dealt = followed("david-goliath", 1, 2)
    player = DAVID.to_act(dealt.position)[0]
    hand = list(dealt.position.hands[player])
    may = [DAVID.action_card(action) for action in DAVID.legal(dealt.position, player)]
    card = next(card for card in hand if card not in may)
    dealt.apply((DAVID.PLAY, player, card))
    assert dealt.position.hands[player] == [held for held in hand if held != card]
    assert agrees(dealt)


def test_a_card_of_a_hand_that_was_turned_up_for_one_of_the_tables_changes_places_with_that() -> None:
    dealt = followed("tanz-der-hornochsen", 1, 1)
    turned = dealt.game.chance(dealt.position, lambda _: 0)
    hand = list(dealt.position.hands[0])
    dealt.apply((turned[0], hand[3]))
    assert dealt.position.hands[0] == sorted([*hand[:3], *hand[4:], turned[1]])
    assert agrees(dealt)


def test_of_cards_that_look_alike_only_one_changes_places() -> None:
    dealt = followed("yellowstone-park", 1, 12)
    game, position = dealt.game, dealt.position
    player = game.to_act(position)[0]
    hand = position.hands[player]
    before = Counter([*position.pile, *position.hands[0], *position.hands[1]])
    card = next(card for card, count in before.items() if count != before[hand[-1]] and card not in hand)
    dealt.apply(game.legal(known(dealt).position, player, card)[0])
    position = dealt.position
    assert Counter([*position.pile, *position.hands[0], *position.hands[1], card]) == before
    assert agrees(dealt)


def test_a_card_that_is_turned_up_comes_from_the_pile_whatever_hands_hold() -> None:
    dealt = followed("yellowstone-park", 1, 1)
    verb, expected = dealt.chance()
    dealt.position.hands[0] = sorted([expected, *dealt.position.hands[0][1:]])
    strange = next(card for card in range(28) if card not in dealt.position.pile)
    dealt.apply((verb, strange))
    assert agrees(dealt)


def test_sealed_cards_that_differ_from_the_record_are_known_at_the_reveal() -> None:
    dealt = followed("bambuti", 4, 11)
    board, (verb, *rows) = known(dealt), dealt.chance()
    others = [(verb, *own, *rows[5:]) for own in permutations(rows[:5]) if list(own) != rows[:5]]
    shown = next(action for action in others if BAMBUTI.refusal(board.position, action) is None)
    assert BAMBUTI.refusal(dealt.position, shown)
    dealt.apply(shown)
    assert tuple(dealt.position.rows) == shown[1:]
    assert agrees(dealt)


def test_a_mask_that_cannot_lie_where_one_was_laid_is_followed_all_the_same() -> None:
    dealt = followed("bambuti", 4, 1)
    lowest, *_, highest = sorted(dealt.position.hands[0], key=lambda card: card % 10)
    dealt.apply((BAMBUTI.LAY, 0, highest))
    dealt.apply((BAMBUTI.LAY, 0, lowest))
    assert dealt.position.sealed[0] == [highest, lowest]
    assert len(dealt.position.hands[0]) == 3
    assert agrees(dealt)


def test_without_a_laptop_impossible_actions_are_not_believed() -> None:
    evening = Evening(laptop=False)
    evening.start(3)
    evening.play_actions(3)
    virtual_players, record = evening.virtual_players, evening.virtual_players.record
    waiting = next(player for player in range(3) if player not in DAVID.to_act(record.position))
    person = virtual_players.people[virtual_players.follower.seats[waiting]]
    person.let_go()
    person.intended, person.is_entered = (DAVID.PLAY, waiting, record.position.hands[waiting][0]), True
    length = len(record.actions)
    evening.step()
    assert (person.intended, len(record.actions)) == (None, length)


def test_an_action_that_cannot_be_entered_is_replaced() -> None:
    source = awake("yellowstone-park players=2")
    source.table.virtual_players.engine = Engine(
        lambda game, known, player, random: (*game.legal(known, player)[0][:-1], 99)
    )
    assert source.start(2) is None
    run_until(source, lambda: len(source.mirror.actions) > 6, 120_000)
