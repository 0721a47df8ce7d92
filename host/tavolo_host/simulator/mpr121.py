"""A virtual MPR121, the touch chip of a seat, at register level and in simulated time.

It follows the MPR121 data sheet (NXP, revision 4): stop and run mode, soft reset, register pointer with auto-increment,
charge current and time, filter sampling, filtered data, baselines, thresholds, debounce. The driver cannot tell it from
a real chip, except for what is not modelled:

- baseline tracking, with its filters (0x2B–0x35), which the firmware keeps off: baselines stay as they were written;
- auto-configuration (0x7B–0x7F) and pins as outputs (0x73–0x7A): their registers hold values without effect. The
  out-of-range bits (0x02–0x03) are a result of auto-configuration (section 5.12), so they read 0, whatever the
  electrodes read;
- the 13th, joint electrode reads 0; the over-current flag is never set;
- a reading takes one sampling period, however long charging takes.

Where the data sheet is silent: the register pointer goes from 0x80 back to 0x00, and a change from stop to run mode
forgets which electrodes were touched.

Noise belongs to a moment, not to an access: the state is a function of the simulated time, of what was written and of
the capacitances, never of how often it was read. So a run is repeatable, and reading a secret card leaves no trace in a
later reading.
"""

import errno
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavolo_host.simulator.clock import Clock
from tavolo_host.slot.reading import adc_counts

ELECTRODES = 12
DATA, BASELINE, THRESHOLDS, DEBOUNCE = 0x04, 0x1E, 0x41, 0x5B
CONFIG1, CONFIG2, ECR = 0x5C, 0x5D, 0x5E
CURRENTS, TIMES, OUTPUTS, OUTPUTS_END, SOFT_RESET = 0x5F, 0x6C, 0x73, 0x7A, 0x80
RESET_WORD = 0x63
SECOND_FILTER_SAMPLES = (4, 6, 10, 18)  # SFI, register 0x5D bits 4–3
NEVER_US = 1 << 62
BITS = 1 << np.arange(ELECTRODES)
NOISE_LENGTH = 4093  # a prime, so that the electrodes' sequences of noise do not repeat in step


