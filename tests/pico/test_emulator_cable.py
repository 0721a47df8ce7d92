"""The emulated Pico's USB cable: bytes both ways, a port that is open and unread, and a cable that is unplugged."""

from tests.pico.emulator_support import Bench

TALK = "import sys\nfor line in range({lines}): print('line', line, '.' * 40)\n"


def test_a_write_to_an_open_port_that_nobody_reads_waits_and_then_gives_up(bench: Bench) -> None:
    script = (
        "import sys, time, select\nready = select.poll()\nready.register(sys.stdout, select.POLLOUT)\n"
        "time.sleep_ms(50)\nlongest = 0\nfor _ in range(40):\n    start = time.ticks_ms()\n"
        "    sys.stdout.write('x' * 64)\n    longest = max(longest, time.ticks_diff(time.ticks_ms(), start))\n"
        "is_ready = bool(ready.poll(0))\ntime.sleep_ms({pause})\nprint()\nprint('longest', longest, is_ready)"
    )
    assert bench.run(script.format(pause=0)).endswith("True\n")
    bench.begin(script.format(pause=4000))
    bench.pico.advance_ms(30)
    bench.port.unread = True
    bench.pico.advance_ms(22_000)
    assert len(bench.port.read()) < 64
    bench.port.unread = False
    longest, is_ready = bench.result().split("longest ")[1].split()
    assert 490 <= int(longest) < 600
    assert is_ready == "False"


def test_a_board_whose_port_is_closed_does_not_wait_for_anybody(bench: Bench) -> None:
    bench.begin(
        "import time\ntime.sleep_ms(50)\nstart = time.ticks_ms()\n"
        + TALK.format(lines=200)
        + "end = time.ticks_ms()\ntime.sleep_ms(500)\nprint('took', time.ticks_diff(end, start))"
    )
    bench.pico.advance_ms(20)
    bench.port.close()
    bench.pico.advance_ms(300)
    bench.port = bench.pico.open_port()
    assert int(bench.result().split("took ")[1]) < 150


def test_a_cable_that_is_pulled_and_put_back_works_again(bench: Bench) -> None:
    script = (
        "import machine, time\nframe = lambda: machine.mem32[0x50110048] & 0x7ff\n"
        "def counts():\n    before = frame()\n    time.sleep_ms(10)\n    return (frame() - before) & 0x7ff\n"
        "seen = []\nfor _ in range(4):\n    time.sleep_ms(490)\n    seen.append(counts())\n"
        "time.sleep_ms(500)\nprint(seen)"
    )
    bench.begin(script)
    bench.pico.advance_ms(700)
    bench.pico.unplug()
    assert bench.port.lost
    bench.pico.advance_ms(1000)
    assert not bench.pico.has_greeted
    bench.pico.plug_in()
    bench.port = bench.pico.open_port()
    bench.pico.advance_ms(300)
    assert bench.pico.has_greeted
    assert bench.result().split("[")[1].split("]")[0] == "10, 0, 0, 10"


def test_a_board_that_fills_its_queue_before_its_port_is_opened_again_writes_on(bench: Bench) -> None:
    script = (
        "import sys, time, select\nready = select.poll()\nready.register(sys.stdout, select.POLLOUT)\n"
        "while True:\n    time.sleep_ms(1)\n    if ready.poll(0): sys.stdout.write('.' * 64)"
    )
    bench.begin(script)
    bench.pico.advance_ms(300)
    bench.pico.unplug()
    bench.pico.advance_ms(100)
    bench.pico.plug_in()
    bench.port = bench.pico.open_port()
    bench.pico.advance_ms(300)
    assert len(bench.port.read()) > 1000
