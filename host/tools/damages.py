"""Damage to the file of games: `python -m host.tools.damages --cases 3000 --programs 50 --seed 1`.

Each case takes a file with six games, of which one is open at the table, and does something to it before or while it is
used: flips a bit, sets a byte or a value, cuts, replaces, deletes or locks the file, fills the disk, moves the clock.
Then the table goes on, and all games are listed, replayed and exported by the commands. Whatever is not as it was has
to be told, and every game whose rows are as they were has to be there. It prints what each kind came to; the exit code
is 1 when any of this fails.
"""

import argparse
import io
import os
import re
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from unittest.mock import patch
from urllib.error import HTTPError
from urllib.request import urlopen

from host.tools.damaged_file import damaged, rest_in, rows_in
from host.tools.kills import SETUPS, played
from host.tools.losing_disk import LosingDisk
from tavolo.rules.record import Record
from tavolo_host.history.history import History
from tavolo_host.history.history_file import FILE, Unusable
from tavolo_host.history.kept_game import Standing
from tavolo_host.history.recorder import LONGEST_PAUSE_S, Recorder
from tavolo_host.playthroughs.command import export, history, import_games, replay
from tavolo_host.runtime import import_paths
from tavolo_host.runtime.source_digests import firmware_digests

PEOPLE = (("Ada", ""), ("Łukasz", "")), (("Ada", ""), ("Bruno", "sensible"))
PLACE = "table 8520"
KINDS = ["bit", "byte", "value", "cut", "replace", "delete", "lock", "fill", "clock"]
BROWSERS, PEOPLE_TEXT = ("a phone", "another"), '{"seats": {}, "names": {"a phone": "Ada"}}'
FLASH = bytes(range(256)) * 40
OPEN, OPEN_LENGTH = 6, 20  # the number of the open game, and of its actions
JUMPS_S = 3600.0, -3600.0, 365 * 86400.0, -365 * 86400.0
OF_PYTHON = re.compile(r"Traceback|codec|Expecting|invalid literal|index out|NoneType|object|not supported")
LONGEST_S = 60.0  # of processor time: more is a hang


class Failed(Exception):
    """A case has failed, in a sentence."""


class Table:
    """A table whose games are kept, with a clock that can be moved."""

    def __init__(self, path: Path) -> None:
        self.told: list[str] = []
        self.ahead_s = 0.0  # by how much the clock has been put forward in all
        self.wall_s, self.passed_s = 1_790_000_000.0, 5000.0
        about = path, PLACE, firmware_digests()[1], self.told.append
        self.recorder = Recorder(*about, now=lambda: self.wall_s, passed=lambda: self.passed_s)

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
        is_over = length >= len(record.actions)
        outcome = (record.game.outcome(record.position) or ()) if is_over else ()
        setup = record.setup.text().replace("dealt", "table")
        actions = list(record.actions)[:length]
        self.recorder.keep(
            record, Standing(setup, (1, 5), people, actions, False, outcome, visitors=BROWSERS), PEOPLE_TEXT, FLASH
        )


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
    if OF_PYTHON.search(told.getvalue()):
        raise Failed(f"A sentence quotes Python: {told.getvalue()}")
    return out.getvalue(), told.getvalue()


