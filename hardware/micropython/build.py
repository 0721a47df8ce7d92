"""Compiles MicroPython for the Pico: `python build.py SOURCE FOLDER interpreter.bin` or `… firmware.bin`.

SOURCE is a checkout of MicroPython, or the sources that `fetch.py` left. `interpreter.bin` has a ROMFS partition and
starts the firmware that it finds there; the names in build/firmware/names are frozen in. `firmware.bin` has the
firmware in build/firmware/source frozen in. Object files stay in FOLDER/objects, a tree for each.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from uf2 import FILES_AT, ROM_AT, ROM_BYTES

from tavolo import wiring

HERE = Path(__file__).resolve().parent
RELEASED = 1_744_675_200  # 15 April 2025, the release of 1.25.0, in Unix time: its prompt shows this date
LEAST_VERSION = (1, 25)  # the first with ROMFS on the Pico
# The submodules that a checkout needs, each with a file that shows its presence.
SUBMODULES = {
    "lib/pico-sdk": "pico_sdk_init.cmake",
    "lib/tinyusb": "src/tusb.h",
    "lib/mbedtls": "include/mbedtls/ssl.h",
    "lib/micropython-lib": "README.md",
}


class Image(NamedTuple):
    """An image to build: the frozen modules, the size of ROMFS behind it, and where in flash it has to end."""

    manifest: str
    rom_bytes: int
    end: int


IMAGES = {
    "interpreter.bin": Image("manifest_rom.py", ROM_BYTES, ROM_AT),
    "firmware.bin": Image("manifest_frozen.py", 0, FILES_AT),
}


class Failed(Exception):
    """A step of the build failed; str() has the end of its output."""


class Tree:
    """The sources of MicroPython, and the folder for everything made from them."""

    def __init__(self, micropython: Path, folder: Path) -> None:
        self.micropython = micropython
        self.folder = folder
        self._log = folder / "build.log"

    def run(self, *command: str | Path) -> None:
        """Run a step of the build with its output in build.log; raises Failed."""
        # MicroPython writes a pin's names, GP25 and LED, in the order of a set of Python's: otherwise by chance.
        environment = dict(os.environ, SOURCE_DATE_EPOCH=str(RELEASED), PYTHONHASHSEED="0")
        environment["GIT_CEILING_DIRECTORIES"] = str(
            self.folder
        )  # otherwise MicroPython would show our commit as its own
        environment["PATH"] = os.path.dirname(sys.executable) + os.pathsep + environment["PATH"]
        for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):  # of the calling make, not for MicroPython's
            environment.pop(name, None)
        with open(self._log, "w") as log:
            result = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        if result.returncode:
            output = self._log.read_text(errors="replace").splitlines()[-30:]
            raise Failed("\n".join([*output, f"MicroPython could not be built; all messages are in {self._log}."]))

    def check(self) -> None:
        """Raise Failed if no image can be built from these sources."""
        version = version_of(self.micropython / "py" / "mpconfig.h")
        if not version:
            raise Failed(f"{self.micropython} is not a checkout of MicroPython.")
        if version < LEAST_VERSION:
            found, least = (".".join(map(str, each)) for each in (version, LEAST_VERSION))
            raise Failed(f"{self.micropython} is MicroPython {found}; {least} or newer is needed, for ROMFS.")
        if not all((self.micropython / name / file).exists() for name, file in SUBMODULES.items()):
            raise Failed(
                f"{self.micropython} lacks submodules. Type:\n"
                f"    git -C {self.micropython} submodule update --init {' '.join(SUBMODULES)}"
            )

    def build(self, name: str) -> None:
        """Build one of IMAGES; raises Failed, also if the image is too large for its place in flash."""
        image = IMAGES[name]
        objects = self.folder / "objects" / name
        settings = {
            "MICROPY_BOARD": "RPI_PICO",
            "MICROPY_FROZEN_MANIFEST": HERE / image.manifest,
            "CMAKE_PROJECT_INCLUDE": HERE / "quicker.cmake",
            # The firmware runs on one core: without threads, allocations take no lock. A laptop that speaks another
            # version of the protocol can still restart the board in BOOTSEL, by opening its port at 1200 baud.
            "MICROPY_DEF_BOARD": f"MICROPY_HW_ROMFS_BYTES={image.rom_bytes};MICROPY_PY_THREAD=0"
            ";MICROPY_HW_USB_CDC_1200BPS_TOUCH=1",
            "PICO_BUILD_DOCS": 0,
            "PICO_NO_PICOTOOL": 1,
            "PICO_SDK_PATH": self.micropython / "lib" / "pico-sdk",
            "Python3_EXECUTABLE": sys.executable,
            "PICO_TINYUSB_PATH": self.micropython / "lib" / "tinyusb",
        }
        definitions = [f"-D{setting}={value}" for setting, value in settings.items()]
        made_with = objects / "definitions.txt"
        if not made_with.exists() or made_with.read_text() != str(definitions):
            shutil.rmtree(objects, ignore_errors=True)  # MicroPython's rules would keep lists made with the old ones
        processors = f"-j{os.cpu_count() or 1}"
        self.run("make", processors, "-C", self.micropython / "mpy-cross")
        self.run("cmake", "-S", self.micropython / "ports" / "rp2", "-B", objects, *definitions)
        made_with.write_text(str(definitions))
        # make rebuilds this only for newer modules, not for removed ones.
        (objects / "frozen_content.c").unlink(missing_ok=True)
        self.run("make", processors, "-C", objects)
        size = (objects / "firmware.bin").stat().st_size
        if size > image.end:
            raise Failed(f"{name} has {size} bytes; only {image.end} fit.")
        shutil.copyfile(objects / "firmware.bin", self.folder / name)


def version_of(header: Path) -> tuple[int, ...]:
    """Return major and minor version from MicroPython's header; () if there is no header."""
    if not header.exists():
        return ()
    names = ("MICROPY_VERSION_MAJOR", "MICROPY_VERSION_MINOR")
    lines = [line.split() for line in header.read_text(encoding="utf-8").splitlines()]
    return tuple(int(words[2]) for words in lines if len(words) > 2 and words[0] == "#define" and words[1] in names)


def main(micropython: Path, folder: Path, name: str) -> None:
    """Build one of IMAGES into a folder."""
    if f"KEPT_BYTES = {wiring.FLASH_BYTES - wiring.CRASHES_ADDRESS:#x} " not in (HERE / "_boot.py").read_text():
        raise Failed("_boot.py reserves another region for crash log and journal than tavolo/wiring.py.")
    tree = Tree(micropython, folder)
    tree.check()
    tree.build(name)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3])
    except Failed as failure:
        sys.exit(str(failure))
