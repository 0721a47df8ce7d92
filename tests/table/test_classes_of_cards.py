"""Each class of cards in the slot that is built for it: read wherever the hood lets a card be, never read wrongly."""

from random import Random

import pytest

from tavolo.lights import palette
from tavolo.seat import states
from tavolo_host.people.table import VirtualTable
from tavolo_host.slot.capacitance import InsertedCard
from tavolo_host.slot.geometry import GRID, SLOT_BOARD, THICKNESSES, Geometry
from tavolo_host.slot.insertion import CODES
from tests.link.link_support import Cable
from tests.seat.bench_seat import Bench, settled

FAR_MM = 0.8  # where no card is read any more, whatever its class
AMBER = palette.RGB[palette.WARNING]


def lying(geometry: Geometry, random: Random, gap_mm: float) -> InsertedCard:
    """Any card, as askew as the walls allow."""
    return InsertedCard(
        random.choice(CODES),
        random.uniform(0.0, 1.0),
        random.uniform(-geometry.shift_mm, geometry.shift_mm),
        random.uniform(-geometry.tilt_deg, geometry.tilt_deg),
        gap_mm,
    )


def told_of(bench: Bench, card: InsertedCard) -> list[tuple[int, int]]:
    """The seat's events for a card that lies there for a while, and is then taken out."""
    told = settled(bench.insert(card) + bench.run(1700))
    bench.lift(card)
    return told


@pytest.mark.parametrize("cards", THICKNESSES)
@pytest.mark.parametrize("slot", [GRID, SLOT_BOARD], ids=["film", "board"])
def test_a_card_is_read_at_every_gap_that_the_hood_allows_and_beyond_it_never_wrongly(
    slot: Geometry, cards: str
) -> None:
    geometry = slot.for_cards(THICKNESSES[cards])
    for seed, extreme in enumerate(geometry.extremes()):
        bench, random = Bench(seed + 5, extreme).started(), Random(cards)
        tight, wide = extreme.tight_gap_mm, extreme.wide_gap_mm
        for step in range(5):
            card = lying(extreme, random, tight + (wide - tight) * step / 4)
            assert told_of(bench, card) == [(states.READ, card.code)]
        for step in range(5):
            card = lying(extreme, random, wide + (FAR_MM - wide) * step / 4)
            assert told_of(bench, card) in ([(states.READ, card.code)], [(states.TROUBLE, states.UNCLEAR)])
        for gap_mm in (FAR_MM, 1.1 * FAR_MM):
            assert told_of(bench, lying(extreme, random, gap_mm)) == [(states.TROUBLE, states.UNCLEAR)]


@pytest.mark.parametrize("cards", THICKNESSES)
def test_a_virtual_board_has_the_spacers_that_its_settings_name(cards: str) -> None:
    table = VirtualTable(Random(3), Cable().board, f"cards = {cards}\n".encode())
    table.run_ms(2000)
    body, seat = table.bodies[2], table.board.seats[2]
    geometry = body.slot.geometry
    assert geometry == GRID.for_cards(THICKNESSES[cards])
    # In the lobby a card is read, and refused, since no game is played.
    for gap_mm, state in ((geometry.wide_gap_mm, states.IS_REFUSED), (FAR_MM, states.IS_SETTLING)):
        body.cards = [InsertedCard(CODES[17], gap_mm=gap_mm)]
        body.feel()
        seen = set()
        for _ in range(200):
            table.step()
            seen.add(table.hardware.lamps.pixels[2])
        assert seat.state == state
        assert seat.slot.code == (CODES[17] if state == states.IS_REFUSED else -1)
        assert (AMBER in seen) == (gap_mm == FAR_MM)
        body.cards = []
        body.feel()
        table.run_ms(500)
