"""The virtual table as a visitor's page uses it, in made-up time."""

from collections.abc import Callable, Iterator

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo_host.display.app import Drive
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.players.settings import USUAL_PACE
from tavolo_host.seats.presence import ALONE_MS, Presence
from tavolo_host.sources.virtual_source import VirtualSource
from tests.sources.source_support import awake, begin, begun, commands_of, run_ms, run_until, source_of
from tests.table.evening import DAVID

HAND_MS = 2000
TURN_MS = 15_000  # of one who thinks, plays and lifts, at the usual pace


@pytest.fixture
def source() -> Iterator[VirtualSource]:
    source = awake("david-goliath players=3")
    yield source
    source.close()


def is_turn_of(source: VirtualSource, seat: int) -> Callable[[], bool]:
    def is_turn() -> bool:
        record = source.table.virtual_players.record
        if record is None or not record.actions or source.table.bodies[seat].is_moving():
            return False
        return record.game.to_act(record.position) == (source.table.virtual_players.people[seat].player,)

    return is_turn


def ada_waits_for(source: VirtualSource, seat: int) -> None:
    """A visitor at seat 3 in a game of three, before the first move."""
    assert source.visitors.sit("ada", 3) is None
    assert source.start(3) is None
    run_until(source, is_turn_of(source, seat))


def playable(source: VirtualSource, visitor: str) -> list[int]:
    """The cards of a visitor's hand that the rules allow now."""
    virtual_players = source.table.virtual_players
    own = source.visitors.own(visitor)
    assert own is not None
    actions = DAVID.legal(virtual_players.record.position, virtual_players.people[own.seat].player)
    return [action[2] for action in actions]


def test_a_card_against_the_rules_is_refused_with_the_reason(source: VirtualSource) -> None:
    source.visitors.sit("ada", 3)
    source.start(3)
    while True:
        run_until(source, is_turn_of(source, 3))
        allowed = playable(source, "ada")
        against = [card for card in source.visitors.own("ada").hand if card not in allowed]
        if against:
            break
        source.visitors.play("ada", allowed[0])
        run_until(source, lambda: source.visitors.own("ada").in_slot is None)
    sentence = source.visitors.play("ada", against[0])
    assert sentence is not None
    assert sentence.startswith("Seat 4 holds ")
    assert sentence.endswith(" and must follow it.")
    assert source.visitors.own("ada").in_slot is None


def test_a_seat_has_one_visitor_and_a_stranger_sees_no_hand(source: VirtualSource) -> None:
    assert source.visitors.sit("ada", 3) is None
    assert source.visitors.sit("ben", 3) == "That seat is taken."
    assert source.visitors.own("ben") is None
    source.start(3)
    run_until(source, is_turn_of(source, 0))
    assert source.visitors.sit("ben", 0) is None
    assert not set(source.visitors.own("ada").hand) & set(source.visitors.own("ben").hand)
    assert source.visitors.play("ben", source.visitors.own("ada").hand[0]) == "This card is not in your hand."
    assert source.visitors.sit("cleo", 1) == "That seat is not in this game; take one that is."


@pytest.mark.parametrize("pause_ms", [0, 30, 100, 250])
def test_a_second_click_while_the_hands_move_is_never_an_error_and_one_card_is_played(pause_ms: int) -> None:
    source = begun("david-goliath players=3", {"ada": 0})
    run_until(source, is_turn_of(source, 0))
    cards = playable(source, "ada")[:3]
    for card in (cards[0], *cards):
        assert source.visitors.play("ada", card) is None
        run_ms(source, pause_ms)
    run_until(source, lambda: len(source.mirror.actions) > 3)
    assert source.visitors.own("ada").in_slot is None
    assert len(set(cards) - set(source.visitors.own("ada").hand)) == 1
    assert [entry for entry in source.mirror.log if entry.kind in ("refusal", "trouble")] == []


