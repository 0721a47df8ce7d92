"""The menu in the header: what a visitor chooses once and the browser keeps."""

import json
from collections.abc import Callable, Mapping
from functools import partial

from nicegui import ui

from tavolo_host.display.preferences import AS_THE_SYSTEM, LONGEST_NAME, OFF, ON, Preferences, clean_name
from tavolo_host.display.words import LANGUAGES, _

MENU = "menu"  # the id by which buttons open it


class Menu:
    """A button, and what it opens. `on_change` is told of the preference and of what was chosen.

    `has_pace` says whether there are virtual people, whose pace can be chosen.
    """

    def __init__(self, chosen: Preferences, on_change: Callable[[str, str], None], has_pace: bool) -> None:
        self._on_change = on_change
        self._buttons: dict[str, dict[str, ui.element]] = {}
        opener = ui.element("button").classes("plain-button").props(f'type="button" popovertarget="{MENU}"')
        with opener:
            ui.label(_("Menu"))
        with (
            ui.element("div").classes("menu").props(f'id="{MENU}" popover="auto" role="group" aria-label="{_("Menu")}"')
        ):
            self.name = NameField(chosen.name, on_change)
            self._row("language", _("Language"), LANGUAGES, chosen.language)
            themes = {AS_THE_SYSTEM: _("As the system"), "light": _("Light"), "dark": _("Dark")}
            self._row("theme", _("Theme"), themes, chosen.theme)
            if has_pace:
                self._row("pace", _("Pace of the others"), pace_words(), chosen.pace)
            sound = self._row("sound", _("Sound"), {ON: _("Soft sounds")}, ON if chosen.has_sound else OFF)
            sound[ON].on("click", js_handler="() => tavoloSounds.wake()")
            with ui.element("a").classes("plain-button").props('href="/?view=television"'):
                ui.label(_("Television"))

    def _row(self, preference: str, title: str, values: Mapping[str, str], chosen: str) -> Mapping[str, ui.element]:
        """Show the values of a preference, of which one is chosen; a single one can be chosen or not."""
        buttons = self._buttons[preference] = {}
        with ui.element("div").classes("menu-row").props(f'role="group" aria-label="{title}"'):
            ui.label(title).classes("menu-title")
            for value, words in values.items():
                button = ui.element("button").classes("plain-button").props('type="button"')
                if preference == "language":
                    button.props(f'lang="{value}"')
                button.on("click", partial(self._press, preference, value))
                with button:
                    ui.label(words)
                buttons[value] = button
        self._mark(preference, chosen)
        return buttons

    def _press(self, preference: str, value: str) -> None:
        buttons = self._buttons[preference]
        if len(buttons) == 1 and buttons[value].props["aria-pressed"] == "true":
            value = OFF
        self._mark(preference, value)
        self._on_change(preference, value)

    def _mark(self, preference: str, chosen: str) -> None:
        for value, button in self._buttons[preference].items():
            button.props(f'aria-pressed="{"true" if value == chosen else "false"}"')


class NameField:
    """Where a visitor writes a name; the cleaned one goes to `on_change` when it is another."""

    def __init__(self, name: str, on_change: Callable[[str, str], None]) -> None:
        self._on_change = on_change
        with ui.element("label").classes("menu-row name-field"):
            ui.label(_("Your name")).classes("menu-title")
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
            self._on_change("name", name)


VALUE = "(event) => emit(event.target.value)"


def pace_words() -> dict[str, str]:
    """Return the paces by what they are called."""
    return {"slow": _("Slow"), "normal": _("Normal"), "quick": _("Quick")}
