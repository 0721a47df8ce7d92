"""When frames are sent: not too often, often enough when half of them get lost, and never too late."""

from bisect import bisect
from collections.abc import Iterator
from random import Random

import pytest

from tavolo_host.own_lights.schedule import Schedule

SECOND_MS = 1000.0


def sent(changes: list[float], until_ms: float, step_ms: float) -> Iterator[tuple[float, bytes]]:
    """Yield (time, frame) of what is sent while the frame changes at these times, looked at every `step_ms`."""
    schedule, now_ms = Schedule(), 0.0
    while now_ms < until_ms:
        frame = str(bisect(changes, now_ms)).encode()
        if schedule.is_due(frame, now_ms):
            yield now_ms, frame
        now_ms += step_ms


@pytest.mark.parametrize("step_ms", [1.0, 7.3, 10.0, 24.9, 26.0])
def test_at_most_40_frames_a_second_are_sent_whatever_changes(step_ms: float) -> None:
    times = [at for at, _frame in sent([*map(float, range(0, 6000, 3))], 6000, step_ms)]
    assert len(times) > 100
    assert all(later - first >= SECOND_MS for first, later in zip(times, times[40:], strict=False))


@pytest.mark.parametrize("step_ms", [1.0, 7.3, 10.0, 24.9, 40.0])
def test_a_change_is_sent_at_once_ten_times_more_within_a_second_and_then_once_a_second(step_ms: float) -> None:
    (begin, *_rest), changed = [0.0], 5000.0
    found = [at - changed for at, frame in sent([begin, changed], 12_000, step_ms) if frame == b"2"]
    assert found[0] < 25 + step_ms
    assert sum(at <= found[0] + SECOND_MS for at in found) == 11
    later = [at for at in found if at > found[0] + SECOND_MS]
    gaps = [b - a for a, b in zip(found[10:], later, strict=False)]
    assert len(later) >= 5
    assert all(900 <= gap <= SECOND_MS + 25 + step_ms for gap in gaps)


def test_of_the_changes_within_a_frame_the_last_one_is_sent() -> None:
    frames = [frame for at, frame in sent([0.0, 3000.0, 3004.0, 3011.0], 4000, 1.0) if at >= 3000]
    assert frames[0] == b"2"
    assert {*frames[1:]} == {b"4"}


def test_with_half_of_the_packets_lost_99_of_100_changes_are_right_within_a_second() -> None:
    random = Random(7)
    changes, at_ms = list[float](), 0.0
    for _ in range(1000):
        at_ms += random.uniform(1000, 2500)
        changes.append(at_ms)
    arrived: dict[bytes, float] = {}
    for now_ms, frame in sent(changes, at_ms + 2000, 10.0):
        if random.random() < 0.5:
            arrived.setdefault(frame, now_ms)
    right = sum(
        arrived.get(str(number).encode(), 1e9) <= change + SECOND_MS for number, change in enumerate(changes, 1)
    )
    assert right >= 990
