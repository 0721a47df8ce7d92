"""The margins of a slot: which cards it tells apart, by how much, and what it must not take for a card.

Everything is computed from the slot's geometry and from estimates (`tavolo_host.slot.geometry`), which measured values
can replace (`tavolo_host.slot.measured`). A margin is given in counts of the chip's converter for a pad that reads 650
when empty, and in standard deviations of an assumed noise of one count.

A table is built for one class of cards, thin, glued or sleeved; each case uses the worst card of its class, and pads of
little and of much stray.

A card half in would lose all pads at once if they lay in a single row; but there the patches would be so narrow and so
close that thresholds between joined and isolated ones would leave less than two counts to either side. The grid gets
the same from codes that use the row nearest the mouth: 111 of 126, enough for the 99 cards of the largest game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from rich.table import Table

from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import GRID, PADS, SLOT_BOARD, THICKNESSES, Geometry, Thickness
from tavolo_host.slot.insertion import ALL_CODES, CODES, insertion, wrong_way_in
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge, drops, read, step_to_a_code, step_to_another_code
from tavolo_host.texts.console import Console

MUST_READ = "must be read"
MUST_REFUSE = "must not be read"
BEYOND = "cannot be told"


@dataclass(frozen=True)
class Tolerance:
    """A card's position, and what else affects it, in a case that has to be read."""

    name: str
    card: InsertedCard  # its code is replaced by every code in turn
    hand: float = 0.0
    drift_pf: float = 0.0


@dataclass(frozen=True)
class MarginRow:
    """One line of the report.

    `margin` is, in counts, how far the worst pad is from doubt (must be read) or how far all pads are from a code (must
    not be read); negative when the case fails. `weakest_one` and `strongest_zero` are counts below empty (None in cases
    without cards).
    """

    case: str
    demand: str
    margin: float
    outcome: str
    weakest_one: float | None = None
    strongest_zero: float | None = None


def tolerances(geometry: Geometry) -> list[Tolerance]:
    """The cases in which a card has to be read, the worst combinations last."""
    tight, wide, hand = geometry.tight_gap_mm, geometry.wide_gap_mm, geometry.edge_hand
    drift = geometry.drift_pf
    askew = InsertedCard(0, short_mm=1.0, shift_mm=geometry.shift_mm, tilt_deg=geometry.tilt_deg)
    return [
        Tolerance("as built", InsertedCard(0)),
        Tolerance("bent up to the hood", InsertedCard(0, gap_mm=wide)),
        Tolerance("pressed on the film", InsertedCard(0, gap_mm=tight)),
        Tolerance(f"shifted {geometry.shift_mm} mm", InsertedCard(0, shift_mm=geometry.shift_mm)),
        Tolerance(f"tilted {geometry.tilt_deg}°", InsertedCard(0, tilt_deg=geometry.tilt_deg)),
        Tolerance("1 mm short of the end stop", InsertedCard(0, short_mm=1.0)),
        Tolerance("fingers at the card's edge", InsertedCard(0), hand=hand),
        Tolerance("bent, askew, drifted", replace(askew, gap_mm=wide), drift_pf=-drift),
        Tolerance("bent, askew, drifted, fingers", replace(askew, gap_mm=wide), hand, drift),
        Tolerance("pressed, askew, drifted, fingers", replace(askew, gap_mm=tight), hand, drift),
    ]


def extreme_slots(geometry: Geometry) -> list[Slot]:
    """The slots at the extremes of cards and pads: shallow and deep foil, pads of little and of much stray."""
    return [
        Slot(replace(extreme, stray_pf=extreme.stray_pf + sign * extreme.stray_tolerance_pf))
        for extreme in geometry.extremes()
        for sign in (-1, 1)
    ]


def worst_drops(slots: Sequence[Slot], number: int, codes: Sequence[int], charge: Charge) -> tuple[float, float]:
    """The weakest joined and the strongest isolated pad of these codes in a case of `tolerances`, by its number."""
    weakest, strongest = 1.0, 0.0
    for slot in slots:
        case = tolerances(slot.geometry)[number]
        empty = slot.capacitances([])
        slot.drift_pf = case.drift_pf
        for code in codes:
            of_pads = drops(charge, empty, slot.capacitances([replace(case.card, code=code)], case.hand))
            weakest = min(weakest, *(of_pads[pad] for pad in range(PADS) if code >> pad & 1))
            strongest = max(strongest, *(of_pads[pad] for pad in range(PADS) if not code >> pad & 1))
        slot.drift_pf = 0.0
    return weakest, strongest


