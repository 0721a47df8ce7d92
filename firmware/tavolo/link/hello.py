"""The identity of the two ends of the link, and the version of the protocol.

Ends with different major versions refuse each other; a later minor version may add names and messages, or what a setup
may say (4.1: sheets and boards of one's own; 4.2: the number of a game; 4.3: seats by
phone; 4.4: single bytes of a strip's wire, for a set-up, and whether there is a file of settings).
"""

PROTOCOL = "4.4"
# What a board says of itself besides the protocol: digests of firmware and rules, its serial number, a random number of
# this start, a bit for each seat that answers (seat 0 the lowest), and a digest of the seats' calibrations.
OF_A_BOARD = ("firmware", "rules", "board", "boot", "seats", "calibration")
PHONES = "phones"  # from 4.3 on: a bit for each seat by phone


class Identity:
    """The board's identity, as in hello.

    `seats` has a bit for each seat that answers, seat 0 the lowest, and `phones` one for each seat by phone.
    """

    def __init__(
        self, firmware: str, rules: str, board: str, boot: str, seats: int = 255, calibration: str = "-"
    ) -> None:
        self.firmware = firmware
        self.rules = rules
        self.board = board
        self.boot = boot
        self.seats = seats
        self.calibration = calibration
        self.phones = 0

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Return (name, value) of each item of hello."""
        values = (self.firmware, self.rules, self.board, self.boot, f"{self.seats:02x}", self.calibration)
        return (("protocol", PROTOCOL),) + tuple(zip(OF_A_BOARD, values)) + ((PHONES, f"{self.phones:02x}"),)


def is_spoken(theirs: str) -> bool:
    """Return whether the two ends understand each other: `theirs` is the other end's protocol version."""
    return theirs.split(".")[0] == PROTOCOL.split(".")[0]
