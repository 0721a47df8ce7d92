"""Writes the firmware to a Pico with MicroPython, using mpremote: `python flash.py PORT FOLDER`.

FOLDER is the output of `files.py`. Our interpreter gets a ROMFS image and runs the firmware from it. The image's length
is written last: MicroPython ignores an incomplete image, and the board stays at its prompt. Another interpreter has no
ROMFS, and one with the firmware frozen in would go on running that: both are refused.
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

FROZEN, ROM, NOWHERE = "frozen", "rom", "nowhere"  # where a Pico has its firmware
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
print("{FROZEN}" if place[0] != "/" else "{ROM}" if parts > 0 else "{NOWHERE}")
"""
# Programs the image's first page; flash can turn ones into zeros without being erased.
FIRST_PAGE = """
from vfs import rom_ioctl
rom_ioctl(2, 0).writeblocks(0, {}, 0)
"""
MAGIC_BYTES = 3  # of a ROMFS image, before its length: seven bits a byte, the highest bit means that more follow
TOO_LONG = b"\xff\xff\xff"  # starts a length of 28 bits, as 32 would overflow; the next byte ends it
PAGE_BYTES = 256  # of a flash page
NO_IMAGE = bytes(MAGIC_BYTES).ljust(PAGE_BYTES, b"\xff")
IS_FROZEN = (
    "This Pico has the table's firmware inside its interpreter, which comes before any other. Run `make micropython`,"
    " plug the Pico in with BOOTSEL held, and copy build/micropython.uf2 onto it. From then on `make flash` works."
)
HAS_NO_ROM = (
    "This MicroPython has no ROMFS for the firmware. Run `make micropython`, plug the Pico in with BOOTSEL held, and"
    " copy build/micropython.uf2 onto it. From then on `make flash` works."
)


class Refused(Exception):
    """The firmware could not be written; str() says why."""


def ask(port: str, *arguments: str) -> str:
    """Run mpremote's command line on a port and return its output; raises Refused with it."""
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
        raise Refused(f"{answer}\nThe firmware could not be written to the Pico at {port}.".strip())
    return answer


def unfinished(image: bytes) -> bytes:
    """Return an image of 16 kB or more with a length beyond its partition, so that MicroPython does not mount it."""
    return image[:MAGIC_BYTES] + TOO_LONG + image[MAGIC_BYTES + len(TOO_LONG) :]


def write_image(port: str, image: bytes) -> None:
    """Write an image into ROMFS and restart the board; raises Refused.

    The old image is invalidated first, so an interruption at any point leaves no image.
    """
    invalidate, finish = (FIRST_PAGE.format(page) for page in (NO_IMAGE, image[:PAGE_BYTES]))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "unfinished.romfs")
        file.write_bytes(unfinished(image))
        deploy = ("romfs", "deploy", str(file))
        ask(port, "resume", "exec", invalidate, "+", *deploy, "+", "exec", finish, "+", "reset")


def write(port: str, folder: Path) -> None:
    """Write the firmware to the Pico, restart it, and print what was done; raises Refused."""
    to_the_prompt(port)
    found = ask(port, "exec", LOOK).split()[-1:]
    if found == [FROZEN]:
        raise Refused(IS_FROZEN)
    if found != [ROM]:
        raise Refused(HAS_NO_ROM)
    image = (folder / "rom.romfs").read_bytes()
    echo(f"Writing {len(image) // 1000} kB into ROMFS, which takes about ten seconds.")
    write_image(port, image)
    echo("The firmware is on the Pico, which starts it now.")


if __name__ == "__main__":
    try:
        write(sys.argv[1], Path(sys.argv[2]))
    except Refused as refusal:
        sys.exit(str(refusal))
