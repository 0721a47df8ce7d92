"""Trying a mutant: in a copy of the tree, by the tests on CPython of its room, those about its module first.

What they take far more processor time for than without the slip counts as noticed: it goes round in circles.
"""

import math
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from host.tools.mutants.points import HOUSE, Mutant
from tavolo.games import GAMES

_TABLE = tuple(f"table/test_{name}.py" for name in ("keys_alone", "wrong_cards", "whole_game", "*_at_the_table"))
_RULES = ("rules/test_*.py", "games/test_*.py", "host/test_rules_*.py")
# What tries a room: its own tests, and of those of its users what makes a difference to it. Of the evenings at the
# table the longest are for `play` alone: to the other rooms one game is like another.
_TESTS = {
    "seat": ("seat/test_*.py", "maker/test_*.py", *_TABLE),
    "link": ("link/test_*.py", "play/test_*.py", "host/test_mirror.py", "table/test_non_interference.py", *_TABLE),
    "journal": ("journal/test_*.py", "play/test_*.py", *_TABLE),
    "play": ("play/test_*.py", "link/test_link_herald.py", "journal/test_power_cuts.py", "table/test_*.py"),
}
# Of other programs: MicroPython, mypy, and what reads the imports.
_LEFT_OUT = ("micropython", "both_pythons", "part_of_another_game", "test_rooms")
_STARTING_S = 10  # that pytest takes of the processor, beside the tests
_PATIENCE = 3  # times the processor's time without a slip
_WAITING_S = 7200  # by the clock, for what only waits: far more than anything takes on a busy machine
_MEMORY_KB = 4_000_000  # that a slip may fill

Seconds = dict[Path, float]  # of the processor, that each file of tests takes


def files_for(room: str) -> set[Path]:
    """Return the files of tests for a room of the firmware; every other is a game, or what games share."""
    found = {file for pattern in _TESTS.get(room, _RULES) for file in (HOUSE / "tests").glob(pattern)}
    return {file.relative_to(HOUSE) for file in found}


def is_near(test: Path, mutant: Mutant) -> bool:
    """Return whether a file of tests is about the mutant's module, its game, or its room alone."""
    if mutant.room in GAMES:
        return _word(mutant.room) in test.stem
    is_of_room = test.parent.name == mutant.room != "rules"  # where all games are
    return is_of_room or mutant.module in (HOUSE / test).read_text(encoding="utf-8")


def options_for(room: str) -> list[str]:
    """Return which of the tests in those files are meant, as pytest is told; of a game, without those of others."""
    if room not in GAMES:
        return ["-k", f"not ({' or '.join(_LEFT_OUT)})"]
    others = [_word(game) for game in GAMES if game != room]
    only = ["-p", "host.tools.mutants.one_game", "--only-game", room.replace("_", "-")]
    return ["-k", f"not ({' or '.join([*_LEFT_OUT, *others, 'new_game'])})", *only]


def _word(game: str) -> str:
    """Return what tests and their files call a game by."""
    return max(game.split("_"), key=len)


class Copy:
    """The tree once more, in `folder`, with the same packages and drivers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True)
        for name in listed.stdout.splitlines():
            if (HOUSE / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(HOUSE / name, folder / name)
        (folder / "build").symlink_to(HOUSE / "build")
        # Looked into before what the environment has installed, which is the tree itself.
        sources = os.pathsep.join([str(folder / "firmware"), str(folder / "host")])
        self._environment = os.environ | {"PYTHONPATH": sources, "PYTHONPYCACHEPREFIX": str(folder / "pycache")}

    def passes(self, tests: Iterable[Path], seconds: float, *options: str) -> bool:
        """Return whether all tests of these files pass, within so many seconds of the processor."""
        shell = f'ulimit -v {_MEMORY_KB} 2>/dev/null; ulimit -t {math.ceil(seconds)} && exec "$@"'
        program = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *options]
        try:
            ended = subprocess.run(
                ["sh", "-c", shell, "sh", *program, *map(str, tests)],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_WAITING_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return ended.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

    def seconds(self, room: str) -> Seconds:
        """Return how long the tests of a room take without a slip; ValueError when one fails."""
        tests = sorted(files_for(room))
        report = self.folder / "seconds.xml"
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        if not self.passes(tests, 3600, f"--junitxml={report}", *options_for(room)):
            raise ValueError(f"The tests of {room} fail without a slip.")
        taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        found = dict.fromkeys(tests, 0.0)
        for case in ElementTree.parse(report).iter("testcase"):
            found[Path(case.attrib["classname"].replace(".", "/") + ".py")] += float(case.attrib["time"])
        # What others do meanwhile is no time of the processor.
        return {test: seconds / sum(found.values()) * taken for test, seconds in found.items()}

    def notices(self, mutant: Mutant, number: int, seconds: Seconds) -> bool:
        """Return whether a test of its room fails with a mutant, whose `number` no other of its file has."""
        tests = sorted(seconds, key=lambda test: seconds[test])
        near = [test for test in tests if is_near(test, mutant)]
        stages = [stage for stage in (near, [test for test in tests if test not in near]) if stage]
        limits = [_STARTING_S + _PATIENCE * sum(seconds[test] for test in stage) for stage in stages]
        file = self.folder / mutant.path
        before, times = file.read_bytes(), file.stat()
        file.write_bytes(mutant.planted_in(before))
        os.utime(file, (number, number))  # Python knows what it has compiled by time and size
        try:
            options = options_for(mutant.room)
            return not all(self.passes(stage, limit, *options) for stage, limit in zip(stages, limits, strict=True))
        finally:
            file.write_bytes(before)
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
