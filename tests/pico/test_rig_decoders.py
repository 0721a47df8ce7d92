"""sigrok's protocol decoders, which know nothing of this project, read the wires between two emulated Picos as both do.

One evening is recorded, every edge of it: power-on, calibration, bytes that are refused, a chip that is gone, a data
line that is held low, some of a game, and resets in it.
"""

import shutil
import subprocess
import sys
from bisect import bisect
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavolo import wiring
from tavolo.games import load
from tavolo.link.channel import Serial
from tavolo.seat import states
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.mpr121 import (
    CONFIG1,
    CONFIG2,
    CURRENTS,
    DATA,
    ECR,
    ELECTRODES,
    RESET_WORD,
    SOFT_RESET,
    TIMES,
    Mpr121,
)
from tavolo_host.simulator.rig import RATE_UNIT, Rig
from tests.pico.golden_play import Golden, play_golden
from tests.pico.joined_table import ON_THE_WAY, JoinedTable, compared, frames_of
from tests.pico.rig_back import RigBack, RigHands

pytestmark = pytest.mark.skipif(
    shutil.which("sigrok-cli") is None, reason="sigrok-cli is not installed; `make test-rig` installs it"
)

GAME, PLAYERS = "david-goliath", 3
DECISIONS, RESETS = 6, 2
SAMPLE_NS = 125  # a 0 on a pixel line is high for 250 ns, a 1 for 875 ns; a level of a clock takes 600 ns at least
IDLE_NS = 60_000  # of a pixel line: the rest of a pause is left out of the samples; sigrok ends a frame after 50 µs
LETTING_GO_NS = 10_000_000  # until the rig has an order
STARTING_NS = 1180  # from the edge that sigrok calls a start until the controller has started
DATA_END = DATA + 24
REFUSED = {(1, 1), (6, 0)}  # seat, byte of a write
GONE = 5  # a seat
HELD_BUS = 0
PROBES = {f"Address write: {address:02X}" for address in wiring.ADDRESSES}
Segment = list[str]  # from a start condition to the next: what sigrok calls what it sees


class Overheard(Serial):
    """The rig's line, with all that went over it."""

    def __init__(self, line: Serial) -> None:
        self._line = line
        self.reports, self.orders = bytearray(), bytearray()

    def read(self) -> bytes:
        came = self._line.read()
        self.reports += came
        return came

    def write(self, data: bytes) -> int:
        self.orders += data
        return self._line.write(data)


