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

from tavolo_host.simulator.clock import Clock
from tavolo_host.slot.electrode import Electrode, adc_counts

ELECTRODES = 12
DATA, BASELINE, THRESHOLDS, DEBOUNCE = 0x04, 0x1E, 0x41, 0x5B
CONFIG1, CONFIG2, ECR = 0x5C, 0x5D, 0x5E
CURRENTS, TIMES, OUTPUTS, OUTPUTS_END, SOFT_RESET = 0x5F, 0x6C, 0x73, 0x7A, 0x80
RESET_WORD = 0x63
SECOND_FILTER_SAMPLES = (4, 6, 10, 18)  # SFI, register 0x5D bits 4–3
NEVER_US = 1 << 62
NOISE_LENGTH = 4093  # a prime, so that the electrodes' sequences of noise do not repeat in step


class Mpr121:
    """One chip. `noise_counts` is the standard deviation of a filtered reading; `random` gives the noise.

    Faults: `present` False (does not acknowledge), `power_cycle()` (configuration lost, as after a brown-out),
    `stuck_value` (16 bits that status and data registers read instead, e.g. 0xFFFF), `stuck_byte` (that every register
    reads instead), `is_frozen` (all registers keep reading the same and ignore writes), `refuses(register, written,
    read)` (whether a transfer of that many bytes there is not fully acknowledged).
    """

    def __init__(self, clock: Clock, random: Random, noise_counts: float = 1.0) -> None:
        self.present = True
        self.stuck_value: int | None = None
        self.stuck_byte: int | None = None
        self.refuses: Callable[[int, int, int], bool] | None = None
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
        self._electrodes = [Electrode() for _ in range(ELECTRODES)]
        self._pointer = 0
        self._counts = [0.0] * ELECTRODES  # noiseless reading of the capacitances as they are
        self._measured = [0.0] * ELECTRODES  # noiseless part of the last finished reading
        self._reading = 0  # its number in simulated time; selects the noise
        self._enabled = 0
        self._touched = 0
        self._next_us = NEVER_US
        self._partial: list[float] | None = None  # sums of the samples before a change of capacitances
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
        if self._enabled:
            self._keep_samples_so_far()
        self._capacitance_pf = list(values)
        self._update_counts()

    @property
    def is_frozen(self) -> bool:
        """Whether no register changes any more, by time or by writing."""
        return self._frozen is not None

    @is_frozen.setter
    def is_frozen(self, is_frozen: bool) -> None:
        self._catch_up()
        self._frozen = bytes(map(self._read_register, range(SOFT_RESET + 1))) if is_frozen else None

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
            self._advance_pointer()

    def read(self, count: int) -> bytes:
        """A read transfer of `count` bytes, from the register pointer on."""
        self._acknowledge(self._pointer, 0, count)
        if self.stuck_byte is not None:
            return bytes((self.stuck_byte,)) * count
        if self._frozen is not None:
            first, self._pointer = self._pointer, (self._pointer + count) % len(self._frozen)
            return (2 * self._frozen)[first : first + count]
        if count == 2 and not self._pointer and self.stuck_value is None:  # by far the most frequent: what is touched?
            if self._clock.now_us >= self._next_us and not self._settled:
                self._catch_up()
            self._pointer = 2
            return self._touched.to_bytes(2, "little")
        if self._clock.now_us >= self._next_us:
            self._catch_up()
        result = bytearray(count)
        for place in range(count):
            result[place] = self._read_register(self._pointer)
            self._advance_pointer()
        return bytes(result)

    def _acknowledge(self, register: int, written: int, read: int) -> None:
        if self.refuses is not None and self.refuses(register, written, read):
            raise OSError(errno.EIO, f"the chip does not acknowledge at register {register:#x}")

    def _advance_pointer(self) -> None:
        self._pointer = self._pointer + 1 if self._pointer < SOFT_RESET else 0

    def _read_register(self, register: int) -> int:
        if self.stuck_value is not None and register < BASELINE:
            return self.stuck_value >> 8 * (register & 1) & 0xFF
        if register < 2:
            return self._touched >> 8 * register & 0xFF
        if DATA <= register < DATA + 2 * ELECTRODES:
            return self._data((register - DATA) // 2) >> 8 * (register & 1) & 0xFF
        if BASELINE <= register < BASELINE + ELECTRODES:
            return self._electrodes[register - BASELINE].baseline >> 2
        return self._registers[register] if register < SOFT_RESET else 0

    def _write_register(self, register: int, value: int) -> None:
        if register == SOFT_RESET and value == RESET_WORD:
            self.power_cycle()
        elif register == ECR:
            self._set_mode(value)
        elif OUTPUTS <= register <= OUTPUTS_END:
            self._registers[register] = value
        elif (
            self._next_us == NEVER_US and BASELINE <= register < SOFT_RESET
        ):  # others are read-only or locked in run mode
            self._registers[register] = value
            if register < BASELINE + ELECTRODES:
                self._electrodes[register - BASELINE].baseline = value << 2

    # Measuring.

    def _set_mode(self, value: int) -> None:
        """Write the electrode configuration register: bits 3–0 are how many electrodes are enabled, 0 is stop mode."""
        if value == self._registers[ECR] and self._next_us != NEVER_US:
            return
        self._registers[ECR] = value
        self._partial = None
        if not value & 0x3F:
            self._enabled, self._next_us = 0, NEVER_US
            return
        sampling = self._registers[CONFIG2]
        self._sample_us = 1000 << (sampling & 7)
        self._samples = SECOND_FILTER_SAMPLES[sampling >> 3 & 3]
        self._next_us = self._clock.now_us + self._sample_us * self._samples
        self._enabled = min(value & 0x0F, ELECTRODES)
        debounce = self._registers[DEBOUNCE]
        self._debounce = debounce & 7, debounce >> 4 & 7
        pairs = self._registers[THRESHOLDS : THRESHOLDS + 2 * ELECTRODES]
        self._thresholds = [(pairs[2 * number], pairs[2 * number + 1]) for number in range(ELECTRODES)]
        self._touched = 0
        self._electrodes = [Electrode(electrode.baseline) for electrode in self._electrodes]
        self._update_counts()

    def _update_counts(self) -> None:
        registers = self._registers
        for number in range(self._enabled):
            current_ua = registers[CURRENTS + number] & 0x3F or registers[CONFIG1] & 0x3F
            code = registers[TIMES + number // 2] >> 4 * (number & 1) & 7 or registers[CONFIG2] >> 5
            time_us = 0.5 * (1 << code - 1) if code else 0.0
            capacitance_pf = self._capacitance_pf[number]
            self._counts[number] = adc_counts(capacitance_pf, current_ua, time_us)
        self._settled = False

    def _keep_samples_so_far(self) -> None:
        """Keep the share of the running reading that was sampled with the old capacitances."""
        period_us = self._sample_us * self._samples
        taken = (self._clock.now_us - (self._next_us - period_us)) // self._sample_us
        before = self._partial_taken if self._partial else 0
        sums = self._partial or [0.0] * ELECTRODES
        self._partial = [total + (taken - before) * counts for total, counts in zip(sums, self._counts, strict=True)]
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
        settled = self._partial is None
        if self._partial is None:
            self._measured[: self._enabled] = self._counts[: self._enabled]
        else:
            left = self._samples - self._partial_taken
            sums = zip(self._partial, self._counts, strict=True)
            self._measured = [(total + left * counts) / self._samples for total, counts in sums]
            self._partial = None
        self._touched = 0
        for number in range(self._enabled):
            electrode, data, thresholds = self._electrodes[number], self._data(number), self._thresholds[number]
            electrode.decide(data, thresholds, self._debounce)
            self._touched |= electrode.touched << number
            ideal, reach = self._measured[number], self._noise_reach
            settled = settled and electrode.is_settled(ideal - reach, ideal + reach, thresholds)
        self._settled = settled

    def _data(self, number: int) -> int:
        """Return the filtered reading of an electrode, in counts; 0 before the first."""
        if not self._reading:
            return 0
        noise = self._noise[(self._reading * ELECTRODES + number) % len(self._noise)]
        return max(0, min(1023, round(self._measured[number] + noise)))
