"""What the answers of the eight chips tell about their wiring."""

from collections.abc import Collection, Sequence

from tavolo.seat import touch
from tavolo.wiring import ADDRESSES, BUSES, SEATS, seat_place
from tavolo_host.selftest.advice import Advise, pins_of
from tavolo_host.selftest.bench import Chip
from tavolo_host.selftest.electrodes import Electrode

# The address that the breakout's ADDR pin gives when it is joined to this.
ADDRESS_PINS = dict(zip(ADDRESSES, ("GND (or nothing)", "3V", "SDA", "SCL"), strict=True))


def place_text(seat: int) -> str:
    """Return the place of a seat's chip, as in "I2C0 0x5A"."""
    bus, address = seat_place(seat)
    return f"I2C{bus} 0x{address:X}"


def bus_faults(chips: Sequence[Chip], seats: Collection[int], advise: Advise) -> tuple[list[str], set[int]]:
    """Return a sentence for each bus on which no chip works though several should, and the seats that it explains."""
    sentences: list[str] = []
    explained: set[int] = set()
    for bus, (data, clock) in enumerate(BUSES):
        wanted = [seat for seat in range(SEATS) if seat_place(seat)[0] == bus and seat in seats]
        failures = {chips[seat].failure for seat in wanted}
        if len(wanted) < 2 or len(failures) != 1:
            continue
        lines = f"I2C{bus} (SDA GP{data}, SCL GP{clock})"
        explained |= set(wanted) if failures <= {touch.NO_ANSWER, touch.BUS_HELD} else set()
        if failures == {touch.NO_ANSWER}:
            hint = advise("check its supply, and whether the two wires are swapped.", (data, clock))
            sentences.append(f"No chip answers on {lines}: {hint}")
        elif failures == {touch.BUS_HELD}:
            hint = advise("look for a bridge to ground, or a missing pull-up.", (data, clock))
            sentences.append(f"{lines} is held low: {hint}")
    return sentences, explained


def chip_faults(seat: int, chip: Chip, electrodes: Sequence[Electrode], advise: Advise) -> list[str]:
    """Return what is wrong with a seat's chip; its `electrodes` may explain why it has not calibrated."""
    name = f"Seat {seat + 1}"
    if chip.failure is None:
        return [f"{name}: the board has not reported its chip."]
    if chip.failure:
        return [f"{name}: {_failure_text(seat, chip.failure, advise)}"]
    if chip.is_stopped:
        return [f"{name}: its chip stopped because too much current flows through its REXT resistor."]
    faults = []
    if chip.failures:
        times = "once" if chip.failures == 1 else f"{chip.failures} times"
        faults.append(f"{name}: its chip answers, but failed {times}: look for a loose contact.")
    if chip.wrong:
        hint = advise("are the wires too long, or two chips at one address?", pins_of(seat))
        faults.append(
            f"{name}: {chip.wrong} of {chip.compared} bytes read back wrong, the first from register"
            f" 0x{chip.first_wrong:02X}: {hint}"
        )
    if not electrodes:
        faults.append(f"{name}: its chip answers, but sends no readings.")
    elif not chip.is_calibrated and not any(each.fault for each in electrodes):
        hint = advise("leave its slot empty and its keys untouched for a moment.", pins_of(seat))
        faults.append(f"{name} has not calibrated, although each electrode looks right now: {hint}")
    return faults


def _failure_text(seat: int, failure: int, advise: Advise) -> str:
    bus, address = seat_place(seat)
    data, clock = BUSES[bus]
    if failure == touch.NOT_BUILT:
        return "it is not built by the board's settings; `tavolo settings seats=…` changes that."
    if failure == touch.BUS_HELD:
        return f"its bus, I2C{bus} (SDA GP{data}, SCL GP{clock}), is held low, so its chip cannot be reached."
    if failure == touch.NOT_AN_MPR121:
        return f"what answers at address 0x{address:X} of I2C{bus} does not look like an MPR121 after a reset."
    hint = advise(
        f"check its supply, its two wires, and that its ADDR is joined to {ADDRESS_PINS[address]}.", (data, clock)
    )
    return f"no chip answers at address 0x{address:X} of I2C{bus} (SDA GP{data}, SCL GP{clock}): {hint}"
