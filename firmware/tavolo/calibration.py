"""Calibration: with what charge each electrode of a seat is measured, and what it reads when nothing is
there.

The charge is chosen such that every electrode reads 600 to 700 of 1023 counts, then frozen; the empty
readings become the baselines that cards and keys are judged by. A calibration is kept as one line of ASCII
text a seat; where it is kept is not decided here. How one is measured is in `calibrating`.
"""

from binascii import crc32

from tavolo import keys, slot
from tavolo.registers import ELECTRODES, Settings

LEAST_COUNTS = 600
TARGET_COUNTS = 650
MOST_COUNTS = 700

# By how much a card lowers a pad's reading, in thousandths of the empty one: a joined patch as built (a gap
# of 0.5 mm) and with everything against it (a bent card, 1 mm), and a patch that is not joined with
# everything against it. Computed from the slot's geometry, not measured.
JOINED_PER_MILLE = 200
JOINED_BENT_PER_MILLE = 94
ISOLATED_PER_MILLE = 63

_SEAT_WORDS = 2 + 1 + 3 * ELECTRODES


class Calibration:
    """One seat's calibration, twelve numbers of each kind.

    `charges` in microamperes (1-63), `charge_time` the chip's code (1 is 0.5 us, each further one doubles
    it), `empty` the untouched readings in counts, `noise` the whole width of their scatter in counts.
    """

    def __init__(self, charges: "list[int]", charge_time: int, empty: "list[int]", noise: "list[int]") -> None:
        self.charges = charges
        self.charge_time = charge_time
        self.empty = empty
        self.noise = noise

    def settings(self) -> Settings:
        """What the chip has to be told, thresholds included."""
        settings = Settings()
        settings.charge_time = self.charge_time
        for electrode in range(ELECTRODES):
            is_pad = electrode < slot.PADS
            touched = slot.TOUCHED_PER_MILLE if is_pad else keys.TOUCHED_PER_MILLE
            released = slot.RELEASED_PER_MILLE if is_pad else keys.RELEASED_PER_MILLE
            empty = self.empty[electrode]
            settings.charges[electrode] = self.charges[electrode]
            settings.baselines[electrode] = empty
            settings.touched[electrode] = empty * touched // 1000
            settings.released[electrode] = empty * released // 1000
        return settings


def nominal() -> Calibration:
    """A calibration from the model of the slot (12 pF an electrode), for a seat that has none of its own."""
    return Calibration([50] * ELECTRODES, 1, [647] * ELECTRODES, [0] * ELECTRODES)


def margins(calibration: Calibration) -> "list[tuple[int, int, int, int, int]]":
    """For each pad: its empty reading, its noise, and by how many counts it is told right.

    The last three: of a joined patch at the usual gap, with a bent card, and of a patch that is not joined.
    Half the noise is taken off each. Computed from what the model says of cards; only empty reading and noise
    are measured.
    """
    rows = []
    for pad in range(slot.PADS):
        empty, noise = calibration.empty[pad], calibration.noise[pad]
        off = (noise + 1) // 2
        one = empty * slot.ONE_PER_MILLE // 1000
        joined = empty * JOINED_PER_MILLE // 1000 - one - off
        bent = empty * JOINED_BENT_PER_MILLE // 1000 - one - off
        isolated = empty * slot.ZERO_PER_MILLE // 1000 - empty * ISOLATED_PER_MILLE // 1000 - off
        rows.append((empty, noise, joined, bent, isolated))
    return rows


def text_of(calibrations: "list[Calibration | None]") -> str:
    """The text of the seats' calibrations (None where there is none): a line a seat, and the id."""
    lines = []
    for seat, calibration in enumerate(calibrations):
        if calibration is not None:
            words = ["seat", str(seat), str(calibration.charge_time)]
            for numbers in (calibration.charges, calibration.empty, calibration.noise):
                words.extend([str(number) for number in numbers])
            lines.append(" ".join(words) + "\n")
    body = "".join(lines)
    return body + f"id {crc32(body.encode()):08x}\n"


def id_of(calibrations: "list[Calibration | None]") -> int:
    """The 32-bit number of the calibration of a whole table; equal calibrations have equal ids."""
    return int(text_of(calibrations).split()[-1], 16)


def from_text(text: str, seats: int) -> "list[Calibration | None]":
    """Read what `text_of` wrote. ValueError with the reason when it is damaged or for another table."""
    body, separator, identity = text.rpartition("id ")
    if not separator or identity.strip() != f"{crc32(body.encode()):08x}":
        raise ValueError("The calibration is damaged: its contents do not fit its id.")
    calibrations: list[Calibration | None] = [None] * seats
    for line in body.split("\n"):
        if line:
            seat, calibration = _from_line(line)
            if not 0 <= seat < seats:
                raise ValueError(f"The calibration is of a seat {seat} that this table does not have.")
            calibrations[seat] = calibration
    return calibrations


def _from_line(line: str) -> "tuple[int, Calibration]":
    words = line.split(" ")
    if len(words) != _SEAT_WORDS or words[0] != "seat":
        raise ValueError(f"The calibration has a line that is not a seat's: {line}")
    numbers = [int(word) for word in words[1:]]
    first = 2
    charges = numbers[first : first + ELECTRODES]
    empty = numbers[first + ELECTRODES : first + 2 * ELECTRODES]
    return numbers[0], Calibration(charges, numbers[1], empty, numbers[first + 2 * ELECTRODES :])
