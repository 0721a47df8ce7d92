"""Several visitors at one virtual table: a seat stays its owner's, and who is away holds nobody up for good."""

import re
from collections.abc import Callable

import pytest

from tavolo.link.telemetry import LAPTOP
from tavolo.play.council import WAIT_MS
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.display.live.invite import counted, guests_html
from tavolo_host.display.model.name_commands import NameCommands
from tavolo_host.display.parts.source import TakenBy
from tavolo_host.display.parts.what_to_do import Choice, Deed, State
from tavolo_host.seats.admissions import Admission
from tavolo_host.seats.guests import guests_at, not_ready
from tavolo_host.seats.presence import AWAY_MS, Presence
from tavolo_host.sources.virtual_source import VirtualSource
from tavolo_host.sources.visitors import ASKED_AGAIN_MS
from tests.sources.source_support import awake, begin, begun, check_hands, commands_of, run_ms, run_until

LONG_MS = 60_000
NO_PLAYER = "Only players can ask for that: take a seat first."
NAMES = {"ada": "Ada", "ben": "Ben"}


class Evening:
    """A table with ada at seat 4 and ben at seat 6, whose pages look at it every 100 ms while they are `here`."""

    def __init__(self, text: str) -> None:
        self.source: VirtualSource = begun(text, {"ada": 3, "ben": 5})
        self.presence = Presence(self.source.visitors)
        self.here = {"ada", "ben"}
        for visitor, name in NAMES.items():
            self.source.visitors.visitor_names.set_name(visitor, name)
        self.pass_ms(100)

    def pass_ms(self, milliseconds: float) -> None:
        for _ in range(int(milliseconds / 100)):
            for visitor in self.here:
                self.presence.seen(visitor)
            self.presence.step(100)
            run_ms(self.source, 100)

    def told(self) -> list[str]:
        return [entry.sentence for entry in self.source.mirror.log if entry.kind == "note"]

    def play_until(self, condition: Callable[[], bool]) -> None:
        """Let everybody who is here do the first thing that they can."""
        for _ in range(3000):
            if condition():
                return
            for each in self.here:
                what = self.source.what_to_do(each)
                if what.state == State.CHOOSE and not condition():
                    self.source.do(each, what.choices[0])
            self.pass_ms(100)
        raise AssertionError("it has not happened in all that time")

    def is_turn_of(self, visitor: str) -> bool:
        return self.source.what_to_do(visitor).state == State.CHOOSE

    def offered(self, visitor: str) -> list[Deed]:
        deeds = (choice.deed for choice in self.source.what_to_do(visitor).choices)
        return [deed for deed in deeds if deed in (Deed.STAND_IN, Deed.RELEASE)]

    def choose(self, visitor: str, deed: Deed) -> None:
        choices = self.source.what_to_do(visitor).choices
        assert self.source.do(visitor, next(choice for choice in choices if choice.deed == deed)) is None

    @property
    def hand_of_ada(self) -> tuple[int, ...]:
        own = self.source.visitors.own("ada")
        assert own is not None
        return own.hand


def away_at_turn(text: str = "david-goliath players=3") -> Evening:
    evening = Evening(text)
    evening.play_until(lambda: evening.is_turn_of("ada"))
    evening.here = {"ben"}
    evening.play_until(lambda: bool(evening.offered("ben")))
    return evening


def test_a_locked_phone_keeps_its_seat_and_its_hand_for_as_long_as_others_wait() -> None:
    evening = away_at_turn()
    hand, actions = evening.hand_of_ada, len(evening.source.mirror.actions)
    evening.pass_ms(LONG_MS)
    assert (len(evening.source.mirror.actions), evening.hand_of_ada) == (actions, hand)
    words = "Ada is away. Wait, or let a bot play until they are back."
    assert evening.source.what_to_do("ben").sentence == words
    assert evening.source.what_to_do("a television").sentence == "Ada is away. Everybody waits."
    assert evening.source.what_to_do("a television").choices == ()
    assert evening.source.seats()[3].is_away
    evening.here = {"ada", "ben"}
    evening.pass_ms(200)
    assert evening.source.what_to_do("ada").state == State.CHOOSE
    assert [told for told in evening.told() if told.startswith("Ada")] == ["Ada is away.", "Ada is back."]


