"""The command line: what it lists, and that bad input is one clear sentence and a non-zero exit."""

import contextlib
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tavolo.games import load, names
from tavolo_host import cli
from tavolo_host.virtual.serial_line import LoopbackServer
from tests.host.command_support import (
    PATIENCE_S,
    as_from_a_shell,
    free_port,
    heed_interrupts,
    refusal_of_command,
    running,
    tavolo,
)
from tests.link.link_support import Board


def sentence_of(*arguments: str) -> str:
    """The one sentence with which the command refuses."""
    run = tavolo(*arguments)
    assert run.returncode == 2, run.stdout + run.stderr
    assert run.stderr.count("\n") == 1, run.stderr
    assert run.stderr.startswith("tavolo: ")
    assert run.stderr.endswith(".\n")
    return run.stderr.removeprefix("tavolo: ").strip()


def test_an_unknown_game_names_the_possible_ones() -> None:
    assert sentence_of("play", "chess") == f"There is no game chess; there is {', '.join(names())}."


def test_a_seat_count_that_the_game_does_not_have_names_the_possible_ones() -> None:
    assert sentence_of("play", "--seats", "7") == "David & Goliath is for 3 to 6 players, not for 7."
    assert sentence_of("play", "--seats", "2") == "David & Goliath is for 3 to 6 players, not for 2."


def test_an_unknown_option_or_value_names_the_possible_ones() -> None:
    possible = "David & Goliath has no option “{}”; it has deals=1 to 9, dealer=-1 to 5."
    assert sentence_of("play", "--option", "colour=2") == possible.format("colour=2")
    assert sentence_of("play", "--option", "deals") == possible.format("deals")
    assert sentence_of("play", "--option", "deals=10") == "The option deals goes from 1 to 9, not to 10."
    assert sentence_of("play", "--option", "deals=many") == "The option deals goes from 1 to 9, not to many."
    assert sentence_of("play", "--option", "deals=") == "The option deals goes from 1 to 9, not to nothing."
    assert (
        sentence_of("play", "--seats", "3", "--option", "dealer=4") == "The dealer is one of 3 players, counted from 0."
    )


def test_the_games_are_listed_with_seats_and_options() -> None:
    run = tavolo("games")
    assert run.returncode == 0, run.stderr
    for name in names():
        game = load(name)
        assert name in run.stdout
        for option in game.OPTIONS:
            assert option.name in run.stdout, option.name


def test_an_emulated_pico_that_was_not_built_names_what_builds_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(cli, "UF2", tmp_path / "tavolo.uf2")
    monkeypatch.setattr(sys, "argv", ["tavolo", "play", "--pico"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    assert capsys.readouterr().err == (
        "tavolo: The emulated Pico was not built yet: `make play-pico` builds it and plays on it.\n"
    )


def test_an_unknown_port_is_named() -> None:
    assert sentence_of("watch", "--port", "/dev/nothing-here") == "There is no port /dev/nothing-here."
    assert "“nonsense://x”" in sentence_of("watch", "--port", "nonsense://x")


def test_an_address_where_nobody_listens_is_named() -> None:
    with socket.socket() as bound:  # and does not listen: nobody else gets its address meanwhile
        bound.bind(("127.0.0.1", 0))
        url = f"socket://127.0.0.1:{bound.getsockname()[1]}"
        assert sentence_of("watch", "--port", url) == f"Nobody listens at {url}."


def test_a_port_without_a_board_is_told_from_one_that_does_not_exist() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        assert sentence_of("watch", "--port", url) == f"At {url} no Tavolo board answers."


@contextmanager
def running_board(protocol: str) -> Iterator[str]:
    """A board that speaks this version of the protocol, until the test is over; its URL."""
    line = LoopbackServer()
    board = Board(line, protocol=protocol)
    with closing(line), running(lambda: board.step(5)):
        yield line.url


def test_a_board_with_another_protocol_version_is_refused_with_both_versions() -> None:
    with running_board("1.3") as url:
        sentence = sentence_of("watch", "--port", url)
    assert sentence == "The board speaks version 1.3 of the protocol, this program speaks 2.1."


def test_a_busy_web_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        assert sentence_of("play", "--no-browser", "--web-port", port) == (
            f"Port {port} is in use by another program; choose another one."
        )


def test_a_plot_that_cannot_be_written_is_refused_before_anything_is_computed(tmp_path: Path) -> None:
    assert sentence_of("margins", "--plot", str(tmp_path / "nowhere" / "margins.svg")).startswith(str(tmp_path))
    assert sentence_of("margins", "--plot", str(tmp_path / "margins.doc")).startswith(str(tmp_path))


def test_a_plot_whose_folder_takes_no_files_is_refused() -> None:
    assert sentence_of("margins", "--plot", "/proc/margins.svg").startswith("/proc/margins.svg cannot be drawn")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["dance"], "dance"),
        (["play", "--seats", "four"], "--seats"),
        (["play", "--web-port", "99999"], "--web-port"),
        (["play", "--line", "string"], "--line"),
        (["watch", "--loud"], "--loud"),
    ],
)
def test_a_word_that_the_command_does_not_know_is_named_in_one_sentence(words: list[str], wrong: str) -> None:
    assert wrong in sentence_of(*words)


