"""The console for tables and colours: what it is given can be seen, and only its own styles steer the terminal."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console as RichConsole
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from tavolo_host.texts.visible import printable


class Console(RichConsole):
    """Rich's console, which by itself prints escape sequences in a text as they are."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Return a text with its styles, as wide as what is printed of it."""
        return super().render_str(printable(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the parts of what is printed."""
        for part in super().render(renderable, options):
            yield part if part.control else part._replace(text=printable(part.text))
