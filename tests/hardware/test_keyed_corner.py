"""The keyed corner: a card goes in one way only; any other way it stops where nothing is read."""

from dataclasses import replace
from itertools import product
from math import radians, sin

import pytest
import shapely
from shapely import affinity

from tavolo_host.slot.geometry import BRIDGE, GRID, POKER, SLEEVE, Geometry
from tests.hardware.foil_model import box_of

STEP = 0.1


def outline(geometry: Geometry, turned: bool = False, face_away: bool = False) -> shapely.Polygon:
    """A card at the end stop, its corners round and one of them cut off."""
    card = geometry.card
    side, radius = card.width_mm / 2, card.corner_radius_mm
    shape = shapely.box(-side, 0.0, side, card.length_mm).buffer(-radius).buffer(radius)
    shape = shape.difference(shapely.box(-side, 0.0, geometry.key_width_mm - side, geometry.key_depth_mm))
    across, along = -1 if turned != face_away else 1, -1 if turned else 1
    return affinity.scale(shape, across, along, origin=(0, card.length_mm / 2))


def held_at(geometry: Geometry, card: shapely.Polygon, shift_mm: float) -> float:
    """The distance to the end stop at which a card of this outline stops, pushed in by small steps."""
    block = box_of(geometry.key())
    short_mm = geometry.mouth_mm
    while short_mm > 0:
        short_mm -= STEP
        if affinity.translate(card, shift_mm, short_mm).intersection(block).area > STEP**2:
            return short_mm + STEP
    return 0.0


@pytest.mark.parametrize("card", [POKER, BRIDGE, SLEEVE])
def test_a_card_reaches_the_end_stop_and_the_key_stops_one_that_is_turned_or_faces_away(card):
    geometry = replace(GRID, card=card)
    tilt_mm = card.width_mm / 2 * sin(radians(geometry.tilt_deg))
    for turned, face_away, shift_mm in product((False, True), (False, True), (-0.5, 0.0, 0.5)):
        stop = held_at(geometry, outline(geometry, turned, face_away), shift_mm)
        if turned or face_away:
            assert geometry.key_stop_mm() + tilt_mm - STEP <= stop <= geometry.key().depth + STEP
        else:
            assert stop == pytest.approx(0.0, abs=STEP)
