"""What passes leave in memory, for which it has to be swept: counted on the chip, with sweeping put off."""

import json

import pytest

from tests.pico.back import Back

# The table in a game that nobody plays. Of every pass is written down what it left, and whether it had anything to do.
_WATCH = """
import gc, json
from array import array
import build_digests
from pico import Pico
from tavolo import wiring
from tavolo.assembly import build
from tavolo.games import load
from tavolo.link.hello import Identity
from tavolo.rules.contract import Setup

hardware = Pico(wiring)
table = build(hardware, hardware.serial(), Identity(build_digests.FIRMWARE, build_digests.RULES, "litter", "0"))
left = array("L", [0] * {passes})
idle = bytearray({passes})

def wait(passes):
    for _ in range(passes):
        table.step(5)

def watch():
    gc.collect()
    gc.disable()
    for number in range({passes}):
        before = gc.mem_alloc()
        table.step(5)
        left[number] = gc.mem_alloc() - before
        idle[number] = table.is_idle()
    gc.enable()
    return [max([left[n] for n in range({passes}) if idle[n] == kind]) for kind in (1, 0)]

wait(400)  # until the seats are calibrated
game = load("tanz-der-hornochsen")
table.referee.begin(Setup(game, 8), tuple(range(8)))
wait(100)
found = json.dumps(watch())
while True:
    pass
"""
WATCHING_MS = 8000
PASSES = 120  # of 5 ms, so that four beats of the lights are among them
IDLE_BYTES = 16  # a seat that looks after its chip, six times a second
BEAT_BYTES = 1700  # what `SWEEPING` in `main` counts with


@pytest.mark.short
def test_a_pass_in_which_nothing_happens_leaves_nothing_and_a_beat_of_the_lights_little(back: Back) -> None:
    back.run_script(_WATCH.format(passes=PASSES), ends=False)
    back.run_ms(WATCHING_MS)
    idle, beat = json.loads(back.question("print(found)"))
    assert idle <= IDLE_BYTES
    assert 0 < beat <= BEAT_BYTES
