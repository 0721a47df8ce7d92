"""A sheet or board of one's own at the front door: entered in a grid or as text, checked, and kept by name.

What a game has printed, and how, is in the module `printed` of its folder (`Printed`).
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from markupsafe import Markup
from nicegui import ui

from tavolo.rules.contract import LEAST_OWN, Unprintable
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.kept_prints import kept_numbers
from tavolo_host.display.parts.elements import Button, Pressable, popover
from tavolo_host.display.parts.tags import tag
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.seats.rights import Right
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, speaking, tongue
from tavolo_host.texts.names import LONGEST_NAME, clean_name
from tavolo_host.texts.options import meaning_of
from tavolo_host.texts.sentences import sentence_case

if TYPE_CHECKING:
    from tavolo.rules.game import Game

EDITOR = "own-print"  # the id of its popover
PEN = "pen"
# Sends which cell has the focus, and the letter or digit that was typed on it.
TYPED = """(event) => {
  const cell = event.target.dataset.press;
  if (cell && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) emit(cell, event.key);
}"""
ERASING = ".-"  # typed on a cell


class Printed(Protocol):
    """What a game's module `printed` has. Rows and columns of the grid count from 0; a sign is "" for none."""

    PENS: Sequence[str]  # signs that can be taken to be written into cells

    def number_of(self, text: str) -> int:
        """Return the option's value for a typed sheet or board; Unprintable says what is wrong with it."""

    def text_of(self, number: int) -> str:
        """Return a sheet or board, own or built in, as one would type it; Unprintable if there is none."""

    def doubts(self, number: int) -> list[str]:
        """Return what is unusual about it, a sentence each."""

    def grid(self, text: str) -> list[list[str]]:
        """Return the rows of signs that a text has so far."""

    def written(self, rows: Sequence[Sequence[str]]) -> str:
        """Return the text of rows of signs."""

    def possible(self, row: int, column: int) -> Sequence[str]:
        """Return the signs that may be at a place of the grid."""

    def place(self, row: int, column: int) -> str:
        """Return the name of a place of the grid."""

    def name_of_row(self, row: int) -> str:
        """Return what stands before a row of the grid."""

    def look(self, sign: str, row: int, column: int) -> tuple[Markup, str]:
        """Return the picture of a sign and its words."""


