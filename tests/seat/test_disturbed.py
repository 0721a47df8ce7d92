"""What disturbed insertions are read as: the card that is there, or nothing. First all families, then each rule alone.

`TAVOLO_INSERTIONS=20000 pytest tests/seat/test_disturbed.py` tries as many instead of sixty; it takes some twenty
minutes of processor time.
"""

import os
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from tavolo.seat import reading, states
from tavolo.seat.finding import find
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import GLUED, GRID, SLEEVED, THIN, Thickness
from tests.seat.bench_seat import Bench, Event, settled
from tests.seat.disturbed import (
    CODES,
    FAMILIES,
    Family,
    Outcome,
    card_of,
    dropped,
    good,
    lying,
    three_ones_and_a_drop,
    tried,
    two_cards,
)

INSERTIONS = int(os.environ.get("TAVOLO_INSERTIONS", "60"))
# Of twenty insertions six are of two cards, and four have a drop on one pad: those were read wrongly most often.
SHARES: dict[Family, int] = {two_cards: 6, dropped: 4}
SHARES_OF_ALL = sum(SHARES.get(family, 0) for family in FAMILIES)
WIDE = replace(GRID.for_cards(THIN), channel_mm=GLUED.channel_mm)
WHOLE_ROW = [code for code in CODES if code >= 0b111000000]  # and one pad more
DEEP_ONES = 0b001000111  # two rows short, three of its four ones lie over the row nearest the mouth


def insertions(family: Family) -> int:
    """How many of all insertions are of this family."""
    if family in SHARES:
        return INSERTIONS * SHARES[family] // 20
    return INSERTIONS * (20 - SHARES_OF_ALL) // 20 // (len(FAMILIES) - len(SHARES))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_no_disturbed_insertion_is_read_as_another_card(family: Family) -> None:
    assert [number for number in range(insertions(family)) if tried(family, number).wrong] == []


def test_two_cards_that_show_the_ones_of_a_third_are_detected_by_their_depth() -> None:
    assert not tried(two_cards, 222).wrong  # which no other rule distinguishes from a card


