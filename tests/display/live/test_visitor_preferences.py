"""What a visitor prefers: when it holds, what the browser keeps of it, and what fields show."""

from types import SimpleNamespace
from typing import Any

import pytest
from nicegui import Client
from nicegui.page import page

from tavolo_host.display.live.sounds import Sounds
from tavolo_host.display.live.visitor_preferences import VisitorPreferences
from tavolo_host.display.model.name_commands import NameCommands
from tavolo_host.display.parts.preferences import Preferences, Values, keeping
from tests.seats.attacker import Kind, Trial


class Visitor:
    """A visitor with a menu; `scripts` is what the browser was sent."""

    def __init__(self, place: str, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
        self.scripts: list[str] = []
        monkeypatch.setattr(Client, "run_javascript", lambda _client, script, **_: self.scripts.append(script))
        self.theme: Any = SimpleNamespace(value=None)
        self.sounds = Sounds(False)
        self.trial = Trial(place, kind)
        self.client = Client(page("/"), request=None)
        with self.client:
            chosen = Preferences("en", "Eve", pace="quick", level="strong")
            source, commands = self.trial.source, self.trial.eve
            self.preferences = VisitorPreferences(
                chosen, source, commands, NameCommands(source, commands.visitor), self.theme, self.sounds
            )
            self.preferences.build_menu(self.change)

    def change(self, preference: str, value: str) -> str | None:
        with self.client:
            return self.preferences.change(preference, value)

    def shown(self, preference: str) -> list[str]:
        """Return which values the menu shows as chosen."""
        fields = (each for each in self.preferences.fields if isinstance(each, Values))
        (field,) = (each for each in fields if each.preference == preference)
        return [value for value, button in field.buttons.items() if button.props["aria-pressed"] == "true"]


def test_theme_and_sounds_change_at_once_and_are_kept_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Visitor("lobby", Kind.GUEST, monkeypatch)
    assert visitor.change("theme", "dark") is None
    assert (visitor.theme.value, visitor.shown("theme")) == (True, ["dark"])
    assert visitor.change("sound", "on") is None
    assert (visitor.sounds.is_on, visitor.sounds.is_muted, visitor.shown("sound")) == (True, False, ["on"])
    assert visitor.change("sound", "off") is None
    assert (visitor.sounds.is_on, visitor.sounds.is_muted, visitor.shown("sound")) == (False, True, [])
    assert visitor.scripts == [keeping("theme", "dark"), keeping("sound", "on"), keeping("sound", "off")]


@pytest.mark.parametrize(("preference", "before", "value"), [("pace", "quick", "slow"), ("level", "easy", "strong")])
def test_who_plays_and_may_not_set_it_goes_on_with_pace_and_level_as_they_were(
    preference: str, before: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Visitor("game", Kind.SITS, monkeypatch)
    assert visitor.change(preference, value) == "That can only be done at the table's own computer."
    assert getattr(visitor.preferences, preference) == before
    assert visitor.shown(preference) == [before]
    assert visitor.scripts == []


@pytest.mark.parametrize(("preference", "value"), [("pace", "slow"), ("level", "strong")])
def test_who_has_no_seat_chooses_pace_and_level_for_their_next_game_alone(
    preference: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Visitor("game", Kind.GUEST, monkeypatch)
    before = visitor.trial.state()
    assert visitor.change(preference, value) is None
    assert getattr(visitor.preferences, preference) == value
    assert visitor.scripts == [keeping(preference, value)]
    assert visitor.trial.state() == before
