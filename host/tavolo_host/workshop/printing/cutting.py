"""Cutting files of copper foil for a plotter: an SVG for each sheet, in mm, seen with the copper up."""

from collections.abc import Iterable, Mapping, Sequence

from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.outline import Point
from tavolo_host.workshop.printing.paper import A4_MM, draw_targets

CUT, MARK = "#ff0000", "#0000ff"
LINE_MM = 0.1


def cutting_sheet(title: str, pieces: Iterable[tuple[str, Mapping[str, Sequence[Sequence[Point]]]]]) -> str:
    """Return a sheet's foil as SVG: red lines are cut, the blue crosses are the targets for the pins.

    `pieces` are names and outlines by place, as `sheets.outlines_at` and `insert_pages.insert_outlines_at` give them.
    Each is a group "place-N-NAME" with its outlines: "place-N-joined" the ground patch with all that hangs on it,
    "place-N-pad-M" the isolated patches.
    """
    ink = Ink(*A4_MM, title)
    with ink.placed(0.0, 0.0, name="targets"):
        draw_targets(ink, MARK, LINE_MM)
    for place, (piece, outlines) in enumerate(pieces, 1):
        with ink.placed(0.0, 0.0, name=f"place-{place}-{piece}"):
            for name, shapes in outlines.items():
                for points in shapes:
                    ink.polygon(points, stroke=CUT, width=LINE_MM, name=f"place-{place}-{name}")
    return ink.text_of_picture()
