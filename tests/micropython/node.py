"""Runs a Python file on MicroPython (WebAssembly under Node, see run.mjs) from a test on CPython."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
RUNNER = ROOT / "tests" / "micropython" / "run.mjs"
MINITEST = ROOT / "tests" / "micropython" / "minitest.py"
# Far above what any test needs: it only ends a program that would run for ever.
PATIENCE_SECONDS = 900


def run_on_micropython(file: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `file` on MicroPython with `arguments`; the finished process, with output and errors as text.

    Raises RuntimeError when Node.js is missing.
    """
    return subprocess.run(
        _command(file, arguments),
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
        check=False,
    )


@contextmanager
def running_on_micropython(file: Path, *arguments: str) -> Iterator[IO[str]]:
    """The same while it runs, to read its output line by line, errors too; the program ends with the context."""
    pipe, command = subprocess.PIPE, _command(file, arguments)
    with subprocess.Popen(
        command, cwd=ROOT, stdout=pipe, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    ) as process:
        patience = Timer(PATIENCE_SECONDS, process.kill)
        patience.start()
        try:
            assert process.stdout is not None
            yield process.stdout
        finally:
            patience.cancel()
            process.kill()


def _command(file: Path, arguments: tuple[str, ...]) -> list[str]:
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("Node.js is needed to run MicroPython's WebAssembly build; `make test` installs it.")
    return [node, str(RUNNER), str(file), *arguments]
