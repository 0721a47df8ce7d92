"""Tries a mutant in a copy of the tree, with the tests of `make test` that reach it.

All of them run once without a mutation, but with a probe at the place of each mutant: that tells which tests evaluate
it. Those are tried first, then their whole files, as one test may keep what another computes. Tests that take far more
processor time than without the mutation count as failed: they are in an endless loop.
"""

import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from host.tools.mutants.points import HOUSE, Mutant, with_probes
from host.tools.mutants.reaching import OUTCOME, PROBE
from tests.conftest import SLOW_FOLDERS

# MicroPython runs tests of the rules that CPython runs too.
_OPTIONS = ("-m", "not slow", "-k", "not micropython", "-p", "host.tools.mutants.reaching")
_FOLDERS_LEFT_OUT = {*SLOW_FOLDERS, "micropython"}
_STARTING_S = 30  # of processor time, for pytest to start
_PATIENCE = 3  # times the processor time without a mutation
_WAITING_S = 7200  # of real time, for tests that only wait: far more than any takes on a busy machine
_MEMORY_KB = 4_000_000  # that a mutant may fill
ENDLESS = "tests that do not end with a result"

Names = Sequence[str]  # of tests, or of whole files of them


@dataclass(frozen=True)
class Reach:
    """What a run without a mutation showed: the processor time of each test, and the tests that reach each mutant.

    A mutant at a place that is evaluated while a module is imported is reached by the test with the empty name.
    """

    seconds: dict[str, float]
    reached: dict[str, list[str]]

    def stages(self, mutant: Mutant, number: int) -> list[Names]:
        """Return the tests that try a mutant, stage after stage: none if no test reaches it."""
        tests = self.reached.get(str(number), [])
        files = {file_of(test) for test in self.seconds}
        near = {file for file in files if is_about(file, mutant.module)}
        if "" in tests:
            return [self.quickest(near), self.quickest(files - near)]
        own = {file_of(test) for test in tests}
        first = [test for test in self.quickest(tests) if file_of(test) in near]
        return [[*first, *self.quickest({*tests} - {*first})], self.quickest(own | near)] if tests else []

    def quickest(self, names: Iterable[str]) -> list[str]:
        """Return tests or files in the order of their processor time."""
        return sorted(names, key=lambda name: (self.cost(name), name))

    def cost(self, name: str) -> float:
        """Return the processor seconds of a test, or of all in a file."""
        return self.seconds.get(name) or sum(self.seconds[test] for test in self.seconds if file_of(test) == name)


def is_about(file: str, module: str) -> bool:
    """Return whether a file of tests names a module, as its imports do."""
    package, _, name = module.rpartition(".")
    words = rf"\b{re.escape(package)}(\.| import .*\b){name}\b"
    return re.search(words, (HOUSE / file).read_text(encoding="utf-8")) is not None


def files_of_tests() -> list[str]:
    """Return the test files whose quick tests try a mutant."""
    files = [file.relative_to(HOUSE) for file in (HOUSE / "tests").rglob("test_*.py")]
    return sorted(file.as_posix() for file in files if not _FOLDERS_LEFT_OUT.intersection(file.parts))


def file_of(test: str) -> str:
    return test.partition("::")[0]


class Copy:
    """A copy of the tree in `folder`, with the same packages and drivers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o755)
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True)
        for name in listed.stdout.splitlines():
            if (HOUSE / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(HOUSE / name, folder / name)
        (folder / "build").symlink_to(HOUSE / "build")
        self._outcome = folder / "outcome.json"
        # Before what the environment has installed, which is the tree itself.
        sources = os.pathsep.join(str(folder / part) for part in ("firmware", "host", ""))
        self._environment = os.environ | {
            "PYTHONPATH": sources,
            "PYTHONPYCACHEPREFIX": str(folder / "pycache"),
            OUTCOME: str(self._outcome),
        }

    def failure(self, tests: Names, seconds: float) -> str:
        """Return the first of these tests, or of the tests in these files, that fails within that processor time."""
        self._outcome.unlink(missing_ok=True)
        shell = f'ulimit -d {_MEMORY_KB} 2>/dev/null; ulimit -t {math.ceil(seconds)} && exec "$@"'
        program = [sys.executable, "-m", "pytest", "-x", "-q", *_OPTIONS]
        try:
            ended = subprocess.run(
                ["sh", "-c", shell, "sh", *program, *tests],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_WAITING_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return ENDLESS
        if ended.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return ""
        return str(self._result()["failed"] if self._outcome.exists() else "") or ENDLESS

    def _result(self) -> dict[str, Any]:
        return dict(json.loads(self._outcome.read_text(encoding="utf-8")))

    def reach(self, mutants: Sequence[Mutant]) -> Reach:
        """Return which tests reach which mutant, by its place in `mutants`.

        ValueError when one fails without a mutation, as it would fail with every mutant, and detect none; or when none
        reaches any mutant: the tests read other files than the copy's.
        """
        sources = {mutant.path: (self.folder / mutant.path).read_bytes() for mutant in mutants}
        for path, source in sources.items():
            numbered = [(number, mutant) for number, mutant in enumerate(mutants) if mutant.path == path]
            self._write(path, with_probes(source, numbered, PROBE), 1)
        if failed := self.failure(files_of_tests(), _WAITING_S):
            raise ValueError(f"A test fails without a mutation: {failed}")
        for path, source in sources.items():
            self._write(path, source, 0)
        result = self._result()
        if not result["reached"]:
            raise ValueError("The tests do not see what changes in a copy.")
        return Reach(result["seconds"], result["reached"])

    def killer(self, mutant: Mutant, number: int, reach: Reach) -> str:
        """Return the test that fails with a mutant, or an empty text; its `number` is its place in those of `reach`."""
        before = (self.folder / mutant.path).read_bytes()
        self._write(mutant.path, mutant.planted_in(before), number + 2)
        try:
            for stage in filter(None, reach.stages(mutant, number)):
                seconds = sum(map(reach.cost, stage))
                if failed := self.failure(stage, _STARTING_S + _PATIENCE * seconds):
                    return failed
            return ""
        finally:
            self._write(mutant.path, before, 0)

    def _write(self, path: str, content: bytes, number: int) -> None:
        """Write a file with a unique time: Python recognizes compiled code by time and size."""
        (self.folder / path).write_bytes(content)
        os.utime(self.folder / path, (number, number))
