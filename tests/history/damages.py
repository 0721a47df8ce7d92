"""Damage to the file of games, of any of KINDS; what goes wrong is an AssertionError, with a sentence.

Each case takes a file with six games, of which one is open at the table, and does something to it before or while it is
used: flips a bit, sets a byte or a value, cuts, replaces, deletes or locks the file, fills the disk, moves the clock.
Then the table goes on, and all games are listed, replayed and exported by the commands. Whatever is not as it was has
to be told, and every game whose rows are as they were has to be there.
"""

import io
import os
import re
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from unittest.mock import patch
from urllib.error import HTTPError
from urllib.request import urlopen

from tavolo.rules.record import Record
from tavolo_host.history.history import History
from tavolo_host.history.history_file import FILE, Unusable
from tavolo_host.history.recorder import LONGEST_PAUSE_S, Recorder
from tavolo_host.playthroughs.command import export, history, import_games, replay
from tavolo_host.runtime.source_digests import firmware_digests
from tests.cli.command_support import as_from_a_shell, free_port
from tests.history.damaged_file import damaged, rest_in, rows_in
from tests.history.kills import SETUPS, played, standing_of
from tests.history.losing_disk import LosingDisk

PEOPLE = (("Ada", ""), ("Łukasz", "")), (("Ada", ""), ("Bruno", "sensible"))
PLACE = "table 8520"
KINDS = ["bit", "byte", "value", "cut", "replace", "delete", "lock", "fill", "clock"]
BROWSERS, PEOPLE_TEXT = ("a phone", "another"), '{"seats": {}, "names": {"a phone": "Ada"}}'
FLASH = bytes(range(256)) * 40
OPEN, OPEN_LENGTH = 6, 20  # the number of the open game, and of its actions
JUMPS_S = 3600.0, -3600.0, 365 * 86400.0, -365 * 86400.0
OF_PYTHON = re.compile(r"Traceback|codec|Expecting|invalid literal|index out|NoneType|object|not supported")
LONGEST_S = 60.0  # of processor time: more is a hang


class Table:
    """A table whose games are kept, with a clock that can be moved."""

    def __init__(self, path: Path) -> None:
        self.told: list[str] = []
        self.ahead_s = 0.0  # by how much the clock has been put forward in all
        self.wall_s, self.passed_s = 1_790_000_000.0, 5000.0
        about = path, PLACE, firmware_digests()[1], self.told.append
        self.recorder = Recorder(*about, now=lambda: self.wall_s, passed=lambda: self.passed_s)

    def close(self) -> None:
        """Close the file, while its disk is still there."""
        self.recorder.close()

    def pass_time(self, seconds: float) -> None:
        self.wall_s += seconds
        self.passed_s += seconds

    def jump(self, random: Random, chance: float) -> None:
        """Put the clock forward or back."""
        if random.random() < chance:
            jump_s = random.choice(JUMPS_S)
            self.wall_s += jump_s
            self.ahead_s += max(0.0, jump_s)

    def stand(self, record: Record, length: int, people: tuple[tuple[str, str], ...] = PEOPLE[0]) -> None:
        """Keep a game after so many actions."""
        self.pass_time(2.0)
        self.recorder.keep(record, standing_of(record, length, people, BROWSERS), PEOPLE_TEXT, FLASH)


@cache
def games() -> tuple[Record, ...]:
    """The games of every case: five that are over, and one that is open."""
    return tuple(played(text, Random(seed)) for seed, text in enumerate((*SETUPS, SETUPS[0], SETUPS[2])))


@cache
def file_of_games() -> bytes:
    """A file with these games."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder) / FILE)
        for record in games()[:-1]:
            for length in range(0, len(record.actions), 16):
                table.stand(record, length, PEOPLE[len(record.actions) % 2])
            table.stand(record, len(record.actions), PEOPLE[len(record.actions) % 2])
        table.stand(games()[-1], OPEN_LENGTH)
        table.recorder.close()
        assert table.told == [], table.told
        return (Path(folder) / FILE).read_bytes()


@cache
def texts() -> dict[int, str]:
    """The text of each whole game."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, XDG_DATA_HOME=folder):
        file = Path(folder) / "tavolo" / FILE
        file.parent.mkdir()
        file.write_bytes(file_of_games())
        return {number: printed(export, [number])[0] for number in range(1, OPEN)}


