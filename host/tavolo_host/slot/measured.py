"""Values that were measured on a real slot, in place of what `Geometry` and `Charge` assume: a TOML file.

Each line is a name and a number; a value that is left out stays as assumed. `hardware/measuring.md` says how each is
measured.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tavolo_host.slot.geometry import GRID, Geometry
from tavolo_host.slot.reading import Charge

TOO_MUCH = 1e9  # too large to print
LONGEST_TIME_US = 2.0  # of the charges that the board's calibration tries


@dataclass(frozen=True)
class Quantity:
    """A quantity that can be measured: its unit, its limits, and its meaning."""

    unit: str
    least: float
    greatest: float
    meaning: str

    @property
    def room(self) -> str:
        """The limits in words."""
        return f"from {self.least:g} to {self.greatest:g}{' ' if self.unit else ''}{self.unit}"


QUANTITIES: Mapping[str, Quantity] = {
    "stray_pf": Quantity("pF", 1.0, 38.0, "an electrode of the empty slot, trace and pin included"),
    "stray_tolerance_pf": Quantity("pF", 0.0, 15.0, "how far the nine pads differ from that, either way"),
    "drift_pf": Quantity("pF", 0.0, 5.0, "how far an electrode wanders with damp and heat, either way"),
    "film_mm": Quantity("mm", 0.01, 1.0, "the film over the pads"),
    "film_permittivity": Quantity("", 1.0, 10.0, "of the film, and of what else affects a pressed card's reading"),
    "air_mm": Quantity("mm", 0.0, 2.0, "under a card that is not pressed"),
    "foil_depth_mm": Quantity("mm", 0.01, 1.0, "of a card's foil, below the face that lies on the film"),
    "paper_permittivity": Quantity("", 1.0, 10.0, "of what lies between that face and the foil"),
    "card_thickness_mm": Quantity("mm", 0.1, 1.0, "a card with its foil"),
    "channel_mm": Quantity("mm", 0.1, 3.0, "from film to hood"),
    "patch_stray_pf": Quantity("pF", 0.0, 5.0, "an isolated patch to its surroundings"),
    "shielded_pf": Quantity("pF", 0.0, 5.0, "what a patch takes from the pad's own field"),
    "foil_stray_pf": Quantity("pF", 0.0, 20.0, "the joined foil to its surroundings, strip and pads apart"),
    "edge_pf": Quantity("pF", 0.0, 1.0, "between neighbouring patches: a mm of edge, 1 mm apart"),
    "hand_pad_pf": Quantity("pF", 0.0, 50.0, "a finger pressed on the film over a pad"),
    "hand_patch_pf": Quantity("pF", 0.0, 50.0, "a finger pressed on a card over a patch"),
    "edge_hand": Quantity("", 0.0, 1.0, "the share of a hand that is felt while fingers hold the card's edge"),
    "key_stray_pf": Quantity("pF", 1.0, 38.0, "a key's electrode, untouched"),
    "key_touch_pf": Quantity("pF", 0.1, 50.0, "what a finger adds to a key"),
    "shift_mm": Quantity("mm", 0.0, 2.0, "how far the walls let a card shift, either way"),
    "tilt_deg": Quantity("°", 0.0, 5.0, "how far they let it turn"),
    "noise_counts": Quantity("counts", 0.0, 50.0, "standard deviation of an electrode's reading"),
}


def values_from_text(text: str) -> dict[str, float]:
    """The measured values of a text, each within its limits; ValueError is a sentence."""
    try:
        entries = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        why = "it is nested deeply" if isinstance(problem, RecursionError) else problem
        raise ValueError(f"This is not a list of names and numbers, as in film_mm = 0.2: {why}.") from None
    return {name: checked(name, value) for name, value in entries.items()}


def slot_with(values: Mapping[str, float], geometry: Geometry = GRID) -> tuple[Geometry, Charge]:
    """The slot and the charge with measured values; ValueError when the values do not fit together."""
    values = dict(values)
    noise = values.pop("noise_counts", None)
    found = replace(geometry, **values)  # type: ignore[arg-type]
    thick = found.card_thickness_mm
    if not found.foil_depth_mm <= thick or not found.air_mm + thick <= found.channel_mm + 1e-9:
        raise ValueError(
            f"The layers do not fit together: a foil {found.foil_depth_mm:g} mm deep in a card of {thick:g} mm, which"
            f" with {found.air_mm:g} mm of air below it lies in a channel of {found.channel_mm:g} mm."
        )
    charge = charge_for(found)
    return found, replace(charge, noise_counts=noise) if noise is not None else charge


def values_from_file(path: Path) -> dict[str, float]:
    """The measured values of a file; OSError if it cannot be read, ValueError as in `values_from_text`."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path} cannot be read: it is not text.") from None
    return values_from_text(text)


def checked(name: str, value: object) -> float:
    """The value of a quantity; ValueError names what is possible."""
    quantity = QUANTITIES.get(name)
    if quantity is None:
        raise ValueError(f"No measured quantity is called {name}; there are {', '.join(QUANTITIES)}.")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} is a number, {quantity.room}, not {value!r}.")
    if not quantity.least <= value <= quantity.greatest:
        found = "so much" if abs(value) >= TOO_MUCH else f"{value:g}"
        raise ValueError(f"{name} is {quantity.room}, not {found}: {quantity.meaning}.")
    return float(value)


def charge_for(geometry: Geometry) -> Charge:
    """The shortest charge that the board's calibration tries and that can measure the fullest pad."""
    if geometry.stray_tolerance_pf >= geometry.stray_pf:
        raise ValueError("Pads cannot differ by as much as they have: stray_tolerance_pf has to be below stray_pf.")
    charge = Charge()
    while True:
        try:
            charge.current_ua(geometry.stray_pf + geometry.stray_tolerance_pf)
            return charge
        except ValueError:
            if charge.time_us >= LONGEST_TIME_US:
                raise
        charge = replace(charge, time_us=2 * charge.time_us)
