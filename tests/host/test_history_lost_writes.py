"""What was kept is there after the program was killed, the power failed or the disk was full, at any moment."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tavolo.rules.record import Record
from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable
from tests.host.losing_disk import LosingDisk
from tests.host.test_history import ADA_AND_BOT, Table, played

GAMES = ("kuh-vadis players=2", "tanz-der-hornochsen players=2", "bambuti players=2")
PEOPLE = (ADA_AND_BOT, (("Ada", ""), ("Ben", "")))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[LosingDisk]:
    with LosingDisk(tmp_path) as disk:
        yield disk


def content(history: History) -> list[object]:
    """Everything that can be read, hidden actions included."""
    return [
        (game, [row for row in history.rows("SELECT place, action FROM action WHERE game = ? ORDER BY 1", (game.id,))])
        for game in history.games()
    ]


def whole(folder: Path) -> list[object]:
    """The same of a file that a disaster has left, which must be sound."""
    with History(folder / "tavolo.sqlite") as history:
        assert history.rows("PRAGMA integrity_check") == [("ok",)]
        return content(history)


def moves(random: Random) -> Iterator[tuple[Record, int]]:
    """Games at a table, with moves taken back, as (game, number of its actions)."""
    while True:
        record, length = played(random.choice(GAMES), random.randrange(4)), 0
        while length < len(record.actions) and random.random() > 0.02:
            length += 1 if random.random() < 0.9 else -random.randrange(min(5, length + 1))
            yield record, length


@pytest.mark.parametrize("seed", range(3))
def test_a_power_failure_at_any_moment_loses_nothing_that_was_shown(
    seed: int, tmp_path: Path, disk: LosingDisk
) -> None:
    random, times = Random(seed), 30
    table = Table(tmp_path / "tavolo.sqlite")
    disk.check()
    table.history.database.execute("PRAGMA wal_autocheckpoint = 20")  # many checkpoints
    shown, left, until = content(table.history), [], random.randrange(40)

    def lose() -> None:
        nonlocal until
        until -= 1
        if until < 0:
            until = random.randrange(40)
            left.append(tmp_path / f"left {len(left)} {random.random()}")
            left[-1].mkdir()
            disk.lose_power(left[-1], random)

    disk.before_write = lose
    for record, length in moves(random):
        table.clock.s += 1
        table.stand(record, length, random.choice(PEOPLE))
        before, shown = shown, content(table.history)
        for folder in left:
            assert whole(folder) in (before, shown)
        lose_now = tmp_path / "now"
        lose_now.mkdir()
        disk.lose_power(lose_now, random)
        assert whole(lose_now) == shown
        for folder in (lose_now, *left):
            shutil.rmtree(folder)
        left.clear()
        times -= 1
        if not times:
            break
    table.close()
