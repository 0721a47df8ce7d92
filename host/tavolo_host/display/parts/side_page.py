"""The frame of the pages beside the table: title, the way to the table and to the other pages, and the content."""

from collections.abc import Iterator
from contextlib import contextmanager

from nicegui import ui

from tavolo_host.display.parts.elements import link
from tavolo_host.display.parts.source import EVENING, HISTORY, STATISTICS, TITLE
from tavolo_host.texts.language import _


@contextmanager
def side_page(headline: str, style: str) -> Iterator[None]:
    """Build the frame into the current client; what is built in the context is its content, with a class of its own."""
    ui.page_title(f"{headline} – {TITLE}")
    with ui.element("div").classes(f"tavolo-page side-page {style}"):
        with ui.element("header").classes("top"):
            ui.label(TITLE).classes("title")
            with ui.element("h1").classes("headline"):
                ui.label(headline)
            with ui.element("nav").classes("controls").props(f'aria-label="{_("Pages")}"'):
                pages = {"/": _("The table"), HISTORY: _("History"), EVENING: _("Evening"), STATISTICS: _("Statistics")}
                for address, words in pages.items():
                    link(words, address)
        with ui.element("div").classes("side-main"):
            yield
