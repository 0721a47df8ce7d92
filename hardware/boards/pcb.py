"""Writes what KiCad 9 opens: boards, footprints and projects, as S-expressions.

(KiCad developer documentation, "Board file format".) KiCad's y runs downwards; 0, 0 of a board is at ORIGIN on its
sheet, which is also the origin of drilling, so that a Gerber's coordinates are the board's own. Every item has an
identifier made from what it is, so that a board that is made anew is the same byte for byte.
"""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from hardware.boards import footprints
from hardware.boards.model import BACK, FRONT, Board, Footprint, Pad, Part, Point, Text
from hardware.boards.router import CLEARANCE, EDGE, VIA, VIA_DRILL, Track

VERSION, GENERATOR = "20241229", "tavolo"
DATE, REVISION = "2026-11-23", "1"  # of the design, on every sheet
ORIGIN = (100.0, 120.0)
SILK, ROOM, PEN = 0.15, 0.05, 0.1  # widths of lines
POUR_GAP, POUR_BRIDGE = 0.3, 1.0
LIBRARY = "tavolo"
COPPER = {FRONT: "F.Cu", BACK: "B.Cu"}

Expression = Any  # a word, a number, or a list of them


class Word(str):
    """A word without quotation marks."""


def w(*words: str) -> list[Word]:
    """Words without quotation marks."""
    return [Word(word) for word in words]


def written(expression: Expression, depth: int = 0) -> str:
    """An S-expression as text, one list a line."""
    if isinstance(expression, list):
        inner = [written(item, depth + 1) for item in expression]
        plain = all(not isinstance(item, list) for item in expression[1:])
        separator = " " if plain else "\n" + "\t" * (depth + 1)
        parts, head = [], inner[0]
        for item, text in zip(expression[1:], inner[1:], strict=True):
            parts.append((separator if isinstance(item, list) else " ") + text)
        return "(" + head + "".join(parts) + ("" if plain else "\n" + "\t" * depth) + ")"
    if isinstance(expression, Word):
        return expression
    if isinstance(expression, str):
        return '"' + expression.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(expression, bool):
        return "yes" if expression else "no"
    return f"{round(expression, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


def item(name: str, *content: Expression) -> list[Expression]:
    """A list that begins with a word."""
    return [Word(name), *content]


class Identifiers:
    """Identifiers that follow from a name and from how often it was asked for."""

    def __init__(self, board: str) -> None:
        self.board = board
        self._asked: dict[str, int] = {}

    def of(self, name: str) -> list[Expression]:
        """The next identifier of this name."""
        self._asked[name] = self._asked.get(name, 0) + 1
        return item("uuid", str(identifier(f"{self.board}/{name}/{self._asked[name]}")))


def identifier(name: str) -> UUID:
    """The identifier that belongs to a name."""
    return uuid5(NAMESPACE_URL, f"tavolo/boards/{name}")


def at(point: Point, turn: float | None = None, origin: Point = ORIGIN) -> list[Expression]:
    """A place on KiCad's sheet."""
    place = item("at", origin[0] + point[0], origin[1] - point[1])
    return place if turn is None else [*place, turn % 360]


def _xy(name: str, point: Point, origin: Point = ORIGIN) -> list[Expression]:
    return item(name, origin[0] + point[0], origin[1] - point[1])


def _stroke(width: float) -> list[Expression]:
    return item("stroke", item("width", width), item("type", Word("solid")))


def _effects(size: float, mirrored: bool) -> list[Expression]:
    font = item("font", item("size", size, size), item("thickness", round(size * 0.15, 3)))
    return item("effects", font, *([item("justify", Word("mirror"))] if mirrored else []))


def _flipped(point: Point, back: bool) -> Point:
    """A footprint's point as KiCad keeps it: that of a part on the back is mirrored top to bottom."""
    return (point[0], -point[1]) if back else point


