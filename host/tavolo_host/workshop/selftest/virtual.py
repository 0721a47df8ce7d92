"""The check on a virtual table, before a board is built: virtual hands touch what is asked for, virtual eyes look."""

from collections.abc import Sequence

from tavolo import wiring
from tavolo.lights.layout import field_places
from tavolo_host.people.kept_board import FIRST_CARD
from tavolo_host.selftest import strips
from tavolo_host.selftest.person import Person
from tavolo_host.simulator.body import SlotBody
from tavolo_host.simulator.hardware import VirtualHardware
from tavolo_host.simulator.pico_parts import Strip
from tavolo_host.simulator.pixels import PixelWire
from tavolo_host.simulator.rig import Rig

THINKING_MS = 400  # before a hand does what it was asked for


Watched = tuple[PixelWire | Strip, Sequence[int]]  # a strip, and the place for people of each of its pixels


class VirtualPerson(Person):
    """A person at a virtual table with these `bodies`, one at each seat, who looks at these strips.

    `step` is called as time passes. A strip may be shorter than its places: pixels that are not built by the board's
    settings are not expected.
    """

    def __init__(self, bodies: Sequence[SlotBody], strips: Sequence[Watched]) -> None:
        self._bodies = bodies
        self._strips = strips
        self._watched: Watched | None = None
        self._wanted: list[int] = []
        self._seen: list[tuple[int, int]] = []  # colour and place, in the order in which pixels lit up

    def step(self) -> None:
        """Note which pixels of the strip that is being watched have which colour now."""
        wire, places = self._watched or (None, ())
        for pixel, colour in enumerate(wire.pixels if wire else ()):
            seen = colour.index(max(colour)), places[pixel]
            if any(colour) and seen not in self._seen:
                self._seen.append(seen)

    def watch(self, strip: strips.Strip) -> None:
        """Watch a strip from now on."""
        self._watched, self._seen = self._strips[strip.number], []
        self._wanted = sorted(self._watched[1][: strip.pixels])

    def seen(self, strip: strips.Strip) -> str:
        """Stop watching the strip; return what was wrong with it, "" for nothing."""
        self._watched = None
        return judged(self._seen, self._wanted)

    def touch(self, seat: int, key: int) -> None:
        """Touch the key after a moment."""
        body = self._bodies[seat]
        body.do(body.wait(THINKING_MS))
        body.do(body.press(key))

    def put_card_in(self, seat: int) -> None:
        """Put the first card of Bambuti in."""
        body = self._bodies[seat]
        body.do(body.wait(THINKING_MS))
        body.do(body.put_in(FIRST_CARD))

    def take_card_out(self, seat: int) -> None:
        """Take it out."""
        self._bodies[seat].do(self._bodies[seat].take_out())


def judged(seen: Sequence[tuple[int, int]], wanted: Sequence[int]) -> str:
    """Return "" or a word of `strips.FAULTS` for the colours and places seen, of which these places are wanted."""
    count = len(wanted)
    if not seen:
        return "dark"
    if len({colour for colour, _ in seen[: count // 2]}) > 1:  # all of these should be red
        return "bytes"
    lit = sorted({place for _, place in seen})
    if len(lit) < count:
        return "stops" if lit == wanted[: len(lit)] else "gap"
    colours = [colour for colour, _ in seen]
    if {(colour, place) for colour in range(len(strips.COLOURS)) for place in wanted} != set(seen) or colours != sorted(
        colours
    ):
        return "colours"
    walk = [place for _, place in seen[:count]]
    return "" if walk == sorted(walk) else "order"


def strips_on(hardware: VirtualHardware | Rig) -> list[Watched]:
    """Return the three strips, which are laid as `wiring` says."""
    field = field_places(wiring.FIELD_COLUMNS // 8, False, False, 0)
    places = range(wiring.TRACK_PIXELS), field, range(wiring.LAMPS)
    return list(zip((hardware.track, hardware.field, hardware.lamps), places, strict=True))
