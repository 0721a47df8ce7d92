"""`tavolo settings`: what a board is set to, shown and changed over its line."""

import errno
from contextlib import closing
from random import Random
from types import SimpleNamespace

import pytest
import serial

from tavolo.maker.settings import SETTINGS, defaults
from tavolo.seat.states import IS_NOT_BUILT
from tavolo_host.board.port import Port
from tavolo_host.board.serial_port import USB_VENDOR, PortError
from tavolo_host.board.settings import SettingsClient, pair_of
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.serial_line import LoopbackServer
from tests.board.serial_systems import Windows
from tests.cli.command_support import MadeUpTime, refusal, tavolo
from tests.table.evening import Evening


class Client(SettingsClient):
    """A client of a virtual board, in simulated time."""

    def __init__(self, evening: Evening | None = None) -> None:
        self.evening = evening or Evening(laptop=False)
        super().__init__(Port("cable", opener=self.evening.cable.open, first_session=5), self.pass_time)

    def pass_time(self) -> float:
        self.evening.step()
        return TICK_MS


# ---- a client in simulated time


def test_all_settings_at_once_fit_into_a_line_of_the_link_and_are_shown() -> None:
    client = Client()
    assert (client.values(), client.problems()) == (defaults(), [])
    others = {}
    for setting in SETTINGS:
        numbers = [str(setting.high)] if setting.high else []
        others[setting.name] = max([*setting.choices, *numbers], key=len, default="1,2,4,5,7,8")
    others["track_skip"] = "17"  # with two pixels for each space more are not there
    client.change([f"{name}={value}" for name, value in others.items()])
    assert client.values() == others


def test_a_change_is_saved_and_the_board_restarts_with_it() -> None:
    client = Client()
    client.values()
    boot = client.port.board["boot"]
    client.change(["brightness=30", "Seats = 2, 1", "panels=1"])
    assert client.port.board["boot"] != boot
    assert client.values() == defaults() | {"brightness": "30", "seats": "1,2", "panels": "1"}
    assert [seat.number for seat in client.evening.board.seats if seat.state != IS_NOT_BUILT] == [0, 1]
    client.evening.table.power_cycle()
    for _ in range(100):  # in which the line finds out what has happened at its other end
        client.step()
    assert client.values()["brightness"] == "30"


def test_problems_of_the_file_are_shown_each_time() -> None:
    evening = Evening(laptop=False)
    evening.table.hardware.virtual_files.write("tavolo.txt", b"brightness = 0\n")
    evening.table.power_cycle()
    client = Client(evening)
    wanted = ["Line 1 of the board's tavolo.txt is ignored: brightness is 1 to 100 %, not “0”."]
    for _ in range(2):
        assert client.values() == defaults()
        assert client.problems() == wanted
    client.change(["brightness=40"])
    assert client.values()["brightness"] == "40"
    assert client.problems() == []


def test_the_boards_refusal_is_a_sentence_and_nothing_is_changed() -> None:
    client = Client()
    with pytest.raises(
        ValueError, match="The board refuses: The setting limit_ma = 100 leaves no light for 200 pixels; at least 225"
    ):
        client.change(["brightness=30", "limit_ma=100"])
    assert client.values() == defaults()


def test_a_missing_or_lost_board_is_reported() -> None:
    evening = Evening(laptop=False)
    evening.cable.open("")
    with pytest.raises(PortError, match="used by another program"):
        Client(evening).values()
    client = Client()
    client.values()
    client.evening.board.publisher.answer = lambda *_: client.evening.cable.pull()  # type: ignore[method-assign]
    with pytest.raises(PortError, match="The connection was lost before the board answered"):
        client.values()


def test_a_board_that_does_not_come_back_is_reported_with_what_helps() -> None:
    client = Client()
    client.values()
    client.evening.table._switch_on = lambda: None  # type: ignore[method-assign]
    with pytest.raises(PortError, match="has saved the settings, but has not come back: unplug its power"):
        client.change(["brightness=30"])


def test_a_board_that_is_gone_from_windows_while_it_restarts_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(laptop=False)
    system = Windows()
    system.cable = evening.cable
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    system.install(monkeypatch)
    switch_on, gone_ms = evening.table._switch_on, [0]

    def switched_on() -> None:
        switch_on()
        system.is_there = False
        system.cable.pull()
        gone_ms[0] = 3000

    def pass_time() -> float:
        evening.step()
        gone_ms[0] -= TICK_MS
        system.is_there = system.is_there or gone_ms[0] <= 0
        return TICK_MS

    client = SettingsClient(Port(system.name, first_session=5), pass_time)
    client.values()
    evening.table._switch_on = switched_on  # type: ignore[method-assign]
    client.change(["brightness=30"])
    assert client.values()["brightness"] == "30"


