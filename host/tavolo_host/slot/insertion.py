"""What a slot reads while a card slides in: for every code, at every depth.

In a 3×3 grid a card that is one row short has its patches on the wrong pads. A code without a pad in the row nearest
the mouth then still shows four ones, of another code. Codes that use that row lose at least one there, so they are read
right or not at all, if no patch is wide enough to bridge two pads: the row pitch is at least pad and patch together
(8 + 10 mm).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from tavolo.seat.cards import ONES, is_code
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import PADS, Geometry
from tavolo_host.slot.reading import Charge, drops, read, step_to_a_code, step_to_another_code, strongest

ALL_CODES = tuple(code for code in range(1 << PADS) if code.bit_count() == ONES)
CODES = tuple(code for code in ALL_CODES if is_code(code))  # of cards: those that use the row nearest the mouth


def readings(
    geometry: Geometry, charge: Charge, cards: Iterable[InsertedCard]
) -> Iterator[tuple[InsertedCard, list[float]]]:
    """Each of these cards, one after the other in the slot, with the drops of its pads."""
    slot = Slot(geometry)
    empty = slot.capacitances([])
    return ((card, drops(charge, empty, slot.capacitances([card]))) for card in cards)


def insertion(
    geometry: Geometry, charge: Charge, codes: Sequence[int], gaps_mm: Sequence[float], step_mm: float = 1.0
) -> tuple[set[int], float, float]:
    """Slide cards of all `codes` in, from outside the mouth to the end stop.

    Return the codes that were read as another one at some depth, how many mm short a card may be and still be read as
    itself, and by how much all drops would have to be off for the nearest misreading.
    """
    places = product(codes, range(int(geometry.mouth_mm / step_mm) + 1), gaps_mm)
    cards = (InsertedCard(code, step * step_mm, gap_mm=gap_mm) for code, step, gap_mm in places)
    possible, misread, read_to_mm, least_step = set(codes), set[int](), 0.0, 1.0
    for card, reading in readings(geometry, charge, cards):
        code = read(reading).code()
        if code == card.code:
            read_to_mm = max(read_to_mm, card.short_mm)
        elif code in possible:
            misread.add(card.code)
        if strongest(reading) in possible:
            least_step = min(least_step, step_to_another_code(reading, card.code))
    return misread, read_to_mm, least_step


def wrong_way_in(
    geometry: Geometry, charge: Charge, codes: Sequence[int], gaps_mm: Sequence[float], step_mm: float = 2.0
) -> tuple[int, float]:
    """Slide in cards that are turned, face away, or both, at every depth from the mouth to where the key holds them.

    Return how many readings would be taken for a card, and by how much all drops would have to be off for the nearest.
    """
    stop_mm = geometry.key_stop_mm()
    steps = range(int((geometry.mouth_mm - stop_mm) / step_mm) + 1)
    places = product(codes, steps, gaps_mm, ((False, True), (True, False), (True, True)))
    cards = (InsertedCard(code, stop_mm + step * step_mm, 0, 0, gap_mm, *way) for code, step, gap_mm, way in places)
    found = [reading for _, reading in readings(geometry, charge, cards)]
    return sum(read(reading).code() is not None for reading in found), min(1.0, *map(step_to_a_code, found))
