"""The same evening twice is the same: every byte on the cable, in flash and on the pixels' wires, to the nanosecond."""

import pytest

from tavolo.games import load
from tests.pico.emulated_back import EmulatedBack
from tests.pico.golden_play import Golden, play_golden


def traces_of(seed: int) -> list[list[tuple[object, ...]]]:
    """What leaves the board in an evening with three cards: on the cable, the wires, and into flash."""
    back = EmulatedBack(seed)
    try:
        cable: list[tuple[object, ...]] = []
        wires: list[tuple[object, ...]] = []
        back.table.pico.on_serial = lambda now_ns, data: cable.append((now_ns, data))
        for pin, strip in back.table.hardware.strips.items():
            strip.listener = lambda start, end, levels, pin=pin: wires.append((pin, start, end, levels))
        play_golden(back, Golden(load("david-goliath"), 3), decisions=3)
        back.wait_for_empty_slots()
        flash = [(each.kind, each.address, each.start_ns, each.end_ns) for each in back.table.pico.operations]
        return [cable, wires, flash, [(back.table.pico.now_ns,)]]
    finally:
        back.close()


@pytest.mark.short
def test_the_same_evening_twice_takes_the_same_nanoseconds_and_bytes() -> None:
    first, second = traces_of(7), traces_of(7)
    assert all(len(trace) > 0 for trace in first)
    assert first == second
