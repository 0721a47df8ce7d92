"""A plugin of pytest: which tests evaluate which mutation's place, how long each test takes, and the first that fails.

It writes that as JSON to the file that the environment variable `OUTCOME` names.
"""

import builtins
import json
import os
import time
from collections import defaultdict
from pathlib import Path

import pytest

OUTCOME = "TAVOLO_MUTANT_OUTCOME"
NAME = "_tavolo_reached"
PROBE = f'__import__("builtins").__dict__.get("{NAME}", {{}}.get)'  # in processes that a test starts it does nothing

_now = ""  # the test that runs; none while modules are imported
_began = 0.0
_failed = ""
_seconds: dict[str, float] = {}  # of processor time, by test
_reached: defaultdict[int, dict[str, None]] = defaultdict(dict)


def _note(number: int) -> None:
    _reached[number][_now] = None


setattr(builtins, NAME, _note)


def pytest_runtest_logstart(nodeid: str) -> None:
    global _now, _began
    _now, _began = nodeid, time.process_time()


def pytest_runtest_logfinish(nodeid: str) -> None:
    global _now
    _now = ""
    _seconds[nodeid] = time.process_time() - _began


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note_failure(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note_failure(report)


def _note_failure(report: pytest.TestReport | pytest.CollectReport) -> None:
    global _failed
    if report.failed:
        _failed = _failed or report.nodeid


def pytest_sessionfinish() -> None:
    reached = {number: list(tests) for number, tests in _reached.items()}
    outcome = {"failed": _failed, "seconds": _seconds, "reached": reached}
    Path(os.environ[OUTCOME]).write_text(json.dumps(outcome), encoding="utf-8")
