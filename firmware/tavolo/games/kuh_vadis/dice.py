"""Kuh Vadis: its five dice, and which symbols a roll may mark (rulebook: course of the game).

A face is its number, 1-5, or COW. The laptop's virtual player and the tests of the page's probabilities count with
the functions here.
"""

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Sequence

COW = 6
FACES = (1, 2, 3, 4, 5, COW)
DICE = 5
ROLLS = 3  # at most, in a turn

NUMBERS_NEEDED = 3  # equal numbers that mark a cell
COWS_NEEDED = 2
FOUR = 4  # of a kind: another turn


def counted(dice: "Sequence[int]") -> bytearray:
    """Return how many dice show each face, by face; index 0 counts dice that show nothing yet."""
    counts = bytearray(len(FACES) + 1)
    for face in dice:
        counts[face] += 1
    return counts


def kinds(dice: "Sequence[int]") -> tuple[int, ...]:
    """Return the faces of which a cell may be marked: none, one, or a number and COW."""
    counts = counted(dice)
    found = []
    for face in FACES:
        if counts[face] >= (COWS_NEEDED if face == COW else NUMBERS_NEEDED):
            found.append(face)
    return tuple(found)


def is_four(dice: "Sequence[int]", face: int) -> bool:
    """Return whether four or five dice show the face."""
    return counted(dice)[face] >= FOUR
