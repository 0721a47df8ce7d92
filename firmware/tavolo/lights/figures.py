"""Whole numbers in figures on the field: three columns by five rows each, one column between them."""

from tavolo.wiring import FIELD_COLUMNS

# The rows of each figure, bit by bit, with the left column as the highest bit; then the minus.
FIGURES = (b"75557", b"26227", b"71747", b"71717", b"55711", b"74717", b"74757", b"71122", b"75757", b"75717")
MINUS = b"00700"
COLUMNS = 3
TOP = 1  # row


def paint_number(field: bytearray, number: int, colour: int) -> None:
    """Paint a number, of at most four figures with its minus, in the middle of the field."""
    figures = [FIGURES[int(digit)] for digit in str(abs(number))]
    if number < 0:
        figures.insert(0, MINUS)
    at = TOP * FIELD_COLUMNS + (FIELD_COLUMNS - len(figures) * (COLUMNS + 1) + 1) // 2
    for figure in figures:
        for row in range(len(figure)):
            for column in range(COLUMNS):
                if figure[row] >> (COLUMNS - 1 - column) & 1:  # the digits' low bits are their numbers
                    field[at + row * FIELD_COLUMNS + column] = colour
        at += COLUMNS + 1
