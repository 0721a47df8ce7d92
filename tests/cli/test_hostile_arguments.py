"""Every option of every command with values that nobody should type: each ends soon, with at most one sentence."""

import asyncio
import os
import re
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer

from tavolo_host.arena import command as of_arena
from tavolo_host.cli import COMMANDS, app_for
from tavolo_host.display.access import lan
from tavolo_host.runtime import import_paths
from tavolo_host.slot import margins
from tavolo_host.sources import command as of_page
from tests.cli.command_support import refusal, tavolo

SECONDS = 10.0  # of processor time: what reads without an end needs more
MOST_BYTES = 300 << 20
LONGEST = 2000  # letters of a sentence, with what cannot be seen escaped
VALUES = (
    "",
    "9" * 30,
    "-" + "9" * 5000,
    "nan",
    "a\0b",
    "\udcff",
    "x" * 100_000,
    "deals=²",
    "/dev/zero",
    "fifo",
    "folder",
    "binary",
    "socket://[::1",
)
OF_PYTHON = re.compile(r"\w\(\)|codec|Errno|Value error|invalid literal|to a|Exceeds|embedded|Expecting|<class|None\b")
PRINTED = "tavolo_host.workshop.printing.files"
# What else a command needs to get as far as its options, without a board, a browser or a whole evening.
BESIDE = {
    "arena": ["results", "--no-play"],
    "measured": ["binary"],
    "replay": ["1"],
    "import": ["binary"],
    "watch": ["--no-browser"],
    "play": ["--no-browser"],
    "selftest": ["--port", "loop://"],
    "settings": ["--port", "loop://"],
    "rescue": ["--port", "loop://"],
}


@pytest.fixture(autouse=True)
def _nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No page is shown, nothing is computed, and no sources are changed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(of_page, "_show", lambda *_: None)
    monkeypatch.setattr(of_page, "keep", lambda *_: None)
    row = margins.MarginRow("as built", margins.MUST_READ, 9.0, "all codes read", 120.0, 20.0)
    monkeypatch.setattr(margins, "margins_report", lambda *_: [row])
    monkeypatch.setattr(margins, "cards_rows", list)
    monkeypatch.setattr(of_arena, "_play", lambda *_: None)
    with suppress(ImportError):  # without the packages that draw
        for drawing in ("_write_deck", "_write_insert", "_write_back"):
            monkeypatch.setattr(f"{PRINTED}.{drawing}", lambda *_: "")
    monkeypatch.setattr(import_paths, "prepend", lambda: None)
    monkeypatch.setattr(import_paths, "tree", lambda: None)
    os.mkfifo("fifo")
    Path("folder").mkdir()
    Path("binary").write_bytes(bytes(range(256)))
    tracemalloc.start()
    yield
    tracemalloc.stop()


def _lines(name: str) -> Iterator[list[str]]:
    """The command lines of a command, with each value in each place."""
    group: Any = typer.main.get_command(app_for(name))
    for parameter in group.commands[name].params:
        for value in VALUES if parameter.name != "help" else ():
            if parameter.param_type_name == "option":
                yield [name, parameter.opts[0], value, *BESIDE.get(name, ())]
            else:
                yield [name, "--", value]


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_is_typed_behind_an_option_a_command_ends_soon_and_refuses_in_a_sentence(name: str) -> None:
    for line in _lines(name):
        shown = [word[:40] for word in line]
        tracemalloc.reset_peak()
        began = time.process_time()
        ended = tavolo(*line)
        assert time.process_time() - began < SECONDS, shown
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES, shown
        assert ended.returncode in (0, 2), shown
        told = ended.stderr.removeprefix("tavolo: ")
        assert told.count("\n") == (ended.returncode == 2), shown
        assert len(told) < LONGEST, shown
        assert not OF_PYTHON.search(told.replace("expected", "")), (shown, told)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["history", "--limit", "9" * 30], "Input should be less than or equal to 1000000;"),
        (["history", "--player", "\udcff"], "“\\udcff” is not text in the encoding of this system."),
        (["replay", "/dev/zero"], "/dev/zero is a device, not a file."),
        (["replay", "fifo"], "fifo: Line 1: There is no game."),
        (["replay", "folder"], "folder: Is a directory."),
        (["import", "long"], "long is too long: it may have 256 MB."),
        (["margins", "--measured", "digits"], "as in film_mm = 0.2: a number in it is too long."),
        (["measured", "/dev/zero"], "/dev/zero is a device, not a file."),
        (["export", "--to", "a\0b"], "No word of a command can have a NUL character."),
        (["play", "x" * 5000], "there is david-goliath, bambuti, yellowstone-park, kuh-vadis, tanz-der-hornochsen."),
    ],
)
def test_what_cannot_be_read_or_is_too_much_is_named(words: list[str], wanted: str) -> None:
    Path("long").touch()
    os.truncate("long", 1 << 40)
    Path("digits").write_text("stray_pf = " + "9" * 6000)
    assert wanted.removesuffix(".") in refusal(*words) + "."


@pytest.mark.parametrize("address", ["x" * 300, "nowhere", "1.2.3", "²", "10.0.0.1\n", "::1"])
def test_no_page_listens_at_what_is_no_address_and_no_name_is_looked_up(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan, "socket", None)
    assert not lan.is_own(address)
    monkeypatch.undo()
    with pytest.raises(OSError, match="is no address"):
        asyncio.run(lan.Lan(8520, lan.Invited()).open(address))
