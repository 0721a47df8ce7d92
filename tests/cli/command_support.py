"""For tests of the command `tavolo`, run here or as a process of its own."""

import io
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from tavolo_host.cli import main

CONFIG = Path(__file__).parents[2] / "build" / "config"
PATIENCE_S = 300  # far above what any of them needs


class Ended(NamedTuple):
    """What a command has ended with, and what it has printed."""

    returncode: int
    stdout: str
    stderr: str


def tavolo(*arguments: str) -> Ended:
    """Run a command in this process."""
    printed, told = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["tavolo", *arguments]),
        redirect_stdout(printed),
        redirect_stderr(told),
        pytest.raises(SystemExit) as end,
    ):
        main()
    assert end.value.code is None or isinstance(end.value.code, int), "a sentence is printed before the end"
    return Ended(end.value.code or 0, printed.getvalue(), told.getvalue())


def refusal(*arguments: str) -> str:
    """The one sentence with which a command refuses, with exit code 2, before it has printed anything else."""
    ended = tavolo(*arguments)
    assert (ended.returncode, ended.stdout) == (2, ""), ended
    assert ended.stderr.startswith("tavolo: ")
    assert ended.stderr.endswith(".\n")
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.stderr.removeprefix("tavolo: ").removesuffix("\n")


class MadeUpTime:
    """Time that passes only while a program sleeps; during the sleep, everything else takes a step each `tick_ms`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step: Callable[[], object] = lambda: None, tick_ms: int = 5):
        self._now_ms = 0
        self._step, self._tick_ms = step, tick_ms
        monkeypatch.setattr(time, "monotonic", lambda: self._now_ms / 1000)
        monkeypatch.setattr(time, "sleep", self._sleep)

    def _sleep(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds * 1000) // self._tick_ms)):
            self._step()
            self._now_ms += self._tick_ms


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def as_from_a_shell() -> dict[str, str]:
    """The environment without pytest's marks in it, under which NiceGUI behaves differently; nothing is kept yet."""
    CONFIG.mkdir(parents=True, exist_ok=True)
    own = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME"), tempfile.mkdtemp(dir=CONFIG))
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")} | own


def heed_interrupts() -> None:
    """Have a process that is about to begin end by Ctrl-C, also where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
