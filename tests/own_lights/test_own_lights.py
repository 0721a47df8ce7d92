"""The devices that were chosen get what the virtual board shows, and nobody else gets anything."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from host.tools.ddp_receiver import Output
from tavolo.lights import palette
from tavolo.wiring import field_pixel
from tavolo_host.own_lights import search
from tavolo_host.own_lights.device import Device
from tavolo_host.own_lights.own_lights import MOST_DEVICES, POINTED, OwnLights
from tavolo_host.own_lights.wiring import places_of, wirings
from tests.own_lights.test_ddp import Recorder
from tests.sources.source_support import begun, run_until

STRIP = replace(Device.made("192.0.2.7", 72), shows="track and lamps")
MATRIX = Device.made("shelf.local", 16, 8)
ADDRESSES = {"192.0.2.7": "192.0.2.7", "shelf.local": "192.0.2.8"}
LEVELS = bytes(range(192)), bytes(384), bytes([9] * 24)


def resolved(host: str) -> str:
    if host not in ADDRESSES:
        raise OSError("no such host")
    return ADDRESSES[host]


class Home:
    """Devices at home and a socket that keeps what they get; they are asked nothing unless `asks`."""

    def __init__(self, *devices: Device, asks: bool = False) -> None:
        self.wire = Recorder()
        self.notes: list[str] = []
        self.lights = OwnLights(self.notes.append, self.wire, resolved)
        for each in devices:
            asyncio.run(self.lights.choose(each, is_asked=asks))

    def step(self, milliseconds: float = 1000.0, levels: Sequence[bytes] = LEVELS) -> list[bytes]:
        """Let time pass; return what was sent."""
        self.wire.sent.clear()
        for _ in range(int(milliseconds / 10)):
            self.lights.step(10.0, lambda _layout: levels)  # type: ignore[arg-type, return-value]
        return [data for data, _address in self.wire.sent]


def lit(packet: bytes) -> list[int]:
    return [pixel for pixel in range((len(packet) - 10) // 3) if any(packet[10 + 3 * pixel : 13 + 3 * pixel])]


def as_on_wires(hardware: Any) -> dict[str, bytes]:
    """What strip and matrix have to show of the wires of a virtual board."""
    field, track, lamps = hardware.field.pixels, hardware.track.pixels, hardware.lamps.pixels
    by_row = [field[field_pixel(column, row)] for row in range(8) for column in range(16)]
    return {"192.0.2.7": bytes(sum([*track, *lamps], ())), "192.0.2.8": bytes(sum(by_row, ()))}


def test_over_a_part_of_a_game_each_frame_was_shown_by_the_board_and_the_last_before_a_pause_arrives() -> None:
    source, home = begun("bambuti players=2", {}), Home(STRIP, MATRIX)
    source.own_lights = home.lights
    shown: dict[str, list[bytes]] = {"192.0.2.7": [], "192.0.2.8": []}
    outputs, got, last_got = {each: Output() for each in shown}, dict.fromkeys(shown, 0), dict[str, bytes]()
    still_ms, pauses = dict.fromkeys(shown, 0), 0
    for _ in range(2500):
        source.step(10.0)
        for address, frame in as_on_wires(source.table.hardware).items():
            still_ms[address] = still_ms[address] + 10 if shown[address][-1:] == [frame] else 0
            shown[address].append(frame)
            if still_ms[address] == 60:
                pauses += 1
                assert last_got[address] == frame
        for packet, (address, port) in home.wire.sent:
            levels = outputs[address].take(packet)
            assert port == 4048
            assert levels in shown[address]
            got[address], last_got[address] = got[address] + 1, levels or b""
        home.wire.sent.clear()
    source.close()
    assert home.wire.is_closed
    assert min(got.values()) > 50
    assert pauses > 50
    assert len({*shown["192.0.2.8"]}) > 20


@pytest.mark.parametrize("device", [MATRIX, Device.made("192.0.2.7", 8, 8)])
def test_what_has_fewer_lights_than_a_table_shows_what_a_board_with_as_many_shows(device: Device) -> None:
    """A corner flashes while the track, which is missing, shows something."""
    source, home = begun("tanz-der-hornochsen players=3", {}), Home(device)
    source.own_lights = home.lights
    run_until(source, lambda: any(map(any, source.table.hardware.track.pixels)))
    more = device.columns - 1  # at the top right
    white = bytes(palette.RGB[palette.WHITE])
    for _ in range(200):
        source.step(10.0)
    corner = {data[10 + 3 * more : 13 + 3 * more] for data, _address in home.wire.sent}
    assert white in corner
    assert len(corner) > 1


def test_lamps_may_be_the_bottom_row_of_the_field() -> None:
    source, home = begun("bambuti players=2", {}), Home(replace(MATRIX, shows="field and lamps"), STRIP)
    source.own_lights = home.lights
    for _ in range(300):
        home.wire.sent.clear()
        source.step(10.0)
        for data, (address, _port) in home.wire.sent:
            if address == "192.0.2.7":
                lamps = data[10 + 3 * 64 :]
            else:
                bottom = data[10 + 3 * 112 : 10 + 3 * 120]
    assert any(lamps)
    assert bottom == lamps


def test_nothing_is_sent_before_a_device_is_chosen_and_nothing_after_it_is_stopped() -> None:
    home = Home()
    home.lights.found = [MATRIX]
    assert home.step() == []
    asyncio.run(home.lights.choose(MATRIX))
    home.step()
    asyncio.run(home.lights.choose(replace(MATRIX, port=4049)))
    home.step()
    assert {address for _data, address in home.wire.sent} == {("192.0.2.8", 4048), ("192.0.2.8", 4049)}
    home.lights.stop(1)
    home.step()
    assert {address for _data, address in home.wire.sent} == {("192.0.2.8", 4048)}
    home.lights.stop(0)
    assert home.step(3000.0) == []


def test_of_a_device_that_is_asked_about_one_pixel_is_lit_and_the_others_show_the_table() -> None:
    home = Home(STRIP, asks=True)
    asyncio.run(home.lights.choose(MATRIX))
    assert {tuple(lit(packet)) for packet in home.step()} == {(0,), (home.lights.chosen[1].pointed,)}
    assert home.step()[0][10:13] == POINTED
    home.step(2000.0)
    home.lights.see(0, 0)
    home.step(50.0)  # at once, although the table shows the same as before
    frames = [data[10:] for data, (address, _port) in home.wire.sent if address == "192.0.2.7"]
    assert {*frames} == {LEVELS[0] + LEVELS[2]}


@pytest.mark.parametrize("wiring", wirings(16, 8))
def test_a_matrix_is_wired_as_the_answers_say_and_each_can_be_taken_back(wiring: Any) -> None:
    home = Home(MATRIX, asks=True)
    chosen = home.lights.chosen[0]

    def answer() -> None:
        while chosen.pointed is not None:
            assert home.lights.see(0, places_of(16, 8, wiring)[chosen.pointed])

    answer()
    assert chosen.device.wiring == wiring
    answers = [*chosen.seen]
    while answers:
        home.lights.forget(0)
        assert (chosen.device.wiring, chosen.pointed) == (None, answers.pop())
    home.lights.forget(0)
    answer()
    assert chosen.device.wiring == wiring


def test_a_place_at_which_no_wiring_has_the_pixel_is_not_taken() -> None:
    home = Home(MATRIX, asks=True)
    chosen = home.lights.chosen[0]
    pixel = chosen.pointed
    assert pixel is not None
    possible = {places_of(16, 8, each)[pixel] for each in wirings(16, 8)}
    for place in {*range(128)} - possible:
        assert not home.lights.see(0, place)
    for place in (-1, 128):
        home.lights.see(0, place)
    assert (chosen.seen, chosen.pointed) == ({}, pixel)


@pytest.mark.parametrize(("answer", "begins"), [(0, "first"), (71, "last")])
def test_of_a_strip_one_says_at_which_end_its_first_pixel_is(answer: int, begins: str) -> None:
    home = Home(STRIP, asks=True)
    home.lights.see(0, answer)
    assert (home.lights.chosen[0].device.begins, home.lights.chosen[0].is_asked) == (begins, False)
    home.lights.forget(0)
    assert home.lights.chosen[0].is_asked


def test_a_shape_that_has_as_many_pixels_can_be_chosen_and_no_other() -> None:
    home = Home(MATRIX)
    home.lights.shape(0, 128, 1)
    chosen = home.lights.chosen[0].device
    assert (chosen.columns, chosen.rows, chosen.shows) == (128, 1, "track")
    home.lights.shape(0, 64, 1)
    assert home.lights.chosen[0].device.columns == 128
    home.lights.show(0, "field")
    assert home.lights.chosen[0].device.shows == "track"
    home.lights.shape(0, 16, 8)
    assert home.lights.chosen[0].device.rows == 8


def test_a_device_is_chosen_once_and_not_too_many_are() -> None:
    home = Home(STRIP)
    asyncio.run(home.lights.choose(STRIP))
    assert len(home.lights.chosen) == 1
    for port in range(1, 20):
        asyncio.run(home.lights.choose(replace(STRIP, port=port)))
    assert len(home.lights.chosen) == MOST_DEVICES


def test_what_is_chosen_is_there_again_the_next_time_at_this_table_alone(tmp_path: Path) -> None:
    home, file = Home(), tmp_path / "folder" / "lights.json"
    home.lights.keep_at(file, "8520")
    asyncio.run(home.lights.choose(MATRIX))
    home.lights.skip(0)
    asyncio.run(home.lights.choose(STRIP))
    home.lights.see(1, 71)
    again, other = Home(), Home()
    again.lights.keep_at(file, "8520")
    other.lights.keep_at(file, "8521")
    assert [each.device for each in again.lights.chosen] == [MATRIX, replace(STRIP, begins="last")]
    assert not any(each.is_asked for each in again.lights.chosen)
    assert other.lights.chosen == []
    asyncio.run(other.lights.choose(STRIP))
    assert [*json.loads(file.read_text())] == ["8520", "8521"]
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "{", "[]", '{"8520": 1}', '{"8520": [1, {"host": "x"}]}'])
def test_a_damaged_file_is_no_obstacle(content: str, tmp_path: Path) -> None:
    home, file = Home(), tmp_path / "lights.json"
    file.write_text(content)
    home.lights.keep_at(file, "8520")
    assert home.lights.chosen == []
    assert {*home.notes} == {f"{file} has lights that cannot be read."}
    asyncio.run(home.lights.choose(STRIP))
    assert json.loads(file.read_text()) == {"8520": [STRIP.kept()]}


def test_a_kept_device_that_is_not_found_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    home, file = Home(), tmp_path / "lights.json"
    gone = replace(STRIP, host="gone.local").kept()
    file.write_text(json.dumps({"8520": [gone, MATRIX.kept()]}))
    home.lights.keep_at(file, "8520")
    assert [each.device.host for each in home.lights.chosen] == ["shelf.local"]
    assert home.notes == ["Lights at gone.local: no such host."]
    home.lights.show(0, home.lights.chosen[0].device.shows)
    assert gone in json.loads(file.read_text())["8520"], "it may be there the next time"


def test_an_error_of_the_network_is_told_once_and_it_goes_on() -> None:
    home = Home(MATRIX)
    home.wire.fails = [OSError("unreachable") for _ in range(5)]
    sent = home.step(2000.0)
    assert home.notes == ["Lights at shelf.local: unreachable."]
    assert len(sent) > 3


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ({"name": "Wall", "leds": {"count": 64}}, Device.made("h", 64, 1, "Wall")),
        (
            {"name": "\u202eShelf\n", "leds": {"count": 128, "matrix": {"w": 16, "h": 8}}},
            Device.made("h", 16, 8, "Shelf"),
        ),
        ({"name": "Wall", "leds": {"count": 4}}, None),
        ({"name": "Wall", "leds": {"count": "many"}}, None),
        ({"name": "Wall", "leds": None}, None),
        ({"leds": {"count": 64}}, None),
        ([], None),
    ],
)
def test_a_device_is_what_it_says_of_itself_or_none(info: Any, expected: Device | None) -> None:
    if expected is None:
        with pytest.raises(ValueError):
            search.device_of("h", info)
    else:
        assert search.device_of("h", info) == expected


def test_after_a_search_that_fails_one_can_search_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def finding(result: Callable[[], Sequence[Device]]) -> None:
        async def found() -> Sequence[Device]:
            return result()

        monkeypatch.setattr(search, "found", found)

    def fail() -> Sequence[Device]:
        raise OSError("no network")

    home = Home()
    finding(fail)
    with pytest.raises(OSError):
        asyncio.run(home.lights.search())
    finding(lambda: [MATRIX])
    asyncio.run(home.lights.search())
    assert (home.lights.found, home.lights.is_searching) == ([MATRIX], False)
    assert home.step() == []