class OwnPrint:
    """The editor for the sheet or board of a game, which is its option at `place`.

    A visitor who may keep and forget some is shown how, and does so by `commands`. `on_use` gets the option's value to
    be played, and again when its name has changed.
    """

    def __init__(self, game: "Game", place: int, commands: FileCommands, on_use: Callable[[int], None]) -> None:
        self._commands = commands
        self._game, self._option, self._on_use = game.NAME, game.OPTIONS[place], on_use
        self._printed: Printed = part_of(game.NAME, ".printed")
        self._tongue = tongue()
        self._pen = self._printed.PENS[0]
        self._number = 0  # what is played
        self._draft = 0  # what is entered, 0 if no game can have it
        title = sentence_case(_(meaning_of(game.NAME, self._option.name).own))
        Button("plain-button", title).props(f'popovertarget="{EDITOR}"')
        with popover(EDITOR, "door-rules own-print").props(f'role="region" aria-label="{title}"'):
            Button("plain-button", _("Close")).props(f'popovertarget="{EDITOR}" popovertargetaction="hide"')
            ui.label(title).classes("door-title")
            ui.label(_("Take a sign, and press the cells that show it; or type it on a cell, or paste all as text."))
            with ui.element("div").classes("print-ways"):
                self._grid = Pressable(self._press)
                self._grid.on("keydown", lambda event: self._type(*map(str, event.args[:2])), js_handler=TYPED)
                with ui.element("div").classes("print-side"):
                    self._build_beside()

    def _build_beside(self) -> None:
        self._text = ui.textarea(_("As text"), on_change=self._read).classes("print-text")
        rows = self._printed.text_of(self._option.low).count("\n") + 1
        self._text.props(f'outlined dense rows="{rows}" spellcheck="false" autocomplete="off"')
        self._told = ui.label("").classes("print-told").props('role="status"')
        with ui.element("div").classes("menu-row print-names"):
            self._use = Button("plain-button", _("Play on it"), lambda: self._on_use(self._draft))
            self._use.props(f'popovertarget="{EDITOR}" popovertargetaction="hide"')
            Button("plain-button", _("Empty it"), lambda: self._text.set_value(""))
        with ui.element("div").classes("menu-row print-names") as keeping:
            keeping.set_visibility(self._commands.may(Right.KEEP_PRINT))
            self._name = ui.input(_("Name"), on_change=self._read).props(f'outlined dense maxlength="{LONGEST_NAME}"')
            self._keep = Button("plain-button", _("Keep it"), self._keep_it)
            self._forget = Button("plain-button", _("Forget it"), self._forget_it)

    def show(self, number: int, name: str) -> None:
        """Show the sheet or board that is played, and its name if it is a kept one."""
        if number != self._number:
            self._number = number
            self._name.set_value(name)
            self._text.set_value(self._printed.text_of(number))
        self._forget.set_visibility(bool(name))
        self._check()

    def _read(self) -> None:
        with speaking(*self._tongue):
            self._check()

    def _check(self) -> None:
        """Say what is wrong or unusual about what is entered."""
        text, printed = self._text.value or "", self._printed
        rows = printed.grid(text)
        self._draw(rows)
        missing = sum(
            sign not in printed.possible(row, column)
            for row, signs in enumerate(rows)
            for column, sign in enumerate(signs)
        )
        try:
            self._draft = self._same_as_built_in(printed.number_of(text))
            told = _("This is what you will play on.") if self._draft == self._number else _("It can be played on.")
            doubts = printed.doubts(self._draft) if self._draft >= LEAST_OWN else []
            told = " ".join([told, *doubts])
        except Unprintable as problem:
            self._draft = 0
            is_begun = not text.strip() or text == printed.written(rows)
            told = _(problem.template).format(*problem.values)
            told = _("Cells that are still empty: {}.").format(missing) if missing and is_begun else told
        self._told.set_text(told)
        self._use.props(add="disabled" if self._draft in (0, self._number) else "", remove="disabled")
        is_own = self._draft >= LEAST_OWN and bool(clean_name(self._name.value or ""))
        self._keep.props(add="" if is_own else "disabled", remove="disabled")

    def _same_as_built_in(self, number: int) -> int:
        """Return the value of the built-in sheet or board that is the same, otherwise this number."""
        text = self._printed.text_of(number)
        built_in = range(self._option.low, self._option.high + 1)
        return next((value for value in built_in if self._printed.text_of(value) == text), number)

    def _draw(self, rows: Sequence[Sequence[str]]) -> None:
        pens = [self._pen_button(pen) for pen in self._printed.PENS]
        parts = [tag("div", *pens, class_="print-row print-pens", role="group", aria_label=_("Signs"))]
        for row, signs in enumerate(rows):
            cells = [self._cell(row, column, sign) for column, sign in enumerate(signs)]
            name = tag("span", self._printed.name_of_row(row), class_="print-name")
            parts.append(tag("div", name, *cells, class_="print-row"))
        self._grid.show(tag("div", *parts, class_="print-grid"))

    def _pen_button(self, pen: str) -> Markup:
        shown, words = self._printed.look(pen, 0, len(self._printed.PENS))
        pressed, value = str(pen == self._pen).lower(), f"{PEN}:{pen}"
        given = {"data-press": value, "data-key": value, "aria-pressed": pressed, "aria-label": words, "title": words}
        return tag("button", shown, class_="print-cell", type="button", **given)

    def _cell(self, row: int, column: int, sign: str) -> Markup:
        shown, words = self._printed.look(sign, row, column)
        name = f"{self._printed.place(row, column)}: {words}"
        style = "print-cell" if sign in self._printed.possible(row, column) else "print-cell missing"
        at = f"{row}:{column}"
        given = {"data-press": at, "data-key": at, "aria-label": name, "title": name}
        return tag("button", shown, class_=f"{style} set" if sign else style, type="button", **given)

    def _press(self, value: str) -> None:
        """Take a sign, or write it into a cell; where it cannot be or is already, write the next one that can."""
        kind, _colon, rest = value.partition(":")
        if kind == PEN:
            if rest in self._printed.PENS:
                self._pen = rest
                self._read()
            return
        for row, column, now in self._at(value):
            signs = self._printed.possible(row, column)
            after = signs[(signs.index(now) + 1) % len(signs)] if now in signs else signs[0]
            self._write(row, column, self._pen if self._pen in signs and self._pen != now else after)

    def _type(self, value: str, key: str) -> None:
        """Write the sign of a key into a cell."""
        for row, column, _now in self._at(value):
            for sign in self._printed.possible(row, column):
                if sign.lower() == key.lower() or (not sign and key in ERASING):
                    self._write(row, column, sign)

    def _at(self, value: str) -> list[tuple[int, int, str]]:
        """Return row, column and sign of the cell that a button is; nothing for another value."""
        rows = enumerate(self._printed.grid(self._text.value or ""))
        cells = ((row, column, sign) for row, signs in rows for column, sign in enumerate(signs))
        return [(row, column, sign) for row, column, sign in cells if value == f"{row}:{column}"]

    def _write(self, row: int, column: int, sign: str) -> None:
        rows = self._printed.grid(self._text.value or "")
        rows[row][column] = sign
        self._text.set_value(self._printed.written(rows))

    def _keep_it(self) -> None:
        self._change_kept(self._draft, self._option.text(self._draft))

    def _forget_it(self) -> None:
        self._change_kept(self._number, "")

    def _change_kept(self, number: int, text: str) -> None:
        with speaking(*self._tongue):
            try:
                known = kept_numbers(self._game, self._option).get(number, "")
                refusal = self._commands.keep_print(
                    self._game, clean_name(self._name.value or "") if text else known, text
                )
            except ValueError as problem:
                refusal = str(problem)
            if refusal:
                self._told.set_text(in_language(refusal, _))
                return
        self._on_use(number)
