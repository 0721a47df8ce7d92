"""Runs every command on every page without a board: each succeeds, without an alarming message.

The steps of a page run in order, in one folder, on one virtual board; commands in sentences run after them, each on a
new board. They run in this process, but serve no page and play no games; commands that write into the sources are only
parsed.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import pytest
import typer

from host.tools.lights_picture import main as write_picture
from tavolo.maker.settings import defaults
from tavolo_host.board.port import Port
from tavolo_host.board.settings import SettingsClient
from tavolo_host.cli import app_for, main
from tavolo_host.people.kept_board import KeptBoard, settings_file
from tests.hardware.guide_commands import BIN, HOUSE, PAGES, Command, commands, name_of

# Placeholders, and values for them.
PLACES = {"FOLDER": "drawn", "GAME": "david-goliath", "NAME": "high-low", "REPORT…": "first.json"}
MADE = "high-low"  # the game that readers of a page make
# The reader's own measurements.
KNOWN = {"known.toml": "card_thickness_mm = 0.4\n", "pressed.toml": "card_thickness_mm = 0.4\nair_mm = 0\n"}
# Commands that a page assumes were run before.
FROM_THE_STAIRS = "seats=1,5 phones=2-4,6-8 panels=2 track_pixels=0 lamps=field limit_ma=300"
BEFORE = {
    "hardware/build.md": f"settings {FROM_THE_STAIRS}",
    "host/README.md": "selftest --seats 1 --strips none --cards --report first.json",
    "hardware/starter.md": f"settings {FROM_THE_STAIRS}",
}
NEEDED = {
    "new-game": [MADE],
    "golden": ["david-goliath"],
    "export": ["1"],
    "import": ["game.txt"],
    "replay": ["1"],
}  # arguments of commands that pages mention without any

# Targets of make that only start one of our commands.
COMMANDS_OF_MAKE = {"play", "cards", "drawings"}
# Other projects' programs.
NOT_OURS = {
    "pip": "tests/project/test_installed.py installs",
    "pipx": "the same",
    "uv": "the same",
    "pre-commit": "tests/project/test_commit_hooks.py commits",
    "node": "`make test` runs it",
    "mpremote": "speaks with a Pico only",
    "sudo": "changes permissions on this machine",
}
# Commands that write into the sources or take long, and the tests that run them.
RUN_BY = {
    "codes": "tests/games/test_codes.py",
    "golden": "tests/games/test_golden_command.py",
    "export": "tests/playthroughs/test_commands.py",
    "import": "tests/playthroughs/test_commands.py",
    "replay": "tests/playthroughs/test_commands.py",
    "host.tools.set_up_robot": "tests/board_setup/test_set_up.py",
    "host.tools.two_picos": "tests/pico/test_two_picos.py",
    "new-game": "tests/games/test_new_game.py",
    "tavolo_host.workshop.catalogue": "tests/games/test_new_game.py",
    "host/examples/pettingzoo_agent.py": "tests/research/test_example.py",
}
# Options for output and serving, which do not change the work.
PLACES_OF_OUTPUT = {"build/hardware/cards", "cards", "--no-browser", "--web-port", "8600"}
KNOWN_COMMANDS = typer.main.get_command(app_for("--help")).commands  # type: ignore[attr-defined]
MAKEFILE = (HOUSE / "Makefile").read_text(encoding="utf-8")


def options_of(name: str) -> set[str]:
    return {option for parameter in KNOWN_COMMANDS[name].params for option in parameter.opts}


def looked_up(words: list[str]) -> set[str]:
    """The targets among words for make; AssertionError for one, or a variable, that `make help` does not list."""
    targets = set()
    for name, is_set, _ in (word.partition("=") for word in words):
        listed = rf"^{re.escape(name)} \??=" if is_set else rf"^{re.escape(name)}:.*##"
        assert re.search(listed, MAKEFILE, re.MULTILINE), f"`make help` does not list {name}."
        targets |= set() if is_set else {name}
    return targets


class Reader:
    """A reader who types a page's commands in a `folder`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, done: set[tuple[str, ...]]) -> None:
        self._done = done  # by any reader, if only its words and the board's settings decide what a command does
        self._monkeypatch = monkeypatch
        for name, lines in KNOWN.items():
            (folder / name).write_text(lines)
        home = folder / "home"
        for name, value in (("HOME", home), ("XDG_CONFIG_HOME", home / "config"), ("XDG_DATA_HOME", home / "data")):
            monkeypatch.setenv(name, str(value))
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.chdir(folder)
        monkeypatch.setattr("tavolo_host.display.app.check_port", lambda port: None)
        monkeypatch.setattr("tavolo_host.display.app.run", self._serve)
        # tests/hardware/test_cards_command.py prints all games.
        monkeypatch.setattr("tavolo_host.workshop.printing.files.games_with_cards", lambda: ["bambuti"])
        monkeypatch.setattr("tavolo_host.arena.command._play_on", lambda *_: None)  # tests/arena plays and reports
        # tests/hardware/test_drawings.py draws.
        monkeypatch.setattr("tavolo_host.workshop.drawings.command.write", lambda *_: None)
        monkeypatch.setattr("tavolo_host.arena.report.page", lambda *_: "")
        self._served = 0

    def _serve(self, source: object, **_: object) -> None:
        self._served += 1

    def forget_board(self) -> None:
        """Start over with a new virtual board."""
        settings_file().unlink(missing_ok=True)

    def type(self, command: Command) -> None:
        """Run a command; AssertionError if it fails, or if there is no way to try it."""
        program, *rest = (PLACES.get(word, word) for word in command.words)
        if program == "make":
            self._make(rest)
        elif program == "tavolo":
            self._tavolo(rest, command)
        elif program == "python":
            self._once(("python", *rest), command, self._python, rest)
        else:
            assert program in NOT_OURS, f"There is no way to try `{command.text}`."

    def _once(
        self, what: tuple[str, ...], command: Command, run: Callable[[list[str]], None], words: list[str]
    ) -> None:
        """Run it, unless it was run before and leaves nothing."""
        leaves_something = any("=" in word or word.endswith(".json") for word in words)
        if what not in self._done or (command.is_step and leaves_something):
            run(words)
            self._done.add(what)

    def _make(self, words: list[str]) -> None:
        targets = looked_up(words)
        if targets <= COMMANDS_OF_MAKE:
            (arguments,) = [word.removeprefix("ARGS=") for word in words if word.startswith("ARGS=")] or [""]
            self._tavolo([*targets, *shlex.split(arguments)], Command((), "", False))

    def _tavolo(self, words: list[str], command: Command) -> None:
        name, *rest = words
        assert name in KNOWN_COMMANDS, f"There is no command `tavolo {name}`."
        if name == "flash":  # writes to a Pico only
            return
        rest = rest or [*NEEDED.get(name, ())]  # a copy: typer takes words out of it
        if name in RUN_BY and (name != "codes" or not rest):
            KNOWN_COMMANDS[name].make_context(name, ["1" if word == "ID…" else word for word in rest])
            return
        rest = ["david-goliath" if word == MADE else word for word in rest]
        if "--pico" in rest:
            assert "--pico" in options_of(name)  # `make play-pico` builds what it needs
            return
        if "--lights" in rest:  # nothing is sent to addresses of an example
            assert "--lights" in options_of(name)
            return
        if "--board" in rest:
            assert "--board" in options_of(name)  # there is only one virtual board
            at = rest.index("--board")
            rest = [*rest[:at], *rest[at + 2 :]]
        if "--port" in options_of(name) and "--virtual" not in rest:
            rest = [*rest, "--virtual"]
        elif name == "cards" and "--output" not in rest:
            rest = [*rest, "--output", "cards"]
        is_board_asked = name in ("selftest", "settings") and settings_file().exists()
        settings = settings_file().read_text() if is_board_asked else ""
        what = tuple(word for word in (name, *rest) if word not in PLACES_OF_OUTPUT)
        self._once((*what, settings), command, lambda words: self._try(words, command.into), [name, *rest])

    def _try(self, words: list[str], into: str) -> None:
        served = self._served
        printed = self._printed(words)
        if into:
            Path(into).write_text(printed)
        if words[0] in ("play", "watch"):
            assert "The table is at http://127.0.0.1:" in printed
            assert self._served == served + 1
        if words[0] == "measured":
            assert "a virtual board, so this says nothing of a real slot" in printed
        if words[0] == "selftest":
            assert printed.endswith("✓ Everything that was checked is as it should be.\n")

    def _printed(self, words: list[str]) -> str:
        """The command's output, run in this process, which saves the start of another."""
        self._monkeypatch.setattr(sys, "argv", ["tavolo", *words])
        printed, complained = io.StringIO(), io.StringIO()
        captured = contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complained)
        with captured[0], captured[1], pytest.raises(SystemExit) as end:
            main()
        assert (end.value.code or 0, complained.getvalue()) == (0, ""), (words, printed.getvalue())
        assert "Traceback" not in printed.getvalue()
        return printed.getvalue()

    def _python(self, words: list[str]) -> None:
        if words[0] != "-m":
            assert words[0] in RUN_BY
            assert (HOUSE / words[0]).exists()
            return
        _, module, *rest = words
        if module == "pytest":
            files = [word for word in rest if word.startswith("tests/")]  # `make test` runs them
            assert files
            assert all((HOUSE / file).exists() for file in files if MADE.replace("-", "_") not in file)
        elif module == "host.tools.lights_picture":
            self._monkeypatch.setattr(
                sys, "argv", [module, *("david-goliath" if word == MADE else word for word in rest)]
            )
            with patch("host.tools.lights_picture.picture_of", return_value=Path("lights.svg")):
                write_picture()
            assert Path("lights.svg").exists()
        else:
            assert module in RUN_BY
            assert find_spec(module), f"There is no {module}."


