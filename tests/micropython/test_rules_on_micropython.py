"""The tests of tests/rules, unchanged, on MicroPython."""

import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.micropython.node import MINITEST, ROOT, run_on_micropython

RULES_TESTS = sorted((ROOT / "tests" / "rules").glob("test_*.py"))


@cache
def pytest_counts() -> Counter[str]:
    """How many tests pytest finds in each file of tests/rules, by file name."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet"]
    found = subprocess.run(
        [*command, *map(str, RULES_TESTS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return Counter(Path(line.split("::")[0]).name for line in found.stdout.splitlines() if "::" in line)


def test_there_are_tests_of_the_rules() -> None:
    assert RULES_TESTS


@pytest.mark.parametrize("path", RULES_TESTS, ids=lambda path: path.stem)
def test_every_test_of_the_rules_passes_on_micropython(path: Path) -> None:
    run = run_on_micropython(MINITEST, f"tests.rules.{path.stem}")
    if run.returncode != 0:
        pytest.fail(run.stdout + run.stderr, pytrace=False)
    assert run.stdout.splitlines()[-1] == f"{pytest_counts()[path.name]} passed, 0 failed"


@pytest.mark.parametrize(
    ("program", "exit_code", "on_stdout", "on_stderr"),
    [
        ("print('è ✓')", 0, "è ✓\n", ""),
        ("import sys; print(sys.argv[1]); sys.exit(3)", 3, "argument\n", ""),
        ("raise SystemExit('enough')", 1, "", "enough\n"),
        (
            "import tavolo.rules; print(tavolo.rules.__file__)",
            0,
            "/tavolo/firmware/tavolo/rules/__init__.py\n",
            "",
        ),
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
