"""Whole numbers in figures on the field: three columns by five rows each, one column between them."""

from tavolo.wiring import FIELD_COLUMNS

# The rows of each figure, bit by bit, with the left column as the highest bit; then the minus.
FIGURES = (
    (7, 5, 5, 5, 7),
    (2, 6, 2, 2, 7),
    (7, 1, 7, 4, 7),
    (7, 1, 7, 1, 7),
    (5, 5, 7, 1, 1),
    (7, 4, 7, 1, 7),
    (7, 4, 7, 5, 7),
    (7, 1, 1, 2, 2),
    (7, 5, 7, 5, 7),
    (7, 5, 7, 1, 7),
)
MINUS = (0, 0, 7, 0, 0)
COLUMNS = 3
TOP = 1  # row


def paint_number(field: bytearray, number: int, colour: int) -> None:
    """Paint a number, of at most four figures with its minus, in the middle of the field."""
    figures = [FIGURES[int(digit)] for digit in str(abs(number))]
    if number < 0:
        figures.insert(0, MINUS)
    left = (FIELD_COLUMNS - len(figures) * (COLUMNS + 1) + 1) // 2
    for figure in figures:
        _paint_figure(field, figure, left, colour)
        left += COLUMNS + 1


def _paint_figure(field: bytearray, figure: "tuple[int, ...]", left: int, colour: int) -> None:
    for row in range(len(figure)):
        for column in range(COLUMNS):
            if figure[row] >> (COLUMNS - 1 - column) & 1:
                field[(TOP + row) * FIELD_COLUMNS + left + column] = colour
