"""What a browser, a file or a board has sent shows in a terminal and in logs as it is, and steers neither."""

import io
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nicegui import core
from rich.markup import escape
from rich.table import Table
from rich.text import Text
from starlette.applications import Starlette
from uvicorn.logging import DefaultFormatter

from tavolo_host.display.access.browser_secrets import BrowserSecrets
from tavolo_host.display.access.guard import serve_own_alone
from tavolo_host.display.access.lan import Lan
from tavolo_host.display.access.open_pages import OpenPages
from tavolo_host.history.history import History
from tavolo_host.history.history_file import history_file
from tavolo_host.history.imported_games import add_game
from tavolo_host.seats.admissions import Invited
from tavolo_host.texts.console import Console
from tavolo_host.texts.terminal import PrintableRecord, guard_output, say
from tavolo_host.texts.visible import is_visible, printable
from tests.cli.command_support import refusal, tavolo
from tests.playthroughs.mutated_texts import GOLDEN, PEOPLE, golden_game

PACKAGE = Path(__file__).parents[2] / "host" / "tavolo_host"
EVIL = "\x1b[2J\x9b31m\u202eAda\u2066\u200b\x07\r\ud800\ue000"  # clears, colours, turns, hides, rings, overwrites
SHOWN = r"\x1b[2J\x9b31m\u202eAda\u2066\u200b\x07\r\ud800\ue000"
STYLE = re.compile(r"\x1b\[[0-9;]*m")
# Who prints in another way than by `say` and our console: what these print is their own.
PRINTING = re.compile(
    r"\btyper\.s?echo|\brich\.console\b|\brich import .*print|\bstd(out|err)\.write|(?<![\w.])print\("
)
ALLOWED = ("texts/terminal.py", "texts/console.py", "research/for_pettingzoo.py", "workshop/catalogue.py")


def is_harmless(text: str) -> bool:
    return all(is_visible(letter) or letter in "\n\t" for letter in text)


@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=60))
def test_all_that_is_printed_can_be_seen_and_nothing_else_is_changed(text: str) -> None:
    shown = printable(text)
    assert is_harmless(re.sub("[\u200c\u200d]", "", shown))
    assert not is_harmless(text) or shown == text
    assert printable(shown) == shown


def test_words_in_any_script_are_printed_as_they_are() -> None:
    text = "Città\tΣοφία שָׁלוֹם ශ්‍රීමති さくら ✓ ◀ 🦊\n“…”"
    assert printable(text) == text
    assert printable("ශ්\u200d") + printable("\u200dරී") == r"ශ්\u200d\u200dරී"


