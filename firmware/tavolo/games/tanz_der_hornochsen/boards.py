"""The printed boards of Tanz der Hornochsen, as text: whoever owns another board writes it here, and lengthens BOARDS.

A line is a row, top to bottom, the left column before the right one: its ordinary spaces in order (0 plain, a
number a cow pat worth that many points, C a happy cow, D a double-play space), then "|" and the points of its bull's
head, which is one space more. The last line names the spaces of the score track that are bull's eyes. What a board has
to fulfil is checked by `hornochsen_board`.
"""

HOUSE_BOARD = """
L1: 0 0 0 0 0 | 8
L2: 0 0 4 5 | 7
L3: 0 0 0 1 2 | 6
L4: 0 0 0 0 | 9
L5: 0 0 1 2 3 4 | 5
L6: 0 C C 0 | 10
R1: D D D D | 5
R2: 0 0 3 | 12
R3: 0 0 0 0 1 1 | 6
R4: 0 2 0 2 | 8
R5: 0 0 0 5 | 11
R6: 0 C 1 0 3 | 7
eyes: 40 50
"""

BOARDS = (HOUSE_BOARD,)  # counted from 1 by the option "board"
