"""Every command that a page names is typed, without a board: it ends well, and says nothing that its reader must fear.

The steps of a page run in their order, in one folder, on one virtual board; what is named by the way runs after them,
each on a board that is new.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from tavolo.maker.settings import defaults
from tavolo_host.cli import app, main
from tavolo_host.port import Port
from tavolo_host.settings import SettingsDesk
from tavolo_host.virtual.kept_board import KeptBoard, settings_file
from tests.hardware.guide_commands import BIN, HOUSE, PAGES, Command, commands, name_of
from tests.host.command_support import PATIENCE_S, as_from_a_shell, free_port, heed_interrupts

# What stands for something of the reader's own.
PLACES = {"FOLDER": "drawn", "GAME": "david-goliath", "NAME": "high-low", "REPORT…": "first.json"}
# What the reader has measured with a rule, and written down.
KNOWN = {"known.toml": "card_thickness_mm = 0.4\n", "pressed.toml": "card_thickness_mm = 0.4\nair_mm = 0\n"}
# What a page takes for done: commands before its first.
BEFORE = {
    "hardware/build.md": "settings seats=1 panels=1 track_pixels=0 lamps=field limit_ma=150",  # the Pico of the starter
    "host/README.md": "selftest --seats 1 --strips none --cards --report first.json",
}
NEEDED = {"new-game": ["high-low"]}  # where a command is named, and not what it is about

# Targets of make that a test cannot afford; it sees that make knows how to make them, and with which variables.
ONLY_LOOKED_AT = {
    "installs packages": {"venv", "drivers", "arena-packages"},
    "compilers, KiCad, OpenSCAD": {
        "uf2",
        "micropython",
        "firmware",
        "play-pico",
        "hardware",
        "circuit",
        "drawings",
        "boards",
        "kicad",
        "fast",
    },
    "a Pico": {"flash"},
    "tests and measurements": {"check", "bench", "mutants", "pictures", "field", "torture", "strength", "arena"},
    "changes or removes what is there": {"format", "lock", "clean"},
}
# Programs that are not the project's own.
NOT_OURS = {
    "pip": "tests/host/test_installed.py installs",
    "pipx": "the same",
    "uv": "the same",
    "pre-commit": "tests/host/test_commit_hooks.py commits",
    "node": "`make test-micropython` runs it",
    "mpremote": "speaks with a Pico only",
    "sudo": "changes who may do what on this machine",
}
SERVERS = {"play", "watch"}
SHORT_ARENA = ["--game", "bambuti", "--levels", "plain", "--deals", "1", "--workers", "1"]  # what comes last counts
# Where what is made goes, and how a page is served: whatever that is, the same is done.
PLACES_OF_OUTPUT = {"build/hardware/cards", "cards", "--no-browser", "--web-port", "8600"}
INTERRUPTED = 130  # the exit code after Ctrl-C
# They write into the sources, or are about a game that was made there.
IN_A_COPY = {
    "codes",
    "golden",
    "new-game",
    "high-low",
    "tavolo_host.display.catalogue",
    "tavolo_host.display.lights_picture",
}
KNOWN_COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def options_of(name: str) -> set[str]:
    return {option for parameter in KNOWN_COMMANDS[name].params for option in parameter.opts}


class Reader:
    """Somebody who types what a page says, in a `folder`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, done: set[tuple[str, ...]]) -> None:
        self._done = done  # by any reader, where only its words and the board's settings decide what a command does
        self._folder = folder / "work"
        self._folder.mkdir()
        for name, lines in KNOWN.items():
            (self._folder / name).write_text(lines)
        self._house = folder / "house"
        self._monkeypatch = monkeypatch
        self._home = folder / "home"
        for name, value in (("HOME", self._home), ("XDG_CONFIG_HOME", self._home / "config"), ("COLUMNS", "120")):
            monkeypatch.setenv(name, str(value))
        monkeypatch.chdir(self._folder)

    def forget_board(self) -> None:
        """Have a new virtual board."""
        settings_file().unlink(missing_ok=True)

    def type(self, command: Command) -> None:
        """Type it; AssertionError when it does not end as it should, or when nobody knows how to try it."""
        program, *rest = (PLACES.get(word, word) for word in command.words)
        if program == "make":
            self._make(rest)
        elif program == "tavolo":
            self._tavolo(rest, command)
        elif program == "python":
            self._once(("python", *rest), command, self._python, rest)
        else:
            assert program in NOT_OURS, f"Nobody knows how to try `{command.text}`."

    def _once(
        self, what: tuple[str, ...], command: Command, run: Callable[[list[str]], None], words: list[str]
    ) -> None:
        """Run it, unless that was done before, and nothing else follows from it."""
        leaves_something = IN_A_COPY & {*words} or any("=" in word or word.endswith(".json") for word in words)
        if what not in self._done or (command.is_step and leaves_something):
            run(words)
            self._done.add(what)

    def _make(self, words: list[str]) -> None:
        printed = dry_run(words, self._folder)
        targets = {word for word in words if "=" not in word}
        if targets <= {"play", "cards"}:
            _, *rest = shlex.split(printed.splitlines()[-1])
            self._tavolo(rest, Command((), "", False))
            return
        looked_at = set().union(*ONLY_LOOKED_AT.values())
        assert all(name in looked_at or name.startswith("test") or name == "help" for name in targets), words

    def _tavolo(self, words: list[str], command: Command) -> None:
        name, *rest = words
        assert name in KNOWN_COMMANDS, f"There is no command `tavolo {name}`."
        rest = rest or NEEDED.get(name, [])
        if "--pico" in rest:
            assert "--pico" in options_of(name)  # `make play-pico` builds what it needs
            return
        if "--port" in options_of(name) and "--virtual" not in rest:
            rest = [*rest, "--virtual"]
        elif name == "cards" and "--output" not in rest:
            rest = [*rest, "--output", "cards"]
        elif name == "arena" and "--no-play" not in rest:
            rest = [*rest, *SHORT_ARENA]
        is_board_asked = name in ("selftest", "settings") and settings_file().exists()
        settings = settings_file().read_text() if is_board_asked else ""
        what = tuple(word for word in (name, *rest) if word not in PLACES_OF_OUTPUT)
        self._once((*what, settings), command, lambda words: self._try(words, command.into), [name, *rest])

    def _try(self, words: list[str], into: str) -> None:
        if words[0] in SERVERS:
            self._serve(words)
        elif IN_A_COPY & {*words}:
            self._run(["-m", "tavolo_host", *words])
        else:
            printed = self._printed(words)
            if into:
                Path(into).write_text(printed)
            if words[0] == "measured":
                assert "a virtual board, so this says nothing of a real slot" in printed
            if words[0] == "selftest":
                assert printed.endswith("✓ Everything that was checked is as it should be.\n")

    def _printed(self, words: list[str]) -> str:
        """What the command prints, in this process: the same as in its own, without the time that it takes to begin."""
        self._monkeypatch.setattr(sys, "argv", ["tavolo", *words])
        printed, complained = io.StringIO(), io.StringIO()
        captured = contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complained)
        with captured[0], captured[1], pytest.raises(SystemExit) as end:
            main()
        assert (end.value.code or 0, complained.getvalue()) == (0, ""), (words, printed.getvalue())
        assert "Traceback" not in printed.getvalue()
        return printed.getvalue()

    def _python(self, words: list[str]) -> None:
        _, module, *rest = words
        if module == "pytest":
            files = [word for word in rest if word.startswith("tests/")]  # `make test` runs them
            assert files
            assert all(((self._house if self._house.exists() else HOUSE) / file).exists() for file in files)
        elif module == "tavolo_host.research.example":
            assert (HOUSE / "tests" / "research" / "test_example.py").exists()  # which runs it
        elif module == "tavolo_host.drawings":
            self._run([*words, *([] if rest else ["drawn"]), "--without-print"])  # OpenSCAD takes minutes
        else:
            self._run(words)

    def _run(self, words: list[str]) -> None:
        run = subprocess.run(
            [sys.executable, *words],
            cwd=self._copy() if IN_A_COPY & {*words} else self._folder,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert (run.returncode, run.stderr) == (0, ""), (words, run.stdout[-2000:])

    def _serve(self, words: list[str]) -> None:
        """Have it serve its page, look at that, and end it as Ctrl-C does."""
        port = free_port()
        command = [sys.executable, "-m", "tavolo_host", *words, "--no-browser", "--web-port", str(port)]
        server = subprocess.Popen(
            command,
            cwd=self._folder,
            env=self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=heed_interrupts,
        )
        try:
            assert server.stdout is not None
            told = iter(server.stdout.readline, "")
            assert any("The table is at" in line for line in told), server.communicate()
            assert "<title>Tavolo</title>" in page_at(port, server)
            server.send_signal(signal.SIGINT)
            _, complained = server.communicate(timeout=PATIENCE_S)
        finally:
            server.kill()
        assert (server.returncode, complained) == (INTERRUPTED, ""), words

    def _environment(self) -> dict[str, str]:
        house = self._house if self._house.exists() else HOUSE
        paths = [str(house / folder) for folder in ("firmware", "host", ".")]
        return as_from_a_shell() | {"PYTHONPATH": os.pathsep.join(paths)}

    def _copy(self) -> Path:
        """A copy of the sources, which may be changed."""
        if not self._house.exists():
            for folder in ("firmware", "host", "tests"):
                shutil.copytree(HOUSE / folder, self._house / folder, ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(HOUSE / "pyproject.toml", self._house)
            (self._house / "build").mkdir()
            (self._house / "build" / "drivers").symlink_to(HOUSE / "build" / "drivers")
        return self._house


def page_at(port: int, server: "subprocess.Popen[str]") -> str:
    """The page that is served, as soon as it is."""
    while server.poll() is None:
        with contextlib.suppress(ConnectionError, urllib.error.URLError):
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S).read().decode()
    raise AssertionError(server.communicate())


def dry_run(words: list[str], folder: Path) -> str:
    """What make would do. The few lines that it does all the same find programs that do nothing."""
    stubs = folder / "stubs"
    stubs.mkdir(exist_ok=True)
    for name in ("python", "tavolo"):
        if not (stubs / name).exists():
            (stubs / name).symlink_to(shutil.which("true") or "/bin/true")
    run = subprocess.run(
        ["make", "--dry-run", f"BIN={stubs}", *words],
        cwd=HOUSE,
        env={name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, (words, run.stderr)
    makefile = (HOUSE / "Makefile").read_text(encoding="utf-8")
    for name, is_set, _ in (word.partition("=") for word in words):
        listed = rf"^{re.escape(name)} \??=" if is_set else rf"^{re.escape(name)}:.*##"
        assert re.search(listed, makefile, re.MULTILINE), f"`make help` does not list {name}."
    return run.stdout


@pytest.fixture(scope="module")
def done() -> set[tuple[str, ...]]:
    return set()


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: set[tuple[str, ...]]) -> Reader:
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


def test_every_command_that_wants_a_board_has_a_virtual_one() -> None:
    wanting = {name for name in KNOWN_COMMANDS if "--port" in options_of(name)}
    assert wanting == {"rescue", "selftest", "settings", "watch"}
    assert all("--virtual" in options_of(name) for name in wanting)


@pytest.mark.parametrize("name", ["starter", "build", "measuring", "settings", "README"])
def test_a_guide_says_near_its_top_how_it_is_tried_without_a_board(name: str) -> None:
    text = (HOUSE / "hardware" / f"{name}.md").read_text(encoding="utf-8")
    first = next(at for at, line in enumerate(text.splitlines()) if line.startswith(f"    {BIN}tavolo"))
    before = "\n".join(text.splitlines()[: first + 8])
    assert "`--virtual`" in before


def test_who_goes_on_from_the_starter_to_the_table_has_a_board_that_knows_it(reader: Reader) -> None:
    page = HOUSE / "hardware" / "build.md"
    reader.type(Command(("tavolo", *BEFORE[name_of(page)].split()), "", True))
    for command in commands(page):
        if command.is_step and command.words[:2] == ("tavolo", "settings"):
            reader.type(command)
    board = KeptBoard()
    with contextlib.closing(board):
        desk = SettingsDesk(Port(board.url), board.pass_time)
        assert desk.values() == defaults()


# ---- that it would be seen


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of nobody's, that counts as one of the house's."""
    monkeypatch.setattr("tests.hardware.guide_commands.HOUSE", tmp_path)
    return tmp_path / "page.md"


@pytest.mark.parametrize(
    "line",
    [
        "tavolo setings",
        "tavolo selftest --seat 1",
        "tavolo selftest --seats 9",
        "tavolo settings panels=3",
        "tavolo settings panel=1",
        "tavolo cards bambuti --card B77",
        "tavolo games --virtual",
        "tavolo measured second.json",
        "python -m tavolo_host.drawing FOLDER",
        "python -m pytest tests/no_such_test.py",
        "make tests",
        "make drawing",
        "make flash PORTS=x",
        "make play ARGS=--seets",
    ],
)
def test_a_command_that_is_misspelt_or_has_gone_is_seen(line: str, page: Path, reader: Reader) -> None:
    page.write_text(f"Type:\n\n    {BIN}{line}  # so\n")
    (step,) = commands(page)
    with pytest.raises(AssertionError):
        reader.type(step)
    page.write_text(f"Type `{line}`.\n")
    (mentioned,) = commands(page)
    assert mentioned.words == step.words


@pytest.mark.parametrize("line", ["build/venv/bin/tavollo games", "mkae drawings", "build/venv/bin/python3 -m pip"])
def test_a_program_that_is_misspelt_is_seen(line: str, page: Path) -> None:
    page.write_text(f"Type:\n\n    {line}\n")
    with pytest.raises(AssertionError):
        commands(page)
