"""The checks of a touch chip in play: whether it is still configured as it was, and whether its readings are plausible.

They take turns, one each time, so that none of a seat's ticks is long; and seats begin with different ones.
"""

from tavolo import wiring
from tavolo.seat.registers import AT_MARK, CHARGES, MARK, MARKS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.seat.touch import Chip

# What `step` returns: the check that passed. These are all electrodes; a mark that is written, and read the next time;
# and the sampling or, every other time, eight of all registers.
READINGS, _MARKS, _THE_MARK, _SAMPLING = range(4)
LOOKS = 4
FAILED = -1
MARK_FAILED = -2  # it may have been written wrongly: it is to be written and read again, at once

_mark = bytearray((MARK, 0))
_four = bytearray(4)  # successive registers: four cost little more than one
_eight = bytearray(8)


class Checks:
    """The checks of a seat's `chip`. One that fails is repeated, until it passes or the chip is lost."""

    def __init__(self, chip: "Chip", number: int) -> None:
        self._chip = chip
        self._turn = number
        self._verify_in = number  # ticks
        self._block, self._place = 0, 1  # the next registers to be read
        self._has_lost_mark = False

    def verify(self, is_empty: bool) -> bool:
        """Read back what was written to the chip; return False if it differed, and the chip may be settling or lost.

        Seats with an empty slot take turns, a block each time, or ticks at power-on would be long. Before a card is
        read, all blocks have to be as written.
        """
        chip = self._chip
        self._verify_in -= 1
        if self._verify_in >= 0 and is_empty:
            return True
        self._verify_in = wiring.SEATS - 1
        while chip.verify():
            if is_empty or not chip.unverified:
                return True
        return False

    def step(self) -> int:
        """Run the check whose turn it is; return which one passed, or FAILED or MARK_FAILED."""
        look = self._turn % LOOKS
        if self._passes(look):
            self._turn += 1
            return look
        if look == _THE_MARK:
            self._turn -= 1
            self._has_lost_mark = True
            return MARK_FAILED
        return FAILED

    def _passes(self, look: int) -> bool:
        if look == READINGS:
            return self._chip.read_block() >= 0
        if look == _MARKS:
            return self._write_mark()
        if look == _THE_MARK:
            return self._chip.holds(self._chip.written[CHARGES], AT_MARK, _four)
        return self._read_registers() if self._turn & LOOKS else self._chip.check()

    def _write_mark(self) -> bool:
        """Write another mark than the last into an otherwise unused register: a constant one would prove nothing.

        One that is not there is written once more: a chip that accepts no writes still has the one before it.
        """
        charges = self._chip.written[CHARGES]
        _mark[1] = charges[-1] if self._has_lost_mark else MARKS[charges[-1] == MARKS[0]]
        if not self._chip.put(_mark):
            return False
        charges[-1] = _mark[1]
        self._has_lost_mark = False
        return True

    def _read_registers(self) -> bool:
        """Read back the next eight registers, in about 0.4 ms; return whether they are as written."""
        written = self._chip.written
        block = written[self._block]
        if not self._chip.keeps(block, self._place, _eight):
            return False
        self._place += len(_eight)
        if self._place >= len(block):
            self._place = 1
            self._block = (self._block + 1) % len(written)
        return True
