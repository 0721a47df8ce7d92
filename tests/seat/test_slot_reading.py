"""Classifying nine readings, over the capacitance model: cards at all tolerances, hands, two cards, half in.

Counts are computed from capacitances here, without chip and seat, so that thousands of cases take a moment.
"""

from collections.abc import Sequence
from random import Random

import pytest

from tavolo.games.cards import code_of
from tavolo.seat import reading, states
from tavolo.seat.cards import is_code
from tavolo.wiring import PADS
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import GRID

CODES = [bits for bits in range(512) if is_code(bits)]
DAVID_AND_GOLIATH = [code_of("david-goliath", card) for card in range(90)]
EMPTY_COUNTS = 650
NOISE_COUNTS = 3


class Reader:
    """A slot with its own tolerances that reads 650 counts on every empty pad."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.slot = Slot(GRID, self.random)
        self.empty_pf = self.slot.capacitances([])
        self.thresholds = reading.Thresholds([EMPTY_COUNTS] * PADS)

    def counts(self, lying: Sequence[InsertedCard], hand: float = 0.0, drift_pf: float = 0.0) -> list[int]:
        self.slot.drift_pf = drift_pf
        now_pf = self.slot.capacitances(lying, hand)
        return [
            round(EMPTY_COUNTS * empty / now + self.random.uniform(-NOISE_COUNTS, NOISE_COUNTS))
            for empty, now in zip(self.empty_pf, now_pf, strict=True)
        ]

    def verdict(self, lying: Sequence[InsertedCard], hand: float = 0.0, drift_pf: float = 0.0) -> int:
        return reading.classify(self.counts(lying, hand, drift_pf), self.thresholds)

    def any_card(self, code: int, short_mm: float = 0.0) -> InsertedCard:
        """A card at any place within the slot's tolerances."""
        return InsertedCard(
            code,
            short_mm,
            self.random.uniform(-GRID.shift_mm, GRID.shift_mm),
            self.random.uniform(-GRID.tilt_deg, GRID.tilt_deg),
            self.random.uniform(GRID.tight_gap_mm, GRID.wide_gap_mm),
        )


def card(code: int) -> int:
    return code << 4 | reading.CARD


@pytest.mark.parametrize("seed", range(3))
def test_all_cards_of_david_and_goliath_are_read_right_within_the_tolerances(seed: int) -> None:
    reader = Reader(seed)
    for code in DAVID_AND_GOLIATH:
        for drift_pf in (-GRID.drift_pf, 0.0, GRID.drift_pf):
            lying = reader.any_card(code, reader.random.uniform(0.0, 1.0))
            assert reader.verdict([lying], GRID.edge_hand, drift_pf) == card(code)


def test_a_card_half_in_is_never_read_as_another() -> None:
    for place, code in enumerate(CODES):
        reader = Reader(place % 4)
        for half_mm in range(0, 121, 3):
            verdict = reader.verdict([reader.any_card(code, half_mm / 2)])
            assert verdict in (reading.NOTHING, states.UNCLEAR) or (half_mm <= 15 and verdict == card(code))


def test_a_card_a_whole_row_short_is_unclear() -> None:
    reader = Reader(2)
    for code in CODES:
        if code & 0b000111111:
            assert reader.verdict([InsertedCard(code, short_mm=GRID.row_pitch_mm)]) == states.UNCLEAR


@pytest.mark.parametrize("seed", range(2))
def test_a_hand_at_any_level_is_a_hand_or_nothing(seed: int) -> None:
    reader = Reader(seed)
    verdicts = [reader.verdict([], level / 100) for level in range(101)]
    assert set(verdicts[:20]) == {reading.NOTHING}
    assert set(verdicts[20:40]) <= {reading.NOTHING, states.UNCLEAR, states.HAND}
    assert set(verdicts[45:]) == {states.HAND}


def test_a_hand_that_presses_on_a_card_leaves_its_own_code_or_none() -> None:
    reader = Reader(3)
    for code in CODES[::5]:
        for level in range(21):
            verdict = reader.verdict([reader.any_card(code)], level / 20)
            assert verdict in (states.HAND, states.UNCLEAR, states.TWO_CARDS, card(code))
        assert reader.verdict([InsertedCard(code)], 0.6) == states.HAND


def test_two_different_cards_are_never_read() -> None:
    reader = Reader(4)
    verdicts = []
    for first in CODES[::4]:
        for second in CODES[::5]:
            if first != second:
                verdicts.append(reader.verdict([reader.any_card(first), InsertedCard(second)]))
    assert len(verdicts) > 600
    assert set(verdicts) <= {states.TWO_CARDS, states.UNCLEAR}
    assert verdicts.count(states.TWO_CARDS) > 0.99 * len(verdicts)


def test_four_ones_that_hardly_differ_from_the_zeros_are_no_card() -> None:
    thresholds = reading.Thresholds([650] * PADS)
    ones = 650 - 60
    assert reading.classify([ones, ones, ones, 650, 650, 650, ones, 650, 650], thresholds) == card(0b001000111)
    assert reading.classify([ones, ones, ones, 606, 606, 606, ones, 606, 606], thresholds) == states.UNCLEAR


def test_four_ones_without_the_row_nearest_the_mouth_are_no_card() -> None:
    thresholds = reading.Thresholds([650] * PADS)
    assert reading.classify([500, 500, 500, 500, 650, 650, 650, 650, 650], thresholds) == states.UNCLEAR


def test_thresholds_scale_with_each_pads_empty_reading() -> None:
    empty = [600, 620, 640, 660, 680, 700, 600, 620, 640]
    thresholds = reading.Thresholds(empty)
    for share in (0.80, 0.90):
        counts = [round(count * (share if 0b001000111 >> pad & 1 else 1.0)) for pad, count in enumerate(empty)]
        assert reading.classify(counts, thresholds) == card(0b001000111)