@pytest.mark.parametrize("text", ["david-goliath players=3", "tanz-der-hornochsen players=3", "kuh-vadis players=2"])
def test_a_bot_stands_in_when_others_say_so_and_gives_the_hand_back(text: str) -> None:
    evening = away_at_turn(text)
    actions = len(evening.source.mirror.actions)
    evening.choose("ben", Deed.STAND_IN)
    run_until(evening.source, lambda: len(evening.source.mirror.actions) > actions, LONG_MS)
    assert evening.source.seats()[3].taken_by is TakenBy.VISITOR
    assert evening.source.visitors.sit("cleo", 3) == "That seat is taken."
    evening.here = {"ada", "ben"}
    evening.play_until(lambda: evening.is_turn_of("ada"))
    check_hands(evening.source)
    assert not evening.source.seats()[3].is_away


def test_a_seat_that_is_freed_goes_on_with_a_bot_and_opens_to_its_owner_alone() -> None:
    evening = away_at_turn()
    source = evening.source
    hand = evening.hand_of_ada
    source.visitors.hosts.add("the laptop")
    assert evening.offered("ben") == [Deed.STAND_IN]
    assert evening.offered("the laptop") == [Deed.RELEASE]
    evening.choose("the laptop", Deed.RELEASE)
    assert source.seats()[3].taken_by is TakenBy.PERSON
    for visitor in ("cleo", "the laptop"):
        refusal = "The owner of this seat is away: a bot plays there, and its cards stay hidden."
        assert commands_of(source, visitor).sit(3) == refusal
        assert source.roster.own(visitor) is None
    evening.here = {"ada", "ben"}
    evening.pass_ms(200)
    assert source.visitors.own("ada") is None
    assert commands_of(source, "ada").sit(3) is None
    assert set(evening.hand_of_ada) <= set(hand)


def test_nobody_is_asked_about_a_visitor_who_is_away_while_others_can_play() -> None:
    evening = Evening("david-goliath players=3")
    evening.play_until(lambda: evening.is_turn_of("ben"))
    evening.here = {"ben"}
    evening.pass_ms(AWAY_MS + 500)
    assert evening.offered("ben") == []
    assert evening.source.what_to_do("ben").state == State.CHOOSE
    assert evening.source.what_to_do("nobody").choices == ()


def test_who_is_away_between_games_is_played_for_from_the_start_and_takes_over() -> None:
    evening = away_at_turn()
    source = evening.source
    source.visitors.hosts.add("the laptop")
    assert commands_of(source, "the laptop").ask("abandon") is None
    run_until(source, lambda: source.mirror.record is None, LONG_MS)
    assert source.start(3) is None
    run_until(source, lambda: source.mirror.record is not None, LONG_MS)
    assert source.seats()[3].player is not None
    assert not source.table.virtual_players.people[3].is_visitor
    evening.here = {"ada", "ben"}
    evening.pass_ms(200)
    assert source.table.virtual_players.people[3].is_visitor


def test_a_bot_that_stands_in_does_not_agree_to_end_the_game() -> None:
    evening = away_at_turn()
    evening.choose("ben", Deed.STAND_IN)
    evening.pass_ms(1000)
    assert commands_of(evening.source, "ben").ask("abandon") is None
    evening.pass_ms(8000)
    assert evening.source.mirror.view.question is not None
    away = "Ada is away. Without an answer the game goes on within a minute."
    assert evening.source.what_to_do("ben").sentence == f"Abandon the game? {away}"
    assert evening.offered("ben") == []
    evening.source.visitors.hosts.add("the laptop")
    words = evening.source.what_to_do("the laptop").sentence
    assert words.endswith(f" asks to abandon the game. {away} If you free the seat, a bot agrees.")
    evening.choose("the laptop", Deed.RELEASE)
    run_until(evening.source, lambda: evening.source.mirror.record is None, LONG_MS)


def test_a_seat_that_asks_by_its_keys_again_and_again_is_not_heard() -> None:
    evening = Evening("david-goliath players=3")
    source, board = evening.source, evening.source.mirror

    def asks() -> bool:
        for is_down in (True, False):
            for key in (LEFT, RIGHT):
                source.visitors.key("ben", key, is_down)
            evening.pass_ms(4000 if is_down else 300)
        return board.view.question is not None

    assert asks()
    source.visitors.key("ada", LEFT, True)
    evening.pass_ms(300)
    source.visitors.key("ada", LEFT, False)
    evening.pass_ms(1000)
    assert board.view.question is None
    assert not asks()
    evening.pass_ms(ASKED_AGAIN_MS)
    assert asks()


