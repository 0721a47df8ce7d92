"""A PDF of pages that are drawn as SVG. The same pages give the same bytes: no dates are in it, and no chance."""

from io import BytesIO
from pathlib import Path

from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import STATE_DEFAULTS
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from svglib.svglib import svg2rlg

from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.workshop.printing.ink import PLAIN, Ink, Point, register_fonts


class PdfInk(Ink):
    """Draws into a PDF file; `next_page` ends a page, `save` the file. Pages can differ in size."""

    def __init__(self, path: Path, title: str, size_mm: Point) -> None:
        super().__init__(*size_mm, title)
        register_fonts()
        # Without it Helvetica would come in with each page, not embedded.
        STATE_DEFAULTS["fontName"] = PLAIN
        self._path = path
        self._written = BytesIO()
        # The stubs take the name of the first font for a number.
        self._canvas = Canvas(self._written, invariant=1, initialFontName=PLAIN)  # type: ignore[arg-type]
        self._canvas.setTitle(title)
        self._canvas.setCreator("Tavolo")
        self._canvas.setAuthor("Tavolo")
        self._canvas.setViewerPreference("PrintScaling", "None")

    def next_page(self, size_mm: Point) -> None:
        """End this page, unless nothing is on it yet, and begin one of this size."""
        if self._parts:
            self._end_page()
        self._size = size_mm

    def save(self) -> None:
        """End the last page and write the file. OSError when that is not possible."""
        self._end_page()
        self._canvas.save()
        write_whole(self._path, self._written.getvalue())

    def _end_page(self) -> None:
        self._canvas.setPageSize((self._size[0] * mm, self._size[1] * mm))
        page = svg2rlg(BytesIO(self.text_of_picture().encode()))
        assert page is not None  # as for a file that is no SVG
        renderPDF.draw(page, self._canvas, 0, 0)
        self._canvas.showPage()
        self._parts = []