@pytest.mark.parametrize("pause_ms", [0, 30, 100, 250, 400, 2000])
def test_of_cards_that_can_mean_several_things_the_one_clicked_last_lies_in_the_slot(pause_ms: int) -> None:
    source = begun("yellowstone-park players=2", {"ada": 3})
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
    hand, cards = source.visitors.own("ada").hand, [choice.action[2] for choice in source.what_to_do("ada").choices]
    several = [card for card in hand if cards.count(card) > 1]
    for card in several[:3]:
        assert source.visitors.play("ada", card) is None
        run_ms(source, pause_ms)
    run_ms(source, HAND_MS)
    assert source.visitors.own("ada").in_slot == several[2]
    assert len(source.visitors.own("ada").hand) == len(hand) - 1
    assert [entry for entry in source.mirror.log if entry.kind in ("refusal", "trouble")] == []


def test_a_changed_question_is_answered_again(source: VirtualSource) -> None:
    ada_waits_for(source, 3)
    source.visitors.key("ada", 0, True)
    source.visitors.key("ada", 1, True)
    run_ms(source, 3300)
    for key in (0, 1):
        source.visitors.key("ada", key, False)
    run_ms(source, 300)
    for key in (1, 2):
        for is_down in (True, False):
            source.visitors.key("ada", key, is_down)
            run_ms(source, 200)
    run_until(source, lambda: source.mirror.record is None)
    run_ms(source, 10)  # the people hear it a tick later
    assert source.table.virtual_players.record is None


def test_an_abandoned_game_empties_all_hands_and_makes_way_for_another(source: VirtualSource) -> None:
    ada_waits_for(source, 0)
    source.visitors.stand("ada")
    source.visitors.hosts.add("the laptop")
    assert commands_of(source, "the laptop").ask("abandon") is None
    run_until(source, lambda: source.mirror.record is None)
    run_ms(source, 3000)
    assert source.visitors.sit("ada", 3) is None
    assert source.visitors.own("ada").hand == ()
    source.visitors.stand("ada")
    assert source.start(4) is None
    run_until(source, lambda: len(source.mirror.actions) == 4)
    assert len(source.mirror.seats) == 4


def test_a_game_that_is_started_before_the_board_is_awake_begins_all_the_same() -> None:
    early = source_of(Setup(DAVID, 3))
    run_until(early, lambda: early.companion.connected)
    assert early.table.clock.now_us < 1_000_000
    assert early.start(3) is None
    run_until(early, lambda: len(early.mirror.actions) == 3)
    assert early.mirror.seats == (0, 3, 5)


def test_visitors_have_seats_in_the_game_that_is_started_and_make_the_smallest_numbers_of_players_impossible(
    source: VirtualSource,
) -> None:
    for seat in (7, 2, 4, 1, 0):
        source.visitors.sit(f"visitor {seat}", seat)
    refusal = "Visitors seated: 5; players chosen: 4. Choose more players, or ask a visitor to stand up."
    assert source.start(4) == refusal
    assert source.start(6) is None
    run_until(source, lambda: source.mirror.record is not None)
    assert source.start(6) == "A game is being played."
    assert {0, 1, 2, 4, 7} <= set(source.mirror.seats)
    assert len(source.mirror.seats) == 6


def test_any_game_may_be_started_and_is_the_one_that_is_offered_then(source: VirtualSource) -> None:
    other = load("tanz-der-hornochsen")
    source.visitors.sit("ada", 3)
    assert source.start(2, other, (9, 0, 1, 0)) == "The option board goes from 1 to 1, not to 9."
    assert source.offered.game.NAME == "david-goliath"
    assert source.start(2, other, (1, 1, 1, 0)) is None
    run_until(source, lambda: source.mirror.record is not None)
    assert source.mirror.record.setup.text() == source.offered.text()
    assert source.offered.options == (1, 1, 1, 0)
    run_until(source, lambda: bool(source.visitors.own("ada").hand))


@pytest.mark.parametrize("name", names())
def test_a_player_has_a_hand_in_two_seconds_and_a_decision_after_the_others(name: str) -> None:
    players = min(4, load(name).SEATS[1])
    source = awake(f"{name} players={players}")
    source.visitors.set_pace(USUAL_PACE)
    assert begin(source, "ada", True, players) is None
    has_hand = (
        (lambda: bool(source.visitors.own("ada").hand)) if name != "kuh-vadis" else lambda: bool(source.mirror.seats)
    )
    run_until(source, has_hand, HAND_MS)
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE, players * TURN_MS)
    source.close()


