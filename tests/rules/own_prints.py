"""A sheet of Kuh Vadis and a board of Tanz der Hornochsen that are not built in, and setups with them."""

from tavolo.games.kuh_vadis.sheet import cells_of
from tavolo.games.kuh_vadis.sheet import number_of as number_of_sheet
from tavolo.games.tanz_der_hornochsen.board import Board
from tavolo.games.tanz_der_hornochsen.board import number_of as number_of_board

SHEET = ("1cX2c3X", "c5c4c1c", "O2c3c5c", "4cc1cc2", "c3c2c4O", "c1c5cXc", "3c2cOc4")
BOARD = """
L1: 0 0 1 5 | 12
L2: 0 C 2 0 C 0 | 5
L3: 0 0 3 | 8
L4: 0 4 0 4 0 | 9
L5: 0 0 0 0 0 0 | 6
L6: 0 2 C | 11
R1: 0 0 0 0 1 | 7
R2: 0 1 1 1 1 | 6
R3: D D D D D D | 10
R4: C C 0 | 5
R5: 0 0 5 5 | 8
R6: 0 3 | 7
eyes: 7 33 59
""".replace("0 3 |", "0 3 0 |")
OWN_SHEET = number_of_sheet(cells_of(SHEET))
OWN_BOARD = number_of_board(Board(BOARD))
