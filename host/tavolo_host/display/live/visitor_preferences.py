"""A visitor's preferences while their page is open: applied, kept in the browser, and shown where one changes them."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from nicegui import ui

from tavolo_host.display.live.sounds import Sounds
from tavolo_host.display.model.commands import Commands
from tavolo_host.display.model.name_commands import NameCommands
from tavolo_host.display.parts.preferences import (
    ON,
    SEAT_PREFERENCES,
    THEMES,
    KeptName,
    Menu,
    NameField,
    Preferences,
    Values,
    keeping,
)
from tavolo_host.display.parts.source import TableSource
from tavolo_host.players.settings import USUAL_LEVEL
from tavolo_host.seats.rights import Right


class VisitorPreferences:
    """What the visitor whose `commands` and `names` these are has `chosen`; `fields` show it, those of the menu first.

    `pace` and `level` are for the visitor's next game; `level` is "" at a table without virtual players.
    """

    def __init__(
        self,
        chosen: Preferences,
        table: TableSource,
        commands: Commands,
        names: NameCommands,
        theme: ui.dark_mode,
        sounds: Sounds,
    ) -> None:
        self._table, self._roster = table, table.roster
        self._commands, self._names = commands, names
        self._theme, self._sounds = theme, sounds
        self.is_reduced = False  # whether the browser asks for less motion: then only results are shown
        self.pace = chosen.pace
        self.level = (self._roster.level or chosen.level or USUAL_LEVEL) if self._roster.has_hands else ""
        self.fields: list[NameField | Values] = []
        self._name_now = partial(self._roster.visitor_names.name_now, commands.visitor)
        self.kept_name = KeptName(chosen.name, self._name_now, partial(self._show, "name"))
        self.chosen = replace(chosen, name=self.kept_name.name)

    def reduce_motion(self) -> None:
        """Show less motion from now on: the browser asks for that."""
        self.is_reduced = True

    def give_names(self) -> str | None:
        """Give the visitor and the seats the names that the browser has kept; return why the visitor's is refused."""
        for view, name in zip(self._table.seats(), self.chosen.seat_names, strict=True):
            if not view.name:
                self._names.name_seat(view.seat, self._name_now(name))
        return self._names.set_name(self.chosen.name) if self._commands.visitor else None

    def build_menu(self, on_change: Callable[[str, str], None], has_lights: bool = False) -> None:
        """Build the menu, with or without *Lights*; `on_change` gets a preference and its new value."""
        can_set_up = self._table.set_up is not None and self._commands.may(Right.SET_UP)
        self.fields += Menu(self.chosen, on_change, self.level, has_lights, can_set_up).fields

    def change(self, preference: str, value: str) -> str | None:
        """Apply a preference, keep it in the browser and show it; a refused one stays as it was."""
        refusal = self._apply(preference, value)
        if refusal:
            own = {
                "name": self._roster.visitor_names.name_of(self._commands.visitor),
                "pace": self.pace,
                "level": self.level,
            }
            value = own.get(preference, value)
        else:
            is_read_again = preference == "language"  # when the page is loaded: it has to be kept before
            ui.run_javascript(keeping(preference, value) + "; location.reload()" * is_read_again)
            if preference == "name":
                self.kept_name.name = value
        self._show(preference, value)
        return refusal

    def _show(self, preference: str, value: str) -> None:
        for field in self.fields:
            if field.preference == preference:
                field.show(value)

    def _apply(self, preference: str, value: str) -> str | None:
        """Apply a preference; return why it changes nothing for others, or None."""
        if preference == "theme":
            self._theme.value = THEMES[value]
        elif preference == "sound":
            self._sounds.is_on, self._sounds.is_muted = value == ON, value != ON
        elif preference in SEAT_PREFERENCES:
            return self._names.name_seat(SEAT_PREFERENCES.index(preference), value)
        elif preference == "name":
            refusal = self._names.set_name(value)
            if value.strip() and not refusal:
                self._commands.take_a_seat()
            return refusal
        elif preference in ("pace", "level"):
            set_it = self._commands.set_pace if preference == "pace" else self._commands.set_level
            refusal = set_it(value)
            if refusal and self._commands.visitor in self._roster.seats:
                return refusal
            if preference == "pace":  # who has no seat chooses for their next game
                self.pace = value
            else:
                self.level = value
        return None
