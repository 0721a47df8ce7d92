"""The tests of tests/rules, unchanged, on MicroPython: all in one run, each with its own outcome."""

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import IO

import pytest

from tests.micropython.node import MINITEST, ROOT, run_on_micropython, running_on_micropython

RULES_TESTS = [
    (path.stem, test)
    for path in sorted((ROOT / "tests" / "rules").glob("test_*.py"))
    for test in sorted(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
]


class Outcomes:
    """The output of minitest, test by test, read only as far as needed."""

    def __init__(self, printed: IO[str]) -> None:
        self._printed = printed
        self._told: dict[str, str] = {}

    def of(self, module: str, test: str) -> str:
        """The outcome of a test; if it failed with its traceback, also for a module that could not be imported."""
        name = f"{module}.{test}"
        while name not in self._told and (line := self._printed.readline()):
            if line.startswith("passed "):
                self._told[line.split()[1]] = line
            elif line.startswith("failed "):
                # Behind a traceback is an empty line.
                traceback = takewhile(lambda each: each != "\n", self._printed)
                self._told[line.split()[1]] = line + "".join(traceback)
        return self._told.get(name, self._told.get(module, f"{name} was not run."))


@pytest.fixture(scope="module")
def outcomes(request: pytest.FixtureRequest) -> Iterator[Outcomes]:
    """The files of the requested tests, in their order."""
    asked = [getattr(item, "callspec", None) for item in request.session.items if item.path == request.path]
    files = dict.fromkeys(each.params["file"] for each in asked if each and "file" in each.params)
    with running_on_micropython(MINITEST, *[f"tests.rules.{file}" for file in files]) as printed:
        yield Outcomes(printed)


@pytest.mark.parametrize(("file", "test"), RULES_TESTS)
def test_every_test_of_the_rules_passes_on_micropython(file: str, test: str, outcomes: Outcomes) -> None:
    outcome = outcomes.of(f"tests.rules.{file}", test)
    if outcome != f"passed tests.rules.{file}.{test}\n":
        pytest.fail(outcome, pytrace=False)


@pytest.mark.parametrize(
    ("program", "exit_code", "on_stdout", "on_stderr"),
    [
        ("import sys; print('è ✓', sys.argv[1]); sys.exit(3)", 3, "è ✓ argument\n", ""),
        ("raise SystemExit('enough')", 1, "", "enough\n"),
        ("import tavolo.rules; print(tavolo.rules.__file__)", 0, "/tavolo/firmware/tavolo/rules/__init__.py\n", ""),
    ],
)
def test_the_runner_passes_on_output_and_exit_code(
    tmp_path: Path, program: str, exit_code: int, on_stdout: str, on_stderr: str
) -> None:
    file = tmp_path / "program.py"
    file.write_text(program, encoding="utf-8")
    run = run_on_micropython(file, "argument")
    assert (run.returncode, run.stdout, run.stderr) == (exit_code, on_stdout, on_stderr)


def test_an_exception_ends_the_runner_with_its_traceback(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text("def divide():\n    return 1 // 0\n\ndivide()\n", encoding="utf-8")
    run = run_on_micropython(file)
    assert run.returncode == 1
    assert "line 2, in divide" in run.stderr
    assert "ZeroDivisionError" in run.stderr


def test_minitest_counts_failures_and_refuses_what_holds_no_test() -> None:
    run = run_on_micropython(MINITEST, "tests.micropython.samples", "tests.rules.support", "tests.rules.missing")
    assert run.returncode == 1
    lines = run.stdout.splitlines()
    assert "passed tests.micropython.samples.test_that_passes" in lines
    assert "failed tests.micropython.samples.test_that_fails" in lines
    assert "AssertionError: two and two" in lines
    assert lines[-1] == "1 passed, 3 failed"
