"""What a seat tells of itself, in numbers: states of its slot, what happened, what is wrong, which key.

A leaf: whoever speaks of seats imports it, and none of what reads them.
"""

# What a slot is doing: five states of a card in it, and three in which nothing is known of it.
IS_EMPTY = 0
IS_SETTLING = 1
IS_READ = 2
IS_ACCEPTED = 3
IS_REFUSED = 4
IS_ABSENT = 5  # its chip is lost
IS_CALIBRATING = 6
IS_NOT_BUILT = 7  # there is no seat (see `tavolo.seat.gap`)
STATES = 8
NOBODY = (IS_ABSENT, IS_NOT_BUILT)  # nothing can be felt there

# The kinds of events: (kind, seat, value).
READ = 1  # value: the code of the card
TROUBLE = 2  # value: one of the troubles below
EMPTIED = 3  # a card that was read, or of which a trouble was reported, has left the slot; value 0
KEY = 4  # value: one of the keys below
BOTH_HELD = 5  # left and right together for 3 s; value 0
CHIP_LOST = 6  # value: why, a reason of `tavolo.seat.touch`
CHIP_BACK = 7  # value 0
CALIBRATED = 8  # value 0; the seat has a new calibration
NOT_CALIBRATED = 9  # value: why, as below; an earlier one holds, without one it tries on

# What is the matter in a slot.
HAND = 2
TWO_CARDS = 3
UNCLEAR = 4  # half in, tilted, or without margin
LIFTED_EARLY = 5  # something like a card was taken out before it was read: no single reading shows that

# How a calibration stands, and why it was refused: the value of NOT_CALIBRATED.
RUNNING = 0
DONE = 1
CHIP_IS_LOST = 2
NOT_EMPTY = 3  # an electrode has far more capacitance than its like, or than it had: a card or a finger
UNSTABLE = 4  # the readings scatter, or wander while they are taken
OUT_OF_REACH = 5  # no charge brings this electrode to 600-700 counts: not connected, or shorted

# The keys ◀ ▶ ✓.
LEFT, RIGHT, TAKE = range(3)
KEYS = 3
