"""What the regions of the page are built of: buttons, and HTML with buttons in it."""

from collections.abc import Callable

from nicegui import events, ui
from nicegui.element import Element


class Pressable(Element, component="pressable.js"):
    """Shows HTML in which what bears `data-press` is a button; `on_press` is told its value.

    That is cheaper to change than an element for each button.
    """

    def __init__(self, on_press: Callable[[str], None]) -> None:
        super().__init__()
        self.props["html"] = ""

        def pressed(event: events.GenericEventArguments) -> None:
            on_press(str(event.args))

        self.on("press", pressed)

    def show(self, html: str) -> None:
        """Show this, if it is different."""
        if html != self.props["html"]:
            self.props["html"] = html
            self.update()


class Button(Element):
    """A button of a class of the style sheet, with words on it."""

    def __init__(self, style: str, words: str, on_click: Callable[[], None] | None = None) -> None:
        super().__init__("button")
        self.classes(style).props('type="button"')
        if on_click:
            self.on("click", lambda: on_click())
        with self:
            self.label = ui.label(words)


def html(style: str, attributes: str = "") -> ui.html:
    """Build a place for HTML into the present element."""
    return ui.html("", sanitize=False).classes(style).props(attributes)


def mark(element: Element, attribute: str, value: str | bool) -> None:
    """Give an element an attribute, if that is different; what is or is not has the value "true" or "false"."""
    text = str(value).lower() if isinstance(value, bool) else value
    if element.props.get(attribute) != text:
        element.props[attribute] = text
