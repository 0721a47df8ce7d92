"""What a function that draws a sheet says about it: the name of its file, its scale, and its words, as its docstring.

The docstring's first line is the sheet's title, the others are its notes; a line that is indented continues the one
before it. In braces are sizes: of the parts by their names in `TableParts`, and those that `_fields` adds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from string import Formatter
from typing import Any

from tavolo import wiring
from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings.dimensions import TableParts
from tavolo_host.workshop.drawings.outlines import spacer_sheet_mm
from tavolo_host.workshop.drawings.sheet import TEXT, Sheet, millimetres

Draw = Callable[[Sheet, Geometry, TableParts], None]


class _Words(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        return millimetres(value) if isinstance(value, float) else str(value)


def _fields(geometry: Geometry, table: TableParts) -> Mapping[str, Any]:
    added = {"geometry": geometry, "spacer_sheet": spacer_sheet_mm(geometry, table.slot), "wiring": wiring}
    return vars(table) | added | {"key_stop": geometry.key_stop_mm(), "seats": len(table.places())}


@dataclass(frozen=True)
class Drawing:
    """The drawing of the file `name`.svg, which `draw` fills; `scale`, `size` and `is_for_cutting` are the sheet's."""

    draw: Draw
    name: str
    scale: float = 1.0
    size: float = TEXT
    is_for_cutting: bool = True

    def __call__(self, geometry: Geometry, table: TableParts) -> Sheet:
        """Draw it."""
        words = _Words().vformat(cleandoc(self.draw.__doc__ or ""), (), _fields(geometry, table))
        title, *notes = words.replace("\n  ", " ").replace("\n\n", "\n").split("\n")
        sheet = Sheet(title, notes, self.scale, self.size, self.is_for_cutting)
        self.draw(sheet, geometry, table)
        return sheet


def drawing(name: str, **options: Any) -> Callable[[Draw], Drawing]:
    """Make a drawing of a function."""
    return lambda draw: Drawing(draw, name, **options)
