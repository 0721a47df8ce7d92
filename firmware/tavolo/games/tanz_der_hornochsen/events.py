"""Tanz der Hornochsen: the codes of its events, outcomes and refusals, with the numbers that follow each.

Rows are 0-11 (L1-L6, R1-R6), points and spaces those of the score track.
"""

DEALT = 200  # tiles each
TURNED = 201  # tile, row
ROUND = 202  # round (from 1)
DOUBLE_ROUND = 203  # row, free double-play spaces
OPEN_ROUND = 204
RESERVE_IS_EMPTY = 205
BOUGHT = 206  # player, tiles
CUT = 207  # player, tiles wanted, tiles left
DREW = 208  # player, tiles, tiles left in the reserve
DREW_FROM_BOX = 209  # player, tiles, tiles left in the box
CHOSE = 210  # player
SHOWED = 211  # player, tile
ONLY_LOWER = 212  # player, tile, row, last tile, difference: rule 1 leaves one row
SMALLEST_DIFFERENCE = 213  # player, tile, row, last tile, difference, last tile of the next best row, its difference
LOWER_THAN_ALL = 214  # player, tile, lowest last tile, row, highest last tile
PAT = 215  # player, points
PAT_BONUS = 216  # player, points
BULL = 217  # player, row, points
BULL_BONUS = 218  # player, row, points
FORWARD = 219  # player, from, to
WENT_FURTHER = 220  # player, from, space that is occupied, to
BACK = 221  # player, from, to
WENT_FURTHER_BACK = 222  # player, from, space that is occupied, to
BACK_TO_START = 223  # player, from: the rest of the bonus is lost, or there is none
EYE = 224  # player, eye: nobody else is on or past it
EYE_IS_OLD = 225  # player, eye, another player who is on or past it
OPENED_ROW = 226  # tile, row completed, row that becomes active
COWS_SHOW = 227  # row
COWS_COVERED = 228  # tile, row: no other active row shows one
COW_COVERED = 229  # tile, row, row that still shows one
KEPT = 230  # player, tiles kept of this row so far
KEEPS_NO_MORE = 231  # player, tiles kept, tiles into the box
KEEPS_NONE = 232  # player, tiles in hand, tiles into the box: the hand is full
HAND_IS_FULL = 233  # player, tiles in hand
REFILLED = 234  # player, tiles
NO_REFILL = 235  # player
REACHED_HEAP = 236  # player, space
ENDED_BY_HEAP = 237
ENDED_WITHOUT_TILE = 238  # players
LOSES = 239  # player, points
FEWEST_POINTS = 240  # winners
BOUGHT_BONUS = 241  # player, tiles
EYE_TOGETHER = 242  # player, eye, another player who came there in the same round, as all have who are on or past it

HAS_CHOSEN = 260  # player
HAS_BOUGHT = 261  # player
BUYS_TOO_LATE = 262  # player
HAND_LIMIT = 263  # player, tiles in hand, tiles wanted
ONE_TO_THREE = 264
NOTHING_TO_BUY = 265
ONLY_WHAT_IS_FORCED = 266
MUST_BUY_FIRST = 267  # player
NOT_FROM_THAT_ROW = 268  # tile
WRONG_DRAW = 269  # player, tiles
WRONG_REVEAL = 270  # tiles
LOWER_PAWN_FIRST = 271  # player, player who chooses first
KEEPS_ONE_AT_LEAST = 272  # player
NOT_IN_RESERVE = 273  # tile
