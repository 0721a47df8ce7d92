"""Values that were measured on a real slot, in place of what `Geometry` and `Charge` assume: a TOML file.

Each line is a name and a number; a value that is left out stays as assumed. `hardware/measuring.md` says how each is
measured.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from tavolo_host.runtime.input_file import content_of
from tavolo_host.slot.geometry import GRID, Geometry
from tavolo_host.slot.reading import Charge
from tavolo_host.texts.encodings import decoded

TOO_MUCH = 1e9  # too large to print
MOST_BYTES = 1 << 24  # of a file with measured values, or of a report
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
    each.name: Quantity(**each.metadata) for each in (*fields(Geometry), *fields(Charge)) if each.metadata
}


def values_from_text(text: str) -> dict[str, float]:
    """The measured values of a text, each within its limits; ValueError is a sentence."""
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        why = str(problem)
    except RecursionError:
        why = "it is nested deeply"
    except ValueError:  # of more digits than Python reads
        why = "a number in it is too long"
    else:
        return {name: checked(name, value) for name, value in entries.items()}
    raise ValueError(f"This is not a list of names and numbers, as in film_mm = 0.2: {why}.")


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
        text = decoded(content_of(path, MOST_BYTES))
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
