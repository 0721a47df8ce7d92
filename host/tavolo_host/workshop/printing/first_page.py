"""What first pages share: a heading, a picture of three steps, numbered instructions, and the ruler."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from reportlab.lib.utils import simpleSplit

from tavolo_host.workshop.printing.ink import PLAIN, Ink
from tavolo_host.workshop.printing.paper import GREY, Paper, draw_ruler

INK = "#222222"
LEFT_MM, WIDTH_MM = 18.0, 174.0
PICTURE_AT_MM = 32.0
STEP_MM = 61.0  # from step to step of the picture
SIZE, LEADING = 3.1, 4.3


def draw_heading(ink: Ink, title: str, subtitle: str) -> None:
    """Draw the first two lines."""
    ink.text(LEFT_MM, 20.0, title, 7.5, INK, bold=True)
    ink.text(LEFT_MM, 26.5, subtitle, 3.6, GREY)


def draw_how(
    ink: Ink, paper: Paper, draw: Callable[[Ink], None], high_mm: float, heading: str, steps: Sequence[str]
) -> None:
    """Draw a picture so high, numbered steps below it, and the ruler."""
    with ink.placed(LEFT_MM, PICTURE_AT_MM):
        draw(ink)
    y = PICTURE_AT_MM + high_mm + 9.0
    ink.text(LEFT_MM, y, heading, 4.2, INK, bold=True)
    y += 5.8
    for number, words in enumerate(steps, 1):
        ink.text(LEFT_MM, y, f"{number}", SIZE, GREY, bold=True)
        for line in simpleSplit(words, PLAIN, SIZE, WIDTH_MM - 6.0):
            ink.text(LEFT_MM + 6.0, y, line, SIZE, INK)
            y += LEADING
        y += 0.9
    draw_ruler(ink, paper.page_mm)


def steps(ink: Ink, scale: float, length_mm: float, names: Iterable[tuple[str, str]]) -> Iterator[int]:
    """Yield the number of each step where its card is to be drawn: side by side, between a name and a caption."""
    for number, (name, caption) in enumerate(names):
        x = 1.0 + number * STEP_MM
        ink.text(x, 4.0, name, 2.9, INK, bold=True)
        ink.text(x, 6.5 + scale * length_mm + 4.2, caption, 2.5, GREY)
        with ink.placed(x, 6.5, scale=scale):
            yield number


def picture(size_mm: tuple[float, float], title: str, draw: Callable[[Ink], None]) -> str:
    """Return a picture by itself, on white, as SVG."""
    ink = Ink(*size_mm, title)
    ink.box((0, 0), *size_mm, fill="#ffffff")
    draw(ink)
    return ink.text_of_picture()
