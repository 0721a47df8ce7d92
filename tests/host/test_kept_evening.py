"""The evening at a virtual table goes on after the program was killed: seats, hands, sealed cards, whose turn it is."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tavolo.games import load, names
from tavolo_host.display.what_to_do import State
from tavolo_host.sources.keeper import EVENING_S, Keeper
from tavolo_host.sources.virtual_source import VirtualSource
from tests.host.source_support import SHORT, awake, check_hands, run_ms, run_until

PORT = 8520
TEXTS = [f"{name} players={min(3, load(name).SEATS[1])} {SHORT[name]}" for name in names()]
SEATS = {"ada": 3, "ben": 5}


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
    source.visitors.hurry("quick")
    assert source.start(source.offered.players) is None
    run_until(source, lambda: source.table.virtual_players.record is not None)
    for _ in range(10):
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
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE at_place SET people = '{'")
    source = opened("david-goliath players=3", file)
    assert source.visitors.seats == {}
    assert any(entry.sentence.startswith("The people at this table were not kept: ") for entry in source.mirror.log)
    assert source.start(3) is None
    run_until(source, lambda: len(source.mirror.actions) > 3)


def test_a_game_that_is_over_makes_way_for_the_one_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = opened("david-goliath players=3 deals=1", file)
    source.visitors.challenge("easy")
    source.visitors.hurry("instant")
    source.visitors.invited.visitors.add("a phone")
    assert source.visitors.sit("ada", 3) is None
    source.visitors.leave("ada")
    assert source.start(3) is None
    run_until(source, lambda: bool(source.mirror.result))
    run_ms(source, 1000)
    source.close()
    source = opened("bambuti players=2", file)
    assert source.offered.game.NAME == "bambuti"
    assert (source.mirror.record, source.visitors.seats, source.visitors.level) == (None, {"ada": 3}, "easy")
    assert source.visitors.invited.visitors == {"ada", "a phone"}
