"""What pages are drawn with: shapes and words in millimetres, from the top left, into a PDF or into an SVG.

Words are set in DejaVu Sans, which comes with matplotlib; a PDF carries what it needs of it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from tavolo_host.vector import Anchor

Point = tuple[float, float]

PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"


def font_file(name: str) -> Path:
    """Return where the font of this name lies."""
    import matplotlib  # of the extra `maker`, which only printing needs

    return Path(matplotlib.get_data_path(), "fonts", "ttf", f"{name}.ttf")


@lru_cache(maxsize=2)
def _widths(name: str) -> dict[int, float]:
    """How wide each character is, as a share of the font's size."""
    from fontTools.ttLib import TTFont

    with TTFont(font_file(name)) as font:
        metrics, size = font["hmtx"], font["head"].unitsPerEm
        return {code: metrics[glyph][0] / size for code, glyph in font.getBestCmap().items()}


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return how wide words are in mm. ValueError when the font lacks one of their characters."""
    widths = _widths(BOLD if bold else PLAIN)
    for character in words:
        if ord(character) not in widths:
            raise ValueError(f"The font has no “{character}”.")
    return size * sum(widths[ord(character)] for character in words)


class Ink(Protocol):
    """Draws on a page. Colours are "#rrggbb", lengths mm, a text's `size` its font's."""

    def polygon(self, points: Sequence[Point], fill: str = "", stroke: str = "", width: float = 0.2) -> None:
        """Draw a closed shape with straight sides."""

    def line(self, start: Point, end: Point, stroke: str, width: float = 0.2) -> None:
        """Draw a straight line."""

    def circle(self, x: float, y: float, radius: float, fill: str = "", stroke: str = "", width: float = 0.2) -> None:
        """Draw a circle."""

    def shape(self, path: str, x: float, y: float, scale: float, fill: str) -> None:
        """Draw an SVG path, such as a suit's shape, around a point."""

    def text(
        self, x: float, y: float, words: str, size: float, colour: str, bold: bool = False, anchor: Anchor = "start"
    ) -> None:
        """Write a line of words; `y` is its base line."""

    @contextmanager
    def placed(self, x: float, y: float, turned: bool = False, scale: float = 1.0) -> Iterator[None]:
        """Let what is drawn inside lie at this place, turned upside down about it when `turned`, and scaled."""
        yield
