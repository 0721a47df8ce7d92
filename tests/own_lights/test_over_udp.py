"""A receiver in a process of its own, written from the specification, gets over UDP what the virtual board shows."""

import time

import pytest

from host.tools.own_lights_check import CountingSocket, Receiver, Watched, on_wires, with_lights
from tests.sources.source_support import begun

REAL_S = 7.0  # of a game, in real time
STILL_S = 1.6  # of a table that stands still
JITTER_MS = 40.0  # of processes on a busy computer


@pytest.mark.slow
def test_each_frame_was_shown_the_last_before_a_pause_arrives_and_there_are_at_most_40_a_second() -> None:
    source, receiver, datagrams = begun("bambuti players=2", {}), Receiver(), CountingSocket()
    with_lights(source, receiver.ports, datagrams)
    watched = {port: Watched() for port in receiver.ports}
    began = before = time.monotonic()
    while before - began < REAL_S + STILL_S:
        time.sleep(0.01)
        now = time.monotonic()
        if now - began < REAL_S:
            source.step((now - before) * 1000)
        elif source.own_lights:
            source.own_lights.step((now - before) * 1000, lambda _layout: source.pixels())
        before = now
        for port, frame in zip(receiver.ports, on_wires(source.table.hardware), strict=True):
            watched[port].show((now - began) * 1000, frame)
    for _ in range(datagrams.sent):
        port, at, levels = receiver.next()
        watched[port].got.append(((at - began) * 1000 + JITTER_MS, levels))
    end_ms = (before - began) * 1000 + JITTER_MS
    source.close()
    receiver.close()
    datagrams.close()
    for each in watched.values():
        each.shown.append((end_ms, b""))
        figures = each.figures(pause_ms=100 + 2 * JITTER_MS)
        assert figures["frames"] > 40
        assert (figures["never shown"], figures["last one missing"]) == (0, 0)
        assert figures["pauses"] > 3
        assert figures["most in a second"] <= 40
        assert (figures["long pauses"], figures["fewest repetitions"]) >= (1, 10)


def test_the_figures_find_what_is_wrong() -> None:
    first, second = b"first", b"second"
    good = Watched([(0, first), (2000, second), (4000, b"")], [(at, first) for at in range(0, 2000, 95)])
    good.got += [(at, second) for at in range(2000, 4000, 95)]
    assert good.figures() | {"frames": 0} == {
        "changes": 3,
        "frames": 0,
        "never shown": 0,
        "most in a second": 12,
        "pauses": 2,
        "last one missing": 0,
        "latest ms": 0,
        "long pauses": 2,
        "fewest repetitions": 10,
    }
    assert Watched(good.shown, [(10, b"other"), *good.got]).figures()["never shown"] == 1
    assert Watched(good.shown, [(10, second), *good.got]).figures()["never shown"] == 1, "before it was shown"
    assert Watched(good.shown, good.got[:21]).figures()["last one missing"] == 1
    assert Watched(good.shown, [good.got[0], *good.got[4:]]).figures()["fewest repetitions"] == 7
    assert Watched(good.shown, [(at, first) for at in range(0, 2000, 24)]).figures()["most in a second"] == 42
