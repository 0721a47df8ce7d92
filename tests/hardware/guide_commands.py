"""The commands on a page: lines of code blocks are steps, in order; sentences mention others.

A line of a block that is no command must match `OTHER_BLOCKS`, so that a misspelt program is found.
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
PAGES.remove(HOUSE / "CHANGELOG.md")  # quotes old commands

BIN = "build/venv/bin/"
# The first word of a command, after build/venv/bin/.
PROGRAMS = ("tavolo", "make", "python", "node", "pip", "pipx", "uv", "mpremote", "pre-commit", "sudo")
# Lines of blocks that are not commands, by page.
OTHER_BLOCKS = {
    "hardware/README.md": r"git (clone .*/|-C )micropython",  # MicroPython's sources
    "hardware/build.md": r" ?seat +chip|1 +I2C0|133 of 133",  # a check's output
    "hardware/model.md": r".* = ",  # equations
    "firmware/README.md": r"[a-z_| ]+$",  # layers
    "host/README.md": r"[a-z_| ]+$|# [a-z0-9, ]+: |bambuti |deal |lay |[0-9]",  # the same, and a game as text
    "host/tavolo_host/games/tanz_der_hornochsen/en.md": r"[LR][1-6]: |eyes: ",  # a board of one's own
    "host/tavolo_host/games/tanz_der_hornochsen/it.md": r"[LR][1-6]: |eyes: ",
    "host/tavolo_host/games/kuh_vadis/en.md": r"sheet|[XO1-5c ]+$",
    "host/tavolo_host/games/kuh_vadis/it.md": r"foglietto|[XO1-5c ]+$",
}
SHORT_FOR_SETTINGS = re.compile(rf"({'|'.join(setting.name for setting in SETTINGS)})=\w+$")


@dataclass(frozen=True)
class Command:
    """A command: its words, the file for its output, and whether it is a step of the page."""

    words: tuple[str, ...]
    into: str
    is_step: bool

    @property
    def text(self) -> str:
        """The command line."""
        return shlex.join(self.words)


def name_of(page: Path) -> str:
    """A page's path from the root of the repository."""
    return page.relative_to(HOUSE).as_posix()


def commands(page: Path) -> list[Command]:
    """A page's commands: first its steps, in order, then those in sentences."""
    text = page.read_text(encoding="utf-8")
    steps = [_command(line, True) for line in _lines(name_of(page), text)]
    prose = re.sub(
        r"^    .*$", "", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE), flags=re.MULTILINE
    )
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]
    return steps + [_command(span, False) for span in spans if _is_command(span)]


def table(text: str, *head: str) -> list[list[str]]:
    """The rows of all tables of a page with this head."""
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
    """The commands in the page's blocks; AssertionError for a line that is neither a command nor in OTHER_BLOCKS."""
    for block in re.findall(r"(?:(?<=\n\n)|^)((?:    \S.*\n)+)", text):
        for line in map(str.strip, block.splitlines()):
            if line.removeprefix(BIN).split()[0] in PROGRAMS:
                yield line
            else:
                assert re.match(OTHER_BLOCKS.get(name, "$"), line), f"{name} has a line that is no command: {line}"
    fenced = re.findall(r"^```(.*)$", text, re.MULTILINE)[::2]
    assert set(fenced) <= {"diff", "python"}, f"{name} has a fenced block that this test does not read"


def _command(line: str, is_step: bool) -> Command:
    if SHORT_FOR_SETTINGS.match(line):
        line = f"tavolo settings {line}"
    typed = re.split(r"\s+#\s", line.removeprefix(BIN))[0]
    typed, _, into = typed.partition(" > ")
    while "[" in typed:  # drops optional parts
        typed = re.sub(r"\s*\[[^][]*\]", "", typed)
    return Command(tuple(shlex.split(typed)), into.strip(), is_step)