def test_a_television_is_nobody() -> None:
    source = awake("david-goliath players=3")
    assert source.visitors.sit("", 3) is not None
    assert begin(source, "", True, 3) == begin(source, "", False, 3) == NO_PLAYER
    assert NameCommands(source, "").set_name("Eve") == "A television only shows the table."
    source.visitors.come("")
    assert guests_at(source.visitors) == []


def test_who_has_no_seat_starts_and_ends_nothing_for_those_who_have_one() -> None:
    source = awake("david-goliath players=3")
    assert source.visitors.sit("ada", 3) is None
    assert begin(source, "ben", False, 3) == NO_PLAYER
    assert begin(source, "ada", True, 3) is None
    run_until(source, lambda: source.mirror.record is not None)
    assert commands_of(source, "ben").ask("abandon") == NO_PLAYER
    assert commands_of(source, "ben").ask("undo") == NO_PLAYER


@pytest.mark.parametrize(("minutes", "is_dealt_in"), [(5, True), (11, False)])
def test_who_is_away_for_ten_minutes_before_a_game_is_not_dealt_in(minutes: int, is_dealt_in: bool) -> None:
    source = awake("david-goliath players=3")
    for visitor, seat in {"ada": 3, "ben": 5}.items():
        assert source.visitors.sit(visitor, seat) is None
    source.visitors.leave("ada")
    source.mirror.log.now_ms += minutes * 60_000
    assert source.start(3) is None
    assert ("ada" in source.visitors.seats) == is_dealt_in


@pytest.mark.parametrize(("is_host", "is_over"), [(True, True), (False, False)])
def test_the_host_abandons_a_game_alone_and_others_ask_those_who_play(is_host: bool, is_over: bool) -> None:
    evening = Evening("david-goliath players=3")
    source = evening.source
    if is_host:
        source.visitors.hosts.add("ben")
    assert commands_of(source, "ben").ask("abandon") is None
    run_until(source, lambda: source.mirror.view.question is not None)
    what = source.what_to_do("ada")
    assert what.sentence == ("Ben is ending the game." if is_host else "Ben asks to abandon the game.")
    source.do("ada", Choice("Do not agree", Deed.DISAGREE, asked=("abandon", 5, 1)))
    source.visitors.key("ada", LEFT, True)
    evening.pass_ms(300)
    source.visitors.key("ada", LEFT, False)
    evening.pass_ms(5000)
    assert (source.mirror.record is None) == is_over
    assert ("Ben has ended the game." in evening.told()) == is_over


def test_a_second_question_comes_after_the_first_to_which_no_answer_counts_any_more() -> None:
    evening = Evening("david-goliath players=3 deals=1")
    source = evening.source
    evening.play_until(lambda: source.taken_back_to("ada") is not None)
    evening.pass_ms(3000)
    assert commands_of(source, "ada").ask("undo") is None
    assert commands_of(source, "ada").ask("abandon") == "Another question is open: yours comes after it."
    run_until(source, lambda: source.what_to_do("ben").state is State.ASKED)
    first = source.what_to_do("ben")
    evening.pass_ms(2000)
    assert source.what_to_do("ben") == first
    evening.choose("ben", Deed.DISAGREE)
    run_until(source, lambda: source.mirror.view.question is None)
    assert len([told for told in evening.told() if "does not agree" in told]) == 1
    evening.pass_ms(WAIT_MS + 3000)
    assert source.what_to_do("ben").sentence == "Ada asks to abandon the game."
    assert source.do("ben", first.choices[0]) == "That is no longer possible."
    assert not any("may ask again" in told for told in evening.told())


def test_a_host_takes_nothing_back_alone() -> None:
    evening = Evening("david-goliath players=3")
    source = evening.source
    source.visitors.hosts.add("ben")
    evening.play_until(lambda: source.taken_back_to("ben") is not None and not source.what_to_do("ben").choices)
    actions = len(source.mirror.actions)
    assert commands_of(source, "ben").ask("undo") is None
    evening.pass_ms(5000)
    assert len(source.mirror.actions) >= actions
    assert source.what_to_do("ada").state == State.ASKED


