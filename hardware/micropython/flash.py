"""Brings the firmware onto a Pico that has MicroPython, by mpremote: `python flash.py PORT FOLDER`.

FOLDER is what `files.py` made. Our interpreter takes a ROMFS image, and runs the firmware where that lies in flash. The
image gets its length last: one that is not there as a whole is none to MicroPython, and the board stays at its prompt.
Another MicroPython gets files. A Pico with the firmware inside its interpreter would go on running that one, and is
refused.
"""

import io
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from mpremote import main as mpremote
from mpremote.transport import TransportError
from typer import echo

from tavolo_host.board.rescue import to_the_prompt

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
# Has the image begin with this page, of which flash lets ones become zeros without being erased.
BEGIN_WITH = """
from vfs import rom_ioctl
rom_ioctl(2, 0).writeblocks(0, {}, 0)
"""
MAGIC_BYTES = 3  # of a ROMFS image, before its length: seven bits a byte, the highest bit says that more follow
TOO_LONG = b"\xff\xff\xff"  # how a length begins that has 28 bits, since 32 would go round; the next byte ends it
PAGE_BYTES = 256  # what flash programs at once
NO_IMAGE = bytes(MAGIC_BYTES).ljust(PAGE_BYTES, b"\xff")
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
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace", write_through=True)
    argv = ["mpremote", "connect", port, *arguments]
    with patch.object(sys, "argv", argv), redirect_stdout(output), redirect_stderr(output):
        try:
            failed = mpremote.main()
        except (SystemExit, TransportError, OSError) as problem:
            failed = str(problem) or "1"
    output.seek(0)
    answer = output.read()
    if failed:
        raise Refused(f"{answer}\nThe firmware could not be brought onto the Pico at {port}.".strip())
    return answer


def unfinished(image: bytes) -> bytes:
    """Return an image of 16 kB or more that says it is longer than its place, so that MicroPython does not mount it."""
    return image[:MAGIC_BYTES] + TOO_LONG + image[MAGIC_BYTES + len(TOO_LONG) :]


def bring_image(port: str, image: bytes) -> None:
    """Put an image into ROMFS and start the board anew; raises Refused.

    Cut off anywhere before its last order it leaves no image: the one that was there is spoilt first.
    """
    spoil, finish = (BEGIN_WITH.format(page) for page in (NO_IMAGE, image[:PAGE_BYTES]))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "unfinished.romfs")
        file.write_bytes(unfinished(image))
        deploy = ("romfs", "deploy", str(file))
        ask(port, "resume", "exec", spoil, "+", *deploy, "+", "exec", finish, "+", "reset")


def bring(port: str, folder: Path) -> None:
    """Put the firmware on the Pico, start it anew, and say what was done; raises Refused."""
    to_the_prompt(port)
    found = ask(port, "exec", LOOK).split()[-1:]
    if found == [INSIDE]:
        raise Refused(IS_INSIDE)
    if found == [ROM]:
        image = (folder / "rom.romfs").read_bytes()
        echo(f"Writing {len(image) // 1000} kB into ROMFS, which takes some ten seconds.")
        bring_image(port, image)
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
