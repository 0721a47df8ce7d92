"""Brings the firmware onto a Pico that has MicroPython, by mpremote: `python flash.py PORT FOLDER`.

FOLDER is what `files.py` made. Our interpreter takes a ROMFS image, and runs the firmware where that lies in flash.
Another MicroPython gets files. A Pico with the firmware inside its interpreter would go on running that one, and is
refused.
"""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from mpremote import main as mpremote
from mpremote.transport import TransportError
from typer import echo

from tavolo_host.rescue import to_the_prompt

INSIDE, ROM, PLAIN = "inside", "rom", "plain"  # what may be on a Pico
LOOK = f"""
try:
    from build_digests import __file__ as place
except ImportError:
    place = "/"
try:
    from vfs import rom_ioctl
    parts = rom_ioctl(1)
except ImportError:
    parts = 0
print("{INSIDE}" if place[0] != "/" else "{ROM}" if parts > 0 else "{PLAIN}")
"""
IS_INSIDE = (
    "This Pico has the table's firmware inside its interpreter, which comes before any other. Plug it in with BOOTSEL"
    " held, and copy build/micropython.uf2 onto it (`make micropython` makes it): from then on `make flash` does."
)
IS_PLAIN = (
    "This MicroPython has no place for ROMFS, so the firmware comes as files, which are loaded into memory: enough to"
    " try things, but it keeps no journal, starts slowly, and long games run out of memory. `make micropython` makes"
    " an interpreter that has one."
)


class Refused(Exception):
    """The firmware could not be brought; str() is why, as a sentence."""


def ask(port: str, *arguments: str) -> str:
    """Run mpremote's command line on a port and return what it says; Refused with that when it fails."""
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace", write_through=True)
    argv = ["mpremote", "connect", port, *arguments]
    with patch.object(sys, "argv", argv), redirect_stdout(said), redirect_stderr(said):
        try:
            failed = mpremote.main()
        except (SystemExit, TransportError, OSError) as problem:
            failed = str(problem) or "1"
    said.seek(0)
    answer = said.read()
    if failed:
        raise Refused(f"{answer}\nThe firmware could not be brought onto the Pico at {port}.".strip())
    return answer


def bring(port: str, folder: Path) -> None:
    """Put the firmware on the Pico, start it anew, and say what was done; raises Refused."""
    to_the_prompt(port)
    found = ask(port, "exec", LOOK).split()[-1:]
    if found == [INSIDE]:
        raise Refused(IS_INSIDE)
    if found == [ROM]:
        image = folder / "rom.romfs"
        echo(f"Writing {image.stat().st_size // 1000} kB into ROMFS, which takes some ten seconds.")
        ask(port, "resume", "romfs", "deploy", str(image), "+", "reset")
    else:
        echo(IS_PLAIN)
        files = [str(path) for path in sorted((folder / "files").iterdir())]
        ask(port, "resume", "fs", "cp", "-r", *files, ":/", "+", "reset")
    echo("The firmware is on the Pico, which starts it now.")


if __name__ == "__main__":
    try:
        bring(sys.argv[1], Path(sys.argv[2]))
    except Refused as refusal:
        sys.exit(str(refusal))
