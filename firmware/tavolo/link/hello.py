"""Who is at the ends of the link: the fields of hello, and whether both speak the same protocol.

Different major versions refuse each other; a later minor version may add fields and messages.
"""

PROTOCOL = "1.0"


class Identity:
    """Who this board is: what hello says. `seats` has a bit for each seat that answers, seat 0 the lowest."""

    def __init__(
        self, firmware: str, rules: str, board: str, boot: str, seats: int = 255, calibration: str = "-"
    ) -> None:
        self.firmware = firmware
        self.rules = rules
        self.board = board
        self.boot = boot
        self.seats = seats
        self.calibration = calibration

    def text(self) -> str:
        """Return the fields of hello."""
        return (
            f"protocol={PROTOCOL} firmware={self.firmware} rules={self.rules} board={self.board}"
            f" boot={self.boot} seats={self.seats:02x} calibration={self.calibration}"
        )


def fields_of(text: str) -> dict[str, str]:
    """Return the fields of a hello, name to value; what a later minor version adds is among them."""
    fields = {}
    for word in text.split():
        name, _, value = word.partition("=")
        fields[name] = value
    return fields


def protocol_refusal(theirs: str, speaker: str) -> str:
    """Return why a protocol version cannot be spoken with, "" when it can; `speaker`: "laptop" or "board"."""
    if theirs.split(".")[0] == PROTOCOL.split(".")[0]:
        return ""
    return f"The {speaker} speaks version {theirs or 'unknown'} of the protocol, this side speaks {PROTOCOL}."