def _pad(pad: Pad, part: Part | None, numbers: dict[str, int], name: list[Expression],
         paste: bool = False) -> list[Expression]:  # fmt: skip
    back = part is not None and part.side == BACK
    side = BACK if back else FRONT
    if pad.drill:
        kind = "thru_hole" if pad.plated else "np_thru_hole"
        layers = ["*.Cu", "*.Mask"]
    else:
        kind, layers = "smd", [COPPER[side]] + ([f"{side}.Mask"] if pad.bare else [])
        layers += [f"{side}.Paste"] if paste else []
    x, y = _flipped((pad.x, pad.y), back)
    turn = _angle(part) if part else 0.0
    made = [Word("pad"), pad.number, Word(kind), Word(pad.shape), item("at", x, -y, *([turn] if turn else []))]
    made.append(item("size", pad.width, pad.height))
    if pad.slot:
        made.append(item("drill", Word("oval"), pad.drill, pad.slot))
    elif pad.drill:
        made.append(item("drill", pad.drill))
    made.append(item("layers", *layers))
    if pad.drill and pad.plated:
        made.append(item("remove_unused_layers", False))
    net = _net(part, pad.number) if part and pad.plated else None
    if net:
        made.append(item("net", numbers[net], net))
    if pad.drill and not pad.plated:
        made.append(item("clearance", 0.3))
    return [*made, name]


def _net(part: Part, number: str) -> str | None:
    """The net of a pin; one that is left open is alone on a net, which KiCad's schematic calls so."""
    if number not in part.nets or part.nets[number]:
        return part.nets.get(number)
    name = part.names[number]
    return f"unconnected-({part.reference}-{'' if name == '~' else name + '-'}Pad{number})"


def _numbers(board: Board) -> dict[str, int]:
    """All nets of a board, each with its number in the file."""
    open_ends = {str(_net(part, number)) for part in board.parts for number, net in part.nets.items() if not net}
    return {net: number for number, net in enumerate([*board.nets(), *sorted(open_ends)], 1)}


def _angle(part: Part) -> float:
    return (part.turn + (180.0 if part.side == BACK else 0.0)) % 360


def footprint(shape: Footprint, identifiers: Identifiers, part: Part | None = None,
              numbers: dict[str, int] | None = None) -> list[Expression]:  # fmt: skip
    """A footprint for the library, or with a part as it lies on the board."""
    back = part is not None and part.side == BACK
    side = BACK if back else FRONT
    own = part.reference if part else shape.name
    angle = _angle(part) if part else 0.0
    made = [Word("footprint"), f"{LIBRARY}:{shape.name}" if part else shape.name]
    if not part:
        made += [item("version", Word(VERSION)), item("generator", GENERATOR)]
    made.append(item("layer", COPPER[side]))
    if part:
        made += [identifiers.of(own), at((part.x, part.y), angle)]
    made.append(item("descr", shape.description))
    label = _unplaced(part, part.label) if part and part.label else (0.0, 0.0)
    words = (("Reference", part.reference if part else "REF**", f"{side}.SilkS", label),
             ("Value", part.value if part else shape.name, f"{side}.Fab", (0.0, 0.0)),
             ("Datasheet", "", f"{side}.Fab", (0.0, 0.0)),
             ("Description", shape.description, f"{side}.Fab", (0.0, 0.0)))  # fmt: skip
    for name, value, layer, place in words:
        x, y = _flipped(place, back)
        turned = item("at", x, -y, 0.0)
        hidden = [item("hide", True)] if name != "Reference" or (part and not part.label) else []
        made.append(item("property", name, value, turned, item("unlocked", True), item("layer", layer), *hidden,
                         identifiers.of(own + name), _effects(1.0, back)))  # fmt: skip
    if part:
        # Parity with the schematic: the path of a symbol is its identifier.
        made += [item("path", f"/{identifier(f'{identifiers.board}/symbol/{own}')}"), item("sheetname", "/"),
                 item("sheetfile", f"{identifiers.board}.kicad_sch")]  # fmt: skip
    if not any(pad.plated for pad in shape.pads):
        kind = w("board_only", "exclude_from_pos_files", "exclude_from_bom")
    elif shape.surface:
        kind = w("smd")
    else:
        kind = w("through_hole" if any(pad.drill for pad in shape.pads) else "smd", "exclude_from_pos_files")
    if part and not part.bought and len(kind) < 3:
        kind.append(Word("exclude_from_bom"))
    made.append(item("attr", *kind))
    for line in shape.lines:
        for start, end in pairwise(line):
            made.append(_line("fp_line", _flipped(start, back), _flipped(end, back), SILK, f"{side}.SilkS",
                              identifiers.of(own)))  # fmt: skip
    if shape.room:
        low, high = (_flipped(corner, back) for corner in shape.room)
        made.append(item("fp_rect", _xy("start", low, (0, 0)), _xy("end", high, (0, 0)), _stroke(ROOM),
                         item("fill", False), item("layer", f"{side}.CrtYd"), identifiers.of(own)))  # fmt: skip
    made += [_pad(pad, part, numbers or {}, identifiers.of(own), shape.surface) for pad in shape.pads]
    return made


