"""The font of printed pages, Bitstream Vera Sans, which comes with ReportLab and is DejaVu Sans with fewer letters."""

from functools import cache
from typing import Any

FAMILY = "DejaVu Sans"  # as pictures name it
PLAIN, BOLD = "Vera", "VeraBd"


@cache
def register_fonts() -> None:
    """Make the fonts known to ReportLab and svglib, which keep them for all files."""
    from svglib.fonts import register_font

    register_font(FAMILY, f"{PLAIN}.ttf", rlgFontName=PLAIN)
    register_font(FAMILY, f"{BOLD}.ttf", weight="bold", rlgFontName=BOLD)


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return how wide a line is in mm. ValueError when the font lacks one of its letters."""
    from reportlab.pdfbase.pdfmetrics import getFont

    register_fonts()
    font: Any = getFont(BOLD if bold else PLAIN)
    for letter in words:
        if ord(letter) not in font.face.charToGlyph:
            raise ValueError(f"The font has no “{letter}”.")
    return float(font.stringWidth(words, size))
