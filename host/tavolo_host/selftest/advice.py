"""What to check where something is wrong: at a table what its maker has built, at a rig the few wires and its files."""

from collections.abc import Callable, Sequence

from tavolo.wiring import BUSES, seat_place

# Takes the end of a sentence, as it is at a table, and the board's pins that it is about; none where a rig has nothing
# of the kind. Returns the end that fits.
Advise = Callable[[str, Sequence[int]], str]


def pins_of(seat: int) -> tuple[int, int]:
    """Return the pins of the bus of a seat's chip: data, clock."""
    return BUSES[seat_place(seat)[0]]


def at_table(advice: str, pins: Sequence[int]) -> str:
    """Return the advice as it is."""
    return advice


def at_rig(advice: str, pins: Sequence[int]) -> str:
    """Return what can be wrong between a board and a rig; its pixels are as a new board's settings say."""
    wires = " and ".join(f"GP{pin}-GP{pin}" for pin in pins)
    if len(pins) > 1:
        return f"check the wires {wires}, their resistors and GND, and that the rig's files are of this version."
    if pins:
        return (
            f"check the wires {wires} and GND, that the rig's files are of this version, and that the board has the"
            " settings of a new one (`tavolo settings`)."
        )
    return ""