def case(kind: str, random: Random) -> str:
    """Try one case, and return what it came to; raises Failed, or what should never have been raised."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, XDG_DATA_HOME=folder):
        path = Path(folder) / "tavolo" / FILE
        path.parent.mkdir()
        path.write_bytes(file_of_games())
        before = time.process_time()
        if kind == "clock":
            came_to = _move_clock(path, random)
        elif kind in ("lock", "fill"):
            came_to = _get_in_the_way(path, kind, random)
        else:
            came_to = _damage(path, kind, random)
        if time.process_time() - before > LONGEST_S:
            raise Failed("It takes very long.")
        return came_to


def _damage(path: Path, kind: str, random: Random) -> str:
    # Of a file that was deleted before, nobody can know.
    content, is_running = file_of_games(), kind in ("delete", "replace") or random.random() < 0.3
    table = Table(path)
    if is_running:
        _go_on(table)
        table.stand(games()[-1], OPEN_LENGTH + 1)
        table.recorder._try(lambda history, _: history.rows("PRAGMA wal_checkpoint(TRUNCATE)"))
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
    if is_running and table.recorder.is_behind and not table.told:
        raise Failed("What is played is not kept, and nobody is told.")
    table.recorder.close()
    same = [number for number in whole if found[number] is not None and found[number] == whole[number]]
    is_told = _check(same, bool(table.told))
    rest = [rest_in(each, path.parent, "" if is_running else PLACE) for each in (content, changed or b"")]
    if rest[0] != rest[1] is not None and not table.told:
        raise Failed("What is kept beside the games has changed, and nobody is told.")
    if any("It is called" in sentence for sentence in table.told):
        return "set aside"
    return "told" if is_told or table.told else "nothing that is read has changed"


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


def _check(same: list[int], is_told: bool) -> bool:
    """Check what the commands say of all games; those of which the rows are the `same` must be there.

    Return whether they tell of damage.
    """
    listed, told = printed(history, "", "", 100, False)
    everything, left_out = printed(export, None, True)
    for number, text in texts().items():
        is_there = text in everything
        if number in same and not is_there:
            raise Failed(f"Game {number} is whole and not exported: {told}{left_out}")
        if number in same and f"{number:>5}  " not in listed:
            raise Failed(f"Game {number} is whole and not listed: {told}")
        if not is_there and not (told or left_out or is_told or f"Game {number} is damaged" in listed):
            raise Failed(f"Game {number} has changed, and nobody is told.")
        lines, problem = printed(replay, str(number))
        if number in same and (not lines or "What is left of it" in lines):
            raise Failed(f"Game {number} is whole and not replayed: {problem}{lines[:80]}")
    return bool(told or left_out) or "is damaged" in listed


def _get_in_the_way(path: Path, kind: str, random: Random) -> str:
    """Let another program lock the file, or the disk be full, for a while; all is kept later."""
    with LosingDisk(path.parent) as disk:
        table = Table(path)
        other = sqlite3.connect(path, isolation_level=None)
        is_first = random.random() < 0.5
        if not is_first:
            _go_on(table)
        if kind == "lock":
            other.execute(random.choice(("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")))
        disk.is_full = kind == "fill"
        if is_first:
            _go_on(table)
        table.stand(games()[-1], OPEN_LENGTH + 1)
        if not table.told:
            raise Failed("What is played is not kept, and nobody is told.")
        disk.is_full = False
        other.close()
        if is_first:
            _go_on(table)
        table.pass_time(LONGEST_PAUSE_S)
        table.stand(games()[-1], OPEN_LENGTH + 2)
        if table.recorder.is_behind:
            raise Failed(f"It is not kept later: {table.told}")
        table.recorder.close()
    with History(path) as history_:
        if len(history_.actions(OPEN)) != OPEN_LENGTH + 2:
            raise Failed("It is another game.")
    _check([*range(1, OPEN)], False)
    return "told, and kept later"


def _move_clock(path: Path, random: Random) -> str:
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
    if told or [game.id for game in found] != [*range(1, OPEN + 2)]:
        raise Failed(f"Games are missing or out of order: {told}")
    if abs((found[-1].ended or 0.0) - found[-1].began - took) > 0.01:
        raise Failed(f"The game took {took} s and has {(found[-1].ended or 0) - found[-1].began}.")
    if table.ahead_s < 3 * 3600 and found[-1].evening != found[-2].evening:
        raise Failed("The evening is parted.")
    everything, _ = printed(export, None, True)
    text = path.parent / "all.txt"
    text.write_text(everything, encoding="utf-8")
    path.unlink()
    again, problem = printed(import_games, [text], False)
    if problem or printed(export, None, True)[0] != everything:
        raise Failed(f"What was exported does not come back: {problem}{again}")
    return "in order, and comes back"


def program(kind: str, random: Random) -> str:
    """Start `tavolo play` on a damaged file; it has to serve its page."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tavolo" / FILE
        path.parent.mkdir()
        changed = damaged(file_of_games(), kind, random, Path(folder))
        if changed is not None:
            path.write_bytes(changed)
        port = random.randrange(20_000, 30_000)
        words = [sys.executable, "-m", "tavolo_host", "play", "--no-browser", "--web-port", str(port)]
        shell = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        environment = shell | {"XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        with Popen(words, env=environment, stdout=PIPE, stderr=PIPE) as running:
            is_served = _is_served(port, running)
            running.terminate()
            told = running.communicate(timeout=LONGEST_S)[1].decode(errors="replace")
        if "Traceback" in told or not is_served:
            raise Failed(f"The program does not start: {told[-800:]}")
    return "it starts"


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


def tried(count: int, seed: str, is_program: bool = False, kinds: list[str] = KINDS) -> list[str]:
    """Try that many cases of a seed; return what failed, each with the seed and kind that repeat it."""
    kinds = [kind for kind in kinds if not is_program or kind not in ("lock", "fill", "clock")]
    failed, came_to = [], {kind: Counter[str]() for kind in kinds}
    for number in range(count):
        kind = kinds[number % len(kinds)]
        result = "failed"
        try:
            result = (program if is_program else case)(kind, Random(f"{seed} {number}"))
        except Failed as problem:
            failed.append(f"{seed} {number} {kind}: {problem}")
        except Exception:
            failed.append(f"{seed} {number} {kind}: {traceback.format_exc()}")
        came_to[kind][result] += 1
    for kind, counted in came_to.items():
        print(f"{kind}: {', '.join(f'{result} {count}' for result, count in counted.items())}", flush=True)
    return failed


def main() -> None:
    """Try what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=3000, help="cases in this process")
    parser.add_argument("--programs", type=int, default=50, help="cases with the program itself")
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    import_paths.prepend()
    failed = tried(asked.cases, asked.seed) + tried(asked.programs, asked.seed, is_program=True)
    print("\n".join(failed))
    print(f"{asked.cases} cases, {asked.programs} programs, {len(failed)} failed.")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
