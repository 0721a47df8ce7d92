"""The keyed corner: a card goes in one way only, and any other way it is held where nothing is read."""

from dataclasses import replace
from math import cos, hypot, radians, sin

import pytest

from tavolo_host.slot.geometry import BRIDGE, GRID, POKER, SLEEVE, Geometry
from tavolo_host.slot.insertion import codes_of, wrong_way_in
from tavolo_host.slot.reading import Charge

CHARGE = Charge()
CODES = codes_of(GRID)
STEP = 0.1


def outline(geometry: Geometry, turned: bool = False, face_away: bool = False) -> list[tuple[float, float]]:
    """Points along a card's edge, its round corners round, when it lies at the end stop."""
    card = geometry.card
    side, end, radius = card.width_mm / 2, card.length_mm, card.corner_radius_mm
    points = [(x / 4, 0.0) for x in range(int(4 * (geometry.key_width_mm - side)), int(4 * (side - radius)))]
    for middle, first in (((side - radius, radius), -90), ((side - radius, end - radius), 0)):
        points += [_round(middle, first + 10 * step, radius) for step in range(10)]
    points += [_round((radius - side, end - radius), 90 + 10 * step, radius) for step in range(10)]
    points += [(-side, geometry.key_depth_mm), (geometry.key_width_mm - side, geometry.key_depth_mm)]
    points += [(geometry.key_width_mm - side, 0.0)]
    points = [(x, end - y) for x, y in points] if turned else points
    return [(-x, y) for x, y in points] if turned != face_away else points


def _round(middle: tuple[float, float], degrees: float, radius: float) -> tuple[float, float]:
    return middle[0] + radius * cos(radians(degrees)), middle[1] + radius * sin(radians(degrees))


def held_at(geometry: Geometry, points: list[tuple[float, float]], shift_mm: float) -> float:
    """How short of the end stop a card of this outline comes when it is pushed in, moved in small steps."""
    block = geometry.key()
    left, right = block.x - block.width / 2, block.x + block.width / 2
    short_mm = geometry.mouth_mm
    while short_mm > 0:
        short_mm -= STEP
        for x, y in points:
            if left < x + shift_mm < right and y + short_mm < block.depth:
                return short_mm + STEP
    return 0.0


WRONG = [(False, True), (True, False), (True, True)]


@pytest.mark.parametrize("card", [POKER, BRIDGE, SLEEVE])
@pytest.mark.parametrize("shift_mm", [-0.5, 0.0, 0.5])
def test_a_card_the_right_way_round_reaches_the_end_stop(card, shift_mm):
    geometry = replace(GRID, card=card)
    assert held_at(geometry, outline(geometry), shift_mm) == pytest.approx(0.0, abs=STEP)


@pytest.mark.parametrize("card", [POKER, BRIDGE, SLEEVE])
@pytest.mark.parametrize(("turned", "face_away"), WRONG)
def test_a_card_that_is_turned_or_has_its_face_away_is_held_by_the_key(card, turned, face_away):
    geometry = replace(GRID, card=card)
    stops = [held_at(geometry, outline(geometry, turned, face_away), shift) for shift in (-0.5, 0.0, 0.5)]
    tilt_mm = card.width_mm / 2 * sin(radians(geometry.tilt_deg))
    assert min(stops) >= geometry.key_stop_mm() + tilt_mm - STEP
    assert max(stops) <= geometry.key().depth + STEP


def test_without_the_key_such_cards_would_be_read_as_others():
    """And by a key that held them a third as far they would too: that is why it is so deep."""
    for geometry in (replace(GRID, key_width_mm=0.5), replace(GRID, key_depth_mm=8.0)):
        taken, nearest = wrong_way_in(geometry, CHARGE, CODES[::8], (0.4,))
        assert taken > 0
        assert nearest == 0.0
    assert replace(GRID, key_width_mm=0.5).key_stop_mm() == 0.0


def test_no_patch_comes_near_the_corner_that_is_cut_off():
    for card, least_mm in ((POKER, 4.0), (BRIDGE, 0.5)):
        geometry = replace(GRID, card=card)
        (edge, _), (_, shoulder), *_ = geometry.card_outline()
        for pad in geometry.pads():
            patch = pad.grown(geometry.patch_margin_mm)
            across = patch.x - patch.width / 2 - edge
            along = patch.y - patch.depth / 2 - shoulder
            assert hypot(max(across, 0), max(along, 0)) >= least_mm


def test_a_printed_bridge_card_in_the_middle_of_a_sleeve_is_not_cut():
    spare = (SLEEVE.width_mm - BRIDGE.width_mm) / 2
    assert spare > GRID.key_width_mm
