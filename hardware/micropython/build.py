"""MicroPython for the Pico, compiled: `python build.py FOLDER interpreter.bin` or `… firmware.bin`.

FOLDER/source is what `fetch.py` left. `interpreter.bin` is MicroPython alone; `firmware.bin` has the firmware in
build/firmware/source frozen in and starts it by itself. Both come from one tree of objects, so that the second one
costs little more than its own modules. Beside them are made `mpy-cross` and `micropython`, the same version for this
machine.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from uf2 import FILES_AT

from tavolo import wiring

HERE = Path(__file__).resolve().parent
MANIFESTS = {"interpreter.bin": HERE / "manifest.py", "firmware.bin": HERE / "manifest_frozen.py"}
RELEASED = 1_744_675_200  # seconds since 1970 to 15 April 2025, when 1.25.0 was: the date that its prompt shows
# What the tests do not need of MicroPython for this machine, and what would ask for more packages.
LEFT_OUT = ("FFI", "SSL", "BTREE", "BLUETOOTH")


class Failed(Exception):
    """A step of the build that failed, with the end of what it said."""


class Tree:
    """The unpacked sources in a folder, and where everything made from them goes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.micropython = folder / "source" / "micropython"
        self.objects = folder / "objects"
        self._log = folder / "build.log"

    def run(self, *command: str | Path) -> None:
        """Run a step of the build with its output in build.log; raises Failed."""
        environment = dict(os.environ, SOURCE_DATE_EPOCH=str(RELEASED))
        environment["GIT_CEILING_DIRECTORIES"] = str(self.folder)  # or it would name our commit as MicroPython's
        environment["PATH"] = os.path.dirname(sys.executable) + os.pathsep + environment["PATH"]
        for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):  # of the make that called us: not for MicroPython's
            environment.pop(name, None)
        with open(self._log, "w") as log:
            result = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        if result.returncode:
            said = self._log.read_text(errors="replace").splitlines()[-30:]
            raise Failed("\n".join([*said, f"MicroPython could not be built; all messages are in {self._log}."]))

    def make(self, folder: Path, *settings: str) -> None:
        """Run make in a folder, on all processors."""
        self.run("make", f"-j{os.cpu_count() or 1}", "-C", folder, *settings)

    def build_tools(self) -> None:
        """Build mpy-cross, which the next step needs, and MicroPython for this machine."""
        self.make(self.micropython / "mpy-cross")
        without = [f"MICROPY_PY_{name}=0" for name in LEFT_OUT]
        unix = self.objects / "unix"
        self.make(self.micropython / "ports" / "unix", f"BUILD={unix}", "FROZEN_MANIFEST=", *without)
        shutil.copy2(self.micropython / "mpy-cross" / "build" / "mpy-cross", self.folder / "mpy-cross")
        shutil.copy2(unix / "micropython", self.folder / "micropython")

    def build_for_pico(self, name: str) -> None:
        """Build one of MANIFESTS; raises Failed also when it leaves no room for the files."""
        objects = self.objects / "pico"
        source = self.folder / "source"
        settings = {
            "MICROPY_BOARD": "RPI_PICO",
            "MICROPY_FROZEN_MANIFEST": MANIFESTS[name],
            "CMAKE_PROJECT_INCLUDE": HERE / "quicker.cmake",
            "PICO_BUILD_DOCS": 0,
            "PICO_NO_PICOTOOL": 1,
            "PICO_SDK_PATH": source / "pico-sdk",
            "Python3_EXECUTABLE": sys.executable,
            "PICO_TINYUSB_PATH": source / "tinyusb-source/usr/src/tinyusb",
        }
        definitions = [f"-D{setting}={value}" for setting, value in settings.items()]
        self.run("cmake", "-S", self.micropython / "ports" / "rp2", "-B", objects, *definitions)
        # Made anew only when a module is newer, while here it may be another list, or one module less.
        (objects / "frozen_content.c").unlink(missing_ok=True)
        self.make(objects)
        size = (objects / "firmware.bin").stat().st_size
        if size > FILES_AT:
            raise Failed(f"{name} has {size} bytes, and only {FILES_AT} fit below the files.")
        shutil.copyfile(objects / "firmware.bin", self.folder / name)


def main(folder: Path, name: str) -> None:
    """Build `name` (of MANIFESTS) into a folder, and before the first the tools."""
    if f"KEPT_BYTES = {wiring.FLASH_BYTES - wiring.CRASHES_ADDRESS:#x} " not in (HERE / "_boot.py").read_text():
        raise Failed("_boot.py leaves crash log and journal another region than tavolo/wiring.py says.")
    tree = Tree(folder)
    if not (folder / "micropython").exists():
        tree.build_tools()
    tree.build_for_pico(name)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve(), sys.argv[2])
    except Failed as failure:
        sys.exit(str(failure))
