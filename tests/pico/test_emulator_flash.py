"""The emulated Pico's flash: it takes its time, counts its wear, and keeps what a power cut leaves of it."""

import pytest

from tavolo_host.simulator.pico_parts import ERASE, PROGRAM
from tests.pico.emulator_support import Bench

AT = 0x180000  # in the files' part, of which these tests make another use
FLASH = f"""
import rp2, time
from machine import Pin
flash = rp2.Flash()
start = flash.ioctl(4, 0) * 4096
here = ({AT} - (2 * 1024 * 1024 - start)) // 4096
def timed(call, *arguments):
    before = time.ticks_us()
    call(*arguments)
    print(time.ticks_diff(time.ticks_us(), before))
"""
ERASE_AND_PROGRAM = FLASH + (
    "timed(flash.ioctl, 6, here)\ntimed(flash.writeblocks, here, bytes(range(256)), 0)\n"
    "back = bytearray(256)\nflash.readblocks(here, back, 0)\nprint(back == bytes(range(256)))\n"
)


def ones(data: bytes) -> int:
    return sum(byte.bit_count() for byte in data)


@pytest.mark.parametrize(("times", "erase_us", "program_us"), [("typical", 45_000, 400), ("maximum", 400_000, 3000)])
def test_erasing_and_programming_take_their_time_and_are_counted(
    bench: Bench, times: str, erase_us: int, program_us: int
) -> None:
    bench.pico.choose_flash_times(times)
    already = len(bench.pico.operations)
    erasing, programming, same = bench.run(ERASE_AND_PROGRAM).split()
    assert erase_us <= int(erasing) < 1.05 * erase_us + 200
    assert program_us <= int(programming) < program_us + 300
    assert same == "True"
    first, second = bench.pico.operations[already:]
    assert (first.kind, first.address, first.size) == (ERASE, AT, 4096)
    assert (second.kind, second.address, second.size) == (PROGRAM, AT, 256)
    assert first.end_ns - first.start_ns == erase_us * 1000
    assert [each.address for each in bench.pico.operations if each.kind == ERASE].count(AT) == 1
    assert bench.pico.read_flash(AT, 256) == bytes(range(256))


def test_programming_only_takes_bits_away(bench: Bench) -> None:
    bench.run(ERASE_AND_PROGRAM + "flash.writeblocks(here, bytes([0xAA] * 256), 0)\n")
    assert bench.pico.read_flash(AT, 256) == bytes(number & 0xAA for number in range(256))


def operation_after_boot(kind: int) -> int:
    """Return the number of the first operation of a kind in ERASE_AND_PROGRAM."""
    with Bench() as bench:
        already = len(bench.pico.operations)
        bench.run(ERASE_AND_PROGRAM)
        return next(each.number for each in bench.pico.operations[already:] if each.kind == kind)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7, 1.0])
def test_a_power_cut_while_a_page_is_programmed_leaves_a_part_of_its_bits(bench: Bench, share: float) -> None:
    number = operation_after_boot(PROGRAM)
    bench.pico.cut_power_at_operation(number, share)
    bench.begin(ERASE_AND_PROGRAM)
    bench.pico.advance_ms(200)
    assert not bench.pico.is_on
    assert bench.pico.operations[-1].number == number
    left = bench.pico.read_flash(AT, 256)
    wanted = bytes(range(256))
    assert all(byte & wish == wish for byte, wish in zip(left, wanted, strict=True))  # no bit changes that was to stay
    gone = 256 * 8 - ones(left)
    assert abs(gone - share * (256 * 8 - ones(wanted))) < 80
    assert share not in (0.0, 1.0) or left == (bytes([255] * 256), wanted)[int(share)]


def test_a_power_cut_while_a_sector_is_erased_leaves_bits_in_between() -> None:
    number = operation_after_boot(ERASE)
    shares = {}
    for share in (0.15, 0.3, 0.6, 0.9):
        with Bench() as bench:
            bench.pico.write_flash(AT, bytes([0x0F] * 4096))
            bench.pico.cut_power_at_operation(number, share)
            bench.begin(ERASE_AND_PROGRAM)
            bench.pico.advance_ms(200)
            shares[share] = ones(bench.pico.read_flash(AT, 4096)) / (4096 * 8)
    assert 0.2 < shares[0.15] < 0.3  # first everything goes to 0
    assert shares[0.3] < 0.01
    assert 0.35 < shares[0.6] < 0.5
    assert 0.8 < shares[0.9] < 0.9


def test_interrupts_wait_while_the_flash_is_busy_but_time_goes_on(bench: Bench) -> None:
    script = FLASH + (
        "from machine import Timer\nticks = []\n"
        "timer = Timer(period=5, callback=lambda t: ticks.append(time.ticks_ms()))\ntime.sleep_ms(52)\n"
        "flash.ioctl(6, here)\ntime.sleep_ms(52)\ntimer.deinit()\n"
        "gaps = [time.ticks_diff(b, a) for a, b in zip(ticks, ticks[1:])]\n"
        "print(max(gaps), sorted(gaps)[len(gaps) // 2])"
    )
    longest, usual = bench.run(script).split()
    assert int(longest) >= 44
    assert int(usual) == 5