class Mpr121:
    """One chip. `noise_counts` is the standard deviation of a filtered reading; `random` gives the noise.

    Faults: `present` False (does not acknowledge), `power_cycle()` (configuration lost, as after a brown-out),
    `stuck_value` (16 bits that status and data registers read instead, e.g. 0xFFFF), `stuck_byte` (that every register
    reads instead), `is_frozen` (all registers keep reading the same and ignore writes), `refuses(register, written,
    read)` (whether a transfer of that many bytes there is not fully acknowledged).

    `listener` is called with the time in µs and the touch status when a reading ends that differs, noise aside, from
    the one before; not before anybody asks the chip.
    """

    def __init__(self, clock: Clock, random: Random, noise_counts: float = 1.0) -> None:
        self.present = True
        self.stuck_value: int | None = None
        self.stuck_byte: int | None = None
        self.refuses: Callable[[int, int, int], bool] | None = None
        self.listener: Callable[[int, int], None] | None = None
        self._frozen: bytes | None = None
        self._clock = clock
        self._noise = [random.gauss(0.0, noise_counts) for _ in range(NOISE_LENGTH)] if noise_counts else [0.0]
        self._noise_reach = max(abs(value) for value in self._noise) + 1.0
        self._capacitance_pf = [12.0] * ELECTRODES
        self.power_cycle()

    def power_cycle(self) -> None:
        """Reset as at power-on, after a brown-out or a soft reset: default registers, stop mode."""
        self._registers = bytearray(SOFT_RESET + 1)
        self._registers[CONFIG1], self._registers[CONFIG2] = 0x10, 0x24
        self._pointer = 0
        self._counts = np.zeros(ELECTRODES)  # noiseless reading of the capacitances as they are
        self._measured = np.zeros(ELECTRODES)  # noiseless part of the last finished reading
        self._reading = 0  # its number in simulated time; selects the noise
        self._is_enabled = np.zeros(ELECTRODES, bool)
        self._touched = 0
        self._next_us = NEVER_US
        self._partial: NDArray[np.float64] | None = None  # sums of the samples before a change of capacitances
        self._partial_taken = 0  # and their number

    @property
    def capacitance_pf(self) -> list[float]:
        """Capacitance to ground of the twelve electrodes, in pF. Set the whole list; reading returns a copy."""
        return list(self._capacitance_pf)

    @capacitance_pf.setter
    def capacitance_pf(self, values: Sequence[float]) -> None:
        if len(values) != ELECTRODES:
            raise ValueError(f"A chip has {ELECTRODES} electrodes, not {len(values)}.")
        if list(values) == self._capacitance_pf:
            return
        self._catch_up()
        if self._next_us != NEVER_US:
            self._keep_samples_so_far()
        self._capacitance_pf = list(values)
        self._update_counts()

    @property
    def is_frozen(self) -> bool:
        """Whether no register changes any more, by time or by writing."""
        return self._frozen is not None

    @is_frozen.setter
    def is_frozen(self, is_frozen: bool) -> None:
        self._frozen = self._all_registers() if is_frozen else None

    @property
    def runs(self) -> bool:
        """Whether it measures: it is not in stop mode."""
        return self._next_us != NEVER_US

    def register(self, number: int) -> int:
        """Return what was written to a register."""
        return self._registers[number]

    # The bus.

    def write(self, data: bytes) -> None:
        """A write transfer: the register pointer, then values for that register and those after it."""
        if len(data) > 1:
            self._acknowledge(data[0], len(data) - 1, 0)
            self._catch_up()
        if data:
            self._pointer = data[0]
        for value in data[1:]:
            if self._frozen is None:
                self._write_register(self._pointer, value)
            self._pointer = (self._pointer + 1) % (SOFT_RESET + 1)

    def read(self, count: int) -> bytes:
        """A read transfer of `count` bytes, from the register pointer on."""
        self._acknowledge(self._pointer, 0, count)
        if self.stuck_byte is not None:
            return bytes((self.stuck_byte,)) * count
        if count == 2 and not self._pointer and self.stuck_value is None and self._frozen is None:
            # By far the most frequent: what is touched?
            if self._clock.now_us >= self._next_us and not self._settled:
                self._catch_up()
            self._pointer = 2
            return self._touched.to_bytes(2, "little")
        registers = self._frozen or self._all_registers()
        first, self._pointer = self._pointer, (self._pointer + count) % len(registers)
        return (2 * registers)[first : first + count]

    def _acknowledge(self, register: int, written: int, read: int) -> None:
        if self.refuses is not None and self.refuses(register, written, read):
            raise OSError(errno.EIO, f"the chip does not acknowledge at register {register:#x}")

    def _all_registers(self) -> bytes:
        self._catch_up()
        read = bytes(self._registers[BASELINE:])
        if self.stuck_value is not None:
            return self.stuck_value.to_bytes(2, "little") * (BASELINE // 2) + read
        data = self._data().astype("<u2").tobytes()
        return (self._touched.to_bytes(DATA, "little") + data).ljust(BASELINE, b"\0") + read

    def _write_register(self, register: int, value: int) -> None:
        if register == SOFT_RESET and value == RESET_WORD:
            self.power_cycle()
        elif register == ECR:
            self._set_mode(value)
        elif (self._next_us == NEVER_US and BASELINE <= register < SOFT_RESET) or OUTPUTS <= register <= OUTPUTS_END:
            self._registers[register] = value  # others are read-only or locked in run mode

    # Measuring.

    def _set_mode(self, value: int) -> None:
        """Write the electrode configuration register: bits 3–0 are how many electrodes are enabled, 0 is stop mode."""
        if value == self._registers[ECR] and self._next_us != NEVER_US:
            return
        self._registers[ECR] = value
        self._partial = None
        if not value & 0x3F:
            self._next_us = NEVER_US
            return
        sampling = self._registers[CONFIG2]
        self._sample_us = 1000 << (sampling & 7)
        self._samples = SECOND_FILTER_SAMPLES[sampling >> 3 & 3]
        self._next_us = self._clock.now_us + self._sample_us * self._samples
        self._is_enabled = np.arange(ELECTRODES) < value & 0x0F
        self._debounce = self._registers[DEBOUNCE] >> 4 & 7, self._registers[DEBOUNCE] & 7  # touched, not
        self._touched = 0
        self._is_touched = np.zeros(ELECTRODES, bool)
        self._dissenting = np.zeros(ELECTRODES, int)  # readings in a row that contradict it
        self._update_limits()
        self._update_counts()

    def _values(self, first: int, count: int) -> NDArray[Any]:
        return np.frombuffer(self._registers, np.uint8, count, first).astype(int)

    def _update_counts(self) -> None:
        currents_ua, times = self._values(CURRENTS, ELECTRODES) & 0x3F, self._values(TIMES, ELECTRODES // 2)
        codes = np.stack([times & 7, times >> 4 & 7], axis=1).ravel()
        currents_ua = np.where(currents_ua, currents_ua, self._registers[CONFIG1] & 0x3F)
        codes = np.where(codes, codes, self._registers[CONFIG2] >> 5)
        counts = adc_counts(np.array(self._capacitance_pf), currents_ua, np.where(codes, 2.0 ** (codes - 2), 0.0))
        self._counts = np.where(self._is_enabled, counts, 0.0)
        self._settled = False

    def _keep_samples_so_far(self) -> None:
        """Keep the share of the running reading that was sampled with the old capacitances."""
        period_us = self._sample_us * self._samples
        taken = (self._clock.now_us - (self._next_us - period_us)) // self._sample_us
        if self._partial is None:
            self._partial, self._partial_taken = np.zeros(ELECTRODES), 0
        self._partial = self._partial + (taken - self._partial_taken) * self._counts
        self._partial_taken = taken

    def _catch_up(self) -> None:
        """Finish every reading whose time has passed. Those that cannot change a touch state are skipped."""
        period_us = self._sample_us * self._samples if self._next_us != NEVER_US else 0
        while self._clock.now_us >= self._next_us:
            if self._settled:
                self._next_us += ((self._clock.now_us - self._next_us) // period_us) * period_us
                self._reading = self._next_us // period_us
            else:
                self._reading = self._next_us // period_us
                self._measure()
            self._next_us += period_us

    def _measure(self) -> None:
        """Finish a reading.

        Touched is below baseline − touch threshold, released above baseline − release threshold; a change counts after
        as many further readings in a row that agree with it as debounce says (data sheet, sections 5.6 and 5.7).
        """
        before, self._measured, is_whole = self._measured, self._counts, self._partial is None
        if self._partial is not None:
            left = self._samples - self._partial_taken
            self._measured, self._partial = (self._partial + left * self._counts) / self._samples, None
        dissents = self._sign * self._data() < self._limits
        self._settled = is_whole and not dissents.any()
        if self._settled:
            self._settled = not (self._sign * self._measured - self._noise_reach < self._limits).any()
        self._dissenting = (self._dissenting + 1) * dissents
        changes = self._dissenting > np.where(self._is_touched, *self._debounce)
        if changes.any():
            self._is_touched ^= changes
            self._dissenting[changes] = 0
            self._touched = int(self._is_touched @ BITS)
            self._update_limits()
        if self.listener is not None and (changes.any() or not np.array_equal(self._measured, before)):
            self.listener(self._next_us, self._touched)

    def _update_limits(self) -> None:
        """Find at which reading, below it or, where the sign is negative, above it, each electrode dissents."""
        self._sign = np.where(self._is_touched, -1, 1)
        pairs = self._values(THRESHOLDS, 2 * ELECTRODES)
        limits = 4 * self._values(BASELINE, ELECTRODES) - np.where(self._is_touched, pairs[1::2], pairs[::2])
        self._limits = np.where(self._is_enabled, self._sign * limits, -np.inf)

    def _data(self) -> NDArray[Any]:
        """Return the filtered readings, in counts; 0 before the first."""
        if not self._reading:
            return np.zeros(ELECTRODES, int)
        first = self._reading * ELECTRODES
        noise = [self._noise[(first + number) % len(self._noise)] for number in range(ELECTRODES)]
        return np.maximum(0, np.minimum(1023, np.rint(self._measured + noise))).astype(int)
