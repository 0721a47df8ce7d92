"""The font of what is printed, DejaVu Sans, which comes with matplotlib; a PDF carries what it needs of it."""

from functools import lru_cache
from pathlib import Path

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