def test_others_are_told_who_has_started_the_game() -> None:
    source = awake("david-goliath players=3")
    for visitor, name in NAMES.items():
        source.visitors.visitor_names.set_name(visitor, name)
        source.visitors.come(visitor)
    assert begin(source, "ben", True, 3) is None
    run_until(source, lambda: source.mirror.record is not None)
    assert "Ben has started David & Goliath." in [entry.sentence for entry in source.mirror.log]


@pytest.mark.slow
def test_a_seat_taken_after_the_end_is_its_owners_again_when_the_last_move_is_taken_back() -> None:
    source = begun("bambuti players=2 passes=1", {"ada": 0})
    source.visitors.set_pace("instant")
    source.visitors.leave("ada")
    source.visitors.stand_in()
    run_until(source, lambda: bool(source.mirror.result))
    source.visitors.stand("ada")
    assert commands_of(source, "cleo").sit(0) is None
    assert commands_of(source, "cleo").ask("undo") == "No game is being played."
    source.companion.ask("undo", len(source.mirror.actions) - 1, LAPTOP)
    run_until(source, lambda: source.mirror.view.question is not None, LONG_MS)
    for is_down in (True, False):
        source.visitors.key("cleo", TAKE, is_down)
        run_ms(source, 300)
    run_until(source, lambda: not source.mirror.result, LONG_MS)
    source.step(10)
    assert "cleo" not in source.visitors.seats
    assert commands_of(source, "cleo").sit(0) is not None
    source.visitors.come("ada")
    assert commands_of(source, "ada").sit(0) is None
    assert source.visitors.own("ada").hand  # type: ignore[union-attr]


def test_people_with_a_seat_are_ready_or_not_between_games_unless_away_but_not_watchers_and_bots() -> None:
    source = awake("david-goliath players=3")
    for visitor, seat in {"ada": 3, "ben": 5, "cleo": None}.items():
        source.visitors.visitor_names.set_name(visitor, visitor.title())
        source.visitors.come(visitor)
        assert seat is None or source.visitors.sit(visitor, seat) is None
    assert commands_of(source, "cleo").set_ready(True) == NO_PLAYER
    assert commands_of(source, "ben").set_ready(True) is None
    shown = guests_html(guests_at(source.visitors), is_played=False)
    assert re.findall(r"seat [46], [^<]*", shown) == ["seat 4, not ready", "seat 6, ready"]
    assert commands_of(source, "ada").set_ready(True) is None
    source.visitors.leave("ben")
    shown = guests_html(guests_at(source.visitors), is_played=False)
    assert not_ready(source.visitors, "cleo") == ["Ben"], "who is away is not ready"
    assert re.findall(r"<b>(\w+)</b><span>([^<]*)", shown) == [
        ("Ada", "seat 4, ready"),
        ("Ben", "seat 6, away"),
        ("Cleo", "no seat yet"),
    ]
    assert "ready" not in guests_html(guests_at(source.visitors), is_played=True)
    for visitor in ("dora", "emil"):
        source.visitors.come(visitor)
    shown = guests_html(counted(guests_at(source.visitors)), is_played=False)
    assert re.findall(r"<b>([^<]*)</b><span>no seat yet", shown) == ["Cleo", "2 visitors"], "told apart by nothing"


def joined(source: VirtualSource, *names: str) -> None:
    """Guests join from the network, one after the other."""
    for name in names:
        source.visitors.invited.visitors[name] = Admission(0.0, 0.0)
        source.visitors.visitor_names.set_name(name, name.title())
        source.visitors.come(name)
        source.step(10)


def test_who_joins_is_seated_at_once_may_move_and_stand_and_no_start_takes_a_seat_from_who_is_here() -> None:
    source = awake("tanz-der-hornochsen players=4")
    source.visitors.hosts.add("host")
    source.visitors.come("host")
    joined(source, "mia", "ben", "cleo")
    assert len({*source.visitors.seats.values()}) == 3, "the host's computer may only show the table"
    assert commands_of(source, "cleo").stand() is None
    assert commands_of(source, "ben").set_ready(True) is None
    assert commands_of(source, "ben").sit(7) is None
    assert not_ready(source.visitors, "mia") == [], "who moves is as ready as before"
    source.step(10)
    seats = {"mia": 2, "ben": 7}  # the first seat stays free for who is at the computer
    assert source.visitors.seats == seats, "who stands up watches, until taking a seat again"
    assert begin(source, "host", True, 4) is None
    run_until(source, lambda: bool(source.mirror.record))
    joined(source, "dora")
    assert seats.items() < source.visitors.seats.items()
    assert source.visitors.seats.keys() == {"mia", "ben", "host"}, "in a running game one chooses a seat oneself"
    assert {*source.visitors.seats.values()} < {*source.mirror.seats}
    assert len(source.mirror.seats) == 4


