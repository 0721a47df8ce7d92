"""For tests of the command `tavolo` as a process of its own, and of what goes on by itself meanwhile."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pytest

from tavolo_host.cli import main

PATIENCE_S = 300  # far above what any of them needs
CLOCK_S = 0.005  # between steps: about as quick as a clock for a virtual table


def tavolo(*arguments: str, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tavolo_host", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env=environment,
    )


def refusal_of_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """The one sentence with which a command refuses, with exit code 2, before it has printed anything else."""
    monkeypatch.setattr(sys, "argv", ["tavolo", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    printed = capsys.readouterr()
    assert (end.value.code, printed.out) == (2, "")
    assert printed.err.startswith("tavolo: ")
    return printed.err.removeprefix("tavolo: ").removesuffix("\n")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def as_from_a_shell() -> dict[str, str]:
    """The environment without pytest's marks in it: NiceGUI behaves differently under them."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}


def heed_interrupts() -> None:
    """Have a process that is about to begin end by Ctrl-C, also where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def running(step: Callable[[], object], pause_s: float = CLOCK_S) -> Iterator[None]:
    """Have something take one step after the other in a thread of its own, until the test is over."""
    over = threading.Event()

    def run() -> None:
        while not over.wait(pause_s):
            step()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
