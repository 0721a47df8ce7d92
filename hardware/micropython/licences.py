"""Collects the licences of what is in tavolo.uf2: `python licences.py SOURCE OBJECTS OUT`, from the project's root.

SOURCE is MicroPython's source, OBJECTS the folder in which `build.py` has compiled it. Which libraries are inside is in
the compiler's lists of the files that it has read. A library without a licence file gives the comments at the head of
those files.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from files import DRIVERS

FILE = re.compile(r"(?<![^\s:])/[^\s:\\]+\.[chS]\b")  # in a list of dependencies, with its whole path
COMMENT = re.compile(r"\A\s*(/\*.*?\*/|(?:\s*//[^\n]*\n)+)", re.DOTALL)
IS_LICENCE = re.compile(r"copyright|licen[cs]e", re.IGNORECASE)
# Where the files of a library's licence may be, from its folder. Debian's packages have theirs elsewhere.
NAMES = ("LICENSE", "LICENSE.TXT", "LICENSE.md", "../../share/doc/tinyusb-source/copyright")
NEWLIB = (Path("/usr/include/newlib"), Path("/usr/share/doc/libnewlib-arm-none-eabi/copyright"))
LINE = "=" * 100


def files_read(objects: Path) -> list[Path]:
    """Return every file that the compiler has read, without those that it made itself."""
    found = {Path(name).resolve() for list_ in objects.rglob("*.d") for name in FILE.findall(list_.read_text())}
    return sorted(file for file in found if file.exists() and objects not in file.parents)


def by_library(micropython: Path, files: Iterable[Path]) -> dict[str, list[Path]]:
    """Return the files of each library in or below MicroPython's folder lib, by its name there, and of newlib."""
    folders = {folder.resolve(): folder.name for folder in sorted((micropython / "lib").iterdir())}
    folders[NEWLIB[0]] = "newlib"
    found = defaultdict(list)
    for file in files:
        for folder in file.parents:
            if folder in folders:
                found[folders[folder]].append(file)
                break
    return found


def heads(files: Iterable[Path]) -> str:
    """Return the comments about licences at the heads of files, each once."""
    found: dict[str, None] = {}
    for file in files:
        comment = COMMENT.match(file.read_text(encoding="utf-8", errors="replace"))
        if comment and IS_LICENCE.search(comment[1]):
            found[comment[1].strip()] = None
    return "\n\n".join(found)


def licence_of(folder: Path, files: Iterable[Path]) -> str:
    """Return the licence of a library in a folder, of which these files are used; ValueError if it has none."""
    places = [folder / name for name in NAMES] if folder != NEWLIB[0] else [NEWLIB[1]]
    found = [place for place in places if place.exists()]
    text = found[0].read_text(encoding="utf-8") if found else heads(files)
    if not text.strip():
        raise ValueError(f"No licence was found for {folder.name}, which is in the firmware.")
    return text.strip()


def main(micropython: Path, objects: Path, out: Path) -> None:
    """Write all licences into a file."""
    parts = {"Tavolo": Path("LICENSE").read_text(encoding="utf-8").strip()}
    parts["MicroPython"] = (micropython / "LICENSE").read_text(encoding="utf-8").strip()
    for name, files in sorted(by_library(micropython, files_read(objects)).items()):
        folder = NEWLIB[0] if name == "newlib" else (micropython / "lib" / name).resolve()
        parts[name] = licence_of(folder, files)
    for file in sorted(DRIVERS.glob("*.dist-info/licenses/LICENSE")):
        parts[file.parts[-3].removesuffix(".dist-info")] = file.read_text(encoding="utf-8").strip()
    first = f"What is in tavolo.uf2, and its licences: {', '.join(parts)}."
    out.write_text("\n\n".join([first, *(f"{LINE}\n{name}\n{LINE}\n\n{text}" for name, text in parts.items()), ""]))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), Path(sys.argv[3]))
    except (OSError, ValueError) as failure:
        sys.exit(str(failure))
