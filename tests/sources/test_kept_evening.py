"""The evening at a virtual table goes on after the program was killed: seats, hands, sealed cards, whose turn it is."""

import json
import shutil
import time
import zlib
from pathlib import Path
from random import Random

import pytest

from tavolo.games import load, names
from tavolo.wiring import SECTOR_BYTES
from tavolo_host.display.model.name_commands import NameCommands
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.history.history import History
from tavolo_host.history.kept_game import ABANDONED
from tavolo_host.seats.admissions import Admission
from tavolo_host.seats.questions import PAUSED_MS
from tavolo_host.sources.keeper import Keeper
from tavolo_host.sources.kept_people import EVENING_S, KeptPeople
from tavolo_host.sources.seating import SEEN_MS
from tavolo_host.sources.virtual_source import VirtualSource
from tests.history.earlier_files import done
from tests.sources.source_support import SHORT, STEP_MS, awake, check_hands, commands_of, run_ms, run_until

PORT = 8520
TEXTS = [f"{name} players={min(3, load(name).SEATS[1])} {SHORT[name]}" for name in names()]
SEATS = {"ada": 3, "ben": 5}


@pytest.fixture(autouse=True)
def running(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The places of other programs that run now: none, whatever runs on this computer."""
    places: set[str] = set()
    monkeypatch.setattr("tavolo_host.sources.keeper.is_running", places.__contains__)
    return places


def opened(text: str, file: Path) -> VirtualSource:
    """The table of a program that was just started, with its board awake."""
    source = awake(text)  # with the same slots: the board has calibrated them
    source.keep(Keeper(source.table, source.visitors, file, PORT))  # type: ignore[arg-type]
    for visitor in SEATS:
        source.visitors.come(visitor)
    return source


def whole(source: VirtualSource) -> str:
    record = source.table.virtual_players.record
    return record.game.position_text(record.position) if record else ""


@pytest.mark.parametrize("text", TEXTS)
def test_the_evening_goes_on_where_the_program_was_killed(text: str, tmp_path: Path) -> None:
    file, random = tmp_path / "tavolo.sqlite", Random(text)
    source = opened(text, file)
    for visitor, seat in SEATS.items():
        assert source.visitors.sit(visitor, seat) is None
    source.visitors.set_pace("quick")
    assert source.start(source.offered.players) is None
    run_until(source, lambda: source.table.virtual_players.record is not None)
    for _ in range(6):
        for _ in range(random.randrange(30)):
            for visitor in SEATS:
                what = source.what_to_do(visitor)
                if what.state == State.CHOOSE:
                    source.do(visitor, random.choice(what.choices))
            run_ms(source, random.randrange(10, 400, 10))
        before, length = whole(source), len(source.mirror.actions)
        source = opened(text, file)
        run_until(source, lambda: bool(source.mirror.in_step and source.mirror.record))  # noqa: B023
        assert source.visitors.seats == SEATS
        assert len(source.mirror.actions) >= length
        assert len(source.mirror.actions) > length or whole(source) == before
        check_hands(source)
    source.close()


def test_a_secret_choice_that_the_board_accepted_just_before_the_end_stays_the_same(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened("tanz-der-hornochsen players=2", file)
    assert source.visitors.sit("ada", 3) is None
    source.visitors.set_pace("quick")
    assert source.start(2) is None
    heard_later = 0
    for _ in range(4):
        run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
        chosen = source.what_to_do("ada").choices[-1]
        source.do("ada", chosen)
        length, copy = len(source.mirror.actions), tmp_path / "copy.sqlite"
        while len(source.mirror.actions) == length:
            for ending in ("", "-wal"):
                shutil.copyfile(f"{file}{ending}", f"{copy}{ending}")
            source.step(STEP_MS / 2)
        resumed = awake("tanz-der-hornochsen players=2")
        resumed.keep(Keeper(resumed.table, resumed.visitors, copy, PORT))  # type: ignore[arg-type]
        run_until(resumed, lambda: bool(resumed.mirror.in_step and resumed.mirror.record))  # noqa: B023
        record = resumed.table.virtual_players.record
        assert record is not None
        actor = record.game.actor(chosen.action)
        if len(resumed.mirror.actions) > length and record.game.actor(resumed.mirror.actions[length]) == actor:
            heard_later += 1
            assert record.actions[length] == chosen.action
        resumed.close()
        copy.unlink()
    assert heard_later


def test_a_game_that_the_board_had_just_abandoned_is_abandoned_after_the_end(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened("kuh-vadis players=2", file)
    assert source.visitors.sit("ada", 3) is None
    assert source.start(2) is None
    run_until(source, lambda: len(source.mirror.actions) > 1)
    flash = source.table.hardware.kept()
    source.close()
    with History(file) as history:  # as before this game
        sectors = range(0, len(flash), SECTOR_BYTES)
        empty = [(zlib.compress(b"\xff" * SECTOR_BYTES), at // SECTOR_BYTES) for at in sectors]
        history.file.database.executemany("UPDATE flash SET content = ? WHERE sector = ?", empty)
    source = opened("kuh-vadis players=2", file)
    run_until(source, lambda: source.table.virtual_players.follower.tracked_game is None)
    assert source.mirror.record is None
    source.step(STEP_MS)
    with History(file) as history:
        assert [game.ending for game in history.games()] == [ABANDONED]


def test_a_day_later_the_game_goes_on_with_free_seats(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened("david-goliath players=3", file)
    assert source.visitors.sit("ada", 3) is None
    assert source.start(3) is None
    run_until(source, lambda: len(source.mirror.actions) > 1)
    length = len(source.mirror.actions)
    source.close()
    source = awake("david-goliath players=3")
    keeper = Keeper(source.table, source.visitors, file, PORT, lambda: time.time() + EVENING_S)  # type: ignore[arg-type]
    source.keep(keeper)
    run_until(source, lambda: bool(source.mirror.in_step and source.mirror.record))
    assert source.visitors.seats == {}
    assert len(source.mirror.actions) >= length


def test_people_that_cannot_be_read_cost_only_their_seats(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened("david-goliath players=3", file)
    assert source.visitors.sit("ada", 3) is None
    run_ms(source, 100)
    source.close()
    done(file, "UPDATE at_place SET people = '{'")
    source = opened("david-goliath players=3", file)
    assert source.visitors.seats == {}
    assert any(entry.sentence.startswith("The people at this table were not kept") for entry in source.mirror.log)
    assert source.start(3) is None
    run_until(source, lambda: len(source.mirror.actions) > 3)


def test_a_game_that_is_over_makes_way_for_the_one_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened("david-goliath players=3 deals=1", file)
    source.visitors.set_level("easy")
    source.visitors.set_pace("instant")
    source.visitors.invited.visitors["a phone"] = Admission(1.0, 2.0)
    assert source.visitors.sit("ada", 3) is None
    source.visitors.leave("ada")
    assert source.start(3) is None
    run_until(source, lambda: bool(source.mirror.result))
    run_ms(source, 1000)
    source.close()
    source = opened("bambuti players=2", file)
    assert source.offered.game.NAME == "bambuti"
    assert (source.mirror.record, source.visitors.seats, source.visitors.level) == (None, {"ada": 3}, "easy")
    assert source.visitors.invited.visitors == {"a phone": Admission(1.0, 2.0)}


def test_who_played_a_game_that_is_over_stands_when_people_stand_up_sit_down_or_are_called_otherwise(
    tmp_path: Path,
) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened("david-goliath players=3 deals=1", file)
    source.visitors.set_level("easy")
    source.visitors.set_pace("instant")
    source.visitors.visitor_names.set_name("ada", "Ada")
    assert source.visitors.sit("ada", 3) is None
    assert source.start(3) is None

    def play() -> bool:
        what = source.what_to_do("ada")
        if what.state == State.CHOOSE:
            source.do("ada", what.choices[0])
        return bool(source.mirror.result)

    run_until(source, play)
    run_ms(source, 100)
    before = Moment.of(source, "ada")
    with History(file) as history:
        (kept,) = history.games()
    assert [(each.name, each.level) for each in kept.players if each.seat == 3] == [("Ada", "")]
    assert commands_of(source, "ada").stand() is None
    assert commands_of(source, "ben").sit(3) is None
    assert NameCommands(source, "ada").set_name("Zoe") is None
    source.visitors.visitor_names.set_name("ben", "Ben")
    source.visitors.set_level("strong")
    run_ms(source, 100)
    with History(file) as history:
        assert history.games() == [kept]
    after = Moment.of(source, "ada")
    assert (after.players, after.own_player, after.what) == (before.players, before.own_player, before.what)
    assert after.names_in_log == before.names_in_log
    assert Moment.of(source, "ben").own_player is None
    source.visitors.invited.visitors["a phone"] = Admission(1.0, 2.0)
    source.visitors.come("a phone")
    run_ms(source, 100)
    assert "a phone" not in source.visitors.seats, "that would tell the end to people whose page does not show it yet"
    run_ms(source, SEEN_MS)
    assert "a phone" in source.visitors.seats
    assert source.start(3) is None
    run_until(source, lambda: bool(source.mirror.record and not source.mirror.result))
    assert "Ben" in [player.name for player in Moment.of(source, "ben").players]


def test_the_guide_goes_on_with_what_it_has_not_told_yet(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened("david-goliath players=3", file)
    assert source.visitors.sit("ada", 3) is None
    source.visitors.guided["ada"] = {}
    assert source.start(3) is None
    run_until(source, lambda: source.what_to_do("ada").state is State.CHOOSE)
    told = source.tutor.lessons("ada")
    source.do("ada", source.what_to_do("ada").choices[0])
    run_until(source, lambda: not {*source.tutor.lessons("ada")} <= {*told})
    told += (now := source.tutor.lessons("ada"))
    source.close()
    source = opened("david-goliath players=3", file)
    run_until(source, lambda: bool(source.mirror.in_step and source.mirror.record))
    assert source.tutor.lessons("ada") == now
    assert len({*told}) == len(told)


def test_admissions_of_an_earlier_version_count_from_when_they_are_read() -> None:
    source = awake("david-goliath players=3")
    text = json.dumps({"seats": {"ada": 3}, "names": {"ada": "Ada"}, "invited": ["a phone"], "address": "192.0.2.1"})
    KeptPeople.read(text).resume(source.visitors, 1000.0)
    since = Admission(1000.0, 1000.0)
    assert source.visitors.invited.visitors == {"a phone": since, "ada": since}


def test_bots_have_their_names_from_the_first_action_and_the_evening_its_number(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened("kuh-vadis players=2", file)
    assert source.evening() == 0
    assert source.start(2) is None
    while source.evening() == 0:
        source.step(250)  # in which the game begins and goes on
    with History(file) as history:
        (game,) = history.games()
    assert source.evening() == game.evening
    assert [(each.name, each.since) for each in game.players] == [("Bruno", 0), ("Fabio", 0)]


class Clock:
    def __init__(self) -> None:
        self.s = 1e9

    def __call__(self) -> float:
        self.s += 0.01
        return self.s


def at_port(text: str, file: Path, port: int, clock: Clock) -> VirtualSource:
    """The table of a program that was just started, with a page at this port."""
    source = awake(text)
    source.keep(Keeper(source.table, source.visitors, file, port, clock))  # type: ignore[arg-type]
    return source


def some_played(source: VirtualSource, count: int) -> None:
    source.visitors.set_pace("quick")
    assert source.visitors.sit("ada", 3) is None
    assert source.start(source.offered.players) is None
    source.visitors.leave("ada")
    source.visitors.stand_in()
    run_until(source, lambda: len(source.mirror.actions) >= count)
    source.visitors.come("ada")
    source.step(STEP_MS)


@pytest.mark.parametrize(("text", "after"), [*((text, "no game") for text in TEXTS), (TEXTS[-1], "a game")])
def test_a_table_goes_on_with_a_game_of_another_one(text: str, after: str, tmp_path: Path) -> None:
    file, clock = tmp_path / "tavolo.sqlite", Clock()
    source = at_port(text, file, PORT, clock)
    source.visitors.visitor_names.set_name("ada", "Ada")
    some_played(source, 5)
    before, actions = whole(source), list(source.mirror.actions)
    source.close()
    source = at_port("david-goliath players=3 deals=1", file, PORT + 1, clock)
    source.visitors.sit("ben", 1)
    if after == "a game":
        source.visitors.leave("ben")
        source.visitors.set_pace("instant")
        assert source.start(3) is None
        run_until(source, lambda: source.mirror.game is not None)
        assert source.unfinished() == ()
        assert source.go_on(1) == "A game is being played."
        run_until(source, lambda: bool(source.mirror.result))
    clock.s += 10
    source.visitors.come("ada")
    (game,) = source.unfinished()
    assert [each.name for each in game.players if not each.level] == ["Ada"]
    assert source.go_on(game.id) is None
    run_until(source, lambda: bool(source.mirror.in_step and source.mirror.record and not source.mirror.result))
    assert list(source.mirror.actions)[: len(actions)] == actions
    assert len(source.mirror.actions) > len(actions) or whole(source) == before
    assert (source.visitors.seats, source.visitors.names()[3], source.visitors.away()) == ({"ada": 3}, "Ada", [])
    check_hands(source)
    clock.s += 10
    assert source.unfinished() == ()
    source.close()
    with History(file) as history:
        assert len([kept for kept in history.games() if kept.ended is None]) == 1


def test_no_other_table_goes_on_with_a_game_while_its_program_runs_and_only_one_does_later(
    tmp_path: Path, running: set[str]
) -> None:
    file, clock = tmp_path / "tavolo.sqlite", Clock()
    first = at_port("bambuti players=2", file, PORT, clock)
    some_played(first, 2)
    with History(file) as history:
        (game,) = history.games()
    running.add(f"table {PORT}")
    other = at_port("david-goliath players=3", file, PORT + 1, clock)
    other.visitors.sit("ben", 1)
    assert not other.unfinished()
    assert other.go_on(game.id) is not None
    assert other.mirror.game is None
    first.close()
    running.clear()
    clock.s += 10
    assert other.go_on(game.id) is None
    run_until(other, lambda: other.mirror.game is not None)
    run_ms(other, 100)
    again = at_port("bambuti players=2", file, PORT, clock)
    run_ms(again, 2000)
    assert again.mirror.game is None
    other.close()
    again.close()


def test_a_game_that_was_asked_for_by_name_leaves_another_one_at_the_front_door(tmp_path: Path) -> None:
    file, clock = tmp_path / "tavolo.sqlite", Clock()
    source = at_port("bambuti players=2", file, PORT, clock)
    some_played(source, 2)
    source.close()
    source = awake("david-goliath players=3")
    source.keep(Keeper(source.table, source.visitors, file, PORT, clock), "david-goliath")  # type: ignore[arg-type]
    run_ms(source, 2000)
    assert source.mirror.game is None
    assert [game.game for game in source.unfinished()] == ["bambuti"]
    assert source.go_on(99) == "This game cannot go on."


@pytest.mark.parametrize("text", ["david-goliath players=4", "tanz-der-hornochsen players=4"])
def test_nobody_becomes_a_newcomer_to_a_game_by_a_restart_of_the_program(text: str, tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened(text, file)
    assert source.visitors.sit("ada", 3) is None
    assert source.start(4) is None
    run_until(source, lambda: source.visitors.own("ada").hand)  # type: ignore[union-attr]
    source.visitors.come("eve")
    first, second = [seat for seat in source.mirror.seats if seat != 3][:2]
    for visitor in ("eve", "ben"):  # Eve sees a hand, and Ben gets her seat
        assert commands_of(source, visitor).sit(first) is None
        for other in ("ada", "eve"):
            source.questions.answer(other, 1, True)
        run_ms(source, 100)
        assert source.visitors.own(visitor).hand  # type: ignore[union-attr]
        source.visitors.stand(visitor)
        run_ms(source, 100)
    source = opened(text, file)
    source.visitors.come("eve")
    run_until(source, lambda: bool(source.mirror.in_step and source.mirror.record))
    for seat in (first, second):
        assert commands_of(source, "eve").sit(seat) is None
        assert "eve" not in source.visitors.seats, "Ada is asked"
        (question,) = source.questions.asked("ada")
        source.questions.answer("ada", question.number, False)
        source.mirror.log.now_ms += PAUSED_MS
    assert commands_of(source, "ben").sit(first) is None
    run_ms(source, 100)
    assert source.visitors.own("ben").hand  # type: ignore[union-attr]
