"""Tries a mutant in a copy of the tree, with the tests of `make test`, those about its module first.

Tests that take far more processor time than without the mutation count as failed: they are in an endless loop.
"""

import math
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from host.tools.mutants.points import HOUSE, Mutant
from tavolo.games import GAMES
from tests.conftest import SLOW_FOLDERS

# MicroPython runs tests of the rules that CPython runs too.
_FOLDERS_LEFT_OUT = {*SLOW_FOLDERS, "micropython"}
_STARTING_S = 10  # of processor time, for pytest to start
_PATIENCE = 3  # times the processor time without a mutation
_WAITING_S = 7200  # of real time, for tests that only wait: far more than any takes on a busy machine
_MEMORY_KB = 4_000_000  # that a mutant may fill
_HARMLESS = b"# This comment changes nothing.\n"

Seconds = dict[Path, float]  # of processor time, by test file


def files_of_tests() -> list[Path]:
    """Return the test files whose quick tests try a mutant."""
    files = [file.relative_to(HOUSE) for file in (HOUSE / "tests").rglob("test_*.py")]
    return sorted(file for file in files if not _FOLDERS_LEFT_OUT.intersection(file.parts))


def is_near(test: Path, mutant: Mutant) -> bool:
    """Return whether a test file is about the mutant's module, or only its game or package."""
    if mutant.package in GAMES:
        return _word(mutant.package) in test.stem
    is_of_package = test.parent.name == mutant.package != "rules"  # where all games are
    return is_of_package or mutant.module in (HOUSE / test).read_text(encoding="utf-8")


def options_for(package: str) -> list[str]:
    """Return the pytest options that select tests in those files; for a game, without those of others."""
    others = [_word(game) for game in GAMES if game != package and package in GAMES]
    return ["-m", "not slow", "-k", f"not ({' or '.join(['micropython', *others])})"]


def _word(game: str) -> str:
    """Return the word by which tests and their files name a game."""
    return max(game.split("_"), key=len)


class Copy:
    """A copy of the tree in `folder`, with the same packages and drivers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True)
        for name in listed.stdout.splitlines():
            if (HOUSE / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(HOUSE / name, folder / name)
        (folder / "build").symlink_to(HOUSE / "build")
        # Before what the environment has installed, which is the tree itself.
        sources = os.pathsep.join([str(folder / "firmware"), str(folder / "host")])
        self._environment = os.environ | {"PYTHONPATH": sources, "PYTHONPYCACHEPREFIX": str(folder / "pycache")}

    def passes(self, tests: Iterable[Path], seconds: float, *options: str) -> bool:
        """Return whether all tests of these files pass within that processor time."""
        shell = f'ulimit -d {_MEMORY_KB} 2>/dev/null; ulimit -t {math.ceil(seconds)} && exec "$@"'
        program = [sys.executable, "-m", "pytest", "-x", "-q", *options]
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

    def seconds(self, mutants: Sequence[Mutant]) -> Seconds:
        """Return the processor time of the tests without a mutation, but with a comment added to every mutated file.

        ValueError when one fails: it would fail with every mutant, and detect none.
        """
        tests, report = files_of_tests(), self.folder / "seconds.xml"
        for path in {mutant.path for mutant in mutants}:
            self._write(path, (self.folder / path).read_bytes() + _HARMLESS, 1)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        if not self.passes(tests, 3600, f"--junitxml={report}", "-o", "junit_family=xunit1", *options_for("")):
            raise ValueError("A test fails without a mutation: with nothing changed, or once a comment is added.")
        taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        found = dict.fromkeys(tests, 0.0)
        for case in ElementTree.parse(report).iter("testcase"):
            found[Path(case.attrib["file"])] += float(case.attrib["time"])
        # Scaled, as the reported times include what other processes did at the same time.
        return {test: seconds / sum(found.values()) * taken for test, seconds in found.items()}

    def notices(self, mutant: Mutant, number: int, seconds: Seconds) -> bool:
        """Return whether a test fails with a mutant; its `number` is unique in its file."""
        tests = sorted(seconds, key=lambda test: seconds[test])
        near = [test for test in tests if is_near(test, mutant)]
        stages = [stage for stage in (near, [test for test in tests if test not in near]) if stage]
        limits = [_STARTING_S + _PATIENCE * sum(seconds[test] for test in stage) for stage in stages]
        before = (HOUSE / mutant.path).read_bytes()
        self._write(mutant.path, mutant.planted_in(before), number)
        try:
            options = options_for(mutant.package)
            return not all(self.passes(stage, limit, *options) for stage, limit in zip(stages, limits, strict=True))
        finally:
            self._write(mutant.path, before, 0)

    def _write(self, path: str, content: bytes, number: int) -> None:
        """Write a file with a unique time: Python recognizes compiled code by time and size."""
        (self.folder / path).write_bytes(content)
        os.utime(self.folder / path, (number, number))