def test_players_keep_their_seat_or_get_the_nearest_free_one_and_watchers_stand_up() -> None:
    source = awake("bambuti players=2")
    assert source.visitors.sit("ben", 0) is None
    source.visitors.hosts.add("cleo")
    for visitor, plays, seat in (("ada", True, 4), ("ada", True, 4), ("cleo", True, None), ("ada", False, None)):
        assert begin(source, visitor, plays, 2) is None
        assert (source.visitors.own(visitor) and source.visitors.own(visitor).seat) == seat
    source.close()


@pytest.mark.parametrize(("plays", "seat"), [(True, None), (True, 3), (False, 3), (False, None)])
def test_a_start_that_is_refused_leaves_everybody_where_they_were(plays: bool, seat: int | None) -> None:
    source = source_of(Setup(DAVID, 3))
    if seat is not None:
        source.visitors.sit("ada", seat)
    assert begin(source, "ada", plays, 3) == "The board is not connected yet."
    assert (source.visitors.own("ada") and source.visitors.own("ada").seat) == seat


def test_play_again_adds_a_player_where_all_seats_are_visitors(source: VirtualSource) -> None:
    for visitor, seat in (("ben", 0), ("cleo", 2), ("dan", 4)):
        source.visitors.sit(visitor, seat)
    assert source.visitors.own("ada") is None
    assert begin(source, "ada", True, 3) is None
    run_until(source, lambda: source.mirror.record is not None)
    assert len(source.mirror.seats) == 4
    assert source.visitors.own("ada").seat in source.mirror.seats


def test_a_card_that_follows_at_once_waits_until_the_slot_is_empty_and_is_read(source: VirtualSource) -> None:
    for seat in (0, 3, 5):
        source.visitors.sit(f"visitor {seat}", seat)
    source.start(3)
    run_until(source, is_turn_of(source, 0))
    played = 0
    while played < 9:
        record = source.table.virtual_players.record
        seat = source.table.virtual_players.follower.seats[record.game.to_act(record.position)[0]]
        visitor = f"visitor {seat}"
        before = len(source.mirror.actions)
        assert source.visitors.play(visitor, playable(source, visitor)[0]) is None
        run_until(source, lambda before=before: len(source.mirror.actions) > before)
        run_until(source, lambda visitor=visitor: source.visitors.own(visitor).in_slot is None)
        played += 1
    assert [entry.kind for entry in source.mirror.log if entry.kind in ("refusal", "trouble")] == []


def test_quickened_time_passes_so_much_faster_and_the_laptop_stays_connected() -> None:
    source = source_of(Setup(DAVID, 3), quickened=50.0)
    run_until(source, lambda: source.companion.connected)
    before_us = source.table.clock.now_us
    for _ in range(20):
        source.step(100.0)
        assert source.companion.connected
    passed_ms = (source.table.clock.now_us - before_us) / 1000
    assert passed_ms == pytest.approx(50 * 20 * 100.0, rel=0.03)  # the board's flash takes time of its own


def test_a_table_at_which_nobody_looks_stands_still_and_goes_on_at_the_next_look() -> None:
    source = begun("david-goliath players=4", {})
    presence = Presence(source.visitors)
    drive = Drive(source, presence, ())

    def actions_after(milliseconds: int) -> int:
        for _ in range(milliseconds // 100):
            assert drive.goes_on(100)
        return len(source.mirror.actions)

    at_last = actions_after(int(ALONE_MS) + 1000)
    assert actions_after(30_000) == at_last
    presence.seen("ada")
    assert actions_after(int(ALONE_MS)) > at_last > 0


def test_bots_have_names_at_the_seats_where_they_play_and_empty_seats_have_none() -> None:
    source = begun("kuh-vadis players=2", {"ada": 0})
    people = source.table.virtual_players.people
    run_until(source, lambda: people[0].player is not None)
    run_ms(source, 100)
    of_bots = {person.seat for person in people if person.player is not None} - {0}
    assert of_bots
    assert {seat for seat, name in enumerate(source.mirror.log.names) if name} == of_bots
