"""The rules of the house: the options of a game in people's words, folded below a line that says what they change."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from nicegui import ui

from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.lobby.own_print import OwnPrint
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.kept_prints import kept_numbers
from tavolo_host.display.parts.elements import OneOf
from tavolo_host.display.parts.game_display import picture_of
from tavolo_host.texts.language import _
from tavolo_host.texts.options import Kind, changed, differences, meaning_of, possible_values
from tavolo_host.texts.sentences import sentence_case


class HouseRules:
    """The options of the game that `show` gets; `on_change` gets the setup that a visitor makes of it.

    Sheets and boards of one's own are kept and forgotten by the visitor's `commands`.
    """

    def __init__(self, on_change: Callable[[Setup], None], commands: FileCommands) -> None:
        self._on_change = on_change
        self._commands = commands
        self._setup: Setup | None = None
        self._players: Sequence[str] = ()
        self._built: tuple[object, ...] = ()
        self._offered: dict[int, list[int]] = {}  # by place, where there is a choice
        self._fields: dict[int, Callable[[int], object]] = {}  # by place: shows a value
        with ui.element("details").classes("house-rules") as self._fold:
            with ui.element("summary"):
                self._line = ui.label("")
            self._own_place = ui.element("div")
            self._options = ui.element("div").classes("house-options")
            self._own: tuple[str, int, OwnPrint] | None = None  # of a game, its option at this place
            self._names: dict[int, str] = {}  # of own sheets or boards, by value

    def show(self, setup: Setup, players: Sequence[str]) -> None:
        """Show the options that offer a choice to these players, with the values of a setup."""
        if setup is self._setup and players == self._players:
            return
        self._setup, self._players = setup, players
        self._show_own(setup)
        values = [self._values(setup, place) for place in range(len(setup.options))]
        self._offered = offered = {place: possible for place, possible in enumerate(values) if len(possible) > 1}
        self._fold.set_visibility(bool(offered or self._own))
        found = differences(setup, _, players)
        self._line.set_text(_("Rules of the house: {}").format("; ".join(found) or _("as usual")))
        wanted = setup.game.NAME, offered, tuple(players), tuple(self._names.items())
        if wanted != self._built:
            self._built = wanted
            self._options.clear()
            with self._options:
                self._fields = {place: self._field(setup, place, players) for place in offered}
        for place, show in self._fields.items():
            show(setup.options[place])

    def _show_own(self, setup: Setup) -> None:
        """Show the editor of a game's sheet or board, and find the names of those that are kept."""
        place = next((place for place, option in enumerate(setup.game.OPTIONS) if option.is_printed), -1)
        if place < 0 or (self._own and self._own[0] != setup.game.NAME):
            self._own_place.clear()
            self._own, self._names = None, {}
        if place < 0:
            return
        with suppress(ValueError):  # the editor says what is wrong with the file when it is used
            self._names = kept_numbers(setup.game.NAME, setup.game.OPTIONS[place])
        if self._own is None:
            with self._own_place:
                editor = OwnPrint(setup.game, place, self._commands, lambda value: self._play_on(place, value))
            self._own = setup.game.NAME, place, editor
        self._own[2].show(setup.options[place], self._names.get(setup.options[place], ""))

    def _play_on(self, place: int, value: int) -> None:
        if self._setup is not None:
            self._on_change(changed(self._setup, place, value))

    def _values(self, setup: Setup, place: int) -> list[int]:
        """Return the values of an option that are offered, own sheets and boards last."""
        values = possible_values(setup, place)
        if setup.game.OPTIONS[place].is_printed:
            values += [value for value in self._names if value not in values]
            values += [setup.options[place]] if setup.options[place] not in values else []
        return values

    def _field(self, setup: Setup, place: int, players: Sequence[str]) -> Callable[[int], object]:
        """Build what chooses an option; return what shows its value."""
        meaning, values = meaning_of(setup.game.NAME, setup.game.OPTIONS[place].name), self._offered[place]
        title = sentence_case(_(meaning.title))
        if meaning.kind is Kind.YES_NO:
            is_chosen = setup.options[place] == 1
            box = ui.checkbox(title, value=is_chosen, on_change=lambda event: self._take(place, int(event.value)))
            return lambda value: box.classes("door-box").set_value(value == 1)
        if meaning.kind is Kind.NUMBER:
            with ui.element("label").classes("door-option"):
                ui.label(title)
                number = ui.number(min=values[0], max=values[-1], precision=0, format="%d")
            number.props(f'dense outlined aria-label="{title}"')
            number.on_value_change(lambda event: self._take(place, int(event.value or 0)))
            return number.set_value
        words = {value: self._names.get(value) or sentence_case(meaning.choice(value, _, players)) for value in values}
        drawn = values if meaning.kind is Kind.DRAWN else ()
        pictures = {value: picture_of(Record(changed(setup, place, value))) for value in drawn}
        return OneOf(title, words, lambda value: self._take(place, value), pictures).show

    def _take(self, place: int, value: int) -> None:
        if self._setup is not None and value != self._setup.options[place] and value in self._offered[place]:
            self._on_change(changed(self._setup, place, value))