def test_who_is_refused_is_sent_to_the_help_of_the_command() -> None:
    assert sentence_of("measured") == "Missing argument 'REPORT'; `tavolo measured --help` lists what there is."
    assert sentence_of("--loud") == "No such option: --loud; `tavolo --help` lists what there is."


def test_a_port_that_hangs_up_is_no_board() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        server.settimeout(0.05)

        def hang_up() -> None:
            with contextlib.suppress(TimeoutError):
                server.accept()[0].close()

        with running(hang_up, pause_s=0):
            sentence = sentence_of("watch", "--port", url)
    assert sentence == f"At {url} no Tavolo board answers: the connection was closed."


def test_the_help_lists_the_commands() -> None:
    run = tavolo("--help")
    assert run.returncode == 0
    for command in ("play", "watch", "ports", "margins"):
        assert f"\n  {command} " in run.stdout


def test_ports_says_so_when_there_is_none_or_lists_them() -> None:
    run = tavolo("ports")
    assert run.returncode == 0
    assert "Raspberry Pi Pico" in run.stdout or "serial number" in run.stdout


def test_margins_are_said_to_be_computed_and_are_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "margins.png"
    run = tavolo("margins", "--plot", str(picture))
    assert run.returncode == 0
    assert "computed from its geometry, not measured" in run.stdout
    assert "all 111" in run.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("factor", ["0", "0.5", "101", "fast"])
def test_a_speed_that_nobody_could_follow_is_refused(factor: str) -> None:
    assert "--speed" in sentence_of("play", "--speed", factor)


@pytest.mark.parametrize("port", ["hwgrep://(", "loop://", "spy:///dev/null?file=spied", "alt:///dev/null", ""])
def test_a_scheme_that_no_board_is_behind_is_refused_with_those_that_are_possible(
    port: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in ("watch", "selftest", "settings"):
        refusal = refusal_of_command(capsys, monkeypatch, command, "--port", port)
        assert refusal.startswith(f"“{port}” is neither a serial port, ")
        assert "socket://" in refusal


@pytest.mark.parametrize(
    ("arguments", "content", "wanted"),
    [
        (["measured"], "[" * 100_000, "is no report of a selftest"),
        (["measured"], '{"seats":[{"electrodes":[]}]}', "has no seat whose electrodes could be measured"),
        (["margins", "--measured"], "a = " + "[" * 100_000, "it is nested deeply"),
        (["margins", "--measured"], "stray_pf = " + "9" * 400, "not so much"),
        (["margins", "--measured"], "stray_pf = nan", "not nan"),
    ],
)
def test_a_file_of_nonsense_is_refused_in_a_sentence(
    arguments: list[str],
    content: str,
    wanted: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "file"
    file.write_text(content)
    assert wanted in refusal_of_command(capsys, monkeypatch, *arguments, str(file))


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
def test_a_report_whose_numbers_cannot_be_is_none(
    wrong: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = {
        "seat": 1,
        "electrodes": [{"picofarads": 10.0, "noise": 1.0}] * 12,
        "card": {"code": 84, "counts": [600] * 9},
        "chip": {"charge_time": 1, "charges": [20] * 12},
    }
    file = tmp_path / "report.json"
    file.write_text(json.dumps({"seats": [seat | wrong]}))
    assert "is no report of a selftest" in refusal_of_command(capsys, monkeypatch, "measured", str(file))


@pytest.mark.parametrize(("output", "code"), [(">/dev/full", 2), (">&-", 0), ("| true", 1)])
def test_what_cannot_be_printed_ends_without_a_traceback(output: str, code: int) -> None:
    command = f"{shlex.quote(sys.executable)} -m tavolo_host games {output}; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert run.returncode == code
    assert run.stderr == ("tavolo: The system refuses: No space left on device.\n" if code == 2 else "")


def test_who_interrupts_a_command_hears_no_traceback() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        command = [sys.executable, "-m", "tavolo_host", "watch", "--port", url]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interrupts)
        with server.accept()[0]:
            process.send_signal(signal.SIGINT)
            told = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, told) == (130, (b"", b""))


@pytest.mark.parametrize(("ended_by", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_whoever_searches_beside_the_program_ends_with_it_and_says_nothing(ended_by: int, code: int) -> None:
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
