"""The Pico's adapters over a long evening: MicroPython's ticks wrap, every 18 minutes in µs and 12 days in ms.

Two ticks more than half of that apart have the wrong order (MicroPython's documentation, `time.ticks_diff`).
"""

import select
import sys
import time
from collections.abc import Iterable
from types import SimpleNamespace

import pytest

from adapters import pico

PERIOD = 1 << 30  # of ticks on the RP2040's port
MINUTE_US = 60_000_000
DAY_MS = 86_400_000
PATIENCE = 1000  # readings of a clock that stands still, after which a caller would wait for ever


class Ticks:
    """The ticks of MicroPython's `time`, of a clock that stands still."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_us = 0
        self.readings = 0
        monkeypatch.setattr(time, "ticks_us", lambda: self._reading(self.now_us), raising=False)
        monkeypatch.setattr(time, "ticks_ms", lambda: self._reading(self.now_us // 1000), raising=False)
        monkeypatch.setattr(time, "ticks_add", lambda ticks, more: (ticks + more) % PERIOD, raising=False)
        monkeypatch.setattr(
            time, "ticks_diff", lambda a, b: (a - b + PERIOD // 2) % PERIOD - PERIOD // 2, raising=False
        )

    def _reading(self, now: int) -> int:
        self.readings += 1
        assert self.readings < PATIENCE, "it waits for ever"
        return now % PERIOD


class Dma:
    """A channel that is always done."""

    def __init__(self) -> None:
        self.transfers = 0

    def pack_ctrl(self, **settings: object) -> int:
        return 0

    def config(self, **settings: object) -> None:
        self.transfers += 1

    def active(self) -> bool:
        return False


class Poll:
    """A stream that takes every byte."""

    def register(self, stream: object, events: int) -> None: ...

    def ipoll(self, timeout: int) -> Iterable[int]:
        return [1]


def test_a_strip_takes_a_frame_at_once_after_any_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = Ticks(monkeypatch)
    channel = Dma()
    monkeypatch.setitem(sys.modules, "rp2", SimpleNamespace(DMA=lambda: channel))
    for minutes in range(40):
        machine = pico.FedStateMachine(0, None)
        machine.put(bytes(192), 24)
        assert not machine.is_quiet()
        ticks.now_us += 192 * pico.BYTE_US + pico.LATCH_US - 1
        assert not machine.is_quiet()
        ticks.now_us += 1
        assert machine.is_quiet()
        ticks.now_us += minutes * MINUTE_US
        ticks.readings = 0
        assert machine.is_quiet()
        machine.put(bytes(192), 24)
    assert channel.transfers == 80


class Frames(dict[int, int]):
    """The number of the host's last frame, until it is pulled; `phase_us` after the board's clock."""

    def __init__(self, ticks: Ticks, phase_us: int) -> None:
        super().__init__()
        self._ticks = ticks
        self._phase_us = phase_us
        self.pulled_us: int | None = None

    def __getitem__(self, register: int) -> int:
        assert register == pico.USB_FRAME
        now_us = self._ticks.now_us if self.pulled_us is None else min(self._ticks.now_us, self.pulled_us)
        return (now_us + self._phase_us) // pico.FRAME_US & 0x7FF


def a_line(monkeypatch: pytest.MonkeyPatch, phase_us: int = 0) -> tuple[Ticks, Frames, pico.PicoSerial]:
    ticks = Ticks(monkeypatch)
    frames = Frames(ticks, phase_us)
    monkeypatch.setitem(sys.modules, "machine", SimpleNamespace(mem32=frames))
    monkeypatch.setattr(select, "poll", Poll, raising=False)
    return ticks, frames, pico.PicoSerial()


def test_a_board_without_a_computer_never_believes_that_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks, frames, serial = a_line(monkeypatch)
    ticks.now_us = 50_000
    serial.write(b"1")
    ticks.now_us += 5000
    assert serial.write(b"1") == 1
    frames.pulled_us = ticks.now_us
    for _ in range(30):
        ticks.now_us += DAY_MS * 1000
        ticks.readings = 0
        for _ in range(3):
            ticks.now_us += 30_000
            assert serial.write(b"2") == 0
        assert serial.write(b"2") == 0
    frames.pulled_us = None
    assert serial.write(b"3") == 0  # a frame that was not there before may be an old one
    ticks.now_us += 5000
    assert serial.write(b"3") == 1


@pytest.mark.parametrize("phase_us", range(0, 1000, 210))
def test_nothing_is_written_once_the_board_can_know_that_there_is_no_host(
    monkeypatch: pytest.MonkeyPatch, phase_us: int
) -> None:
    for pulled_us in range(50_000, 56_000, 130):
        ticks, frames, serial = a_line(monkeypatch, phase_us)
        for now_us in range(40_000, 70_000, 5000):
            for look_us in (0, 320, 900):
                ticks.now_us = now_us + look_us
                ticks.readings = 0
                if ticks.now_us >= pulled_us:
                    frames.pulled_us = pulled_us
                wrote = serial.write(b"4")
                if ticks.now_us < pulled_us and now_us > 40_000:
                    assert wrote == 1
                elif ticks.now_us >= pulled_us + pico.SUSPENDED_US - pico.FRAME_US:
                    assert wrote == 0