def _unplaced(part: Part, point: Point) -> Point:
    """A point of the board in the footprint's own coordinates: the inverse of `Part.placed` by two steps of it."""
    (x, y), (right, up) = (part.placed(1.0, 0.0), part.placed(0.0, 1.0))
    across, along = point[0] - part.x, point[1] - part.y
    return (
        across * (x - part.x) + along * (y - part.y),
        across * (right - part.x) + along * (up - part.y),
    )


def _line(kind: str, start: Point, end: Point, width: float, layer: str, name: list[Expression],
          origin: Point = (0.0, 0.0)) -> list[Expression]:  # fmt: skip
    return item(kind, _xy("start", start, origin), _xy("end", end, origin), _stroke(width), item("layer", layer), name)


def _polygon(points: Iterable[Point]) -> list[Expression]:
    return item("pts", *(_xy("xy", point) for point in points))


def board(board: Board, tracks: list[Track]) -> str:
    """A whole board as KiCad's file, its pours not yet filled."""
    identifiers = Identifiers(board.name)
    numbers = _numbers(board)
    made: list[Expression] = [
        Word("kicad_pcb"),
        item("version", Word(VERSION)),
        item("generator", GENERATOR),
        item("general", item("thickness", board.thickness), item("legacy_teardrops", False)),
        item("paper", "A4"),
        item(
            "title_block",
            item("title", board.title),
            item("date", DATE),
            item("rev", REVISION),
            item("company", "Tavolo"),
        ),
        _layers(),
        _setup(board),
        item("net", Word("0"), ""),
        *(item("net", Word(str(number)), net) for net, number in numbers.items()),
        *(footprint(part.footprint, identifiers, part, numbers) for part in board.parts),
        *(footprint(part.footprint, identifiers, part, numbers) for part in screws(board)),
    ]
    corners = board.outline
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        made.append(_line("gr_line", start, end, PEN, "Edge.Cuts", identifiers.of("edge"), ORIGIN))
    made += [_text(text, identifiers) for text in board.texts]
    for side, points in board.marks:
        made.append(item("gr_poly", _polygon(points), _stroke(0), item("fill", True), item("layer", f"{side}.SilkS"),
                         identifiers.of("mark")))  # fmt: skip
    made += [_track(track, numbers, identifiers) for track in tracks]
    for pour in board.pours:
        made += [_pour(board, pour.outline, side, numbers, identifiers) for side in pour.sides]
    made += [_unpoured(low, high, identifiers) for low, high in board.unpoured]
    made.append(item("embedded_fonts", False))
    return written(made) + "\n"


def screws(board: Board) -> list[Part]:
    """A board's holes as parts."""
    return [
        Part(f"H{number}", "screw", footprints.screw(diameter), x, y, bought=False)
        for number, (x, y, diameter) in enumerate(board.holes, 1)
    ]


def _layers() -> list[Expression]:
    rows = [(0, "F.Cu", "signal"), (2, "B.Cu", "signal"), (13, "F.Paste", "user"), (15, "B.Paste", "user"),
            (5, "F.SilkS", "user"), (7, "B.SilkS", "user"), (1, "F.Mask", "user"), (3, "B.Mask", "user"),
            (25, "Edge.Cuts", "user"), (27, "Margin", "user"), (31, "F.CrtYd", "user"), (29, "B.CrtYd", "user"),
            (35, "F.Fab", "user"), (33, "B.Fab", "user")]  # fmt: skip
    return item("layers", *([Word(str(number)), name, Word(kind)] for number, name, kind in rows))


def _setup(board: Board) -> list[Expression]:
    origin = (round(ORIGIN[0], 4), round(ORIGIN[1], 4))
    core = round(board.thickness - 0.1, 3)  # the rest is copper and mask
    layers = (
        ("F.SilkS", "Top Silk Screen", "White", None),
        ("F.Mask", "Top Solder Mask", "Green", 0.015),
        ("F.Cu", "copper", None, 0.035),
        ("dielectric 1", "core", None, core),
        ("B.Cu", "copper", None, 0.035),
        ("B.Mask", "Bottom Solder Mask", "Green", 0.015),
        ("B.SilkS", "Bottom Silk Screen", "White", None),
    )
    stack = [
        item("layer", name, item("type", kind), *([item("color", colour)] if colour else []),
             *([item("thickness", thick)] if thick else []),
             *([item("material", "FR4"), item("epsilon_r", 4.5), item("loss_tangent", 0.02)] if kind == "core" else []))
        for name, kind, colour, thick in layers
    ]  # fmt: skip
    return item(
        "setup",
        item("stackup", *stack, item("copper_finish", "HAL lead-free"), item("dielectric_constraints", False)),
        item("pad_to_mask_clearance", 0.05),
        item("allow_soldermask_bridges_in_footprints", False),
        item("tenting", *w("front", "back")),
        item("aux_axis_origin", *origin),
        item("grid_origin", *origin),
    )


