"""Puts the board's files on a Pico that has MicroPython: `python flash.py PORT FOLDER`.

A Pico with the firmware inside its interpreter would go on running that one, and is refused.
"""

import subprocess
import sys
from pathlib import Path

from tavolo_host.rescue import to_the_prompt

LOOK = """
try:
    import build_digests
    print(build_digests.__file__)
except ImportError:
    print("none")
"""


def mpremote(port: str, *arguments: str) -> str:
    """Run mpremote on a port and return what it says; exits with that when it fails."""
    command = [sys.executable, "-m", "mpremote", "connect", port, *arguments]
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode:
        sys.exit(f"{result.stdout}The files could not be put on the Pico at {port}.")
    return result.stdout


def main(port: str, folder: Path) -> None:
    """Copy the files, and start the Pico anew."""
    to_the_prompt(port)
    place = mpremote(port, "exec", LOOK).strip()
    if place != "none" and not place.startswith("/"):
        sys.exit(
            "This Pico has the table's firmware inside its interpreter, which comes before any files. Copy a newer"
            " build/tavolo.uf2 onto it instead, or plain MicroPython first."
        )
    mpremote(port, "fs", "cp", "-r", *[str(path) for path in sorted(folder.iterdir())], ":/", "+", "reset")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
