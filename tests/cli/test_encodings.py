"""What is printed fails in no encoding, and what others read or have written is text whatever a shell makes of it."""

import io
import sys
import webbrowser
from pathlib import Path
from unittest.mock import patch

import pytest

from tavolo_host.cli import COMMANDS, main
from tavolo_host.display.own_browser import has_browser
from tavolo_host.history.history import History
from tavolo_host.history.history_file import history_file
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import KeptPlayer
from tavolo_host.slot.measured import values_from_file
from tests.cli.command_support import Ended, refusal, tavolo
from tests.playthroughs.mutated_texts import golden_game

ENCODINGS = ("utf-8", "cp1252", "latin-1", "ascii", "cp437")
NAMES = ("Łukasz", "Наталья", "Σοφία", "שלום", "さくら", "김민준")  # in six scripts
SHELLS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of one's own, with three games of people with such names."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.chdir(tmp_path)
    kept, actions = golden_game("bambuti")
    with History(history_file()) as history:
        for place in range(0, len(NAMES), 2):
            people = tuple(KeptPlayer(player, 4 * player, NAMES[place + player]) for player in range(2))
            add_game(
                history.file, kept._replace(began=kept.began + place, ended=kept.began + 99, players=people), actions
            )


class Strict:
    """A stream of one encoding, as of a terminal or a file, and what was written into it."""

    def __init__(self, encoding: str) -> None:
        self._written = io.BytesIO()
        self.stream = io.TextIOWrapper(self._written, encoding=encoding, errors="strict", newline="\n")

    def text(self, encoding: str = "") -> str:
        self.stream.flush()
        return self._written.getvalue().decode(encoding or self.stream.encoding)


def run(encoding: str, *words: str) -> Ended:
    """Run a command whose output has this encoding."""
    printed, told = Strict(encoding), Strict(encoding)
    streams = {"stdout": printed.stream, "stderr": told.stream}
    with patch.multiple(sys, argv=["tavolo", *words], **streams), pytest.raises(SystemExit) as end:
        main()
    as_written = "utf-8" if words[0] == "export" or words[-1] == "--help" else ""
    return Ended(int(end.value.code or 0), printed.text(as_written), told.text())


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_games_of_people_in_any_script_are_listed_told_and_exported_in_any_encoding(encoding: str) -> None:
    shown = [name.encode(encoding, "backslashreplace").decode(encoding) for name in NAMES]
    for number, command in enumerate((["history"], ["replay", "1"], ["export", "--all"])):
        ended = run(encoding, *command)
        assert (ended.returncode, ended.stderr) == (0, "")
        expected = (shown, shown[:2], NAMES)[number]
        assert [name for name in expected if name not in ended.stdout] == []


@pytest.mark.parametrize("shell", SHELLS)
def test_what_was_exported_is_imported_however_a_shell_has_written_it(shell: str) -> None:
    Path("games.txt").write_bytes(run("cp1252", "export", "1").stdout.replace("\n", "\r\n").encode(shell))
    assert (
        tavolo("import", "games.txt").stdout == "games.txt: Bambuti: Łukasz and Наталья is game 1, and was already.\n"
    )


def test_other_bytes_are_no_text_and_the_line_is_named() -> None:
    text = tavolo("export", "1").stdout
    Path("latin.txt").write_bytes(text.replace("\n", "\r\n").replace("Łukasz", "Zoë").encode("latin-1", "replace"))
    assert refusal("import", "latin.txt") == "latin.txt: Line 4: This is no text in UTF-8."
    Path("odd.txt").write_bytes("games".encode("utf-16") + b"\0")
    assert "odd.txt: Line " in refusal("import", "odd.txt")


def test_measured_values_are_read_as_a_shell_of_windows_writes_them() -> None:
    for shell in SHELLS:
        Path("values.toml").write_bytes("noise_counts = 1.5\r\n".encode(shell))
        assert values_from_file(Path("values.toml")) == {"noise_counts": 1.5}


# What each command does here without a board or a server, and with which exit code.
DONE: dict[str, list[tuple[str, int]]] = {
    "play": [("play {}", 2), ("play kuh-vadis --option {}=1", 2)],
    "games": [("games", 0)],
    "watch": [("watch --port {}", 2)],
    "history": [("history --player {}", 0), ("history --json", 0), ("history --game {}", 2)],
    "replay": [("replay 2", 0), ("replay {}", 2)],
    "export": [("export 1 2 3", 0), ("export --all --to {}", 0), ("export --file {}.sqlite", 0), ("export {}", 2)],
    "import": [("import {}", 0)],
    "ports": [("ports", 0)],
    "selftest": [("selftest --port {}", 2)],
    "settings": [("settings --virtual", 0), ("settings {}=1 --virtual", 2)],
    "rescue": [("rescue --virtual", 0), ("rescue --board {} --virtual", 2)],
    "flash": [("flash --drive {}", 2)],
    "margins": [("margins --measured {}", 2)],
    "measured": [("measured {}", 2)],
    "cards": [("cards {}", 2), ("cards bambuti --card {}", 2)],
    "drawings": [("drawings --panel {}", 2)],
    "codes": [("codes", 0), ("codes {}", 2)],
    "arena": [("arena {}.sqlite --game {}", 2)],
    "golden": [("golden {}", 2)],
    "new-game": [("new-game {}", 2)],
}  # fmt: skip


def test_every_command_of_the_help_is_tried() -> None:
    assert list(DONE) == list(COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_ends_as_told_with_any_name_in_any_encoding(encoding: str) -> None:
    assert run(encoding, "--help").returncode == 0
    for command, trials in DONE.items():
        assert run(encoding, command, "--help").returncode == 0
        for words, code in trials:
            for name in NAMES if "{}" in words else NAMES[:1]:
                ended = run(encoding, *words.format(*[name] * 2).split(" "))
                assert (words, name, ended.returncode) == (words, name, code), ended
                assert "Traceback" not in ended.stderr
                assert code == 0 or ended.stderr.startswith("tavolo: ")


class Browser(webbrowser.BaseBrowser):
    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        raise AssertionError(url)


@pytest.mark.parametrize(
    ("name", "is_there"), [("xdg-open", True), ("", True), ("w3m", False), ("/usr/bin/lynx", False)]
)
def test_a_browser_of_the_terminal_is_no_browser_for_the_page(
    name: str, is_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "get", lambda: Browser(name))
    assert has_browser() is is_there


def test_where_there_is_no_browser_none_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    assert not has_browser()