def test_who_ended_a_game_is_told_to_all_until_another_one_begins() -> None:
    evening = Evening("david-goliath players=3")
    source = evening.source
    source.visitors.hosts.add("ben")
    assert commands_of(source, "ben").ask("abandon") is None
    run_until(source, lambda: source.mirror.view.question is not None)
    assert source.what_to_do("ada").sentence == "Ben is ending the game."
    run_until(source, lambda: source.mirror.record is None, LONG_MS)
    source.step(10)
    assert source.what_to_do("ada").sentence.startswith("Ben has ended the game. ")
    assert begin(source, "ada", True, 3) is None
    run_until(source, lambda: source.mirror.record is not None)
    assert commands_of(source, "ada").ask("abandon") is None
    source.visitors.hosts.clear()
    run_until(source, lambda: source.what_to_do("ben").state == State.ASKED, LONG_MS)
    assert source.visitors.play("ada", evening.hand_of_ada[0]) == "First the question has to be answered."
    evening.choose("ben", Deed.AGREE)
    run_until(source, lambda: source.mirror.record is None, LONG_MS)
    source.step(10)
    assert source.what_to_do("ben").sentence.startswith("Ada asked to end the game, and all agreed. ")


def test_everybody_who_sits_is_dealt_in_whatever_number_was_chosen() -> None:
    source = awake("tanz-der-hornochsen players=4")
    for seat in range(8):
        assert source.visitors.sit(str(seat), seat) is None
    game = source.offered.game
    assert begin(source, "0", True, 4, game, source.offered.options) is None
    run_until(source, lambda: source.mirror.record is not None)
    assert source.mirror.seats == tuple(range(8))


def test_more_people_than_a_game_has_seats_for_are_told_so() -> None:
    source = awake("bambuti players=2")
    for seat in (0, 3, 5):
        assert source.visitors.sit(str(seat), seat) is None
    assert (
        begin(source, "0", True, 2)
        == "Bambuti is for 2 players at most, and seat 1, seat 4 and seat 6 sit: who wants to watch stands up."
    )


def test_a_visitor_who_sits_where_the_host_ended_a_game_alone_ends_none_alone_by_the_keys() -> None:
    evening = Evening("david-goliath players=3")
    source = evening.source
    source.visitors.hosts.add("ben")
    assert commands_of(source, "ben").ask("abandon") is None
    run_until(source, lambda: source.mirror.record is None, LONG_MS)
    source.visitors.hosts.clear()
    assert source.start(3) is None
    run_until(source, lambda: source.mirror.record is not None, LONG_MS)
    board = source.mirror.view
    for keys in ([1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]):
        source.table.bodies[5].keys = keys
        source.table.bodies[5].feel()
        run_until(source, lambda: board.question is not None, LONG_MS)
        run_ms(source, 200)
    assert board.question is not None
    assert not board.question.game_continues
    evening.pass_ms(5000)
    assert source.mirror.record is not None
    assert source.what_to_do("ada").state == State.ASKED


def test_who_is_away_makes_room_where_more_sit_than_can_play() -> None:
    evening = Evening("kuh-vadis players=2")
    source = evening.source
    run_until(source, lambda: source.mirror.record is not None)
    source.visitors.hosts.add("ben")
    assert commands_of(source, "ben").ask("abandon") is None
    run_until(source, lambda: source.mirror.record is None, LONG_MS)
    joined(source, "cleo")
    evening.here |= {"cleo"}
    assert (
        begin(source, "ben", True, 2)
        == "Kuh Vadis is for 2 players at most, and Ada, Ben and Cleo sit: who wants to watch stands up."
    )
    source.visitors.leave("ada")
    assert begin(source, "ben", True, 2) is None
    assert sorted(source.visitors.seats) == ["ben", "cleo"]
