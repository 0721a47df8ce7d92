"""Help beside "What to do": a hint, and the paragraphs of the rules about this moment, when asked for.

Its buttons stand outside that region, in which every button is a choice.
"""

from collections.abc import Callable

from nicegui import ui

from tavolo_host.display.words import _

Shown = tuple[bool, str, bool, str]


class Aids:
    """Shows what is handed to `show`; that one of its buttons was pressed goes to `on_hint` and `on_rules`."""

    def __init__(self, on_hint: Callable[[], None], on_rules: Callable[[], None]) -> None:
        self._shown: Shown | None = None
        with ui.element("section").classes("aids").props(f'aria-label="{_("Help")}"'):
            self._hint = _button(_("Hint"), on_hint)
            self._rules = _button(_("Rules"), on_rules)
        self._sentence = ui.label("").classes("hint-sentence").props('role="status"')
        self._paragraphs = ui.markdown("").classes("rule-paragraphs").props(f'tabindex="0" aria-label="{_("Rules")}"')

    def show(self, has_hint: bool, hint: str, has_rules: bool, rules: str) -> None:
        """Offer what there `is`, and show what was asked for: a sentence, and Markdown; "" for what was not."""
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
        self._paragraphs.set_visibility(bool(rules))


def _button(name: str, on_click: Callable[[], None]) -> ui.element:
    button = ui.element("button").classes("aid-button").props('type="button" aria-expanded="false"')
    button.on("click", lambda: on_click())
    with button:
        ui.label(name)
    return button
