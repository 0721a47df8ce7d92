"""A visitor's preferences, chosen in the menu or at the front door; the browser keeps each in a cookie.

They are name, language, theme, sound, pace, level, and the names at the seats. A cookie may hold anything: a value that
is not a choice counts as none.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self
from urllib.parse import quote, unquote

from nicegui import ui

from tavolo.wiring import SEATS
from tavolo_host.display.parts.elements import Button, OneOf, link, popover
from tavolo_host.display.parts.source import EVENING, HISTORY, SET_UP, STATISTICS
from tavolo_host.players.settings import EASY, LEVELS, PACES, SENSIBLE, STRONG, USUAL_PACE
from tavolo_host.texts.language import LANGUAGES, _, preferred
from tavolo_host.texts.names import LONGEST_NAME, clean_name

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

YEAR_S = 31_536_000
AS_THE_SYSTEM = "system"
THEMES = {AS_THE_SYSTEM: None, "light": False, "dark": True}  # whether it is dark; None follows the system
ON, OFF = "on", "off"
MENU, INVITE, OWN_LIGHTS = "menu", "invite", "own-lights"  # ids of popovers
VALUE = "(event) => emit(event.target.value)"
SEAT_PREFERENCES = tuple(f"seat-{seat + 1}" for seat in range(SEATS))  # the cookies of the names at the seats


@dataclass(frozen=True)
class Preferences:
    """One visitor's preferences."""

    language: str
    name: str = ""
    theme: str = AS_THE_SYSTEM
    has_sound: bool = False
    pace: str = USUAL_PACE
    level: str = ""  # not chosen: the table's level
    seat_names: tuple[str, ...] = ("",) * SEATS  # at a watched table
    is_muted: bool = False  # sounds were turned off, and not just never on

    @classmethod
    def of(cls, connection: "HTTPConnection") -> Self:
        """Return the preferences of the browser that makes a request."""
        return cls.read(connection.cookies, ",".join(connection.headers.getlist("accept-language")))

    @classmethod
    def read(cls, cookies: Mapping[str, str], accepted: str) -> Self:
        """Return the preferences from a browser's cookies; `accepted` is its Accept-Language header."""
        kept = {name: unquote(value) for name, value in cookies.items()}
        return cls(
            kept["language"] if kept.get("language") in LANGUAGES else preferred(accepted),
            clean_name(kept.get("name", "")),
            kept["theme"] if kept.get("theme") in THEMES else AS_THE_SYSTEM,
            kept.get("sound") == ON,
            kept["pace"] if kept.get("pace") in PACES else USUAL_PACE,
            kept["level"] if kept.get("level") in LEVELS else "",
            tuple(clean_name(kept.get(preference, "")) for preference in SEAT_PREFERENCES),
            kept.get("sound") == OFF,
        )


def keeping(preference: str, value: str) -> str:
    """Return the JavaScript that stores a preference in the browser."""
    return f"document.cookie = '{preference}={quote(value, safe='')};path=/;max-age={YEAR_S};samesite=lax'"


class KeptName:
    """The name that the visitor's browser keeps: of a person who was renamed it keeps the new one.

    `name_now` returns what a person is called now who had a name; `on_rename` gets that.
    """

    def __init__(self, name: str, name_now: Callable[[str], str], on_rename: Callable[[str], None]) -> None:
        self.name = name_now(name)
        self._name_now = name_now
        self._on_rename = on_rename
        if self.name != name:
            self._keep()

    def show(self, _moment: object) -> None:
        """Have the browser keep the new name, if there is one."""
        name = self._name_now(self.name)
        if name != self.name:
            self.name = name
            self._keep()
            self._on_rename(name)

    def _keep(self) -> None:
        ui.run_javascript(keeping("name", self.name))


class Menu:
    """The menu button and its popover. `on_change` gets a preference and its new value; `fields` show preferences.

    `level` is the level of the virtual players; "" where there are none: then pace and level are left out. So is
    *Lights*, unless it `has_lights`, and the way to the set-up of a real board, unless the visitor `can_set_up` one.
    """

    def __init__(
        self,
        chosen: Preferences,
        on_change: Callable[[str, str], None],
        level: str,
        has_lights: bool = False,
        can_set_up: bool = False,
    ) -> None:
        Button("plain-button", _("Menu")).props(f'popovertarget="{MENU}"')
        with popover(MENU, "menu").props(f'role="group" aria-label="{_("Menu")}"'):
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
            for name, words in ((INVITE, _("Invite")), (OWN_LIGHTS, _("Lights")))[: 1 + has_lights]:
                Button("plain-button", words).props(f'popovertarget="{name}"')
            for path, words in ((HISTORY, _("History")), (EVENING, _("Evening")), (STATISTICS, _("Statistics"))):
                link(words, path)
            if can_set_up:
                link(_("Set up"), SET_UP)
            link(_("Television"), "/?view=television").props('target="_blank"')


class Values(OneOf[str]):
    """The values of a preference, one of them chosen; a single button is a switch."""

    def __init__(self, preference: str, chosen: str, on_change: Callable[[str, str], None]) -> None:
        super().__init__(*in_words(preference), self._press)
        self.preference = preference
        self._on_change = on_change
        for value, button in self.buttons.items() if preference == "language" else ():
            button.props(f'lang="{value}"')
        self.show(chosen)

    def _press(self, value: str) -> None:
        is_off_again = len(self.buttons) == 1 and self.buttons[value].props["aria-pressed"] == "true"
        self._on_change(self.preference, OFF if is_off_again else value)


class NameField:
    """A field for the visitor's name, or for the name at a `seat` of a watched table.

    A changed name goes to `on_change`, cleaned.
    """

    def __init__(self, name: str, on_change: Callable[[str, str], None], seat: int | None = None) -> None:
        self.preference = "name" if seat is None else SEAT_PREFERENCES[seat]
        self._on_change = on_change
        with ui.element("label").classes("menu-row name-field"):
            ui.label(_("Your name") if seat is None else _("Seat {}").format(seat + 1)).classes("menu-title")
            self._field = ui.element("input").props(f'type="text" maxlength="{LONGEST_NAME}" autocomplete="nickname"')
            # The attribute, not the property: every redraw would reset the property while the visitor types.
            self._field.props["^value"] = self._name = name
            self._field.on("change", lambda event: self._take(str(event.args)), js_handler=VALUE)

    def show(self, name: str) -> None:
        """Show a name that was entered elsewhere."""
        self._name = name
        ui.run_javascript(f"getHtmlElement({self._field.id}).value = {json.dumps(name)}")

    def _take(self, written: str) -> None:
        name = clean_name(written)
        if name != self._name:
            self._on_change(self.preference, name)


def in_words(preference: str) -> tuple[str, Mapping[str, str]]:
    """Return the title of a preference, and its values with their names."""
    return {
        "language": (_("Language"), LANGUAGES),
        "theme": (_("Theme"), {AS_THE_SYSTEM: _("System"), "light": _("Light"), "dark": _("Dark")}),
        "pace": (
            _("Opponents' pace"),
            dict(zip(PACES, (_("Slow"), _("Normal"), _("Quick"), _("Instant")), strict=True)),
        ),
        "level": (_("Opponents' level"), {EASY: _("Easy"), SENSIBLE: _("Sensible"), STRONG: _("Strong")}),
        "sound": (_("Sound"), {ON: _("Soft sounds")}),
    }[preference]
