"""The region "What to do": one sentence, and a button for each choice."""

from collections.abc import Callable

from nicegui import ui

from tavolo_host.display.what_to_do import Choice, WhatToDo
from tavolo_host.display.words import _


class ChoiceBar:
    """Draws itself anew when the moment changes; the choice that is clicked goes to `on_choose`."""

    def __init__(self, on_choose: Callable[[Choice], None]) -> None:
        self._on_choose = on_choose
        self._shown: WhatToDo | None = None
        self._bar = ui.element("section").classes("what-to-do").props(f'aria-label="{_("What to do")}"')
        with self._bar:
            self._sentence = ui.label("").classes("what-sentence").props('role="status"')
            self._choices = ui.element("div").classes("what-choices")

    def show(self, what: WhatToDo) -> None:
        """Show what may be done now."""
        if what == self._shown:
            return
        if self._shown is None or what.choices != self._shown.choices:
            self._choices.clear()
            with self._choices:
                for choice in what.choices:
                    self._button(choice)
        self._shown = what
        self._bar.props(f'data-state="{what.state}"')
        self._sentence.set_text(what.sentence)

    def _button(self, choice: Choice) -> None:
        button = ui.element("button").classes("choice-button").props('type="button"')
        button.on("click", lambda: self._on_choose(choice))
        with button:
            ui.label(choice.name)