@pytest.fixture(scope="module")
def done() -> set[tuple[str, ...]]:
    return set()


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few_codes: None, done: set[tuple[str, ...]]) -> Reader:
    return Reader(tmp_path, monkeypatch, done)


WITH_COMMANDS = [page for page in PAGES if commands(page)]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_every_command_of_a_page_can_be_tried_without_a_board(page: Path, reader: Reader) -> None:
    if name_of(page) in BEFORE:
        reader.type(Command(("tavolo", *BEFORE[name_of(page)].split()), "", True))
    for command in commands(page):
        if not command.is_step:
            reader.forget_board()
        reader.type(command)


def test_make_can_make_every_target_that_a_page_names(tmp_path: Path) -> None:
    typed = [command.words[1:] for page in PAGES for command in commands(page) if command.words[0] == "make"]
    targets = sorted(set().union(*(looked_up(list(words)) for words in typed)))
    assert len(targets) > 25
    # The few lines that make runs even so find programs that do nothing.
    for name in ("python", "tavolo"):
        (tmp_path / name).symlink_to(shutil.which("true") or "/bin/true")
    run = subprocess.run(
        ["make", "--dry-run", f"BIN={tmp_path}", *targets],
        cwd=HOUSE,
        env={name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert all(f"tavolo {name}" in run.stdout for name in COMMANDS_OF_MAKE)


def test_a_board_from_the_stairs_has_the_tables_settings_after_the_build_guide(reader: Reader) -> None:
    page = HOUSE / "hardware" / "build.md"
    reader.type(Command(("tavolo", *BEFORE[name_of(page)].split()), "", True))
    for command in commands(page):
        if command.is_step and command.words[:2] == ("tavolo", "settings"):
            reader.type(command)
    board = KeptBoard()
    with contextlib.closing(board):
        client = SettingsClient(Port(board.url), board.pass_time)
        assert client.values() == defaults()


# ---- mistakes are found


@pytest.mark.parametrize(
    "line",
    [
        "tavollo games",
        "tavolo setings",
        "tavolo selftest --seat 1",
        "tavolo cards bambuti --card B77",
        "tavolo drawings --panel round",
        "python -m pytest tests/no_such_test.py",
        "make tests",
        "make flash PORTS=x",
    ],
)
def test_a_misspelt_or_removed_command_is_found(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Reader
) -> None:
    monkeypatch.setattr("tests.hardware.guide_commands.HOUSE", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(f"Type:\n\n    {BIN}{line}  # so\n")
    with pytest.raises(AssertionError):
        reader.type(*commands(page))
