"""Bambuti: the codes of its events, outcomes and refusals, with the numbers that follow each.

Places are counted 1-5 along a row, as people count them; a colour is an index into COLOURS.
"""

# Events.
ROWS_DEALT = 400
LAID = 401  # player, how many masks of the row lie now
ROW_SHOWN = 402  # player, then the five masks
INDICATOR = 403  # place, higher mask, lower mask, points of the higher, of the lower, difference, player who has it
INDICATOR_TURNED = 404  # the same numbers: equal colours, so it lies with the other player
DOUBLE = 405  # place, higher mask, lower mask, points of each: no indicator
EQUAL = 406  # place, mask, mask, number on both: no indicator
HANDS_DEALT = 407  # masks a player, masks in the pile
FEWER_BEGINS = 408  # player, sum of the player's own indicators, sum of the other's
YOUNGER_BEGINS = 409  # player, sum of each
PLAYED_OWN = 410  # player, mask, place, mask covered
PLAYED_OPPOSITE = 411  # player, mask, place, mask covered, player of the row, colour of both
DREW = 412  # player, masks left in the pile
SYMMETRY = 413  # player, colour of 1st and 5th, colour of 2nd and 4th
DRUM_PLAYED = 414  # player, drums left
DRUM_KEPT = 415  # player, drums left
SCORED = 416  # player, points of this scoring, total
FOUR_LEFT = 417  # player, masks held, the other player, masks held: the game ends
WISHES_TO_PASS = 418  # player
PLAYS_ON = 419  # player
PASSED = 420  # player, passes in a row, how many end the game
PASSES_END = 421  # passes in a row: the game ends

# Outcomes.
MOST_POINTS = 422  # winner
SHARED = 423  # winners

# Refusals.
OTHER_COLOUR = 430  # player of the row, mask, mask to be covered
EQUAL_FACING = 431  # mask, facing mask, number on both
RISES_OUTWARDS = 432  # mask, place, mask nearer the centre, its place
CENTRE_TOO_LOW = 433  # mask, place, higher mask farther out, its place
FITS_NOWHERE = 434  # player, mask
ROWS_COME_FIRST = 435
ROW_IS_COMPLETE = 436  # player
NO_ORDER_LEFT = 437  # mask, place
WRONG_REVEAL = 438
CAN_PLAY = 439  # player
CANNOT_PLAY = 440  # player
PASS_IS_OPEN = 441  # player
DRUM_IS_OPEN = 442  # player
WRONG_DRAW = 443  # player