def printed(command: object, *arguments: object) -> tuple[str, str]:
    """What a command prints, and what it tells on standard error, also of why it ends."""
    out, told = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(told):
        try:
            command(*arguments)  # type: ignore[operator]
        except ValueError as problem:
            told.write(str(problem))
    assert not OF_PYTHON.search(told.getvalue()), f"A sentence quotes Python: {told.getvalue()}"
    return out.getvalue(), told.getvalue()


def case(kind: str, random: Random) -> None:
    """Try one case."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, XDG_DATA_HOME=folder):
        path = Path(folder) / "tavolo" / FILE
        path.parent.mkdir()
        path.write_bytes(file_of_games())
        before = time.process_time()
        if kind == "clock":
            _move_clock(path, random)
        elif kind in ("lock", "fill"):
            _get_in_the_way(path, kind, random)
        else:
            _damage(path, kind, random)
        assert time.process_time() - before < LONGEST_S, "It takes very long."


def _damage(path: Path, kind: str, random: Random) -> None:
    # Of a file that was deleted before, nobody can know.
    content, is_running = file_of_games(), kind in ("delete", "replace") or random.random() < 0.3
    table = Table(path)
    if is_running:
        _go_on(table)
        table.stand(games()[-1], OPEN_LENGTH + 1)
        table.recorder._try(lambda kept, _: kept.file.rows("PRAGMA wal_checkpoint(TRUNCATE)"))
        content = path.read_bytes()
    changed = damaged(content, kind, random, path.parent)
    whole, found = (rows_in(each, path.parent, OPEN) for each in (content, changed or b""))
    _put(path, changed, is_running and random.random() < 0.5)
    for length in range(OPEN_LENGTH + 2, OPEN_LENGTH + 5):
        if not is_running and length == OPEN_LENGTH + 2:
            _go_on(table)
        table.pass_time(LONGEST_PAUSE_S)
        table.recorder.look()
        table.stand(games()[-1], length)
    is_kept = not (is_running and table.recorder.is_behind)
    assert is_kept or table.told, "What is played is not kept, and nobody is told."
    table.recorder.close()
    same = [number for number in whole if found[number] is not None and found[number] == whole[number]]
    _check(same, bool(table.told))
    rest = [rest_in(each, path.parent, "" if is_running else PLACE) for each in (content, changed or b"")]
    is_as_it_was = rest[1] in (None, rest[0])
    assert is_as_it_was or table.told, "What is kept beside the games has changed, and nobody is told."


def _go_on(table: Table) -> None:
    last = table.recorder.at_place()
    if last and not last.people:
        table.told.append("The people at this table are damaged.")  # which its keeper tells
    kept = table.recorder.to_go_on(last.game) if last and last.game else None
    if kept:
        table.recorder.go_on(kept, games()[-1])


def _put(path: Path, content: bytes | None, is_in_place: bool) -> None:
    """Let a file have this content, or be gone; as another file, or in place."""
    if not is_in_place or content is None:
        path.unlink()
    if content is not None:
        path.write_bytes(content)


def _check(same: list[int], is_told: bool) -> None:
    """Check what the commands say of all games; those of which the rows are the `same` must be there."""
    listed, told = printed(history, "", "", 100, False)
    everything, left_out = printed(export, None, True)
    for number, text in texts().items():
        is_there, is_same = text in everything, number in same
        lines, problem = printed(replay, str(number))
        assert is_there or not is_same, f"Game {number} is whole and not exported: {told}{left_out}"
        assert f"{number:>5}  " in listed or not is_same, f"Game {number} is whole and not listed: {told}"
        is_told_of = told or left_out or is_told or f"Game {number} is damaged" in listed
        assert is_there or is_told_of, f"Game {number} has changed, and nobody is told."
        is_replayed = lines and "What is left of it" not in lines
        assert is_replayed or not is_same, f"Game {number} is whole and not replayed: {problem}{lines[:80]}"


def _get_in_the_way(path: Path, kind: str, random: Random) -> None:
    """Let another program lock the file, or the disk be full, for a while; all is kept later."""
    other = sqlite3.connect(path, isolation_level=None)
    is_first = random.random() < 0.5
    with LosingDisk(path.parent) as disk, closing(Table(path)) as table:
        if not is_first:
            _go_on(table)
        if kind == "lock":
            other.execute(random.choice(("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")))
        disk.is_full = kind == "fill"
        if is_first:
            _go_on(table)
        table.stand(games()[-1], OPEN_LENGTH + 1)
        assert table.told, "What is played is not kept, and nobody is told."
        disk.is_full = False
        other.close()
        if is_first:
            _go_on(table)
        table.pass_time(LONGEST_PAUSE_S)
        table.stand(games()[-1], OPEN_LENGTH + 2)
        assert not table.recorder.is_behind, f"It is not kept later: {table.told}"
    with History(path) as history_:
        assert len(history_.actions(OPEN)) == OPEN_LENGTH + 2, "It is another game."
    _check([*range(1, OPEN)], False)


def _move_clock(path: Path, random: Random) -> None:
    """Move the clock in and between games; what was kept is in order, as long as it was, and comes back."""
    table, record = Table(path), games()[1]
    _go_on(table)
    for length in range(OPEN_LENGTH, OPEN_LENGTH + 10):
        table.jump(random, 0.3)
        table.stand(games()[-1], length)
    table.jump(random, 1.0)
    began = table.passed_s
    for length in range(0, len(record.actions) + 1, 8):
        table.jump(random, 0.3)
        table.stand(record, length)
    table.stand(record, len(record.actions))
    took, told = table.passed_s - began - 2.0, table.told
    table.recorder.close()
    with History(path) as history_:
        found = [game for game in history_.all_games() if not isinstance(game, Unusable)]
    assert not told, told
    assert [game.id for game in found] == [*range(1, OPEN + 2)], "Games are missing or out of order."
    lasted = (found[-1].ended or 0.0) - found[-1].began
    assert abs(lasted - took) < 0.01, f"The game took {took} s and has {lasted}."
    is_one_evening = table.ahead_s >= 3 * 3600 or found[-1].evening == found[-2].evening
    assert is_one_evening, "The evening is parted."
    everything, _ = printed(export, None, True)
    text = path.parent / "all.txt"
    text.write_text(everything, encoding="utf-8")
    path.unlink()
    again, problem = printed(import_games, [text], False)
    comes_back = not problem and printed(export, None, True)[0] == everything
    assert comes_back, f"What was exported does not come back: {problem}{again}"


def program(kind: str, random: Random) -> None:
    """Start `tavolo play` on a damaged file; it has to serve its page."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tavolo" / FILE
        path.parent.mkdir()
        changed = damaged(file_of_games(), kind, random, Path(folder))
        if changed is not None:
            path.write_bytes(changed)
        port = free_port()
        words = [sys.executable, "-m", "tavolo_host", "play", "--no-browser", "--web-port", str(port)]
        with Popen(words, env=as_from_a_shell() | {"XDG_DATA_HOME": folder}, stdout=PIPE, stderr=PIPE) as running:
            is_served = _is_served(port, running)
            running.terminate()
            told = running.communicate(timeout=LONGEST_S)[1].decode(errors="replace")
        assert "Traceback" not in told, told
        assert is_served, f"The program does not start: {told[-800:]}"


def _is_served(port: int, running: "Popen[bytes]") -> bool:
    until = time.monotonic() + LONGEST_S
    while time.monotonic() < until and running.poll() is None:
        with suppress(OSError):
            try:
                urlopen(f"http://127.0.0.1:{port}/rules", timeout=1).close()
            except HTTPError:
                return True  # some answer
            return True
        time.sleep(0.1)
    return False
