"""Fits the model's values to what a board measured, from the reports of `tavolo selftest`.

Empty electrodes give strays, their spread and the noise. What a card in the slot adds to joined and to isolated pads
gives one of the layers below the foil, and the stray of an isolated patch: those with which the model adds the same. A
card that is pressed on the film, without air, gives the film's permittivity; once that is known, a card that is not
pressed gives the air below it. Two reports of different days give the drift.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from tavolo.seat.states import KEYS
from tavolo.wiring import PADS
from tavolo_host.runtime.input_file import content_of
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import CHARGE_TIMES, GRID, WIDTH_IN_DEVIATIONS, Geometry
from tavolo_host.slot.measured import MOST_BYTES, QUANTITIES
from tavolo_host.texts.encodings import decoded

SUPPLY_V = 3.3
COUNTS = 1024
ELECTRODES = PADS + KEYS
NO_CARD = -1
STEPS = 40  # of a bisection


@dataclass(frozen=True)
class SeatMeasures:
    """One seat of a report: its twelve untouched electrodes in pF, their scatter, and what a card added to the pads."""

    seat: int
    untouched_pf: tuple[float, ...]
    noise_counts: tuple[float, ...]
    code: int  # -1 without a card
    added_pf: tuple[float, ...]
    is_virtual: bool = False  # its board


def seats_of(path: Path) -> list[SeatMeasures]:
    """The measured seats of a report; ValueError says what is wrong with it, OSError that it cannot be read."""
    content = content_of(path, MOST_BYTES)
    try:
        report = json.loads(decoded(content))
        # Where no electrode of a seat was out of the chip's range.
        found = [_seat(seat) for seat in report["seats"] if _is_measured(seat["electrodes"])]
        board = report.get("board")
        is_virtual = isinstance(board, dict) and board.get("board") == "virtual"
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        raise ValueError(f"{path} is not a selftest's report: `tavolo selftest --cards --report {path}`.") from None
    if not found:
        raise ValueError(f"{path} has no seat with measured electrodes.")
    return [replace(each, is_virtual=is_virtual) for each in found]


def _is_measured(electrodes: Sequence[Any]) -> bool:
    return bool(electrodes) and all(each["picofarads"] is not None for each in electrodes)


def _seat(seat: Any) -> SeatMeasures:
    """The measures of a seat of a report; any exception where something is missing or impossible."""
    number, card, chip = int(seat["seat"]), seat["card"] or {}, seat["chip"]
    untouched, noise = (tuple(float(each[name]) for each in seat["electrodes"]) for name in ("picofarads", "noise"))
    if len(untouched) != ELECTRODES:
        raise ValueError
    if not card.get("counts") or card["code"] == NO_CARD:
        return SeatMeasures(number, untouched, noise, NO_CARD, ())
    if card["code"] not in range(1 << PADS) or chip["charge_time"] not in CHARGE_TIMES:
        raise ValueError
    unit = 0.5 * 2 ** (chip["charge_time"] - 1) * COUNTS / SUPPLY_V  # pF that 1 µA charges to one count
    pads = zip(chip["charges"][:PADS], card["counts"], untouched[:PADS], strict=True)
    added = tuple(current * unit / count - empty for current, count, empty in pads)
    return SeatMeasures(number, untouched, noise, card["code"], added)


def measured_values(
    reports: Sequence[Sequence[SeatMeasures]], geometry: Geometry = GRID, known: Collection[str] = ()
) -> dict[str, float]:
    """The values in the reports, by the names of `measured.QUANTITIES`; later reports add the drift.

    `geometry` is the slot with the values that are already `known`. If those include the film's permittivity, the air
    below the cards is fitted, otherwise the film's permittivity for the geometry's air.
    """
    first = reports[0]
    pads = [value for seat in first for value in seat.untouched_pf[:PADS]]
    keys = [value for seat in first for value in seat.untouched_pf[PADS:]]
    values = {
        "stray_pf": mean(pads),
        "stray_tolerance_pf": max(abs(value - mean(pads)) for value in pads),
        "key_stray_pf": mean(keys),
        "noise_counts": mean(noise for seat in first for noise in seat.noise_counts) / WIDTH_IN_DEVIATIONS,
    }
    if len(reports) > 1:
        values["drift_pf"] = _drift_pf(reports)
    cards = [seat for report in reports for seat in report if seat.code >= 0]
    if cards:
        layer = "air_mm" if "film_permittivity" in known else "film_permittivity"
        fitted = _fitted(replace(geometry, stray_pf=values["stray_pf"]), cards, layer)
        values |= {name: getattr(fitted, name) for name in (layer, "patch_stray_pf")}
    return values


def _drift_pf(reports: Sequence[Sequence[SeatMeasures]]) -> float:
    before = {seat.seat: np.array(seat.untouched_pf) for seat in reports[0]}
    later = [seat for report in reports[1:] for seat in report if seat.seat in before]
    if not later:
        raise ValueError("The reports have no seat in common, so they do not tell the drift.")
    return max(float(abs(seat.untouched_pf - before[seat.seat]).max()) for seat in later)


def _fitted(geometry: Geometry, cards: Sequence[SeatMeasures], layer: str) -> Geometry:
    """Fit the layer and the patch's stray so that the model adds what the cards have added."""
    for _ in range(3):  # each hardly affects the other
        geometry = _solved(geometry, cards, layer, joined=True)
        geometry = _solved(geometry, cards, "patch_stray_pf", joined=False)
    return geometry


def _solved(geometry: Geometry, cards: Sequence[SeatMeasures], name: str, joined: bool) -> Geometry:
    """Fit the quantity, on which what the cards add depends monotonically, by bisection."""
    of_interest = [[bool(card.code >> pad & 1) == joined for pad in range(PADS)] for card in cards]

    def mean_of(added_pf: Sequence[Any]) -> float:
        """The mean over cards of what each adds to its joined, or to its isolated pads."""
        return mean(float(np.mean(added, where=pads)) for added, pads in zip(added_pf, of_interest, strict=True))

    def with_value(value: float) -> Geometry:
        return replace(geometry, **{name: value})  # type: ignore[arg-type]

    def added(value: float) -> float:
        slot = Slot(with_value(value))
        return mean_of([np.subtract(slot.capacitances([InsertedCard(card.code)]), slot.pad_stray_pf) for card in cards])

    wanted = mean_of([card.added_pf for card in cards])
    # From the end at which the cards add least.
    little, much = sorted((QUANTITIES[name].least, QUANTITIES[name].greatest), key=added)
    if not added(little) <= wanted <= added(much):
        raise ValueError(
            f"{'Joined' if joined else 'Isolated'} pads gained {wanted:.2f} pF by the card where the model allows"
            f" {added(little):.2f} to {added(much):.2f}: are film and card as assumed, is the ground strip connected?"
        )
    for _ in range(STEPS):
        middle = (little + much) / 2
        little, much = (middle, much) if added(middle) < wanted else (little, middle)
    return with_value((little + much) / 2)


def as_text(values: Mapping[str, float], of_virtual: bool = False) -> str:
    """The values as a TOML file for `tavolo margins --measured`, each with its meaning."""
    where = "a virtual board, so this says nothing of a real slot" if of_virtual else "a real slot"
    lines = [f"# Measured on {where}; hardware/measuring.md says how."]
    for name, value in values.items():
        quantity = QUANTITIES[name]
        unit = f"{quantity.unit}, " if quantity.unit else ""
        lines.append(f"{name} = {value:.3f}  # {unit}{quantity.meaning}")
    return "\n".join(lines) + "\n"
