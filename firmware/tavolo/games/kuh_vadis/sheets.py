"""Kuh Vadis: the sheets, as they are printed. `kuh_vadis_sheet` reads and checks them.

`X` is a start of player 0 (crosses), `O` one of player 1 (circles), `c` a cow. The option `sheet` counts them from
1. Each is its own mirror image from top to bottom with crosses and circles changing places, so that neither player
has the better one. Who owns another sheet puts it here.
"""

SHEETS = (
    # The starts on the outer rows.
    """
    X 1 c O 2 4 X
    3 c 5 1 c 2 5
    c 2 4 c 3 1 c
    3 c 4 c 5 c c
    c 2 4 c 3 1 c
    3 c 5 1 c 2 5
    O 1 c X 2 4 O
    """,
    # Two starts near the corners and one deep in the other half.
    """
    c X 3 c 5 X c
    1 4 c 1 c 2 4
    c 2 5 O 3 c 5
    3 c 4 c 2 1 c
    c 2 5 X 3 c 5
    1 4 c 1 c 2 4
    c O 3 c 5 O c
    """,
    # The starts around the whole sheet.
    """
    4 c X 2 c 1 c
    O 3 c 5 4 c 3
    c 1 4 c 2 5 X
    5 c 2 3 c 1 c
    c 1 4 c 2 5 O
    X 3 c 5 4 c 3
    4 c O 2 c 1 c
    """,
)