def test_of_two_hundred_good_cards_at_most_one_is_refused_at_first_try() -> None:
    number = max(30, INSERTIONS // 10)
    refused = [each for each in range(number) if not tried(good, each).right]
    assert len(refused) <= number // 200


def reading_of(*cards: InsertedCard, code: int = 0, thickness: Thickness = THIN) -> tuple[int, int]:
    """What a perfect slot shows of cards of a class, and how shallow a code would lie there."""
    lying = Slot(GRID.for_cards(thickness))
    empty_pf, now_pf = lying.capacitances([]), lying.capacitances(cards)
    thresholds = reading.Thresholds([650] * 9)
    counts = [round(650 * empty / now) for empty, now in zip(empty_pf, now_pf, strict=True)]
    verdict = reading.classify(counts, thresholds)  # first, as it notes the falls
    return verdict, reading.shallowness(thresholds.falls, code, 650)


def test_two_cards_that_are_left_about_a_row_short_are_not_read_as_a_third() -> None:
    random = Random(1)
    bench = Bench(1, WIDE).started()
    for near, far in ((0b001001110, 0b010110100), (0b011110001, 0b110001010), (0b100001011, 0b001011010)):
        for _ in range(4):
            apart = random.uniform(-3.0, 3.0)
            bench.put(InsertedCard(near, 17.0 + apart), InsertedCard(far, 17.0 - apart))
            assert settled(bench.run(700)) in ([(states.TROUBLE, states.TWO_CARDS)], [(states.TROUBLE, states.UNCLEAR)])
            bench.put()
            bench.run(200)


@pytest.mark.parametrize(
    ("near", "far", "third", "thickness"),
    [
        (InsertedCard(78, 33.0, gap_mm=0.28), InsertedCard(90, 19.0, gap_mm=0.76), 0b111010000, THIN),
        (InsertedCard(291, 36.0, gap_mm=0.35), InsertedCard(116, 19.0, gap_mm=0.81), 0b111100000, GLUED),
    ],
)
def test_four_ones_through_layers_that_differ_by_a_card_are_those_of_two(
    near: InsertedCard, far: InsertedCard, third: int, thickness: Thickness
) -> None:
    verdict, shallow = reading_of(near, far, code=third, thickness=thickness)
    assert shallow <= 0
    assert verdict == states.TWO_CARDS


@pytest.mark.parametrize(("near", "far", "apart_mm"), [(480, 456, 13.0), (232, 394, 28.0), (275, 340, 28.0)])
def test_a_card_at_the_stop_with_another_behind_it_is_detected_by_its_zeros(
    near: int, far: int, apart_mm: float
) -> None:
    assert reading_of(InsertedCard(near))[0] == near << 4 | reading.CARD
    assert reading_of(InsertedCard(near), InsertedCard(far, apart_mm))[0] == states.TWO_CARDS


def slid_in_under_a_drop(drop_pf: float) -> list[Event]:
    """A drop on the pad in the middle; a card slides over it, and is drawn back until two rows short."""
    bench = Bench().started()
    bench.drop = (4, drop_pf)
    bench.feel()
    bench.run(60)
    card = InsertedCard(71, 34.0)
    return bench.insert(card) + bench.slide(card, 34.0, 40.0) + bench.run(700)


@pytest.mark.parametrize("drop_pf", [0.6, 1.5, 2.5, 4.0])
def test_a_drop_that_does_not_ebb_when_the_card_does_is_none_of_its_ones(drop_pf: float) -> None:
    assert all(kind != states.READ for kind, _ in settled(slid_in_under_a_drop(drop_pf)))


@pytest.mark.parametrize("drop_pf", [0.6, 1.5, 2.5, 4.0])
def test_a_drop_or_fingertip_that_comes_after_the_card_is_none_of_its_ones(drop_pf: float) -> None:
    bench = Bench().started()
    card = InsertedCard(DEEP_ONES, 38.0)
    told = bench.insert(card) + bench.run(300)
    bench.drop = (4, drop_pf)
    bench.feel()
    told += bench.run(700)
    assert all(kind != states.READ for kind, _ in settled(told))


@pytest.mark.parametrize("number", [3464, 3764])
def test_a_drop_beside_three_ones_of_a_card_two_rows_short_is_no_fourth(number: int) -> None:
    assert tried(dropped, number).wrong == []


def test_three_ones_and_a_drop_are_no_card_whenever_the_drop_comes() -> None:
    assert [number for number in range(60) if tried(three_ones_and_a_drop, number).wrong] == []


def fallen_in(code: int, from_mm: float, tick_ms: int, seed: int) -> list[Event]:
    """A card that is let go above the slot and falls, a millimetre in a millisecond in the end."""
    bench = Bench(seed, tick_ms=1).started()
    told: list[Event] = []
    for moment in range(1, 1000):
        depth = max(0.0, from_mm - 9.81e-3 * moment * moment / 2)
        bench.put(InsertedCard(code, depth))
        bench.clock.advance_ms(1)
        if moment % tick_ms == 0:
            told += bench.seat.step(tick_ms)
    return list(told)


@pytest.mark.parametrize("tick_ms", [5, 12])
def test_a_card_with_the_whole_row_nearest_the_mouth_is_read_when_it_falls_in(tick_ms: int) -> None:
    for seed, code in enumerate(WHOLE_ROW):
        assert settled(fallen_in(code, 72.0 - seed % 5, tick_ms, seed)) == [(states.READ, code)]


# A quick hand: the depths in steps of 10 ms, and the times after which an emulated board looked at its seat.
QUICK_MM = (70, 52, 36, 22, 11, 5, 1.5)
LOOKS_MS = (4, 7, 8, 5, 10, 10, 7, 7, 6, 6, *[7] * 47)
SETTLED_MS = 500


def pushed_in(bench: Bench, card: InsertedCard, way_mm: Iterable[float], looks_ms: Iterable[int]) -> list[Event]:
    """Move a card, each millisecond to the next of these depths; the seat looks at it after these milliseconds."""
    told: list[Event] = []
    depths, at_mm = iter(way_mm), -1.0
    for tick_ms in looks_ms:
        for _ in range(tick_ms):
            short_mm = next(depths, 0.0)
            if short_mm != at_mm:
                bench.put(replace(card, short_mm=short_mm), hand=0.15 if short_mm else 0.0)
            at_mm = short_mm
            bench.clock.advance_ms(1)
        told += bench.seat.step(tick_ms)
    return told


def test_a_card_that_leaves_its_first_row_within_a_tick_is_read() -> None:
    for seed in range(30):
        for phase in range(4):  # of the chip's readings
            bench = Bench(seed, GRID.for_cards(GLUED), tick_ms=1).started()
            bench.run(phase)
            way_mm = [depth for depth in QUICK_MM for _ in range(10)]
            told = pushed_in(bench, InsertedCard(270, tilt_deg=0.5), way_mm, LOOKS_MS)
            assert settled(told) == [(states.READ, 270)]


def is_read_at_once(seed: int) -> bool:
    """Whether a card is read that a hand pushes in at up to 2 m/s, with ticks as on a board."""
    random = Random(seed)
    geometry = card_of(GRID.for_cards(random.choice((THIN, GLUED, SLEEVED))), random)
    bench = Bench(seed, geometry, tick_ms=1).started()
    bench.run(random.randrange(8))
    card, mm_a_ms = lying(geometry, random), random.uniform(0.4, 2.0)
    way_mm = [70.0 - mm_a_ms * now for now in range(int(70.0 / mm_a_ms))]
    looks_ms = [random.randint(4, 11) for _ in range(SETTLED_MS // 7)]
    return settled(pushed_in(bench, card, way_mm, looks_ms)) == [(states.READ, card.code)]


def test_of_two_hundred_quick_cards_at_most_one_is_refused_at_first_try() -> None:
    number = max(30, INSERTIONS // 10)
    refused = [seed for seed in range(number) if not is_read_at_once(seed)]
    assert len(refused) <= number // 200


def test_such_a_card_is_read_when_it_rests_between_two_rows_where_no_pad_feels_it() -> None:
    for code in WHOLE_ROW:
        bench = Bench().started()
        card = InsertedCard(code)
        told = bench.slide(card, 60.0, 9.5) + bench.run(1000)
        assert bench.seat.state == states.IS_EMPTY
        told += bench.slide(card, 9.5, 0.0) + bench.run(200)
        assert [event for event in settled(told) if event[0] == states.READ] == [(states.READ, code)]


def test_such_a_card_that_lay_there_at_the_first_look_is_read() -> None:
    known = Bench().started().seat.calibration
    for code in WHOLE_ROW:
        bench = Bench(calibration=known)
        bench.put(code)
        bench.seat.set_up(find)
        assert settled(bench.run(200)) == [(states.READ, code)]


def test_three_ones_and_a_drop_that_come_between_two_looks_are_no_card() -> None:
    for pad in range(6):
        bench = Bench().started()
        bench.drop = (pad, 1.9)
        bench.put(InsertedCard(DEEP_ONES, 38.0))
        assert all(kind != states.READ for kind, _ in settled(bench.run(700)))


def with_a_drop(bench: Bench) -> list[Event]:
    """A card and a drop, felt at the same moment; the card goes on until two rows short."""
    card = InsertedCard(DEEP_ONES, 45.5)
    bench.drop = (1, 1.9)
    bench.put(card)
    return bench.run(20) + bench.slide(card, 45.5, 38.0, 60) + bench.run(700)


def test_the_approach_of_a_card_does_not_count_for_the_next_one() -> None:
    bench = Bench().started()
    assert all(kind != states.READ for kind, _ in settled(with_a_drop(bench)))
    bench = Bench().started()
    before = InsertedCard(0b111000010)
    assert settled(bench.insert(before) + bench.run(200)) == [(states.READ, before.code)]
    bench.seat.accept()
    bench.lift(before)
    assert all(kind != states.READ for kind, _ in settled(with_a_drop(bench)))


def test_two_reported_cards_are_not_read_when_they_slide_on() -> None:
    assert tried(two_cards, 5285) == Outcome([], [], [states.TWO_CARDS])
