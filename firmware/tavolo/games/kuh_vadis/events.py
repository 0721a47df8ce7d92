"""Kuh Vadis: the codes of its events, outcomes and refusals, with the numbers that follow each."""

# Events and outcomes, with the numbers that follow the code. Dice are counted from 1.
BEGINS = 300  # player on whom the lot fell
ROLLED_ALL = 301  # player, the five faces
ROLLED_AGAIN = 302  # player, roll of this turn, dice rolled, the five faces
PUT_ASIDE = 303  # player, die, face
TAKEN_BACK = 304  # player, die, face
STOPPED = 305  # player, rolls that were left
ENTERED = 306  # player, die, face
MAY_MARK = 307  # player, dice with the face, face: two or three cows, or three equal numbers
FOUR_OF_A_KIND = 308  # player, dice with the face, face
ONE_OF_TWO = 309  # player, cows, dice with the number, number
NOTHING_ROLLED = 310  # player, cows, most dice with the same number, cows needed, equal numbers needed
NONE_FREE = 311  # face
NONE_ADJACENT = 312  # face, cell just marked
MARKED = 313  # player, cell, face
ANOTHER_TURN = 314  # player, cell just marked
NEXT_TURN = 315  # player
BLOCKED = 316  # player
CONNECTED = 317  # winner
BOTH_BLOCKED = 318  # both players

# Refusals, with the numbers that follow the code.
DICE_ARE_FALLING = 350
MARK_FIRST = 351  # player: the roll counts, and a cell has to be marked
NOTHING_TO_MARK_YET = 352  # player
ROLL_FIRST = 353  # player
NO_DIE_TO_ROLL = 354  # player
CHANGED_OFTEN = 355  # changes
WRONG_ROLL = 356  # dice
CELL_IS_TAKEN = 357  # cell
ANOTHER_KIND = 358  # cell, what it bears, faces that may be marked
NOT_ADJACENT = 359  # cell, cell just marked
HAS_NO_CARDS = 360
