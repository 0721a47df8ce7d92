"""A device with lights, what of the table it shows, and which of its pixels show what.

All of the table's lights are one row of levels: track, field (row by row), lamps.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Self

from tavolo.lights.layout import PANEL, Layout
from tavolo.maker.settings import defaults
from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS, LAMPS, TRACK_PIXELS
from tavolo_host.own_lights import ddp
from tavolo_host.own_lights.wiring import FORWARD, LEFT, RIGHT, SERPENTINE, TURNS, Wiring, places_of

FIELD_AT, LAMPS_AT = TRACK_PIXELS, TRACK_PIXELS + FIELD_COLUMNS * FIELD_ROWS
NOTHING = LAMPS_AT + LAMPS  # a dark pixel behind all others
TRACK, TRACK_AND_LAMPS, SEAT_LAMPS = "track", "track and lamps", "lamps"  # what a strip shows
FIELD, FIELD_AND_LAMPS = "field", "field and lamps"  # what a matrix does
MOST_PIXELS = 4096
MOST_LETTERS = 253  # of the name of a computer
FIRST, LAST = "first", "last"

_ADDRESS = re.compile(r"(ddp://)?([A-Za-z0-9_.-]+)(?::(\d{1,5}))?(?:/(\d{1,4})(?:x(\d{1,4}))?)?")


@dataclass(frozen=True)
class Device:
    """A strip or a matrix at `host`; a strip has one row. `begins` is the end at which the wire of a
    strip begins."""

    host: str
    columns: int
    rows: int = 1
    shows: str = ""
    begins: str = FIRST
    wiring: Wiring | None = None  # of a matrix; None until it is known
    name: str = ""
    port: int = ddp.PORT
    shapes: tuple[tuple[int, int], ...] = field(default=(), compare=False)  # (columns, rows) that it may have

    @classmethod
    def made(cls, host: str, columns: int, rows: int = 1, name: str = "", port: int = ddp.PORT) -> Self:
        """Return a device that shows as much of the table as it can; ValueError for one that is too small."""
        shown = showable(columns, rows)
        if not shown:
            raise ValueError(columns * rows)
        return cls(host, columns, rows, shown[0], name=name, port=port, shapes=shapes_of(columns, rows))

    @property
    def address(self) -> str:
        """Its host, with the port if that is not the usual one."""
        return self.host if self.port == ddp.PORT else f"{self.host}:{self.port}"

    @property
    def is_matrix(self) -> bool:
        """Whether it has rows."""
        return self.rows > 1

    @property
    def pixels(self) -> int:
        """How many pixels it has."""
        return self.columns * self.rows

    @property
    def panels(self) -> int:
        """How many of the field's two panels it shows."""
        return 0 if not self.is_matrix else 2 if self.columns >= FIELD_COLUMNS else 1

    def frame(self, levels: bytes) -> bytes:
        """Return its pixels' levels along the wire, from those of all lights of the table."""
        pixels = [levels[at : at + 3] for at in range(0, len(levels), 3)] + [bytes(3)]
        return b"".join([pixels[place] for place in _sources(self)])

    def kept(self) -> dict[str, Any]:
        """Return what is kept of it, in the words of a board's settings."""
        size: dict[str, Any] = {"columns": self.columns, "rows": self.rows}
        about = {"host": self.host, "port": self.port, "name": self.name} | size | {"shows": self.shows}
        own = self.wiring
        if own is None:
            return about | {"begins": self.begins}
        wired = {"panels": own.panels, "panel_begins": own.begins, "panel_rows": own.rows, "panel_turn": own.turn}
        return about | wired

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """Return the device that was kept so; ValueError, KeyError or TypeError if it is none."""
        device = cls.made(str(kept["host"]), int(kept["columns"]), int(kept["rows"]), str(kept["name"]))
        wiring = None
        if "panel_turn" in kept:
            wiring = Wiring(kept["panel_begins"], kept["panel_rows"], int(kept["panel_turn"]), int(kept["panels"]))
        begins, shows, port = kept.get("begins", FIRST), kept["shows"], int(kept["port"])
        is_known = shows in showable(device.columns, device.rows) and begins in (FIRST, LAST)
        is_address = typed(f"{device.host}:{port}") == Typed(device.host, port)
        if not is_known or not is_address or (wiring and not _is_wiring(wiring, device)):
            raise ValueError(kept)
        return replace(device, shows=shows, begins=begins, wiring=wiring, port=port)