def _text(text: Text, identifiers: Identifiers) -> list[Expression]:
    return item(
        "gr_text",
        text.words,
        at((text.x, text.y), text.turn),
        item("layer", f"{text.side}.SilkS"),
        identifiers.of("text"),
        _effects(text.size, text.side == BACK),
    )


def _track(track: Track, numbers: dict[str, int], identifiers: Identifiers) -> list[Expression]:
    net, name = item("net", Word(str(numbers[track.net]))), identifiers.of(f"track/{track.net}")
    if track.side is None:
        return item("via", at(track.start), item("size", VIA), item("drill", VIA_DRILL),
                    item("layers", "F.Cu", "B.Cu"), net, name)  # fmt: skip
    return item("segment", _xy("start", track.start), _xy("end", track.end), item("width", track.width),
                item("layer", COPPER[track.side]), net, name)  # fmt: skip


def _pour(board: Board, outline: Iterable[Point], side: str, numbers: dict[str, int],
          identifiers: Identifiers) -> list[Expression]:  # fmt: skip
    return item(
        "zone",
        item("net", Word(str(numbers[board.poured_net]))),
        item("net_name", board.poured_net),
        item("layer", COPPER[side]),
        identifiers.of(f"pour/{side}"),
        item("hatch", Word("edge"), 0.5),
        item("connect_pads", item("clearance", POUR_GAP)),
        item("min_thickness", 0.25),
        item("fill", Word("yes"), item("thermal_gap", POUR_GAP), item("thermal_bridge_width", POUR_BRIDGE),
             item("island_removal_mode", 0)),
        item("polygon", _polygon(outline)),
    )  # fmt: skip


def _unpoured(low: Point, high: Point, identifiers: Identifiers) -> list[Expression]:
    corners = (low, (high[0], low[1]), high, (low[0], high[1]))
    allowed = [item(name, Word("allowed")) for name in ("tracks", "vias", "pads")]
    return item(
        "zone",
        item("net", Word("0")),
        item("net_name", ""),
        item("layers", "F.Cu", "B.Cu"),
        identifiers.of("unpoured"),
        item("hatch", Word("edge"), 0.5),
        item("connect_pads", item("clearance", 0)),
        item("min_thickness", 0.25),
        item("keepout", *allowed, item("copperpour", Word("not_allowed")), item("footprints", Word("allowed"))),
        item("fill", item("thermal_gap", 0.5), item("thermal_bridge_width", 0.5)),
        item("polygon", _polygon(corners)),
    )


def project(board: Board) -> str:
    """A board's project: the rules that the design is checked by, those of a factory's cheapest class."""
    narrow = min([board.width, *board.widths.values()])
    rules = {
        "min_clearance": CLEARANCE,
        "min_copper_edge_clearance": EDGE - 0.2,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.5,
        "min_through_hole_diameter": VIA_DRILL,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.13,
        "min_via_diameter": 0.5,
        "min_resolved_spokes": 1,
        "min_text_height": 0.8,
        "min_text_thickness": 0.1,
    }
    net_class = {
        "name": "Default", "clearance": CLEARANCE, "track_width": narrow, "via_diameter": VIA, "via_drill": VIA_DRILL,
        "priority": 2147483647, "wire_width": 6, "bus_width": 12, "line_style": 0,
    }  # fmt: skip
    content = {
        "board": {"design_settings": {"rules": rules, "rule_severities": {}}},
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [net_class], "meta": {"version": 4}},
    }
    return json.dumps(content, indent=2) + "\n"


def library(shapes: Iterable[Footprint]) -> dict[str, str]:
    """The library's files by name."""
    return {f"{shape.name}.kicad_mod": written(footprint(shape, Identifiers(shape.name))) + "\n" for shape in shapes}


def library_table(kind: str, place: str) -> str:
    """The table by which KiCad finds the library of footprints or symbols."""
    row = item("lib", item("name", LIBRARY), item("type", "KiCad"), item("uri", "${KIPRJMOD}/../" + place),
               item("options", ""), item("descr", "the parts of Tavolo's boards"))  # fmt: skip
    return written(item(kind, item("version", Word("7")), row)) + "\n"