@pytest.mark.parametrize(
    ("wish", "wanted"),
    [
        ("brightness=0", "brightness is 1 to 100 %, not “0”."),
        ("lamps=", "lamps is strip, field or none, not “nothing”."),
        ("sound=on", f"“sound=on” changes no setting: write NAME=VALUE; the names are {', '.join(defaults())}."),
        ("seats", f"“seats” changes no setting: write NAME=VALUE; the names are {', '.join(defaults())}."),
    ],
)
def test_what_cannot_be_is_refused_before_a_board_is_asked(wish: str, wanted: str) -> None:
    with pytest.raises(ValueError) as refusal:
        pair_of(wish)
    assert str(refusal.value) == wanted


# ---- the command itself


class SecondTable(VirtualTable):
    """A virtual table with another serial number."""

    def _switch_on(self) -> None:
        super()._switch_on()
        self.board.publisher._identity.board = "second"


def test_of_several_boards_the_command_changes_the_one_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = sorted((LoopbackServer() for _ in range(3)), key=lambda line: line.url)  # the third never answers
    tables = [VirtualTable(Random(1), lines[0]), SecondTable(Random(2), lines[1])]
    ports = [SimpleNamespace(device=line.url, vid=USB_VENDOR, description="", serial_number="") for line in lines]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    MadeUpTime(monkeypatch, lambda: [each.step() for each in (*tables, lines[2])], TICK_MS)
    several = refusal("settings", "brightness=40")
    assert several.startswith(f"Several boards answer: virtual ({lines[0].url}), second ({lines[1].url}).")
    assert several.endswith(f"No Tavolo board answers at {lines[2].url}. Name the board you want with --board.")
    untouched, own = tables[0].board, tables[1].board
    changed = tavolo("settings", "brightness=40", "--board", "second")
    found, kept, *_ = changed.stdout.splitlines()
    assert found == f"Connected to board second at {lines[1].url}."
    assert kept == "The board has saved the settings and restarted with them."
    assert [table.hardware.virtual_files.contents for table in tables] == [{}, {"tavolo.txt": b"brightness = 40\n"}]
    assert tables[0].board is untouched
    assert tables[1].board is not own
    assert refusal("settings", "--board", "third").count("instead of board third") == 2
    for line in lines:
        line.close()


def test_commands_that_change_a_board_do_nothing_while_another_port_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    line = LoopbackServer()
    table = VirtualTable(Random(1), line)
    ports = [
        SimpleNamespace(device=url, vid=USB_VENDOR, description="", serial_number="") for url in ("COM3", line.url)
    ]
    opened = serial.serial_for_url

    def one_is_busy(url: str, **settings: object) -> object:
        if url == "COM3":
            raise serial.SerialException(errno.EBUSY, "could not open port")
        return opened(url, **settings)

    monkeypatch.setattr("serial.serial_for_url", one_is_busy)
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    MadeUpTime(monkeypatch, table.step, TICK_MS)
    busy = "Port COM3 is in use by another program."
    with closing(line):
        for command in (("settings", "brightness=40"), ("rescue", "--clear"), ("selftest", "--automatic")):
            assert refusal(*command) == (
                f"Board virtual ({line.url}) answers, but the board you want may be at another port. {busy}"
                " Name the board you want with --board."
            )
        for command in (("settings",), ("rescue",), ("settings", "brightness=40", "--board", "virtual")):
            assert tavolo(*command).stdout.startswith(f"Connected to board virtual at {line.url}.")


def test_the_command_shows_changes_and_shows_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    line = LoopbackServer()
    table = VirtualTable(Random(1), line, b"panels = 9\n")
    MadeUpTime(monkeypatch, table.step, TICK_MS)
    with closing(line):
        shown = tavolo("settings", "--port", line.url)
        assert shown.returncode == 0, shown.stdout + shown.stderr
        assert "Line 1 of the board's tavolo.txt is ignored: panels is 0, 1 or 2, not “9”." in shown.stdout
        changed = tavolo("settings", "brightness=40", "panels=1", "--port", line.url)
        assert changed.returncode == 0, changed.stdout + changed.stderr
        assert "The board has saved the settings and restarted with them." in changed.stdout
        assert "ignored" not in changed.stdout
        rows = {line.split()[0]: line.split()[1] for line in changed.stdout.splitlines() if len(line.split()) > 1}
        assert (rows["brightness"], rows["panels"], rows["limit_ma"]) == ("40", "1", "700")
        assert table.hardware.virtual_files.contents["tavolo.txt"] == b"panels = 1\nbrightness = 40\n"