def _is_wiring(wiring: Wiring, device: Device) -> bool:
    is_possible = wiring.begins in (LEFT, RIGHT) and wiring.rows in (FORWARD, SERPENTINE) and wiring.turn in TURNS
    return is_possible and wiring.panels in (1, max(1, device.columns // PANEL))


@dataclass(frozen=True)
class Typed:
    """An address as it was typed; it has no columns if the device is to be asked for them."""

    host: str
    port: int
    columns: int = 0
    rows: int = 1
    is_asked: bool = True


def typed(text: str) -> Typed | None:
    """Return what HOST, HOST:PORT, ddp://HOST/PIXELS or ddp://HOST/COLUMNSxROWS say; None if it is none of these."""
    found = _ADDRESS.fullmatch(text.strip())
    if not found or len(found[2]) > MOST_LETTERS or not 0 < int(found[3] or ddp.PORT) < 65536:
        return None
    has_size, port = bool(found[4]), int(found[3] or ddp.PORT)
    columns = int(found[4]) if has_size else TRACK_PIXELS if found[1] else 0
    return Typed(found[2], port, columns, int(found[5] or 1), is_asked=not (found[1] or has_size))


def showable(columns: int, rows: int) -> tuple[str, ...]:
    """Return what a strip or matrix of this size can show, the most first; () for one that is too small, or too large.

    A matrix has at least eight columns and rows; a strip at least the lamps' eight pixels.
    """
    if columns * rows > MOST_PIXELS:
        return ()
    if rows > 1:
        return (FIELD, FIELD_AND_LAMPS) if min(columns, rows) >= PANEL else ()
    both = TRACK_PIXELS + LAMPS
    strips = ((TRACK, TRACK_PIXELS), (TRACK_AND_LAMPS, both), (SEAT_LAMPS, LAMPS))
    return tuple(each for each, pixels in strips if columns >= pixels)


def shapes_of(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """Return the (columns, rows) that as many pixels may have: as it is, and as another matrix, or a strip."""
    pixels = columns * rows
    matrices = [(across, pixels // across) for across in range(PANEL, pixels // PANEL + 1) if pixels % across == 0]
    return ((columns, rows), *(each for each in ((pixels, 1), *matrices[::-1]) if each != (columns, rows)))


def settings_of(devices: Sequence[Device]) -> dict[str, str]:
    """Return the settings of a board that has the lights of these devices together."""
    shown = [each.shows for each in devices]
    has_track, on_strip = TRACK in shown or TRACK_AND_LAMPS in shown, {TRACK_AND_LAMPS, SEAT_LAMPS} & {*shown}
    return defaults() | {
        "track_pixels": str(TRACK_PIXELS if has_track else 0),
        "panels": str(max((each.panels for each in devices), default=0)),
        "lamps": "field" if FIELD_AND_LAMPS in shown else "strip" if on_strip else "none",
    }


def layout_of(devices: Sequence[Device]) -> Layout:
    """Return the layout of that board: it says what of the picture nobody would see (see `tavolo.lights.layout`)."""
    return Layout(settings_of(devices))


@lru_cache(maxsize=64)
def _sources(device: Device) -> tuple[int, ...]:
    """Return for each pixel along the wire which of the table's lights it shows, NOTHING for none."""
    if device.is_matrix:
        shown = _on_matrix(device.columns, device.rows, device.panels)
        return tuple(shown[place] for place in places_of(device.columns, device.rows, device.wiring or Wiring()))
    track, lamps = list(range(TRACK_PIXELS)), list(range(LAMPS_AT, LAMPS_AT + LAMPS))
    on_strip = {TRACK: track, TRACK_AND_LAMPS: track + lamps, SEAT_LAMPS: lamps}[device.shows]
    along = on_strip if device.begins == FIRST else on_strip[::-1]
    return (*along, *[NOTHING] * (device.columns - len(along)))


def _on_matrix(columns: int, rows: int, panels: int) -> list[int]:
    """Return the light at each place: the field, or its left panel, in the middle and as large as whole steps allow."""
    step = min(columns // (PANEL * panels), rows // FIELD_ROWS)
    left, top = (columns - step * PANEL * panels) // 2, (rows - step * FIELD_ROWS) // 2
    shown = [NOTHING] * (columns * rows)
    for row in range(step * FIELD_ROWS):
        for column in range(step * PANEL * panels):
            at = (top + row) * columns + left + column
            shown[at] = FIELD_AT + row // step * FIELD_COLUMNS + column // step
    return shown