def margins_report(geometry: Geometry = GRID, charge: Charge | None = None) -> list[MarginRow]:
    """All lines for a slot; takes some seconds, since every code is tried in every case."""
    report = _Report(geometry, charge or Charge())
    away = "face away (the keyed corner forbids it)"
    return [
        *(report.tolerance_row(number) for number in range(len(tolerances(geometry)))),
        report.insertion_row(CODES),
        report.insertion_row(ALL_CODES, BEYOND),
        report.hand_row(),
        report.hand_on_card_row(),
        report.two_cards_row(geometry.card_thickness_mm),
        report.two_cards_row(0.6),
        report.two_cards_row(1.2),
        report.wrong_way_row("turned end for end", MUST_REFUSE, turned=True),
        report.wrong_way_row(away, BEYOND, face_away=True),
        report.keyed_row(),
    ]


class _Report:
    """Computes the lines of a slot."""

    def __init__(self, geometry: Geometry, charge: Charge) -> None:
        self._geometry = geometry
        self._charge = charge
        self._shallow, self._deep = geometry.extremes()
        self._slots = extreme_slots(geometry)
        self._slot = Slot(geometry)
        self._empty = self._slot.capacitances([])

    def _drops(self, cards: Sequence[InsertedCard], hand: float = 0.0) -> list[float]:
        return drops(self._charge, self._empty, self._slot.capacitances(cards, hand))

    def tolerance_row(self, number: int) -> MarginRow:
        """The weakest joined and the strongest isolated pad over all codes and all differences of cards and pads."""
        weakest, strongest = worst_drops(self._slots, number, CODES, self._charge)
        margin, full = min(weakest - ONE_FROM, ZERO_UP_TO - strongest), self._charge.empty_counts
        outcome = f"all {len(CODES)} codes read" if margin > 0 else "in doubt: not read"
        case = tolerances(self._geometry)[number].name
        return MarginRow(case, MUST_READ, margin * full, outcome, weakest * full, strongest * full)

    def _refused(self, case: str, nearest: float, outcome: str, demand: str = MUST_REFUSE) -> MarginRow:
        return MarginRow(case, demand, nearest * self._charge.empty_counts, outcome)

    def insertion_row(self, codes: Sequence[int], demand: str = MUST_REFUSE) -> MarginRow:
        """Cards of all codes at every depth."""
        gaps = self._shallow.tight_gap_mm, self._geometry.gap_mm, self._deep.wide_gap_mm
        misread, read_to_mm, nearest = insertion(self._geometry, self._charge, codes, gaps)
        outcome = f"{len(misread)} misread; each read as itself up to {read_to_mm:.0f} mm short"
        return self._refused(f"half in, every depth, {len(codes)} codes", nearest, outcome, demand)

    def hand_row(self) -> MarginRow:
        """A hand without a card, from far away to fully in."""
        readings = [self._drops([], step / 100) for step in range(101)]
        ones = sorted({read(reading).ones.bit_count() for reading in readings})
        outcome = f"{', '.join(map(str, ones))} ones, never four without doubt"
        return self._refused("hand alone", min(map(step_to_a_code, readings)), outcome)

    def hand_on_card_row(self) -> MarginRow:
        """A hand pressed on a card only adds: the card is read, or nothing is."""
        readings = [(code, self._drops([InsertedCard(code)], step / 20)) for code in CODES for step in range(1, 21)]
        most = max(read(reading).ones.bit_count() for _, reading in readings)
        nearest = min(step_to_another_code(reading, code) for code, reading in readings)
        return self._refused("hand pressed on a card", nearest, f"its own code, doubt, or up to {most} ones")

    def two_cards_row(self, apart_mm: float) -> MarginRow:
        """Two different cards, their foils `apart_mm` from each other; a selection of all pairs."""
        behind_mm = self._geometry.gap_mm + apart_mm
        pairs = [(one, two) for one in CODES[::7] for two in CODES[::3] if one != two]
        readings = [self._drops([InsertedCard(one), InsertedCard(two, gap_mm=behind_mm)]) for one, two in pairs]
        own = [code and code == one for code, (one, _) in zip(map(_code, readings), pairs, strict=True)]
        first_alone, other = own.count(True), own.count(False)
        seen = f"{other} misread, {first_alone} of {len(pairs)} read as the nearer card"
        demand = BEYOND if first_alone else MUST_REFUSE
        return self._refused(
            f"second card, foils {apart_mm} mm apart", min(map(step_to_a_code, readings)), seen, demand
        )

    def wrong_way_row(self, case: str, demand: str, turned: bool = False, face_away: bool = False) -> MarginRow:
        """A card put in the wrong way round."""
        readings = [self._drops([InsertedCard(code, turned=turned, face_away=face_away)]) for code in CODES]
        taken = sum(_code(reading) not in (None, own) for own, reading in zip(CODES, readings, strict=True))
        outcome = f"{taken} of {len(CODES)} taken for another card"
        return self._refused(case, min(map(step_to_a_code, readings)), outcome, demand)

    def keyed_row(self) -> MarginRow:
        """Cards of all codes the wrong way round, from the mouth to where the key holds them."""
        gaps = self._shallow.tight_gap_mm, self._deep.wide_gap_mm
        taken, nearest = wrong_way_in(self._geometry, self._charge, CODES, gaps)
        outcome = f"{taken} taken for a card; held {self._geometry.key_stop_mm():.0f} mm short"
        return self._refused("the wrong way round, up to the key", nearest, outcome)


