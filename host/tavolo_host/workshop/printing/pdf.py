"""Ink for a PDF of A4 pages. The same drawing gives the same bytes: there are no dates in it, and no chance."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from fontTools.svgLib.path import parse_path
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.vector import Anchor
from tavolo_host.workshop.printing.font import BOLD, PLAIN, font_file, text_width
from tavolo_host.workshop.printing.outline import Point

NON_ZERO = 1  # the fill mode of SVG, in which an outline that runs the other way round is a hole


class PdfInk:
    """Draws into a PDF file; `next_page` ends a page, `save` the file."""

    def __init__(self, path: Path, title: str) -> None:
        _register_fonts()
        self._path = path
        self._written = BytesIO()
        # The stubs take the name of the first font for a number. Without it Helvetica would come in, not embedded.
        self._canvas = Canvas(self._written, A4, invariant=1, initialFontName=PLAIN)  # type: ignore[arg-type]
        self._canvas.setTitle(title)
        self._canvas.setCreator("Tavolo")
        self._canvas.setAuthor("Tavolo")
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._begin_page()

    def _begin_page(self) -> None:
        self._canvas.transform(mm, 0, 0, -mm, 0, A4[1])
        self._canvas.setLineJoin(1)

    def next_page(self) -> None:
        """End this page and begin the next."""
        self._canvas.showPage()
        self._begin_page()

    def save(self) -> None:
        """End the last page and write the file. OSError when that is not possible."""
        self._canvas.showPage()
        self._canvas.save()
        write_whole(self._path, self._written.getvalue())

    def polygon(self, points: Sequence[Point], fill: str = "", stroke: str = "", width: float = 0.2) -> None:
        """Draw a closed shape with straight sides."""
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        path.close()
        self._draw(path, fill, stroke, width)

    def line(self, start: Point, end: Point, stroke: str, width: float = 0.2) -> None:
        """Draw a straight line."""
        path = self._canvas.beginPath()
        path.moveTo(*start)
        path.lineTo(*end)
        self._draw(path, "", stroke, width)

    def circle(self, x: float, y: float, radius: float, fill: str = "", stroke: str = "", width: float = 0.2) -> None:
        """Draw a circle."""
        path = self._canvas.beginPath()
        path.circle(x, y, radius)
        self._draw(path, fill, stroke, width)

    def shape(self, path: str, x: float, y: float, scale: float, fill: str) -> None:
        """Draw an SVG path around a point."""
        pen = _PathPen(self._canvas.beginPath())
        parse_path(path, pen)
        with self.placed(x, y, scale=scale):
            self._draw(pen.path, fill, "", 0.0)

    def text(
        self, x: float, y: float, words: str, size: float, colour: str, bold: bool = False, anchor: Anchor = "start"
    ) -> None:
        """Write a line of words; `y` is its base line."""
        width = text_width(words, size, bold)
        with self.placed(x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor], y):
            self._canvas.scale(1, -1)
            self._canvas.setFont(BOLD if bold else PLAIN, size)
            self._canvas.setFillColor(_colour(colour))
            self._canvas.drawString(0, 0, words)

    @contextmanager
    def placed(self, x: float, y: float, turned: bool = False, scale: float = 1.0) -> Iterator[None]:
        """Let what is drawn inside lie at this place, turned upside down about it when `turned`, and scaled."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        by = -scale if turned else scale
        self._canvas.scale(by, by)
        yield
        self._canvas.restoreState()

    def _draw(self, path: PDFPathObject, fill: str, stroke: str, width: float) -> None:
        if fill:
            self._canvas.setFillColor(_colour(fill))
        if stroke:
            self._canvas.setStrokeColor(_colour(stroke))
            self._canvas.setLineWidth(width)
        self._canvas.drawPath(path, stroke=int(bool(stroke)), fill=int(bool(fill)), fillMode=NON_ZERO)


@lru_cache(maxsize=1)
def _register_fonts() -> None:
    """Make the fonts known to ReportLab, which keeps them for all files."""
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, str(font_file(name))))


@lru_cache(maxsize=64)
def _colour(hexadecimal: str) -> Color:
    return HexColor(hexadecimal)


class _PathPen:
    """Brings what fontTools reads from an SVG path into one of the PDF; it names the methods."""

    def __init__(self, path: PDFPathObject) -> None:
        self.path = path

    def moveTo(self, point: Point) -> None:  # noqa: N802
        """Begin an outline."""
        self.path.moveTo(*point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        """Draw a straight line."""
        self.path.lineTo(*point)

    def curveTo(self, first: Point, second: Point, end: Point) -> None:  # noqa: N802
        """Draw a cubic curve."""
        self.path.curveTo(*first, *second, *end)

    def closePath(self) -> None:  # noqa: N802
        """End an outline where it began."""
        self.path.close()
