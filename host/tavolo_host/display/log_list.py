"""The log on the page: what happened, the newest first, in which each entry of a virtual person can be asked why."""

from collections.abc import Callable

from nicegui import events
from nicegui.element import Element

from tavolo_host.display.words import _


class LogList(Element, component="log_list.js"):
    """Shows `html` of `panels.log_html`; `on_why` is told the number of the entry whose button was pressed."""

    def __init__(self, on_why: Callable[[int], None]) -> None:
        super().__init__()
        self.props.update(html="", label=_("what happened"))

        def asked(event: events.GenericEventArguments) -> None:
            on_why(int(event.args))

        self.on("why", asked)

    def show(self, html: str) -> None:
        """Show the log."""
        if html != self.props["html"]:
            self.props["html"] = html
            self.update()