def _code(reading: list[float]) -> int | None:
    return read(reading).code()


@dataclass(frozen=True)
class CardsRow:
    """A class of cards in a slot on film or on a board, in the worst case; the last three as in `MarginRow`."""

    slot: str
    cards: Thickness
    geometry: Geometry
    weakest_one: float
    strongest_zero: float
    margin: float


def cards_rows(charge: Charge | None = None) -> list[CardsRow]:
    """Every class of cards, on film and on a board whose solder mask is the film."""
    rows = []
    for (name, slot), cards in product((("film", GRID), ("board", SLOT_BOARD)), THICKNESSES.values()):
        geometry = slot.for_cards(cards)
        report = _Report(geometry, charge or Charge())
        cases = [report.tolerance_row(number) for number in range(len(tolerances(geometry)))]
        row = CardsRow(
            slot=name,
            cards=cards,
            geometry=geometry,
            weakest_one=min(case.weakest_one or 0.0 for case in cases),
            strongest_zero=max(case.strongest_zero or 0.0 for case in cases),
            margin=min(case.margin for case in cases),
        )
        rows.append(row)
    return rows


def _worst(rows: Sequence[MarginRow]) -> MarginRow:
    return min((row for row in rows if row.demand != BEYOND), key=lambda row: row.margin)


def decision(rows: Sequence[MarginRow]) -> str:
    """One sentence: whether all that must be read is read, and nothing else is."""
    worst = _worst(rows)
    verdict = "holds" if worst.margin > 0 else "fails"
    return f"The slot {verdict}: smallest margin {worst.margin:.1f} counts ({worst.case})."


def print_margins(title: str, rows: Sequence[MarginRow], charge: Charge) -> None:
    """Print the lines of a slot, narrow enough for a terminal of 80 columns."""
    table = Table(title="Figures in counts, σ: in standard deviations of the noise")
    table.add_column("case", ratio=5)
    table.add_column("demand", ratio=3)
    for heading in ("least 1", "most 0", "margin", "σ"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("outcome", ratio=6)
    for row in rows:
        pads = ["" if value is None else f"{value:.0f}" for value in (row.weakest_one, row.strongest_zero)]
        style = "dim" if row.demand == BEYOND else "red" if row.margin <= 0 else ""
        figures = [f"{row.margin:.1f}", f"{row.margin / charge.noise_counts:.1f}"]
        table.add_row(row.case, row.demand, *pads, *figures, row.outcome, style=style)
    console, full, noise = Console(), charge.empty_counts, charge.noise_counts
    console.print(title, highlight=False)
    console.print(table)
    console.print(
        f"Counts below the empty reading of {full:.0f}. A pad is 1 from {ONE_FROM * full:.0f} on and 0 up to"
        f" {ZERO_UP_TO * full:.1f}; between them nothing is read. One σ, the noise, is {noise:.1f} counts."
    )
    console.print(decision(rows))
    console.print("Cannot be told: the same card twice, and a shift by a whole pitch, which the walls prevent.")


def print_cards(rows: Sequence[CardsRow]) -> None:
    """Print the margins of every class of cards."""
    table = Table(title="For each class of cards: weakest one and strongest zero of all")
    for heading in ("slot", "cards"):
        table.add_column(heading, no_wrap=True)
    for heading in ("mm", "channel", "gap", "one", "zero", "margin"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        cards, (shallow, deep) = row.cards, row.geometry.extremes()
        thick, gap = (
            f"{cards.thinnest_mm:.2f}–{cards.thickest_mm:.2f}",
            f"{shallow.tight_gap_mm:.2f}–{deep.wide_gap_mm:.2f}",
        )
        figures = [f"{row.weakest_one:.0f}", f"{row.strongest_zero:.0f}", f"{row.margin:.1f}"]
        table.add_row(row.slot, cards.name, thick, f"{cards.channel_mm:.2f}", gap, *figures)
    console = Console()
    console.print(table)
    two_fit = list(dict.fromkeys(row.cards.name for row in rows if not row.geometry.excludes_two))
    console.print(f"Two cards fit into the channel of {', '.join(two_fit) or 'no class'}.")


def holds(rows: Sequence[MarginRow]) -> bool:
    """Whether all that must be read is read, and nothing that must not be."""
    return _worst(rows).margin > 0