@pytest.mark.parametrize("to_error", [False, True])
def test_a_printed_line_has_escapes_instead_of_what_steers_a_terminal(
    to_error: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    say(f"{EVIL}\nBea", err=to_error)
    assert capsys.readouterr()[to_error] == f"{SHOWN}\nBea\n"


def test_tables_and_coloured_lines_have_no_styles_but_their_own() -> None:
    printed = io.StringIO()
    console = Console(file=printed, force_terminal=True, color_system="standard", width=200)
    table = Table("name")
    table.add_row(escape(EVIL))
    console.print(table)
    console.print(f"[red]{escape(EVIL)}[/red]")
    console.print(Text(EVIL))
    assert "\x1b[31m" in printed.getvalue()
    lines = STYLE.sub("", printed.getvalue())
    assert is_harmless(lines)
    assert lines.count(SHOWN) == 2


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What a handler prints that others have made, as uvicorn does; the process is as before afterwards."""
    before = logging.getLogRecordFactory(), sys.excepthook
    guard_output()
    printed = io.StringIO()
    handler = logging.StreamHandler(printed)
    handler.setFormatter(DefaultFormatter("%(levelprefix)s %(message)s", use_colors=False))
    logging.getLogger().addHandler(handler)
    yield printed
    logging.getLogger().removeHandler(handler)
    logging.setLogRecordFactory(before[0])
    sys.excepthook = before[1]


def test_messages_and_tracebacks_of_any_logger_have_none_of_it(logged: io.StringIO) -> None:
    logging.getLogger("nicegui").warning("%s not found", f"http://127.0.0.1/{EVIL}")
    try:
        raise ValueError(EVIL)
    except ValueError:
        logging.getLogger("asyncio").exception("Task failed", stack_info=True)
    assert is_harmless(logged.getvalue())
    assert logged.getvalue().count(SHOWN) == 2
    assert f"ValueError: {SHOWN}\n" in logged.getvalue()


def test_every_command_guards_its_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "_logRecordFactory", logging.LogRecord)
    refusal("dance")
    assert logging.getLogRecordFactory() is PrintableRecord


def test_a_message_cannot_forge_a_line_of_the_log(logged: io.StringIO) -> None:
    logging.getLogger("nicegui").error("lost\nERROR:    The table is closed\n")
    assert logged.getvalue() == "ERROR:    lost\n  ERROR:    The table is closed\n"


def test_the_traceback_of_an_unexpected_error_has_none_of_it(
    logged: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    sys.excepthook(ValueError, ValueError(EVIL), None)
    assert logged.getvalue() == ""
    assert capsys.readouterr().err == f"ValueError: {SHOWN}\n"


def test_what_a_visitor_sends_as_a_log_message_is_not_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.sio, "handlers", {"/": {"log": print, "event": print} | core.sio.handlers["/"]})
    serve_own_alone(Starlette(), 8520, Lan(8520, Invited()), BrowserSecrets(b"", lambda _visitor: False), OpenPages())
    assert "log" not in core.sio.handlers["/"]
    assert "event" in core.sio.handlers["/"]


@pytest.fixture
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_own_folders")
@pytest.mark.parametrize("words", [["import"], ["replay"]])
def test_a_refused_file_shows_its_mistake_and_its_name_without_steering_the_terminal(words: list[str]) -> None:
    evil = EVIL.replace("\ud800", "").replace("\r", "")
    file = Path("evil\x1b[2J\nname.txt")
    file.write_text(f"# began: {evil}\nbambuti players=2", encoding="utf-8")
    told = refusal(*words, str(file))
    assert told.startswith(r"evil\x1b[2J\nname.txt: Line 1: A moment reads like")
    assert is_harmless(told)
    assert r"not “\x1b[2J\x9b31m\u202eAda" in told


@pytest.mark.usefixtures("_own_folders")
@pytest.mark.parametrize(
    "words",
    ["{} x", "history --game {}", "history --{}", "play {}", "settings {}=1", "watch --port {}",
     "margins --measured {}", "measured {}", "cards {}", "new-game {}", "rescue --board {} --virtual"],
)  # fmt: skip
def test_a_refusal_repeats_what_was_typed_without_steering_the_terminal(words: str) -> None:
    told = refusal(*words.format("\x1b[31m\u202eAda").split(" "))
    assert is_harmless(told)


@pytest.mark.usefixtures("_own_folders")
def test_a_name_that_an_older_version_has_kept_is_printed_without_what_cannot_be_seen() -> None:
    kept, actions = golden_game("bambuti")
    evil = EVIL.replace("\ud800", "")
    with History(history_file()) as history:
        add_game(history.file, kept._replace(players=(PEOPLE[0]._replace(name=evil), *PEOPLE[1:2])), actions)
    for words in (["history"], ["history", "--json"], ["replay", "1"], ["export", "1"]):
        ended = tavolo(*words)
        assert ended.returncode == 0
        assert "Ada" in ended.stdout
        assert is_harmless(ended.stdout)


@pytest.mark.usefixtures("_own_folders")
def test_names_in_other_scripts_are_listed_as_they_are() -> None:
    text = GOLDEN.joinpath("bambuti.txt").read_text(encoding="utf-8")
    head = (
        "# began: 2026-09-21 14:13:20\n# ended: 2026-09-21 14:43:20\n# player 0, seat 1: {}\n# player 1, seat 5: {}\n"
    )
    Path("game.txt").write_text(head.format("ශ්‍රීමති", "Zoë 🦊") + text.split("\n\n")[0], encoding="utf-8")
    assert "ශ්‍රීමති and Zoë 🦊" in tavolo("import", "game.txt").stdout
    assert "ශ්‍රීමති and Zoë 🦊" in tavolo("history").stdout


def test_nothing_prints_in_another_way() -> None:
    files = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    found = [name for name, text in files.items() if PRINTING.search(re.sub('""".*?"""', "", text, flags=re.DOTALL))]
    assert sorted(set(found) - {"workshop/selftest/rig.py"}) == sorted(ALLOWED)


@pytest.mark.parametrize(
    "line", ["typer.echo(name)", "from rich.console import Console", "sys.stderr.write(name)", "    print(name)"]
)
def test_a_planted_other_way_is_found(line: str) -> None:
    assert PRINTING.search(line)
