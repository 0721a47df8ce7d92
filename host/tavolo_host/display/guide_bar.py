"""The region "Guide": what somebody is told who plays a game for the first time, and the way out of it."""

from collections.abc import Callable, Sequence

from nicegui import ui

from tavolo_host.texts.language import _


class GuideBar:
    """Draws itself anew when there is something else to be said; `on_leave` is told of the click that ends it."""

    def __init__(self, on_leave: Callable[[], None]) -> None:
        self._shown: Sequence[str] = ()
        self._bar = ui.element("section").classes("guide").props(f'aria-label="{_("Guide")}"')
        with self._bar:
            self._words = ui.element("div").classes("guide-words").props('role="status"')
            leave = ui.element("button").classes("plain-button").props('type="button"')
            leave.on("click", lambda: on_leave())
            with leave:
                ui.label(_("Leave the guide"))

    def show(self, is_guided: bool, lessons: Sequence[str]) -> None:
        """Show what there is to be said now; nothing to one who is not guided, or knows it all."""
        self._bar.set_visibility(is_guided and bool(lessons))
        if lessons != self._shown:
            self._shown = lessons
            self._words.clear()
            with self._words:
                for lesson in lessons:
                    ui.label(lesson).classes("guide-lesson")
