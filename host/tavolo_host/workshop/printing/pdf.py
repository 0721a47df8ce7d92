"""A PDF of A4 pages that are drawn as SVG. The same pages give the same bytes: no dates are in it, and no chance."""

from io import BytesIO
from pathlib import Path

from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import STATE_DEFAULTS
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from svglib.svglib import svg2rlg

from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.workshop.printing.ink import PLAIN, Ink, register_fonts
from tavolo_host.workshop.printing.paper import A4_MM


class PdfInk(Ink):
    """Draws into a PDF file; `next_page` ends a page, `save` the file."""

    def __init__(self, path: Path, title: str) -> None:
        super().__init__(*A4_MM, title)
        register_fonts()
        # Without it Helvetica would come in with each page, not embedded.
        STATE_DEFAULTS["fontName"] = PLAIN
        self._path = path
        self._written = BytesIO()
        # The stubs take the name of the first font for a number.
        self._canvas = Canvas(self._written, A4, invariant=1, initialFontName=PLAIN)  # type: ignore[arg-type]
        self._canvas.setTitle(title)
        self._canvas.setCreator("Tavolo")
        self._canvas.setAuthor("Tavolo")
        self._canvas.setViewerPreference("PrintScaling", "None")

    def next_page(self) -> None:
        """End this page, unless nothing is on it yet."""
        if not self._parts:
            return
        page = svg2rlg(BytesIO(self.text_of_picture().encode()))
        assert page is not None  # as for a file that is no SVG
        renderPDF.draw(page, self._canvas, 0, 0)
        self._canvas.showPage()
        self._parts = []

    def save(self) -> None:
        """End the last page and write the file. OSError when that is not possible."""
        self.next_page()
        self._canvas.save()
        write_whole(self._path, self._written.getvalue())
