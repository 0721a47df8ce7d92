"""What a seat reports, in numbers: states of its slot, events, troubles, calibration results, keys.

This module imports nothing, so that lights and link may import it too.
"""

# The states of a slot: five for a card in it, and three in which nothing is known of it.
IS_EMPTY = 0
IS_SETTLING = 1
IS_READ = 2
IS_ACCEPTED = 3
IS_REFUSED = 4
IS_ABSENT = 5  # the chip is lost
IS_CALIBRATING = 6
IS_NOT_BUILT = 7  # the settings say that there is no such seat
STATES = 8
NOBODY = (IS_ABSENT, IS_NOT_BUILT)  # nothing can be read there

AGAIN = 0x200  # added to the code of a sealed card that a seat by phone puts in again; above all codes

# The kinds of events: (kind, seat, value).
READ = 1  # value: the code of the card
TROUBLE = 2  # value: one of the troubles below
EMPTIED = 3  # a card that was read, or whose trouble was reported, has left the slot; value 0
KEY = 4  # value: one of the keys below
BOTH_HELD = 5  # left and right together for 3 s; value 0
CHIP_LOST = 6  # value: why, a reason of `tavolo.seat.touch`
CHIP_BACK = 7  # value 0
CALIBRATED = 8  # value 0; the seat has a new calibration
NOT_CALIBRATED = 9  # value: why, as below; an earlier calibration stays valid, without one the seat tries again

# Troubles in a slot.
HAND = 2
TWO_CARDS = 3
UNCLEAR = 4  # half in, tilted, or without margin
LIFTED_EARLY = 5  # something like a card was taken out before it was read; no single reading shows that

# The result of a calibration: what is refused is the value of NOT_CALIBRATED.
RUNNING = 0
DONE = 1
CHIP_IS_LOST = 2
NOT_EMPTY = 3  # an electrode has far more capacitance than the others, or than before: a card or a finger
UNSTABLE = 4  # the readings scatter, or wander while they are taken
OUT_OF_REACH = 5  # no charge brings this electrode to 600-700 counts: not connected, or shorted

# The keys ◀ ▶ ✓.
LEFT, RIGHT, TAKE = range(3)
KEYS = 3
