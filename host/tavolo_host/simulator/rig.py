"""The laptop's end of a rig: a Pico that is the chips of a real board, sees its pixels and holds its reset.

The rig has registers, and does at once what has to be at once; the chips behind them are those of the virtual table.
Its orders and reports are described in `hardware/rig/rig.py`.
"""

from collections.abc import Callable, Sequence
from random import Random, SystemRandom

import numpy as np

from tavolo import wiring
from tavolo.link.channel import Serial
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.mpr121 import DATA, ECR, ELECTRODES, RESET_WORD, SOFT_RESET, Mpr121
from tavolo_host.simulator.pico_parts import Strip
from tavolo_host.simulator.pixels import BYTE_US, BYTES_PER_PIXEL
from tavolo_host.slot.reading import adc_counts

VERSION = "2"  # of what is spoken, as in `hardware/rig/rig.py`
ORDER_BYTES = 64
RESET_PIN = 10  # of the rig, to the board's RUN
PART_WORDS, FRAME_WORDS = 3, 5  # of a part of a frame, with its pixels, and of its last part, without
DATA_END = DATA + 2 * ELECTRODES  # of the registers of touch status and filtered data; between them all are 0
READING_US = 4000  # that a chip takes for its first reading (4 samples, 1 ms apart)
CHARGE_UA, CHARGE_US, RATE_UNIT = 1.0, 0.5, 256  # of an electrode's rate: 1/256 counts at this charge
MOST_RATE = 0xFFFF
ASKING_MS = 1000  # between two questions to the rig
SILENT_MS = 5000  # after which it is taken for lost


class RigError(ValueError):
    """A report that cannot be understood, or a rig that does not answer."""


