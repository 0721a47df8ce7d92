"""Help beside "What to do": a hint, and the paragraphs of the rules about this moment, when asked for.

Its buttons stand outside that region, in which every button is a choice.
"""

from collections.abc import Callable

from nicegui import ui

from tavolo_host.texts.language import _

Shown = tuple[bool, str, bool, str]


class Aids:
    """Shows what is handed to `show`; that one of its buttons was pressed goes to `on_hint` and `on_rules`."""

    def __init__(self, on_hint: Callable[[], None], on_rules: Callable[[], None]) -> None:
        self._on_hint = on_hint
        self._on_rules = on_rules
        self._shown: Shown | None = None

    def build_rules(self) -> None:
        """Build the place of the paragraphs, which is that of the log meanwhile, into the present element."""
        self._place = ui.element("section").classes("rules-panel").props(f'aria-label="{_("Rules")}" tabindex="0"')
        with self._place:
            self._paragraphs = ui.markdown("")

    def build_buttons(self) -> None:
        """Build the buttons, and the hint below them, into the present element."""
        with ui.element("section").classes("aids").props(f'aria-label="{_("Help")}"'):
            self._hint = _button(_("Hint"), self._on_hint)
            self._rules = _button(_("Rules"), self._on_rules)
        self._sentence = ui.label("").classes("hint-sentence").props('role="status"')

    def show(self, has_hint: bool, hint: str, has_rules: bool, rules: str) -> None:
        """Offer what there is, and show what was asked for: a sentence, and Markdown; "" for what was not."""
        shown = has_hint, hint, has_rules, rules
        if shown == self._shown:
            return
        self._shown = shown
        for button, is_there, text in ((self._hint, has_hint, hint), (self._rules, has_rules, rules)):
            button.set_visibility(is_there)
            button.props(f'aria-expanded="{str(bool(text)).lower()}"')
        self._sentence.set_text(hint)
        self._sentence.set_visibility(bool(hint))
        self._paragraphs.set_content(rules)
        self._place.set_visibility(bool(rules))


def _button(name: str, on_click: Callable[[], None]) -> ui.element:
    button = ui.element("button").classes("aid-button").props('type="button" aria-expanded="false"')
    button.on("click", lambda: on_click())
    with button:
        ui.label(name)
    return button
