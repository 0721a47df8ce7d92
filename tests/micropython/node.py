"""Runs a Python file on MicroPython (WebAssembly under Node, see run.mjs) from a test on CPython."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNNER = ROOT / "tests" / "micropython" / "run.mjs"
MINITEST = ROOT / "tests" / "micropython" / "minitest.py"
# Far above what any test needs: it ends a program that never would, and decides nothing else.
PATIENCE_SECONDS = 900


def run_on_micropython(file: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `file` on MicroPython with `arguments`; the finished process, with output and errors as text.

    Raises RuntimeError when Node.js is missing.
    """
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("Node.js is needed to run MicroPython's WebAssembly build; `make test` installs it.")
    command = [node, str(RUNNER), str(file), *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
        check=False,
    )