class Rig:
    """A rig at the other end of `line`, with a chip for each seat. `step` has to be called often.

    Each chip has a clock of its own. When it starts it has its first reading at once, as at the rig, which makes it of
    the rates of its electrodes: the board would not wait for the way here and back if this computer is busy.

    `troubles` are the rig's sentences of what was wrong. Frames have times of the rig's clock, which wraps after
    71 minutes; so has what `listener` is called with when a chip's registers have changed for the board: seat, ns,
    touch status. `refused` are the bytes of writes that got no acknowledgement, as ordered: seat, byte. `step` raises
    `RigError` for a report that cannot be understood, when no rig of this version answers and when it has restarted,
    and what the line raises when it is lost. `random` draws what tells this laptop's questions from earlier ones.
    """

    def __init__(self, line: Serial, random: Random | None = None) -> None:
        self.random = random or SystemRandom()
        self.troubles: list[str] = []
        self.refused: list[tuple[int, int]] = []
        self.listener: Callable[[int, int, int], None] = lambda seat, at_ns, touched: None
        self._line = line
        self._orders = bytearray()
        self._came = bytearray()
        self._clocks = [Clock() for _ in range(wiring.SEATS)]
        self.chips = [Mpr121(clock, Random(0), noise_counts=0.0) for clock in self._clocks]
        self.track = Strip(wiring.TRACK_PIXELS)
        self.field = Strip(wiring.FIELD_COLUMNS * wiring.FIELD_ROWS)
        self.lamps = Strip(wiring.LAMPS)
        self.strips = {wiring.TRACK_PIN: self.track, wiring.FIELD_PIN: self.field, wiring.LAMPS_PIN: self.lamps}
        self._frames = {pin: bytearray() for pin in self.strips}
        self._starts = [0] * wiring.SEATS  # of each chip, stops and resets too
        self._shown: list[tuple[int, bytes] | None] = [None] * wiring.SEATS
        self._felt = [chip.capacitance_pf for chip in self.chips]  # a moment ago
        self._rates = [""] * wiring.SEATS
        self._present = 0
        mark = self.random.randbytes(4).hex()
        self._mark = f"q {VERSION} {mark}".encode()  # comes before the first report that counts, and is b"" then
        self._asking_ms, self._silent_ms = ASKING_MS, 0
        self.order()  # the rig may wait for the rest of what another program has sent, and takes this for it
        self.order("z")
        self.order("q", mark)

    def order(self, *words: str) -> None:
        """Send an order: a letter and digits, or nothing."""
        self._orders += " ".join(words).ljust(ORDER_BYTES - 1).encode() + b"\n"

    def hold_reset(self, is_held: bool) -> None:
        """Hold the board in reset, or let it run."""
        self.order("r", f"{is_held:x}")

    def hold_data(self, bus: int, is_held: bool) -> None:
        """Hold the data line of a bus low, or let it go."""
        self.order("h", f"{bus:x}", f"{is_held:x}")

    def refuse(self, seat: int, byte: int) -> None:
        """Do not acknowledge this byte, counted from 1, of the next write to a seat's chip that has so many; 0 is its
        address.
        """
        self.order("n", f"{seat:x}", f"{byte:02x}")

    def step(self, elapsed_ms: int) -> None:
        """Let time pass for the chips, take reports, and tell the rig what has changed."""
        for clock in self._clocks:
            clock.advance_ms(elapsed_ms)
        self._silent_ms += min(elapsed_ms, ASKING_MS)  # a computer that slept has not asked
        self._came += self._line.read()
        self._take_reports()
        if self._silent_ms > SILENT_MS:
            raise RigError("The rig has no program of this version." if self._mark else "The rig does not answer.")
        self._asking_ms -= elapsed_ms
        if self._asking_ms <= 0:
            self._asking_ms = ASKING_MS
            self.order("q")
        self._tell()
        del self._orders[: self._line.write(bytes(self._orders))]

    def _tell(self) -> None:
        present = sum(chip.present << seat for seat, chip in enumerate(self.chips))
        if present != self._present:
            self._present = present
            self.order("p", f"{present:02x}")
        for seat, chip in enumerate(self.chips):
            felt, self._felt[seat] = self._felt[seat], chip.capacitance_pf
            rates = rates_of(felt)
            if felt == self._felt[seat] and rates != self._rates[seat]:  # no hand or card moves there
                self._rates[seat] = rates
                self.order("e", f"{seat:x}", rates)
            chip.write(b"\0")
            now = self._starts[seat], chip.read(DATA_END)
            if chip.runs and now != self._shown[seat]:
                self._shown[seat] = now
                starts, data = now
                self.order("c", f"{seat:x}", f"{starts & 0xFFFF:04x}", (data[:2] + data[DATA:]).hex())

    def _take_reports(self) -> None:
        """Take what has come. What was on its way when the port was opened may be cut, and is of no interest."""
        if self._mark:
            _, mark, after = self._came.partition(self._mark)
            if not mark:
                return
            self._came, self._mark, self._silent_ms = after, b"", 0
        *lines, self._came = self._came.split(b"\n")
        for line in lines:
            self._take(line.decode(errors="replace").split())

    def _take(self, words: list[str]) -> None:
        """Take a report."""
        try:
            if words[:1] == ["w"]:
                self._hear(int(words[1], 16), int(words[2], 16), bytes.fromhex(words[3]))
            elif words[:1] in (["f"], ["+"]):
                self._see(words[1:])
            elif words[:1] == ["t"]:
                touched = int.from_bytes(bytes.fromhex(words[2]), "little")
                self.listener(int(words[1], 16), 1000 * int(words[3] + words[4], 16), touched)
            elif words[:1] == ["n"]:
                self.refused.append((int(words[1], 16), int(words[2], 16)))
        except (ValueError, IndexError, KeyError):
            raise RigError(f"A report of the rig cannot be understood: {' '.join(words)}") from None
        if words[:1] == ["!"]:
            self.troubles.append(" ".join(words[1:]))
        elif words[:1] == ["q"]:
            self._silent_ms = 0
        elif words[:1] == ["rig"]:
            raise RigError("The rig has restarted.")

    def _hear(self, seat: int, register: int, values: bytes) -> None:
        chip = self.chips[seat]
        for value in values:
            ran, before = chip.runs, chip.register(ECR)
            chip.write(bytes((register, value)))
            is_reset = (register, value) == (SOFT_RESET, RESET_WORD)
            self._starts[seat] += is_reset or (register == ECR and not (ran and value == before))
            register += 1
        if chip.runs:
            self._clocks[seat].advance_us(READING_US)

    def _see(self, words: list[str]) -> None:
        """Take a part of a frame, the last if it says how many pixels the frame has, and when it began."""
        pin, at = int(words[0], 16), BYTES_PER_PIXEL * int(words[1], 16)
        is_last = len(words) > PART_WORDS
        part = bytes.fromhex("".join(words[FRAME_WORDS if is_last else 2 :]))
        frame = self._frames[pin]
        frame[at : at + len(part)] = part
        if is_last:
            del frame[BYTES_PER_PIXEL * int(words[2], 16) :]
            began_us = int(words[3] + words[4], 16)
            self.strips[pin].take(1000 * began_us, 1000 * (began_us + BYTE_US * len(frame)), bytes(frame))


def rates_of(capacitance_pf: Sequence[float]) -> str:
    """Return the digits of the rates of electrodes with these capacitances, for the rig's order `e`."""
    rates = RATE_UNIT * adc_counts(np.array(capacitance_pf), CHARGE_UA, CHARGE_US)
    return "".join(f"{min(MOST_RATE, round(rate)):04x}" for rate in rates)
