"""Values that were measured on a real slot, in the place of what `Geometry` and `Charge` assume: a TOML file.

Each line is a name and a number; what is left out stays as assumed. How each is measured stands in
`hardware/measuring.md`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tavolo_host.slot.geometry import GRID, Geometry
from tavolo_host.slot.reading import Charge

TOO_MUCH = 1e9  # to be said in figures
LONGEST_TIME_US = 2.0  # that the board's calibration charges an electrode


@dataclass(frozen=True)
class Quantity:
    """Something that can be measured: its unit, what is possible, and what it is."""

    unit: str
    least: float
    greatest: float
    meaning: str

    @property
    def room(self) -> str:
        """From where to where, in words."""
        return f"from {self.least:g} to {self.greatest:g}{' ' if self.unit else ''}{self.unit}"


QUANTITIES: Mapping[str, Quantity] = {
    "stray_pf": Quantity("pF", 1.0, 38.0, "an electrode of the empty slot, trace and pin included"),
    "stray_tolerance_pf": Quantity("pF", 0.0, 15.0, "how far the nine pads differ from that, either way"),
    "drift_pf": Quantity("pF", 0.0, 5.0, "how far an electrode wanders with damp and heat, either way"),
    "film_mm": Quantity("mm", 0.01, 1.0, "the film over the pads"),
    "film_permittivity": Quantity("", 1.0, 10.0, "of the film, and of what else makes a pressed card read"),
    "air_mm": Quantity("mm", 0.0, 2.0, "under a card that lies as it falls"),
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
    "edge_hand": Quantity("", 0.0, 1.0, "how much of a hand is felt while fingers hold the card's edge"),
    "key_stray_pf": Quantity("pF", 1.0, 38.0, "a key's electrode, untouched"),
    "key_touch_pf": Quantity("pF", 0.1, 50.0, "what a finger adds to a key"),
    "shift_mm": Quantity("mm", 0.0, 2.0, "how far the walls let a card shift, either way"),
    "tilt_deg": Quantity("°", 0.0, 5.0, "how far they let it turn"),
    "noise_counts": Quantity("counts", 0.0, 50.0, "standard deviation of an electrode's reading"),
}


def values_from_text(text: str) -> dict[str, float]:
    """What was measured, each value possible for itself; ValueError is a sentence."""
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(f"That is no list of names and numbers, as in film_mm = 0.2: {problem}.") from None
    except RecursionError:
        raise ValueError("That is no list of names and numbers, as in film_mm = 0.2: it is nested deeply.") from None
    return {name: checked(name, value) for name, value in entries.items()}


def slot_with(values: Mapping[str, float], geometry: Geometry = GRID) -> tuple[Geometry, Charge]:
    """The slot and the charge with what was measured; ValueError when the values do not go together."""
    values = dict(values)
    noise = values.pop("noise_counts", None)
    found = replace(geometry, **values)  # type: ignore[arg-type]
    thick = found.card_thickness_mm
    if not found.foil_depth_mm <= thick or not found.air_mm + thick <= found.channel_mm + 1e-9:
        raise ValueError(
            f"The layers do not go together: a foil {found.foil_depth_mm:g} mm deep in a card of {thick:g} mm, which"
            f" with {found.air_mm:g} mm of air below it lies in a channel of {found.channel_mm:g} mm."
        )
    charge = charge_for(found)
    return found, replace(charge, noise_counts=noise) if noise is not None else charge


def values_from_file(path: Path) -> dict[str, float]:
    """What was measured, of a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is no text"
        raise ValueError(f"{path} cannot be read: {reason}.") from None
    return values_from_text(text)


def checked(name: str, value: object) -> float:
    """The value of a quantity; ValueError names what is possible."""
    quantity = QUANTITIES.get(name)
    if quantity is None:
        raise ValueError(f"Nothing that is measured is called {name}; there is {', '.join(QUANTITIES)}.")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} is a number, {quantity.room}, not {value!r}.")
    if not quantity.least <= value <= quantity.greatest:
        found = "so much" if abs(value) >= TOO_MUCH else f"{value:g}"
        raise ValueError(f"{name} is {quantity.room}, not {found}: {quantity.meaning}.")
    return float(value)


def charge_for(geometry: Geometry) -> Charge:
    """The shortest charge, of those that the board's calibration tries, with which the fullest pad can be measured."""
    charge = Charge()
    fullest_pf = geometry.stray_pf + geometry.stray_tolerance_pf
    while charge.time_us < LONGEST_TIME_US:
        try:
            charge.current_ua(fullest_pf)
        except ValueError:
            charge = replace(charge, time_us=2 * charge.time_us)
        else:
            break
    charge.current_ua(fullest_pf)
    if geometry.stray_tolerance_pf >= geometry.stray_pf:
        raise ValueError("Pads cannot differ by as much as they have: stray_tolerance_pf is less than stray_pf.")
    return charge
