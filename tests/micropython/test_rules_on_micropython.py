"""The tests of tests/rules, unchanged, on MicroPython: all of them in one run, each file's outcomes as they come."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.micropython.node import MINITEST, ROOT, run_on_micropython, running_on_micropython

RULES_TESTS = sorted((ROOT / "tests" / "rules").glob("test_*.py"))


@pytest.fixture(scope="module")
def outcomes(request: pytest.FixtureRequest) -> Iterator[IO[str]]:
    """What minitest prints of the files that are asked for here, in their order."""
    here = [item for item in request.session.items if item.path == request.path and isinstance(item, pytest.Function)]
    wanted = [item.callspec.params["path"] for item in here if "outcomes" in item.fixturenames]
    with running_on_micropython(MINITEST, *[f"tests.rules.{path.stem}" for path in wanted]) as printed:
        yield printed


@pytest.mark.parametrize("path", RULES_TESTS, ids=lambda path: path.stem)
def test_every_test_of_the_rules_passes_on_micropython(path: Path, outcomes: IO[str]) -> None:
    tests = re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert tests
    # By name, since MicroPython keeps no order of definition; of one that failed the traceback follows.
    for test in sorted(tests):
        line = outcomes.readline()
        if line != f"passed tests.rules.{path.stem}.{test}\n":
            pytest.fail(line + outcomes.read(), pytrace=False)


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
