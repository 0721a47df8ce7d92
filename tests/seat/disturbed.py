"""Insertions that go wrong, each with its number: what hands do to a slot, moment by moment.

A card that is pushed in quickly, slowly, halting, askew, bent, and left anywhere; cards that are swapped in the slot;
wet hands; neighbours; damp; a drop or a fingertip on one pad; and two cards that stick together, in a channel that
admits both. What a seat must never do in any of them is read a card that is not there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from tavolo.seat import states
from tavolo_host.slot.capacitance import InsertedCard
from tavolo_host.slot.geometry import GLUED, GRID, PADS, SLEEVED, SLOT_BOARD, THICKNESSES, THIN, Geometry
from tavolo_host.slot.insertion import CODES
from tests.seat.bench_seat import TICK_MS, Bench

UNSEEN_MM = 50.0  # this far from the stop no pad feels a card
LONGEST_MM = 0.5  # the steps in which a card moves on the bench
# Two cards that stick together need a channel that admits them: cards, and the channel in mm. No channel admits two of
# its own class, so it is that of a thicker one, and for two in sleeves one that is never built.
ADMITTING = ((THIN, GLUED.channel_mm), (THIN, SLEEVED.channel_mm), (GLUED, SLEEVED.channel_mm), (SLEEVED, 1.4))
# Drawn once, as that takes longer than an insertion: counts, of a standard deviation of 1.
_SCATTER = Random(1)
NOISE = tuple(_SCATTER.gauss(0.0, 1.0) for _ in range(4093))


@dataclass
class Moment:
    """What is in the slot for this many milliseconds: cards from the pads outwards, and other things."""

    milliseconds: int
    cards: tuple[InsertedCard, ...] = ()
    hand: float = 0.0
    drift_pf: float = 0.0
    drop: tuple[int, float] = (0, 0.0)  # on which pad, how many pF


@dataclass
class Outcome:
    """The result of an insertion: `wrong` codes, which no card in the slot had; `right` ones; the reported troubles."""

    wrong: list[int]
    right: list[int]
    troubles: list[int]


Moments = Iterator[Moment]


def way(random: Random, stop_mm: float, manner: str, from_mm: float = UNSEEN_MM) -> Iterator[tuple[int, float]]:
    """Milliseconds and mm from the end stop, in steps from one depth to another."""
    mm_a_tick = random.uniform(1.0, 3.5) if manner == "quick" else random.uniform(0.04, 0.25)
    depth, direction = from_mm, -1 if stop_mm < from_mm else 1
    rest_at = depth
    while depth != stop_mm:
        left = abs(stop_mm - depth)
        if manner == "halting":
            mm_a_tick = random.uniform(0.1, 2.0)
            if abs(rest_at - depth) >= 4.0:
                rest_at = depth
                if random.random() < 0.5:
                    yield random.randrange(20, 500, TICK_MS), depth
        step = min(left, max(mm_a_tick, LONGEST_MM))
        depth = stop_mm if step == left else depth + direction * step
        yield max(TICK_MS, round(step / mm_a_tick) * TICK_MS), depth


def lying(geometry: Geometry, random: Random, wild: float = 1.0) -> InsertedCard:
    """Any card in any way: `wild` times as askew as the walls allow, and up to the hood."""
    tight, wide = geometry.tight_gap_mm, geometry.wide_gap_mm
    bow = random.choice((0.0, random.uniform(-1.0, 1.0))) * (wide - tight)
    room = wide - tight - abs(bow)
    return InsertedCard(
        random.choice(CODES),
        shift_mm=wild * random.uniform(-geometry.shift_mm, geometry.shift_mm),
        tilt_deg=wild * random.uniform(-geometry.tilt_deg, geometry.tilt_deg),
        gap_mm=tight + max(0.0, -bow) + wild * random.uniform(0.0, room),
        bow_mm=bow,
    )


def any_slot(random: Random) -> Geometry:
    """A slot of any class of cards on film or on a board, with a card of that class as thick as such cards are."""
    cards = random.choice(list(THICKNESSES.values()))
    return card_of(random.choice((GRID, SLOT_BOARD)).for_cards(cards), random)


def card_of(geometry: Geometry, random: Random) -> Geometry:
    """The same slot, with one card of its class."""
    spread, deep = geometry.thickness_tolerance_mm, geometry.foil_depth_tolerance_mm
    return replace(
        geometry,
        card_thickness_mm=geometry.card_thickness_mm + random.uniform(-spread, spread),
        thickness_tolerance_mm=0.0,
        foil_depth_mm=geometry.foil_depth_mm + random.uniform(-deep, deep),
        foil_depth_tolerance_mm=0.0,
    )


def any_stop(random: Random) -> float:
    """Where a card is left: at the end stop, about a row or two short, or anywhere."""
    return random.choice((0.0, random.uniform(0.0, 1.0), random.uniform(11.0, 27.0), random.uniform(0.0, 48.0)))


def manner(random: Random) -> str:
    """How a hand pushes."""
    return random.choice(("quick", "slow", "halting"))


def good(geometry: Geometry, random: Random) -> Moments:
    """A single card as it should be put in, bent and askew within the channel, let go at once or held."""
    card = lying(geometry, random)
    drift_pf = random.uniform(-geometry.drift_pf, geometry.drift_pf)
    stop_mm = random.uniform(0.0, 1.0)
    for milliseconds, depth in way(random, stop_mm, manner(random)):
        yield Moment(milliseconds, (replace(card, short_mm=depth),), geometry.edge_hand, drift_pf)
    held = random.choice((0.0, geometry.edge_hand))
    yield Moment(700, (replace(card, short_mm=stop_mm),), held, drift_pf)


def wild(geometry: Geometry, random: Random) -> Moments:
    """A card as no wall and no hood would allow it."""
    card = lying(geometry, random, 3.0)
    stop_mm, hand = any_stop(random), random.choice((0.0, geometry.edge_hand, 0.15))
    for milliseconds, depth in way(random, stop_mm, manner(random)):
        yield Moment(milliseconds, (replace(card, short_mm=depth),), hand)
    yield Moment(700, (replace(card, short_mm=stop_mm),))


def repeated(geometry: Geometry, random: Random) -> Moments:
    """A card that is pushed in a bit, drawn out a bit, and again."""
    card, at_mm = lying(geometry, random), UNSEEN_MM
    for _ in range(random.randrange(2, 6)):
        stop_mm = any_stop(random)
        for milliseconds, depth in way(random, stop_mm, manner(random), at_mm):
            yield Moment(milliseconds, (replace(card, short_mm=depth),), geometry.edge_hand)
        at_mm = stop_mm
        yield Moment(random.randrange(0, 700, TICK_MS), (replace(card, short_mm=at_mm),))


def swapped(geometry: Geometry, random: Random) -> Moments:
    """A card that makes way for another before the slot was empty for long, or while it is still there."""
    first, second = lying(geometry, random), lying(geometry, random)
    stop_mm, out_mm = any_stop(random), random.uniform(8.0, UNSEEN_MM)
    for milliseconds, depth in way(random, stop_mm, manner(random)):
        yield Moment(milliseconds, (replace(first, short_mm=depth),), geometry.edge_hand)
    yield Moment(random.randrange(0, 400, TICK_MS), (replace(first, short_mm=stop_mm),))
    for milliseconds, depth in way(random, out_mm, manner(random), stop_mm):
        yield Moment(milliseconds, (replace(first, short_mm=depth),), geometry.edge_hand)
    yield Moment(random.randrange(0, 90, TICK_MS))
    stop_mm = any_stop(random)
    for milliseconds, depth in way(random, stop_mm, manner(random)):
        yield Moment(milliseconds, (replace(second, short_mm=depth),), geometry.edge_hand)
    yield Moment(700, (replace(second, short_mm=stop_mm),))


def wet_hands(geometry: Geometry, random: Random) -> Moments:
    """A hand that presses now more and now less on what it pushes in."""
    card, stop_mm, hand = lying(geometry, random), any_stop(random), random.random() ** 2
    for milliseconds, depth in way(random, stop_mm, manner(random)):
        hand = min(1.0, max(0.0, hand + random.uniform(-0.05, 0.05)))
        yield Moment(milliseconds, (replace(card, short_mm=depth),), hand)
    for _ in range(random.randrange(1, 5)):
        yield Moment(random.randrange(20, 400, TICK_MS), (replace(card, short_mm=stop_mm),), random.random() ** 2)
    yield Moment(500, (replace(card, short_mm=stop_mm),), random.choice((0.0, hand)))


def neighbours(geometry: Geometry, random: Random) -> Moments:
    """A card, while a person leans over the slot and moves."""
    card, stop_mm = lying(geometry, random), any_stop(random)
    for milliseconds, depth in way(random, stop_mm, manner(random)):
        yield Moment(milliseconds, (replace(card, short_mm=depth),), random.uniform(0.0, 0.1), random.uniform(0.0, 0.1))
    for _ in range(20):
        yield Moment(35, (replace(card, short_mm=stop_mm),), random.uniform(0.0, 0.1), random.uniform(-0.1, 0.1))


def drifting(geometry: Geometry, random: Random) -> Moments:
    """A card in a slot that damp and heat have changed by three times the expected amount."""
    card, stop_mm = lying(geometry, random), any_stop(random)
    drift_pf = random.uniform(-0.3, 0.3)
    for milliseconds, depth in way(random, stop_mm, manner(random)):
        yield Moment(milliseconds, (replace(card, short_mm=depth),), 0.0, drift_pf)
    for _ in range(14):
        drift_pf += random.uniform(-0.02, 0.02)
        yield Moment(50, (replace(card, short_mm=stop_mm),), 0.0, drift_pf)


def dropped(geometry: Geometry, random: Random) -> Moments:
    """A drop or a fingertip on one pad, before, while or after a card is pushed in."""
    card, stop_mm, pad = lying(geometry, random), any_stop(random), random.randrange(PADS)
    much_pf = random.uniform(0.2, 4.0)
    comes, goes = sorted((random.uniform(-0.5, 1.5), random.uniform(0.0, 2.5)))
    moments = list(way(random, stop_mm, manner(random)))
    if comes < 0.0:
        yield Moment(random.randrange(5, 300, TICK_MS), (), 0.0, 0.0, (pad, much_pf))
    for number, (milliseconds, depth) in enumerate(moments):
        drop_pf = much_pf if comes <= number / len(moments) < goes else 0.0
        yield Moment(milliseconds, (replace(card, short_mm=depth),), geometry.edge_hand, 0.0, (pad, drop_pf))
    for number in range(24):
        drop_pf = much_pf if comes <= 1.0 + number / 24 < goes else 0.0
        yield Moment(35, (replace(card, short_mm=stop_mm),), 0.0, 0.0, (pad, drop_pf))


def three_ones_and_a_drop(geometry: Geometry, random: Random) -> Moments:
    """A card left two rows short, so that three of its ones are felt, and a drop that is felt like a fourth."""
    code = random.choice([code for code in CODES if (code << 6 & 0b111111111).bit_count() == 3])
    card, stop_mm = replace(lying(geometry, random), code=code), random.uniform(33.0, 43.0)
    drop = (random.randrange(6), random.uniform(0.9, 2.8))
    moments = list(way(random, stop_mm, manner(random)))
    comes = random.randrange(len(moments) // 2)
    for number, (milliseconds, depth) in enumerate(moments):
        what = drop if number >= comes else (0, 0.0)
        yield Moment(milliseconds, (replace(card, short_mm=depth),), geometry.edge_hand, 0.0, what)
    yield Moment(700, (replace(card, short_mm=stop_mm),), 0.0, 0.0, drop)


def two_cards(geometry: Geometry, random: Random) -> Moments:
    """Two cards that stick together, either of them up to 60 mm short of the other, in a channel that admits both."""
    thick_mm = geometry.card_thickness_mm
    room = max(0.0, geometry.channel_mm + random.uniform(-0.05, 0.05) - 2 * thick_mm)
    below = random.uniform(0.0, room)
    between = random.choice((0.0, random.uniform(0.0, room - below)))
    near, far = lying(geometry, random), lying(geometry, random)
    while far.code == near.code:
        far = lying(geometry, random)
    near = replace(near, gap_mm=geometry.tight_gap_mm + below, bow_mm=0.0)
    far = replace(far, gap_mm=geometry.tight_gap_mm + below + thick_mm + between, bow_mm=0.0)
    apart = random.choice((random.uniform(0.0, 60.0), random.choice((0.0, 19.0, 38.0)) + random.uniform(-6.0, 6.0)))
    apart *= random.choice((-1, 1))
    leads = (max(0.0, apart), max(0.0, -apart))
    stop_mm, hand = any_stop(random), random.choice((0.0, geometry.edge_hand))
    path = [*way(random, stop_mm, manner(random)), (700, stop_mm)]
    if random.random() < 0.3:
        path += [*way(random, 0.0, manner(random), stop_mm), (700, 0.0)]
    for milliseconds, depth in path:
        pair = (replace(near, short_mm=depth + leads[0]), replace(far, short_mm=depth + leads[1]))
        yield Moment(milliseconds, pair, hand)


Family = Callable[[Geometry, Random], Moments]
FAMILIES: tuple[Family, ...] = (wild, repeated, swapped, wet_hands, neighbours, drifting, dropped, two_cards)


def slot_for(family: Family, number: int, random: Random) -> Geometry:
    """A slot of any class; where two cards go in, one that admits them."""
    if family is not two_cards:
        return any_slot(random)
    cards, channel_mm = ADMITTING[number % len(ADMITTING)]
    slot = random.choice((GRID, SLOT_BOARD)).for_cards(cards)
    while True:
        geometry = replace(card_of(slot, random), channel_mm=channel_mm)
        if 2 * geometry.card_thickness_mm <= channel_mm + geometry.channel_tolerance_mm:
            return geometry


def tried(family: Family, number: int) -> Outcome:
    """Do the insertion with this number, at a seat of its own."""
    random = Random(f"{family.__name__} {number}")
    geometry = slot_for(family, number, random)
    bench = Bench(number, geometry, noise_counts=0.0)
    start = random.randrange(len(NOISE))
    bench.scatter_as(NOISE[start:] + NOISE[:start])
    bench.started()
    outcome = Outcome([], [], [])
    before = Moment(0)
    for moment in family(geometry, random):
        if replace(moment, milliseconds=0) != before:
            before = replace(moment, milliseconds=0)
            bench.slot.drift_pf, bench.drop = moment.drift_pf, moment.drop
            bench.put(*moment.cards, hand=moment.hand)
        present = [card.code for card in moment.cards]
        for kind, _, value in bench.run(moment.milliseconds):
            if kind == states.READ:
                (outcome.right if value in present else outcome.wrong).append(value)
            elif kind == states.TROUBLE:
                outcome.troubles.append(value)
    return outcome
