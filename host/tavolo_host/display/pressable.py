"""A part of the page that is written as HTML with buttons in it: cheaper to change than an element for each button."""

from collections.abc import Callable

from nicegui import events
from nicegui.element import Element


class Pressable(Element, component="pressable.js"):
    """Shows HTML in which what bears `data-press` is a button; `on_press` is told its value."""

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
