"""The check on a virtual table, before a board is built: virtual hands touch what is asked for, virtual eyes look."""

from collections.abc import Sequence

from tavolo import wiring
from tavolo.lights.layout import field_places
from tavolo_host.people.kept_board import FIRST_CARD
from tavolo_host.simulator.body import Body
from tavolo_host.simulator.hardware import VirtualHardware
from tavolo_host.simulator.pixels import PixelWire
from tavolo_host.workshop.selftest.person import Person
from tavolo_host.workshop.selftest.strips import COLOURS, Strip

THINKING_MS = 400  # before a hand does what it was asked for


class Eyes:
    """They watch a strip whose pixel n is at `places[n]` for people, and remember in which order the pixels lit up.

    A strip may be shorter than its places: pixels that are not built by the board's settings are not expected.
    """

    def __init__(self, strip: PixelWire, places: Sequence[int]) -> None:
        self._strip = strip
        self._places = places
        self._wanted = sorted(places)
        self._seen: list[tuple[int, int]] = []  # colour and place

    def begin(self, pixels: int) -> None:
        """Forget what was seen before, and expect the first `pixels` pixels."""
        self._wanted = sorted(self._places[:pixels])
        self._seen.clear()

    def look(self) -> None:
        """Note which pixels have which colour now."""
        for pixel, colour in enumerate(self._strip.pixels):
            strongest = max(colour)
            if strongest and (colour.index(strongest), self._places[pixel]) not in self._seen:
                self._seen.append((colour.index(strongest), self._places[pixel]))

    def judge(self) -> str:
        """Return "" or a word of `strips.FAULTS`."""
        seen, count = self._seen, len(self._wanted)
        if not seen:
            return "dark"
        if len({colour for colour, _ in seen[: count // 2]}) > 1:  # all of these should be red
            return "bytes"
        lit = sorted({place for _, place in seen})
        if len(lit) < count:
            return "stops" if lit == self._wanted[: len(lit)] else "gap"
        if {(colour, place) for colour in range(len(COLOURS)) for place in self._wanted} != set(seen):
            return "colours"
        if [colour for colour, _ in seen] != sorted(colour for colour, _ in seen):
            return "colours"
        walk = [place for _, place in seen[:count]]
        return "" if walk == sorted(walk) else "order"


class VirtualPerson(Person):
    """A person at a virtual table with these `bodies`, one at each seat. `step` is called as time passes."""

    def __init__(self, bodies: Sequence[Body], eyes: Sequence[Eyes]) -> None:
        self._bodies = bodies
        self._eyes = eyes
        self._watched: Eyes | None = None

    def step(self) -> None:
        """Look at the strip that is being watched."""
        if self._watched:
            self._watched.look()

    def watch(self, strip: Strip) -> None:
        """Watch a strip from now on."""
        self._watched = self._eyes[strip.number]
        self._watched.begin(strip.pixels)

    def seen(self, strip: Strip) -> str:
        """Stop watching the strip; return what was wrong with it, "" for nothing."""
        self._watched = None
        return self._eyes[strip.number].judge()

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


def eyes_on(hardware: VirtualHardware) -> tuple[Eyes, Eyes, Eyes]:
    """Return eyes for the three strips, which are laid as `wiring` says."""
    places = field_places(wiring.FIELD_COLUMNS // 8, False, False, 0)
    track, lamps = range(wiring.TRACK_PIXELS), range(wiring.LAMPS)
    return Eyes(hardware.track, track), Eyes(hardware.field, places), Eyes(hardware.lamps, lamps)
