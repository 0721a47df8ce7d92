"""The board that `--virtual` stands for answers as a real one, keeps what it is set to, and can be watched."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tavolo_host.display.parts.what_to_do import State
from tavolo_host.people.kept_board import KeptBoard, settings_file
from tavolo_host.people.table import VirtualTable
from tavolo_host.players.of_game import choose
from tavolo_host.players.thinking import Engine
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.serial_line import LoopbackServer
from tavolo_host.sources.watched import VirtualPhones, VirtualWatch, connected
from tests.cli.command_support import MadeUpTime, refusal, tavolo
from tests.sources.source_support import run_until

STARTER = b"seats = 1\npanels = 1\ntrack_pixels = 0\nlamps = field\nlimit_ma = 150\n"
VIRTUAL = "This board is virtual"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user whose virtual board is new."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "160")
    return tmp_path


def write_settings(content: bytes) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_bytes(content)


@pytest.mark.parametrize(
    ("lines", "changes"),
    [
        (b"", []),
        (b"panels = 9\nsound = on\nbrightness\n", []),
        (b"# mine\nbrightness = 30\n", ["brightness=60", "seats=1-4"]),
        (b"", ["limit_ma=60"]),
        (b"", ["panels=0", "lamps=field"]),
        (b"", ["brightness=200"]),
    ],
)
def test_the_virtual_board_says_what_a_board_at_a_port_says(
    lines: bytes, changes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = LoopbackServer()
    table = VirtualTable(Random(1), line, lines)
    MadeUpTime(monkeypatch, table.step, TICK_MS)
    with closing(line):
        real = tavolo("settings", *changes, "--port", line.url)
    if lines:
        write_settings(lines)
    virtual = tavolo("settings", *changes, "--virtual")
    own, *told = virtual.stdout.splitlines()
    assert own.startswith(VIRTUAL)
    assert (told, virtual.stderr, virtual.returncode) == (real.stdout.splitlines(), real.stderr, real.returncode)
    kept = settings_file().read_bytes() if settings_file().exists() else b""
    assert kept == table.hardware.virtual_files.contents.get("tavolo.txt", b"")


def test_its_settings_hold_for_later_commands_until_its_file_is_gone() -> None:
    assert f"{VIRTUAL} and new." in tavolo("settings", "--virtual").stdout
    assert tavolo("settings", "seats=1", "--virtual").returncode == 0
    shown = tavolo("settings", "--virtual").stdout
    assert "seats         1 " in shown
    assert f"{VIRTUAL}. Its settings come from {settings_file()};" in shown
    checked = tavolo("selftest", "--virtual", "--automatic", "--strips", "none")
    assert "Not built by the board's settings, and not checked: seats 2, 3, 4, 5, 6, 7, 8." in checked.stdout
    settings_file().unlink()
    assert f"{VIRTUAL} and new." in tavolo("settings", "--virtual").stdout


def test_a_selftest_passes_for_what_is_built_and_finds_wrong_settings() -> None:
    write_settings(STARTER)
    whole = tavolo("selftest", "--virtual", "--cards")
    assert whole.returncode == 0, whole.stdout
    assert "Pixels: track not built, field as described, lamps not built." in whole.stdout
    assert "Card at seat 1: pads 3, 4, 7, 8 joined" in whole.stdout
    write_settings(STARTER + b"panel_rows = serpentine\n")
    wrong = tavolo("selftest", "--virtual", "--strips", "field")
    assert (wrong.returncode, "The field: it went another way;" in wrong.stdout) == (1, True)


@pytest.mark.parametrize("command", ["settings", "selftest", "watch"])
def test_a_port_and_a_virtual_board_are_not_both_meant(command: str) -> None:
    assert (
        refusal(command, "--virtual", "--port", "COM5") == "A virtual board has no port: leave out --port or --virtual."
    )


def test_a_file_that_can_be_neither_read_nor_written_is_one_sentence(home: Path) -> None:
    settings_file().mkdir(parents=True)
    told = f"The virtual board keeps its settings in {settings_file()}, which cannot be"
    assert refusal("settings", "--virtual") == f"{told} read: Is a directory."
    settings_file().rmdir()
    settings_file().parent.rmdir()
    settings_file().parent.write_text("no folder")
    assert refusal("settings", "--virtual", "seats=1").startswith(told)


def test_its_slots_are_the_same_each_time_so_a_second_report_finds_no_drift() -> None:
    def strays() -> list[list[float]]:
        board = KeptBoard()
        with closing(board):
            return [body.slot.pad_stray_pf for body in board.table.bodies]

    first = strays()
    assert first == strays()
    assert len({tuple(pads) for pads in first}) == len(first)


def test_a_watched_starter_shows_the_card_the_half_card_and_every_key_that_the_guide_names() -> None:
    write_settings(STARTER)
    board = KeptBoard()
    source = VirtualWatch(board, connected(board))
    with closing(source):
        for _ms in range(0, 60_000, 2 * TICK_MS):
            source.step(2 * TICK_MS)
        output = [entry.sentence for entry in source.mirror.log]
    for sentence in (
        "Seat 1: a card was read; it connects the pads 3, 4, 7 and 8.",
        "Seat 1: the card is not fully in. Push it down to the stop.",
    ):
        assert sentence in output


def test_a_watched_virtual_table_joins_no_game_by_itself() -> None:
    board = KeptBoard()
    source = VirtualWatch(board, connected(board))
    with closing(source):
        touched = set()
        for _ms in range(0, 60_000, 10 * TICK_MS):
            source.step(10 * TICK_MS)
            touched |= {key for key in range(3) if source._board.table.bodies[0].keys[key]}
            assert source.mirror.view.lobby.joined == ()
        assert touched == {0, 1}


def test_a_virtual_board_whose_seats_are_by_phone_is_played_as_a_real_one_would_be() -> None:
    write_settings(b"seats = none\nphones = all\n")
    board = KeptBoard()
    source = VirtualPhones(board, connected(board), Engine(choose))
    with closing(source):
        run_until(source, lambda: source.mirror.in_step is not None, 5000)
        assert source.visitors.sit("ada", 0) is None
        assert source.start(3) is None
        run_until(source, lambda: source.what_to_do("ada").state is State.CHOOSE, 60_000)
        assert source.do("ada", source.what_to_do("ada").choices[0]) is None
        length = len(source.mirror.actions)
        run_until(source, lambda: len(source.mirror.actions) > length, 20_000)
