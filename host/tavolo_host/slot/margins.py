"""The margins of a slot: which cards it tells apart, by how much, and what it must not take for a card.

Everything is computed from the slot's geometry and from estimates (`tavolo_host.slot.geometry`), in whose place
values may come that were measured (`tavolo_host.slot.measured`). A margin is given in counts of the chip's converter
for a pad that reads 650 when empty, and in standard deviations of an assumed noise of one count.

Arrangement: the 3×3 grid. With all tolerances at once its weakest joined pad still lies 60 counts below
empty and its strongest isolated pad 40, so thresholds fit between. In a single row the patches are so
narrow and so close that the isolated ones reach 60 counts and the joined ones fall to 50: no thresholds
fit. The row's advantage, that a card half in loses all pads at once, the grid makes up for with codes that
use the row nearest the mouth: 111 of 126, enough for the 99 cards of the largest game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.console import Console
from rich.table import Table

from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import GRID, PADS, ROW, Geometry
from tavolo_host.slot.insertion import ALL_CODES, codes_of, insertion, wrong_way_in
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge, drops, read, step_to_a_code, step_to_another_code

MUST_READ = "must be read"
MUST_REFUSE = "must not be read"
BEYOND = "cannot be told"


@dataclass(frozen=True)
class Tolerance:
    """How a card lies, and what else is there, in a case that has to be read."""

    name: str
    card: InsertedCard  # its code is replaced by every code in turn
    hand: float = 0.0
    drift_pf: float = 0.0


@dataclass(frozen=True)
class MarginRow:
    """One line of the report.

    `weakest_one` and `strongest_zero` are counts below empty (None where cards are not what is looked at).
    `margin` is, in counts, how far the worst pad is from doubt (must be read) or how far all pads are from
    a code (must not be read); negative where it goes wrong. `noises` is the same in standard deviations of
    the noise.
    """

    arrangement: str
    case: str
    demand: str
    weakest_one: float | None
    strongest_zero: float | None
    margin: float
    noises: float
    outcome: str


def tolerances(geometry: Geometry) -> list[Tolerance]:
    """The cases in which a card has to be read, the last ones with everything against it."""
    tight, wide, drift, hand = (
        geometry.tight_gap_mm,
        geometry.wide_gap_mm,
        geometry.drift_pf,
        geometry.edge_hand,
    )
    askew = InsertedCard(0, short_mm=1.0, shift_mm=geometry.shift_mm, tilt_deg=geometry.tilt_deg)
    return [
        Tolerance("as built", InsertedCard(0)),
        Tolerance(f"bent card, gap {wide} mm", InsertedCard(0, gap_mm=wide)),
        Tolerance(f"pressed card, gap {tight} mm", InsertedCard(0, gap_mm=tight)),
        Tolerance(f"shifted {geometry.shift_mm} mm", InsertedCard(0, shift_mm=geometry.shift_mm)),
        Tolerance(f"tilted {geometry.tilt_deg}°", InsertedCard(0, tilt_deg=geometry.tilt_deg)),
        Tolerance("1 mm short of the end stop", InsertedCard(0, short_mm=1.0)),
        Tolerance("fingers at the card's edge", InsertedCard(0), hand=hand),
        Tolerance("bent, askew, drifted", replace(askew, gap_mm=wide), drift_pf=-drift),
        Tolerance("pressed, drifted, fingers", InsertedCard(0, gap_mm=tight), hand, drift),
    ]


def margins_report(geometry: Geometry = GRID, charge: Charge | None = None) -> list[MarginRow]:
    """All lines for one arrangement; takes some seconds, since every code is tried in every case."""
    charge = charge or Charge()
    report = _Report(geometry, charge)
    rows = [report.tolerance_row(tolerance) for tolerance in tolerances(geometry)]
    rows.append(report.insertion_row())
    if geometry.rows > 1:
        rows.append(report.insertion_row(ALL_CODES, BEYOND))
    rows += [report.hand_row(), report.hand_on_card_row()]
    rows += [report.two_cards_row(apart) for apart in (geometry.card_thickness_mm, 0.6, 1.2)]
    rows.append(report.wrong_way_row("turned end for end", MUST_REFUSE, turned=True))
    rows.append(report.wrong_way_row("face away (the keyed corner forbids it)", BEYOND, face_away=True))
    if geometry.rows > 1:
        rows.append(report.keyed_row())
    return rows


class _Report:
    """Computes the lines of one arrangement."""

    def __init__(self, geometry: Geometry, charge: Charge) -> None:
        self._geometry = geometry
        self._charge = charge
        self._codes = codes_of(geometry)
        spread = geometry.stray_tolerance_pf
        strays = (geometry.stray_pf - spread, geometry.stray_pf, geometry.stray_pf + spread)
        self._slots = [Slot(replace(geometry, stray_pf=stray)) for stray in strays]
        self._slot = self._slots[1]
        self._empty = self._slot.capacitances([])

    def _drops(self, cards: Sequence[InsertedCard], hand: float = 0.0) -> list[float]:
        return drops(self._charge, self._empty, self._slot.capacitances(cards, hand))

    def _row(
        self, case: str, demand: str, margin: float, outcome: str, pads: tuple[float, float] | None = None
    ) -> MarginRow:
        full = self._charge.empty_counts
        one, zero = (pads[0] * full, pads[1] * full) if pads else (None, None)
        noises = margin * full / self._charge.noise_counts
        return MarginRow(self._geometry.name, case, demand, one, zero, margin * full, noises, outcome)

    def tolerance_row(self, tolerance: Tolerance) -> MarginRow:
        """The weakest joined and the strongest isolated pad over all codes and over pads with little and
        much stray."""
        weakest, strongest = 1.0, 0.0
        for slot in self._slots:
            empty = slot.capacitances([])
            slot.drift_pf = tolerance.drift_pf
            for code in self._codes:
                now = slot.capacitances([replace(tolerance.card, code=code)], tolerance.hand)
                of_pads = drops(self._charge, empty, now)
                weakest = min(weakest, *(of_pads[pad] for pad in range(PADS) if code >> pad & 1))
                strongest = max(strongest, *(of_pads[pad] for pad in range(PADS) if not code >> pad & 1))
            slot.drift_pf = 0.0
        margin = min(weakest - ONE_FROM, ZERO_UP_TO - strongest)
        outcome = f"all {len(self._codes)} codes read" if margin > 0 else "in doubt: not read"
        return self._row(tolerance.name, MUST_READ, margin, outcome, (weakest, strongest))

    def insertion_row(self, codes: Sequence[int] = (), demand: str = MUST_REFUSE) -> MarginRow:
        """Cards of all codes at every depth."""
        geometry, codes = self._geometry, codes or self._codes
        gaps = geometry.tight_gap_mm, geometry.gap_mm, geometry.wide_gap_mm
        result = insertion(geometry, self._charge, codes, gaps)
        outcome = f"{len(result.misread)} misread; each read as itself up to {result.read_to_mm:.0f} mm short"
        return self._row(f"half in, every depth, {len(codes)} codes", demand, result.step, outcome)

    def hand_row(self) -> MarginRow:
        """A hand without a card, from far away to fully in."""
        readings = [self._drops([], step / 100) for step in range(101)]
        ones = sorted({read(reading).ones.bit_count() for reading in readings})
        outcome = f"{', '.join(str(count) for count in ones)} ones, never four without doubt"
        return self._row("hand alone", MUST_REFUSE, min(map(step_to_a_code, readings)), outcome)

    def hand_on_card_row(self) -> MarginRow:
        """A hand pressed on a card only adds: the card is read, or nothing is."""
        nearest, most = 1.0, 0
        for code in self._codes:
            for step in range(1, 21):
                reading = self._drops([InsertedCard(code)], step / 20)
                nearest = min(nearest, step_to_another_code(reading, code))
                most = max(most, read(reading).ones.bit_count())
        return self._row("hand pressed on a card", MUST_REFUSE, nearest, f"its own code, doubt, or up to {most} ones")

    def two_cards_row(self, apart_mm: float) -> MarginRow:
        """Two different cards, their foils `apart_mm` from each other; a selection of all pairs."""
        behind_mm = self._geometry.gap_mm + apart_mm
        other, first_alone, nearest = 0, 0, 1.0
        pairs = [(one, two) for one in self._codes[::7] for two in self._codes[::3] if one != two]
        for one, two in pairs:
            reading = self._drops([InsertedCard(one), InsertedCard(two, gap_mm=behind_mm)])
            code = read(reading).code()
            first_alone += code == one
            other += code is not None and code != one
            nearest = min(nearest, step_to_a_code(reading))
        seen = f"{other} misread, {first_alone} of {len(pairs)} read as the nearer card"
        demand = BEYOND if first_alone else MUST_REFUSE
        return self._row(f"second card, foils {apart_mm} mm apart", demand, nearest, seen)

    def wrong_way_row(self, case: str, demand: str, turned: bool = False, face_away: bool = False) -> MarginRow:
        """A card put in the wrong way round."""
        ways = [InsertedCard(code, turned=turned, face_away=face_away) for code in self._codes]
        readings = [self._drops([card]) for card in ways]
        taken = sum(read(reading).code() not in (None, card.code) for reading, card in zip(readings, ways, strict=True))
        nearest = min(step_to_a_code(reading) for reading in readings)
        return self._row(case, demand, nearest, f"{taken} of {len(ways)} taken for another card")

    def keyed_row(self) -> MarginRow:
        """Cards of all codes the wrong way round, from the mouth to where the key holds them."""
        stop_mm = self._geometry.key_stop_mm()
        gaps = self._geometry.tight_gap_mm, self._geometry.wide_gap_mm
        taken, nearest = wrong_way_in(self._geometry, self._charge, self._codes, gaps)
        outcome = f"{taken} taken for a card; held {stop_mm:.0f} mm short"
        return self._row("the wrong way round, up to the key", MUST_REFUSE, nearest, outcome)


def decision(rows: Sequence[MarginRow]) -> str:
    """One sentence an arrangement: whether all that must be read is read, and nothing else is."""
    sentences = []
    for name in dict.fromkeys(row.arrangement for row in rows):
        must = [row for row in rows if row.arrangement == name and row.demand != BEYOND]
        worst = min(must, key=lambda row: row.margin)
        verdict = "holds" if worst.margin > 0 else "fails"
        sentences.append(f"The {name} {verdict}: smallest margin {worst.margin:.1f} counts ({worst.case}).")
    return " ".join(sentences)


def _table(arrangement: str, rows: Sequence[MarginRow]) -> Table:
    """The rows of one arrangement, as narrow as a terminal of 80 columns."""
    table = Table(title=f"{arrangement} (figures in counts, σ: in standard deviations of the noise)")
    table.add_column("case", ratio=5)
    table.add_column("demand", ratio=3)
    for heading in ("least 1", "most 0", "margin", "σ"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("outcome", ratio=6)
    for row in rows:
        pads = ["" if value is None else f"{value:.0f}" for value in (row.weakest_one, row.strongest_zero)]
        style = "dim" if row.demand == BEYOND else "red" if row.margin <= 0 else ""
        figures = [f"{row.margin:.1f}", f"{row.noises:.1f}"]
        table.add_row(row.case, row.demand, *pads, *figures, row.outcome, style=style)
    return table


def print_table(rows: Sequence[MarginRow], console: Console | None = None) -> None:
    """Print the report, a table for each arrangement."""
    console = console or Console()
    charge = Charge()
    console.print("Margins of the slot: computed from its geometry, not measured")
    for arrangement in dict.fromkeys(row.arrangement for row in rows):
        console.print(_table(arrangement, [row for row in rows if row.arrangement == arrangement]))
    full, noise = charge.empty_counts, charge.noise_counts
    console.print(
        f"Counts below the empty reading of {full:.0f}. A pad is 1 from {ONE_FROM * full:.0f} on and 0 up to"
        f" {ZERO_UP_TO * full:.1f}; between them nothing is read. Noise is taken as {noise:.0f} count."
    )
    console.print(decision(rows))
    console.print("Not to be told at all: the same card twice, and a shift by a whole pitch, which the walls prevent.")


def print_measured(geometry: Geometry, charge: Charge, names: Sequence[str], console: Console | None = None) -> bool:
    """Print the margins of a slot some of whose values were measured; return whether all that must be is told apart."""
    console = console or Console()
    rows = margins_report(geometry, charge)
    console.print(f"Measured: {', '.join(names) or 'nothing'}. The rest is assumed.", highlight=False)
    console.print(_table(geometry.name, rows))
    console.print(decision(rows))
    return all(row.margin > 0 for row in rows if row.demand != BEYOND)


def both_arrangements() -> list[MarginRow]:
    """The report for the grid and for the single row, one after the other."""
    return margins_report(GRID) + margins_report(ROW)
