"""What a page tells its reader to type: lines of code blocks are steps in their order, sentences name more by the way.

A line of a block that is neither is to be named in `OTHER_BLOCKS`, so that a program that is misspelt is seen.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tavolo.maker.settings import SETTINGS

HOUSE = Path(__file__).resolve().parents[2]
FOLDERS = ("firmware", "hardware", "host", "tests")
PAGES = sorted([*HOUSE.glob("*.md"), *[page for name in FOLDERS for page in (HOUSE / name).rglob("*.md")]])
PAGES.remove(HOUSE / "CHANGELOG.md")  # tells of commands as they were

BIN = "build/venv/bin/"
# What a command begins with, its place in build/venv apart.
PROGRAMS = ("tavolo", "make", "python", "node", "pip", "pipx", "uv", "mpremote", "pre-commit", "sudo")
# Lines of blocks that nobody types, by page.
OTHER_BLOCKS = {
    "hardware/README.md": r"git (clone .*/|-C )micropython",  # MicroPython's sources
    "hardware/build.md": r" ?seat +chip|1 +I2C0|133 of 133",  # what a check prints
    "hardware/model.md": r".* = ",  # equations
    "firmware/README.md": r"[a-z| ]+$",  # layers
    "host/README.md": r"[a-z| ]+$",  # the same
    "host/tavolo_host/games/kuh_vadis/en.md": r"sheet|[XO1-5c ]+$",
    "host/tavolo_host/games/kuh_vadis/it.md": r"foglietto|[XO1-5c ]+$",
}
SHORT_FOR_SETTINGS = re.compile(rf"({'|'.join(setting.name for setting in SETTINGS)})=\w+$")


@dataclass(frozen=True)
class Command:
    """What is typed: its words, the file that takes what it prints, and whether it is a step of the page."""

    words: tuple[str, ...]
    into: str
    is_step: bool

    @property
    def text(self) -> str:
        """As one would read it aloud."""
        return shlex.join(self.words)


def name_of(page: Path) -> str:
    """Where a page is, from the house's door."""
    return page.relative_to(HOUSE).as_posix()


def commands(page: Path) -> list[Command]:
    """What a page tells to type: first its steps, in their order, then what is named by the way."""
    text = page.read_text(encoding="utf-8")
    steps = [_command(line, True) for line in _lines(name_of(page), text)]
    prose = re.sub(
        r"^    .*$", "", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE), flags=re.MULTILINE
    )
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]
    return steps + [_command(span, False) for span in spans if _is_command(span)]


def table(text: str, *head: str) -> list[list[str]]:
    """The rows of cells below this head, of all tables of a page that have it."""
    found = []
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        first, _, *rows = [[cell.strip("| ") for cell in line.split(" | ")] for line in block.splitlines()]
        found += rows if first == list(head) else []
    assert found, head
    return found


def _is_command(span: str) -> bool:
    first, *others = span.removeprefix(BIN).split() or [""]
    return (bool(others) and first in PROGRAMS) or bool(SHORT_FOR_SETTINGS.match(span))


def _lines(name: str, text: str) -> Iterator[str]:
    """The lines of the page's blocks; AssertionError for one that is no command, and not known as something else."""
    for block in re.findall(r"(?:(?<=\n\n)|^)((?:    \S.*\n)+)", text):
        for line in map(str.strip, block.splitlines()):
            if line.removeprefix(BIN).split()[0] in PROGRAMS:
                yield line
            else:
                assert re.match(OTHER_BLOCKS.get(name, "$"), line), f"{name} has a line that nobody can type: {line}"
    fenced = re.findall(r"^```(.*)$", text, re.MULTILINE)[::2]
    assert set(fenced) <= {"diff", "python"}, f"{name} has a fenced block that is not read here"


def _command(line: str, is_step: bool) -> Command:
    if SHORT_FOR_SETTINGS.match(line):
        line = f"tavolo settings {line}"
    typed = re.split(r"\s+#\s", line.removeprefix(BIN))[0]
    typed, _, into = typed.partition(" > ")
    while "[" in typed:  # what may be left out is
        typed = re.sub(r"\s*\[[^][]*\]", "", typed)
    return Command(tuple(shlex.split(typed)), into.strip(), is_step)
