"""What a slot reads while a card slides in: for every code, at every depth.

In a 3×3 grid a card that is one row short has its patches on the wrong pads. A code without a pad in the row nearest
the mouth then still shows four ones, of another code. Codes that use that row lose at least one there, so they are read
right or not at all, if no patch is wide enough to bridge two pads: the row pitch is at least pad and patch together
(8 + 10 mm).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from tavolo.seat.cards import ONES, is_code
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import PADS, Geometry
from tavolo_host.slot.reading import Charge, drops, read, step_to_a_code, step_to_another_code

ALL_CODES = tuple(code for code in range(1 << PADS) if code.bit_count() == ONES)
CODES = tuple(code for code in ALL_CODES if is_code(code))  # of cards: those that use the row nearest the mouth


@dataclass(frozen=True)
class InsertionResult:
    """The result of sliding cards in.

    `misread` are the codes that were read as another code at some depth, `read_to_mm` how short a card may be and still
    be read as itself, `step` by how much all drops would have to be off for the nearest misreading.
    """

    misread: frozenset[int]
    read_to_mm: float
    step: float


def insertion(
    geometry: Geometry, charge: Charge, codes: Sequence[int], gaps_mm: Sequence[float], step_mm: float = 1.0
) -> InsertionResult:
    """Slide cards of all `codes` in, from outside the mouth to the end stop; return what is read on the way."""
    slot, possible, misread = Slot(geometry), set(codes), set()
    empty = slot.capacitances([])
    read_to_mm, least_step = 0.0, 1.0
    for gap_mm, step, own in product(gaps_mm, range(int(geometry.mouth_mm / step_mm) + 1), codes):
        card = InsertedCard(own, short_mm=step * step_mm, gap_mm=gap_mm)
        reading = drops(charge, empty, slot.capacitances([card]))
        code = read(reading).code()
        if code == own:
            read_to_mm = max(read_to_mm, card.short_mm)
        elif code in possible:
            misread.add(own)
        if _strongest(reading) in possible:
            least_step = min(least_step, step_to_another_code(reading, own))
    return InsertionResult(frozenset(misread), read_to_mm, least_step)


def wrong_way_in(
    geometry: Geometry, charge: Charge, codes: Sequence[int], gaps_mm: Sequence[float], step_mm: float = 2.0
) -> tuple[int, float]:
    """Slide in cards that are turned, face away, or both, at every depth from the mouth to where the key holds them.

    Return how many readings would be taken for a card, and by how much all drops would have to be off for the nearest.
    """
    slot = Slot(geometry)
    empty = slot.capacitances([])
    stop_mm = geometry.key_stop_mm()
    taken, nearest = 0, 1.0
    steps = range(int((geometry.mouth_mm - stop_mm) / step_mm) + 1)
    ways = (False, True), (True, False), (True, True)
    for (turned, face_away), step, gap_mm, code in product(ways, steps, gaps_mm, codes):
        card = InsertedCard(code, stop_mm + step * step_mm, gap_mm=gap_mm, turned=turned, face_away=face_away)
        reading = drops(charge, empty, slot.capacitances([card]))
        taken += read(reading).code() is not None
        nearest = min(nearest, step_to_a_code(reading))
    return taken, nearest


def _strongest(drops_of_pads: Sequence[float]) -> int:
    """The four pads with the largest drops, as a code: the nearest to being read."""
    order = sorted(range(PADS), key=lambda pad: -drops_of_pads[pad])
    return sum(1 << pad for pad in order[:ONES])