class Evening:
    """What was on the wires, as each end took it, in `folder`. `disturbed` are times (ns) at which wires were held."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        table = JoinedTable(edges=folder)
        try:
            self.line = Overheard(table.rig_port)
            rig = Rig(self.line, Random(1))
            self.seen = frames_of(rig.strips)
            self.held: list[tuple[int, int]] = []
            self._play(table, rig)
            self.ns = table.picos.now_ns
            self.transfers, self.frames = table.picos.transfers, table.frames
        finally:
            table.close()
        for file in folder.glob("*.vcd"):
            with file.open("a") as edges:
                edges.write(f"#{self.ns}\n")
        self.resets = [ns for ns, level in edges_of(folder / "run.vcd") if level == "0a"]

    def _play(self, table: JoinedTable, rig: Rig) -> None:
        back = RigBack("cable", RigHands(rig, table.pass_time), table.open_board)

        def wait_until_absent(*seats: int) -> None:
            back.run_until(
                lambda: [n for n, slot in enumerate(back.mirror.view.slots) if slot == states.IS_ABSENT] == [*seats]
            )

        for seat, byte in REFUSED:
            rig.refuse(seat, byte)
        back.run_ms(300)
        rig.chips[GONE].present = False
        wait_until_absent(GONE)
        rig.chips[GONE].power_cycle()
        rig.chips[GONE].present = True
        wait_until_absent()
        since = table.picos.now_ns
        rig.hold_data(HELD_BUS, True)
        wait_until_absent(0, 1, 2, 3)
        rig.hold_data(HELD_BUS, False)
        self.held = [(since, table.picos.now_ns + LETTING_GO_NS)]
        wait_until_absent()

        play_golden(back, Golden(load(GAME), PLAYERS), decisions=DECISIONS)
        for _ in range(RESETS):
            back.wait_for_empty_slots()
            back.power_cycle()
            back.run_until(lambda: back.companion and back.companion.connected and back.mirror.in_step)
        back.run_ms(200)


def edges_of(file: Path) -> Iterator[tuple[int, str]]:
    ns = 0
    for line in file.read_text().splitlines():
        if line.startswith("#"):
            ns = int(line[1:])
        elif not line.startswith("$"):
            yield ns, line


def decoded(file: Path, decoder: str, channels: str, annotations: str, idle_ns: int = 0) -> Iterator[tuple[int, str]]:
    """Yield what one of sigrok's decoders sees in a file, each with its time (ns), if no pauses are left out."""
    command = ["sigrok-cli", "--protocol-decoder-samplenum", "-i", str(file)]
    command += ["-I", f"vcd:downsample={SAMPLE_NS}:compress={idle_ns}"]
    command += ["-P", f"{decoder}:{channels}", "-A", f"{decoder}={annotations}"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert run.stderr == ""
    for line in run.stdout.splitlines():
        samples, _, text = line.partition(" ")
        yield int(samples.partition("-")[0]) * SAMPLE_NS, text.partition(": ")[2]


def on_bus(folder: Path, bus: int) -> list[tuple[int, Segment]]:
    """Return what sigrok sees on a bus, segment by segment, each with the time of its start condition."""
    found: list[tuple[int, Segment]] = []
    kinds = "start:repeat-start:stop:ack:nack:address-read:address-write:data-read:data-write:warnings"
    for ns, text in decoded(folder / f"i2c{bus}.vcd", "i2c", "sda=sda:scl=scl", kinds):
        if text in ("Start", "Start repeat"):
            assert not found or (text == "Start") == (found[-1][1][-1:] == ["Stop"])
            found.append((ns, []))
        elif text not in ("Write", "Read"):
            found[-1][1].append(text)
    return found


def of_controller(transfers: list[tuple[Any, ...]], bus: int) -> list[tuple[int, Segment]]:
    """Return the same, as the board's controller means it."""
    found: list[tuple[int, Segment]] = []
    segment: Segment = []
    for of_bus, ns, name, *values in transfers:
        if of_bus != bus:
            continue
        if name == "Start":
            segment = []
            found.append((int(ns) - STARTING_NS, segment))
        elif name == "Connect":
            address, reads, answer = values
            segment += [f"Address {'read' if reads else 'write'}: {address:02X}", "ACK" if answer else "NACK"]
        elif name == "Write":
            value, answer = values
            segment += [f"Data write: {value:02X}", "ACK" if answer else "NACK"]
        elif name == "Read":
            goes_on, value = values
            segment += [f"Data read: {value:02X}", "ACK" if goes_on else "NACK"]
        else:
            segment.append(name)
    return found


def frames_on(folder: Path, pin: int) -> list[bytes]:
    """Return the frames that sigrok sees on a pixel line."""
    frames, frame = [], bytearray()
    for _, text in decoded(folder / f"gp{pin}.vcd", "rgb_led_ws281x", "din=din", "rgb:reset", IDLE_NS):
        if text == "RESET":
            frames.append(bytes(frame))
            frame.clear()
        else:
            red, green, blue = bytes.fromhex(text.removeprefix("#"))
            frame += bytes((green, red, blue))
    return frames


def without_controller(
    seen: list[tuple[int, Segment]], meant: list[Segment], disturbed: list[int]
) -> list[tuple[int, Segment]]:
    """Return what no controller meant; all that one meant has to be seen, in order.

    What was cut short by a disturbance has to be the same only as far as both know it; of a read the rest is dropped,
    bits of nobody.
    """
    rest, at = [], 0
    for (ns, segment), (end, _) in pairwise([*seen, (sys.maxsize, [])]):
        is_cut = bisect(disturbed, ns) < bisect(disturbed, end)
        if at < len(meant) and (segment == meant[at] or (is_cut and begin_alike(segment, meant[at]))):
            if segment[:1] and segment[0].startswith("Address read"):
                del segment[len(meant[at]) :]
            at += 1
        else:
            rest.append((ns, segment))
    assert meant[at:] == []
    return rest


def begin_alike(one: Segment, other: Segment) -> bool:
    return all(a == b for a, b in zip(one, other, strict=False))


class Chips:
    """The chips of a bus as the rig means them: what was written, and what the laptop ordered them to show."""

    def __init__(self, bus: int, orders: list[list[str]]) -> None:
        self.first = bus * len(wiring.ADDRESSES)
        self.written: list[tuple[int, int, int]] = []  # seat, register, value
        self.refused: list[tuple[int, int, int]] = []  # ns, seat, byte of a write, 0 for its address
        self.bytes_read = 0
        self._chips = {address: Mpr121(Clock(), Random(0), noise_counts=0.0) for address in wiring.ADDRESSES}
        self._pointers = dict.fromkeys(wiring.ADDRESSES, 0)
        self._starts = dict.fromkeys(wiring.ADDRESSES, 0)
        self._shown = {address: bytearray(DATA_END) for address in wiring.ADDRESSES}
        self._rates = {address: [0] * ELECTRODES for address in wiring.ADDRESSES}
        self._is_first = dict.fromkeys(wiring.ADDRESSES, False)  # whether it shows the reading that the rig has made
        self._orders = {
            address: iter([order for order in orders if order[0] in "ce" and int(order[1], 16) == self.first + place])
            for place, address in enumerate(wiring.ADDRESSES)
        }

    def take(self, ns: int, segment: Segment) -> None:
        """Take what went over the wires; each byte that was read has to be one that its register had."""
        if len(segment) < 2 or int(segment[0][-2:], 16) not in self._chips:
            return
        address = int(segment[0][-2:], 16)
        steps = [int(text[-2:], 16) for text in segment[2::2] if text != "Stop"]
        answers = [text == "ACK" for text in segment[1::2]]
        if segment[0].startswith("Address read"):
            first = self._pointers[address]
            for register, value in enumerate(steps if answers[0] else (), first):
                self._read(address, register, value)
                self._next_register(address)
            return
        if False in answers:
            self.refused.append((ns, self._seat(address), answers.index(False)))
        for number, (value, is_taken) in enumerate(zip(steps, answers[1:], strict=False)):
            if not is_taken:
                break
            if number:
                self._write(address, value)
            else:
                self._pointers[address] = value

    def _seat(self, address: int) -> int:
        return self.first + wiring.ADDRESSES.index(address)

    def _next_register(self, address: int) -> int:
        register = self._pointers[address]
        self._pointers[address] = (register + 1) % (SOFT_RESET + 1)
        return register

    def _write(self, address: int, value: int) -> None:
        register, chip, shown = self._next_register(address), self._chips[address], self._shown[address]
        self.written.append((self._seat(address), register, value))
        ran, before = chip.runs, chip.register(ECR)
        chip.write(bytes((register, value)))
        is_reset = (register, value) == (SOFT_RESET, RESET_WORD)
        if is_reset or (register == ECR and not (ran and value == before)):
            self._starts[address] += 1
            shown[: DATA_END if is_reset else 2] = bytes(DATA_END if is_reset else 2)
            self._is_first[address] = False
            if chip.runs:
                self._is_first[address] = True
                self._measure(address)

    def _measure(self, address: int) -> None:
        """Show the first reading after a start, by the rates that the rig was told."""
        chip = self._chips[address]
        for electrode, rate in enumerate(self._rates[address]):
            current = chip.register(CURRENTS + electrode) & 63 or chip.register(CONFIG1) & 63
            time = chip.register(TIMES + electrode // 2) >> 4 * (electrode % 2) & 7 or chip.register(CONFIG2) >> 5
            count = min(1023, (rate * current << time - 1) // RATE_UNIT) if electrode < chip.register(ECR) & 15 else 0
            self._shown[address][DATA + 2 * electrode : DATA + 2 * electrode + 2] = count.to_bytes(2, "little")

    def _read(self, address: int, register: int, value: int) -> None:
        shown = self._shown[address]
        self.bytes_read += 1
        if (
            register >= DATA_END
        ):  # behind the last register it reads zeros; the data sheet does not say what a chip does
            assert value == (self._chips[address].register(register) if register <= SOFT_RESET else 0)
            return
        while shown[register] != value:  # a later order has come
            order = next(self._orders[address], None)
            assert order is not None, f"Register {register:02x} of {address:02x} never was {value:02x}."
            if order[0] == "e":
                self._rates[address] = [int(order[2][4 * at :][:4], 16) for at in range(ELECTRODES)]
                if self._is_first[address]:
                    self._measure(address)
            elif int(order[2], 16) == self._starts[address] & 0xFFFF:
                values = bytes.fromhex(order[3])
                shown[:2], shown[DATA:] = values[:2], values[2:]
                self._is_first[address] = False


def without_clocks(
    told: list[tuple[int, int, int]], written: list[tuple[int, int, int]], most: int
) -> list[tuple[int, int, int]]:
    """Return what the rig told, but for `most` bytes that it makes of the clocks that free a data line.

    It does not know stop conditions: a stop and clocks with the data line high end a byte to it, a real chip ignores
    them.
    """
    rest: list[tuple[int, int, int]] = []
    for each in told:
        if most and each[2] & 1 and written[len(rest) : len(rest) + 1] != [each]:
            most -= 1
        else:
            rest.append(each)
    return rest


def words_of(text: bytearray) -> list[list[str]]:
    return [line.split() for line in text.decode().splitlines() if line.strip()]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("edges"))


@pytest.mark.parametrize("bus", range(len(wiring.BUSES)))
def test_each_byte_on_a_bus_is_what_board_and_rig_mean(evening: Evening, bus: int) -> None:
    held = evening.held if bus == HELD_BUS else []

    def is_held(ns: int) -> bool:
        return any(begin <= ns < end for begin, end in held)

    seen = on_bus(evening.folder, bus)
    # What the controller means while its data line is held is not on the wires.
    meant = [segment for ns, segment in of_controller(evening.transfers, bus) if not is_held(ns)]
    free = [(ns, segment) for ns, segment in seen if not is_held(ns)]
    rest = without_controller(free, meant, sorted([*evening.resets, *(since for since, _ in held)]))
    for ns, segment in rest:  # the processor's own: bytes of no length
        assert (len(segment), segment[0] in PROBES, segment[-1]) == (3, True, "Stop"), (ns, segment)

    chips = Chips(bus, words_of(evening.line.orders))
    for ns, segment in seen:
        chips.take(ns, segment)
    reports = [words for words in words_of(evening.line.reports) if words[0] == "w"]
    for seat in range(chips.first, chips.first + len(wiring.ADDRESSES)):
        told = [
            (seat, int(register, 16) + place, value)
            for _, of_seat, register, values in reports
            for place, value in enumerate(bytes.fromhex(values))
            if int(of_seat, 16) == seat
        ]
        written = [each for each in chips.written if each[0] == seat]
        assert without_clocks(told, written, len(held)) == written
    refused = {(seat, byte) for ns, seat, byte in chips.refused if not is_held(ns)} - {(GONE, 0)}
    assert refused == {each for each in REFUSED if each[0] // len(wiring.ADDRESSES) == bus}


def test_each_frame_of_pixels_is_what_board_and_rig_mean(evening: Evening) -> None:
    for pin, meant in evening.frames.items():
        frames = frames_on(evening.folder, pin)
        missed, more = compared(meant, frames)
        assert missed == 0
        assert more <= len(evening.resets)  # which cut frames short
        told = evening.seen[pin]
        assert frames[: len(told)] == told
        assert len(frames) - len(told) <= ON_THE_WAY
