"""Nudges and reactions on the pages of a table: everybody sees them, and who is nudged is called."""

import json
from typing import Any

import pytest
from nicegui import Client, ui

from tavolo_host.display.live.gesture_bar import WAITED_MS, reaction_names
from tavolo_host.display.parts.preferences import OFF
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.seats.presence import Presence
from tests.display.display_support import text_of
from tests.seats.forged_events import OpenPage
from tests.sources.source_support import begun, run_until

ADA, BEN, TELEVISION = "ada", "ben", ""
SEATS = {ADA: 0, BEN: 3}
SCREENS = (ADA, BEN, TELEVISION)


class Screens:
    """The pages of Ada, of Ben, who has to act, and of a television."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._scripts: dict[str, list[str]] = {}
        monkeypatch.setattr(
            Client, "run_javascript", lambda client, script, **_: self._scripts.setdefault(client.id, []).append(script)
        )
        monkeypatch.setattr(ui, "notify", lambda *_, **__: None)
        self.source = begun("david-goliath players=3", SEATS)
        run_until(self.source, lambda: self.source.what_to_do(BEN).state is State.CHOOSE or self._ada_plays())
        presence = Presence(self.source.roster)
        for visitor in SEATS:
            presence.seen(visitor)
        self.opened = {each: OpenPage(self.source, presence, each, each.title()) for each in SCREENS}

    def _ada_plays(self) -> bool:
        what = self.source.what_to_do(ADA)
        if what.state is State.CHOOSE:
            self.source.do(ADA, what.choices[0])
        return False

    def look(self, later_ms: int = 0) -> None:
        self.source.mirror.log.now_ms += later_ms
        for opened in self.opened.values():
            with opened.client:
                opened.page.look()

    def scripts(self, screen: str, begins: str) -> list[list[Any]]:
        """The arguments of what a page's browser was told to do."""
        sent = self._scripts[self.opened[screen].client.id]
        given = [each.removeprefix(begins)[:-1].removeprefix("...") for each in sent if each.startswith(begins)]
        return [json.loads(each if each.startswith("[") else f"[{each}]") for each in given]

    def shown(self, screen: str) -> list[tuple[int, str]]:
        """The gestures on a screen: where they rise, and in which words."""
        return [(seat, text_of(html)) for seat, html, _ms in self.scripts(screen, "tavoloGestures.show(")]

    def nudge(self) -> str:
        """The button that nudges on Ada's page, if it is shown."""
        (button,) = (each for each in self.opened[ADA].client.elements.values() if "nudge" in each.classes)
        return "" if "hidden" in button.classes else str(button.label.text)  # type: ignore[attr-defined]


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> Screens:
    screens = Screens(monkeypatch)
    screens.look()
    return screens


def test_who_waits_long_may_nudge_and_who_is_nudged_is_called_by_title_vibration_and_sound(screens: Screens) -> None:
    assert screens.nudge() == "", "nobody is hurried at once"
    screens.look(WAITED_MS)
    assert screens.nudge() == "Nudge Ben"
    screens.opened[ADA].press("Nudge Ben")
    screens.look()
    assert screens.nudge() == "", "not again at once"
    assert screens.scripts(BEN, "tavoloSounds.nudge(") == [["Ada nudges you", True]]
    assert screens.scripts(ADA, "tavoloSounds.nudge(") == []
    told = {screen: screens.shown(screen) for screen in SCREENS}
    assert [(seat, words.strip(" 1")) for seat, words in told[BEN]] == [(-1, "Ada nudges you")]
    assert told[ADA] == told[TELEVISION]
    assert [(seat, words.strip(" 1")) for seat, words in told[ADA]] == [(SEATS[BEN], "Ada nudges Ben")]


def test_who_has_muted_the_page_hears_no_nudge(screens: Screens) -> None:
    with screens.opened[BEN].client:
        screens.opened[BEN].page._prefer("sound", OFF)
    screens.look(WAITED_MS)
    screens.opened[ADA].press("Nudge Ben")
    screens.look()
    assert screens.scripts(BEN, "tavoloSounds.nudge(") == [["Ada nudges you", False]]


def test_a_reaction_rises_once_from_its_seat_on_every_screen(screens: Screens) -> None:
    for number, words in enumerate(reaction_names().values(), 1):
        screens.opened[BEN].press(words)
        screens.look(1000)
        screens.look()
        for screen in SCREENS:
            shown = screens.shown(screen)
            assert len(shown) == number
            assert (shown[-1][0], shown[-1][1].split()[1:]) == (SEATS[BEN], ["Ben", ":", *words.split()])
