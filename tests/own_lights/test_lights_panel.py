"""*Lights* on the page: who has it, and what it asks and shows."""

import asyncio
from typing import Any

import pytest
from nicegui import Client, ui

from tavolo_host.display.lobby.lights_panel import device_html, found_html
from tavolo_host.display.model.lights_commands import LightsCommands
from tavolo_host.own_lights import search
from tavolo_host.own_lights.device import Device
from tavolo_host.own_lights.own_lights import MOST_DEVICES
from tavolo_host.sources import command
from tavolo_host.sources.command import add_lights
from tests.own_lights.test_own_lights import MATRIX, STRIP, Home
from tests.seats.attacker import EVE, Kind, Trial
from tests.seats.forged_events import OpenPage
from tests.sources.source_support import awake


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "run_javascript", lambda *_, **__: None)
    monkeypatch.setattr(ui, "notify", lambda *_, **__: None)


@pytest.mark.parametrize("kind", [*Kind])
def test_the_host_alone_has_lights_in_the_menu_and_where_a_table_has_its_own_nobody(kind: Kind) -> None:
    for home in (True, False):
        trial = Trial("lobby", kind)
        if not home:
            trial.source.own_lights = None
        opened = OpenPage(trial.source, trial.presence, trial.visitor, "Eve" * bool(trial.visitor), trial.network)
        opened.fire("toggle", True)
        opened.page.look()
        has_lights = any("Search the network" in html for html in opened.html())
        assert has_lights == (home and kind in (Kind.HOST, Kind.SEATED_HOST))
        opens = [each for each in opened.client.elements.values() if each.props.get("popovertarget") == "own-lights"]
        assert bool(opens) == has_lights


def test_a_name_that_a_device_gives_itself_is_no_html() -> None:
    home = Home()
    home.lights.found = [Device.made("192.0.2.7", 64, 1, "<b>Shelf</b>")]
    assert "&lt;b&gt;Shelf" in found_html(home.lights)
    asyncio.run(home.lights.choose(home.lights.found[0]))
    assert "<b>Shelf" not in device_html(0, home.lights.chosen[0])
    assert found_html(home.lights) == "", "what is chosen is not offered again"


def test_a_matrix_is_asked_about_with_a_button_for_each_place_and_a_strip_with_its_two_ends() -> None:
    home = Home(MATRIX, STRIP, asks=True)
    matrix, strip = (device_html(number, each) for number, each in enumerate(home.lights.chosen))
    assert [f'data-press="see:0:{place}"' in matrix for place in range(129)] == [True] * 128 + [False]
    assert 'aria-label="Row 8, column 16"' in matrix
    assert ('data-press="see:1:0"' in strip, 'data-press="see:1:71"' in strip) == (True, True)
    assert "Take the last answer back" not in matrix
    home.lights.see(0, home.lights.chosen[0].pointed or 0)
    assert "Take the last answer back" in device_html(0, home.lights.chosen[0]) or not home.lights.chosen[0].is_asked


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nowhere.local/64", "nowhere.local does not answer: no such host."),
        ("192.0.2.7/7", "No lights that a table can use are at 192.0.2.7/7: a strip of 8 or a matrix of 8 × 8."),
        ("http://x", "No lights that a table can use are at http://x: a strip of 8 or a matrix of 8 × 8."),
        ("192.0.2.7/64", None),
    ],
)
def test_an_address_that_is_none_is_refused_in_a_sentence(address: str, said: str | None) -> None:
    trial, home = Trial("lobby", Kind.HOST), Home()
    commands = LightsCommands(trial.source, EVE, home.lights)
    assert asyncio.run(commands.add(address)) == said
    assert len(home.lights.chosen) == (said is None)


def test_who_wants_too_many_devices_is_told() -> None:
    trial, home = Trial("lobby", Kind.HOST), Home()
    commands = LightsCommands(trial.source, EVE, home.lights)
    said = [asyncio.run(commands.add(f"ddp://192.0.2.7:{port}/64")) for port in range(1, MOST_DEVICES + 2)]
    assert said == [None] * MOST_DEVICES + ["8 devices are chosen already: stop one first."]


def test_a_wrong_place_and_a_search_that_fails_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    trial, home = Trial("lobby", Kind.HOST), Home(MATRIX, asks=True)
    commands = LightsCommands(trial.source, EVE, home.lights)
    answers = [commands.see(0, place) for place in range(128)]
    assert answers.count("No matrix is wired like that. Look again, or take the last answer back.") > 64

    async def found() -> Any:
        raise OSError("no network")

    monkeypatch.setattr(search, "found", found)
    assert asyncio.run(commands.search()) == "The network cannot be searched: no network."


def test_the_option_of_the_command_chooses_devices_and_they_are_there_the_next_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for addresses in (["ddp://127.0.0.1/16x8", "127.0.0.1:4049/72"], []):
        source = awake("bambuti players=2")
        add_lights(source, 8520, addresses)
        source.close()
        assert source.own_lights is not None
        devices = [each.device for each in source.own_lights.chosen]
        assert [(each.port, each.columns, each.rows) for each in devices] == [(4048, 16, 8), (4049, 72, 1)]
        assert not any(each.is_asked for each in source.own_lights.chosen)


@pytest.mark.parametrize("address", ["ddp://127.0.0.1/5", "http://x", ""])
def test_the_command_refuses_what_is_no_address(address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(ValueError, match=r"No lights that a table can use are at"):
        command.add_lights(awake("bambuti players=2"), 8520, [address])
