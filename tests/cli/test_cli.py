"""The command line: what it lists, and that bad input is one clear sentence and a non-zero exit."""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tavolo.games import names
from tavolo_host.runtime import import_paths
from tavolo_host.slot import margins
from tavolo_host.sources import command as of_page
from tests.cli.command_support import (
    PATIENCE_S,
    as_from_a_shell,
    free_port,
    heed_interrupts,
    refusal,
    tavolo,
)

# What takes its time to be imported, and what an installation may lack.
HEAVY = {"nicegui", "numpy", "reportlab", "shapely", "svglib", "PIL", "dask", "distributed"}
# Runs commands one after the other in one process, and says then what they have imported of that.
COMMANDS = """
import sys
from contextlib import suppress
from tavolo_host.__main__ import main
for words in ("games", "ports", "--help", "settings --port nowhere", "play --seats 99", "arena nowhere --no-play"):
    sys.argv[1:] = words.split()
    with suppress(SystemExit):
        main()
print("Imported:", *sorted({heavy} & {{name.partition(".")[0] for name in sys.modules}}))
"""


def test_commands_that_show_no_page_and_draw_nothing_import_neither() -> None:
    command = [sys.executable, "-c", COMMANDS.format(heavy=HEAVY)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    assert run.stdout.splitlines()[-1] == "Imported:"
    assert "david-goliath: David & Goliath, for 3 to 6 players" in run.stdout


def test_the_games_are_listed_with_what_each_number_of_an_option_means_where_there_is_a_choice() -> None:
    listed = tavolo("games").stdout
    assert "\n    Who begins\n      first=-1  drawn by lot (usual)\n      first=0  player 1 to begin\n" in listed
    assert "\n    How many deals are played, 1 to 9\n      deals=1  one deal (usual)\n" in listed
    assert "\n\nkuh-vadis: Kuh Vadis, for 2 players\n" in listed
    assert "\n      board=1  the board of the house (usual)\n      board=NAME  a board of your own" in listed


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("chess", f"There is no game chess; there is {', '.join(names())}."),
        ("--seats 7", "David & Goliath is for 3 to 6 players, not for 7."),
        ("--seats 2", "David & Goliath is for 3 to 6 players, not for 2."),
        ("--option colour=2", "David & Goliath has no option “colour=2”; it has deals=1 to 9, dealer=-1 to 5."),
        ("--option deals", "David & Goliath has no option “deals”; it has deals=1 to 9, dealer=-1 to 5."),
        ("--option deals=10", "The option deals goes from 1 to 9, not to 10."),
        ("--option deals=many", "The option deals goes from 1 to 9, not to many."),
        ("--option deals=", "The option deals goes from 1 to 9, not to nothing."),
        ("--seats 3 --option dealer=4", "The dealer is one of 3 players, counted from 0."),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_with_what_is_possible(words: str, wanted: str) -> None:
    assert refusal("play", *words.split()) == wanted


def test_an_emulated_pico_that_was_not_built_names_what_builds_it_where_the_sources_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert Path(__file__).parents[2] / "build" / "tavolo.uf2" == of_page.UF2
    monkeypatch.setattr(of_page, "UF2", tmp_path / "tavolo.uf2")
    wanted = "The emulated Pico has not been built yet: `make play-pico` builds it and plays on it."
    assert refusal("play", "--pico") == wanted
    monkeypatch.setattr(import_paths, "prepend", lambda: None)
    monkeypatch.setattr(import_paths, "tree", lambda: None)
    assert refusal("play", "--pico") == (
        "The emulated Pico is built from Tavolo's sources, which are not installed here:"
        " in the source folder, `make play-pico` builds it and plays on it."
    )


def test_a_busy_web_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        assert refusal("play", "--no-browser", "--web-port", port) == (
            f"Port {port} is in use by another program; choose another one."
        )


def test_margins_are_labelled_as_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    row = margins.MarginRow("as built", margins.MUST_READ, 9.0, "all 111 codes read", 120.0, 20.0)
    monkeypatch.setattr(margins, "margins_report", lambda *_: [row])  # which takes no time to be computed
    monkeypatch.setattr(margins, "cards_rows", list)
    run = tavolo("margins")
    assert run.returncode == 0, run.stderr
    assert "computed from its geometry, not measured" in run.stdout
    assert "all 111" in run.stdout


@pytest.mark.parametrize(
    ("words", "hidden", "wanted"),
    [
        ("cards bambuti", "reportlab svglib", "Printing cards: reportlab and svglib, which are"),
        ("new-game high-low", "PIL", "A new game: pillow, which is"),
        ("arena results", "dask distributed", "The arena: dask and distributed, which are"),
    ],
)
def test_packages_that_a_command_lacks_are_named_with_what_to_type(
    words: str, hidden: str, wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in hidden.split():
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(import_paths, "tree", lambda: tmp_path)
    monkeypatch.setattr(import_paths, "prepend", lambda: None)
    extra = "arena" if words.startswith("arena") else "maker"
    what, _, missing = wanted.partition(": ")
    assert refusal(*words.split()) == (
        f"{what} needs {missing} not installed: in the folder of the sources, `make {extra}-packages` or"
        f" `pip install '.[{extra}]'` installs {'it' if missing.endswith(' is') else 'them'}; without the sources,"
        f" `pip install 'FILE.whl[{extra}]'` does."
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("dance", "dance"),
        ("play --seats four", "--seats"),
        ("play --web-port 99999", "--web-port"),
        ("play --line string", "--line"),
        ("watch --shrill", "--shrill; `tavolo watch --help` lists the choices."),
        ("measured", "Missing argument 'REPORT'; `tavolo measured --help` lists the choices."),
        *[(f"play --speed {factor}", "--speed") for factor in ("0", "0.5", "101", "fast")],
    ],
)
def test_an_unknown_word_of_the_command_line_is_named_in_one_sentence(words: str, wrong: str) -> None:
    assert wrong in refusal(*words.split())


@pytest.mark.parametrize("port", ["hwgrep://(", "loop://", "spy:///dev/null?file=spied", "alt://x", "socket://[", ""])
def test_a_scheme_that_no_board_is_behind_is_refused_with_those_that_are_possible(port: str) -> None:
    for command in ("watch", "selftest", "settings"):
        sentence = refusal(command, "--port", port)
        assert sentence.startswith(f"“{port}” is neither a serial port such as ")
        assert "socket://" in sentence


@pytest.mark.parametrize(
    ("arguments", "content", "wanted"),
    [
        (["measured"], "[" * 100_000, "is not a selftest's report"),
        (["measured"], '{"seats":[{"electrodes":[]}]}', "has no seat with measured electrodes"),
        (["margins", "--measured"], "a = " + "[" * 100_000, "it is nested deeply"),
        (["margins", "--measured"], "stray_pf = " + "9" * 400, "not so much"),
        (["margins", "--measured"], "stray_pf = nan", "not nan"),
    ],
)
def test_a_file_of_nonsense_is_refused_in_a_sentence(
    arguments: list[str], content: str, wanted: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text(content)
    assert wanted in refusal(*arguments, str(file))


@pytest.mark.parametrize(
    "wrong",
    [
        {"card": {"code": 1.5, "counts": [600] * 9}},
        {"card": {"code": 512, "counts": [600] * 9}},
        {"chip": {"charge_time": 40, "charges": [20] * 12}},
        {"chip": {"charge_time": 10**12, "charges": [20] * 12}},
        {"chip": {"charge_time": 1e9, "charges": [20] * 12}},
        {"electrodes": [{"picofarads": 10.0, "noise": 1.0}] * 11},
    ],
)
def test_a_report_whose_numbers_cannot_be_is_none(wrong: dict[str, object], tmp_path: Path) -> None:
    seat = {
        "seat": 1,
        "electrodes": [{"picofarads": 10.0, "noise": 1.0}] * 12,
        "card": {"code": 84, "counts": [600] * 9},
        "chip": {"charge_time": 1, "charges": [20] * 12},
    }
    file = tmp_path / "report.json"
    file.write_text(json.dumps({"seats": [seat | wrong]}))
    assert "is not a selftest's report" in refusal("measured", str(file))


@pytest.mark.parametrize(("output", "code"), [(">/dev/full", 2), (">&-", 0), ("| true", 1)])
def test_what_cannot_be_printed_ends_without_a_traceback(output: str, code: int) -> None:
    command = f"{shlex.quote(sys.executable)} -m tavolo_host games {output}; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert run.returncode == code
    assert run.stderr == ("tavolo: The system refuses: No space left on device.\n" if code == 2 else "")


def test_interrupting_a_command_prints_no_traceback() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        command = [sys.executable, "-m", "tavolo_host", "watch", "--port", url]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interrupts)
        with server.accept()[0]:
            process.send_signal(signal.SIGINT)
            told = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, told) == (130, (b"", b""))


@pytest.mark.slow
@pytest.mark.parametrize(("ended_by", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_search_workers_end_with_the_program_and_print_nothing(ended_by: int, code: int) -> None:
    """Its output ends when the last process has ended that may write to it."""
    command = [sys.executable, "-m", "tavolo_host", "play", "--level", "strong", "--no-browser"]
    process = subprocess.Popen(
        [*command, "--web-port", str(free_port())],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_interrupts,
        start_new_session=True,
        env=as_from_a_shell(),
    )
    assert process.stdout is not None
    process.stdout.readline()
    if ended_by == signal.SIGINT:
        os.killpg(process.pid, ended_by)  # as a terminal does
    else:
        process.kill()
    told = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, told[0]) == (code, b"")
    assert not told[1] or (ended_by == signal.SIGKILL and b"Traceback" not in told[1])
