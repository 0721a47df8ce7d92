"""What a visitor chooses once, in the menu or at the front door, and the browser keeps, a cookie each.

That is name, language, theme, sound, pace, level, and the names at the seats. A cookie may hold anything: what is none
of the choices is as if nothing had been chosen.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Self
from urllib.parse import quote, unquote

from nicegui import ui

from tavolo.wiring import SEATS
from tavolo_host.display.elements import Button, mark
from tavolo_host.players.settings import EASY, LEVELS, PACES, SENSIBLE, STRONG, USUAL_PACE
from tavolo_host.texts.language import LANGUAGES, _, preferred

LONGEST_NAME = 20
YEAR_S = 31_536_000
AS_THE_SYSTEM = "system"
THEMES = {AS_THE_SYSTEM: None, "light": False, "dark": True}  # whether it is dark; None is as the system says
ON, OFF = "on", "off"
MENU = "menu"  # the id by which buttons open it
VALUE = "(event) => emit(event.target.value)"
SEAT_PREFERENCES = tuple(f"seat-{seat + 1}" for seat in range(SEATS))  # what the name of who sits there is kept as


@dataclass(frozen=True)
class Preferences:
    """What one visitor has chosen."""

    language: str
    name: str = ""
    theme: str = AS_THE_SYSTEM
    has_sound: bool = False
    pace: str = USUAL_PACE
    level: str = ""  # nothing was chosen: as the table has it
    seat_names: tuple[str, ...] = ("",) * SEATS  # of those who sit at a table that is watched

    @classmethod
    def read(cls, cookies: Mapping[str, str], accepted: str) -> Self:
        """Return what a browser has kept; `accepted` is its header Accept-Language."""
        kept = {name: unquote(value) for name, value in cookies.items()}
        return cls(
            kept["language"] if kept.get("language") in LANGUAGES else preferred(accepted),
            clean_name(kept.get("name", "")),
            kept["theme"] if kept.get("theme") in THEMES else AS_THE_SYSTEM,
            kept.get("sound") == ON,
            kept["pace"] if kept.get("pace") in PACES else USUAL_PACE,
            kept["level"] if kept.get("level") in LEVELS else "",
            tuple(clean_name(kept.get(preference, "")) for preference in SEAT_PREFERENCES),
        )


def keeping(preference: str, value: str) -> str:
    """Return the JavaScript by which a browser keeps one of the preferences."""
    return f"document.cookie = '{preference}={quote(value, safe='')};path=/;max-age={YEAR_S};samesite=lax'"


def clean_name(name: str) -> str:
    """Return a name as it can stand on a plate: on one line, without what cannot be seen, not too long."""
    visible = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(visible.split())[:LONGEST_NAME].rstrip()


class Menu:
    """A button, and what it opens. `on_change` is told of the preference and of what was chosen.

    `level` is how good the virtual people are, whose pace can be chosen too; "" where there are none. `fields` are what
    shows a preference.
    """

    def __init__(self, chosen: Preferences, on_change: Callable[[str, str], None], level: str) -> None:
        Button("plain-button", _("Menu")).props(f'popovertarget="{MENU}"')
        with (
            ui.element("div").classes("menu").props(f'id="{MENU}" popover="auto" role="group" aria-label="{_("Menu")}"')
        ):
            self.fields: list[NameField | Values] = [
                NameField(chosen.name, on_change),
                Values("language", chosen.language, on_change),
                Values("theme", chosen.theme, on_change),
            ]
            if level:
                self.fields += [Values("pace", chosen.pace, on_change), Values("level", level, on_change)]
            sound = Values("sound", ON if chosen.has_sound else OFF, on_change)
            sound.buttons[ON].on("click", js_handler="() => tavoloSounds.wake()")
            self.fields.append(sound)
            with ui.element("a").classes("plain-button").props('href="/?view=television"'):
                ui.label(_("Television"))


class Values:
    """The values of a preference as buttons, of which one is chosen; a single one can be chosen or not."""

    def __init__(self, preference: str, chosen: str, on_change: Callable[[str, str], None]) -> None:
        title, values = _in_words(preference)
        self.preference = preference
        self.buttons: dict[str, Button] = {}
        self._on_change = on_change
        with ui.element("div").classes("menu-row").props(f'role="group" aria-label="{title}"'):
            ui.label(title).classes("menu-title")
            for value, words in values.items():
                self.buttons[value] = Button("plain-button", words, partial(self._press, value))
                if preference == "language":
                    self.buttons[value].props(f'lang="{value}"')
        self.show(chosen)

    def show(self, chosen: str) -> None:
        """Mark what is chosen."""
        for value, button in self.buttons.items():
            mark(button, "aria-pressed", value == chosen)

    def _press(self, value: str) -> None:
        is_off_again = len(self.buttons) == 1 and self.buttons[value].props["aria-pressed"] == "true"
        self._on_change(self.preference, OFF if is_off_again else value)


class NameField:
    """Where a name is written; the cleaned one goes to `on_change` when it is another. It is a visitor's own, or of
    whoever sits at `seat` of a table that is watched."""

    def __init__(self, name: str, on_change: Callable[[str, str], None], seat: int | None = None) -> None:
        self.preference = "name" if seat is None else SEAT_PREFERENCES[seat]
        self._on_change = on_change
        with ui.element("label").classes("menu-row name-field"):
            ui.label(_("Your name") if seat is None else _("Seat {}").format(seat + 1)).classes("menu-title")
            self._field = ui.element("input").props(f'type="text" maxlength="{LONGEST_NAME}" autocomplete="nickname"')
            # The attribute, not the property, which every redraw of the page would set again while somebody writes.
            self._field.props["^value"] = self._name = name
            self._field.on("change", lambda event: self._take(str(event.args)), js_handler=VALUE)

    def show(self, name: str) -> None:
        """Show a name that was written elsewhere."""
        self._name = name
        ui.run_javascript(f"getHtmlElement({self._field.id}).value = {json.dumps(name)}")

    def _take(self, written: str) -> None:
        name = clean_name(written)
        if name != self._name:
            self._on_change(self.preference, name)


def _in_words(preference: str) -> tuple[str, Mapping[str, str]]:
    """Return what a preference is called, and its values."""
    return {
        "language": (_("Language"), LANGUAGES),
        "theme": (_("Theme"), {AS_THE_SYSTEM: _("System"), "light": _("Light"), "dark": _("Dark")}),
        "pace": (_("Opponents' pace"), {"slow": _("Slow"), "normal": _("Normal"), "quick": _("Quick")}),
        "level": (_("Opponents' level"), {EASY: _("Easy"), SENSIBLE: _("Sensible"), STRONG: _("Strong")}),
        "sound": (_("Sound"), {ON: _("Soft sounds")}),
    }[preference]
