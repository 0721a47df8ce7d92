"""Draws a board with KiCad's module `pcbnew`: `python3 -m hardware.boards.draw BOARD.kicad_pcb LIBRARIES <board.json`.

Run by the Python that has this module. Prints the pads as they lie on the board, as JSON, for the router.
"""

import json
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pcbnew

from hardware.boards.model import BACK, DATE, FRONT, ORIGIN, REVISION, Point, from_json, identifier

SILK, ROOM, EDGE = 0.15, 0.05, 0.1  # widths of lines
VIA_DRILL = 0.3
POUR_GAP, POUR_BRIDGE = 0.3, 1.0
COPPER = {FRONT: pcbnew.F_Cu, BACK: pcbnew.B_Cu}
PRINT = {FRONT: pcbnew.F_SilkS, BACK: pcbnew.B_SilkS}


def at(point: Point, origin: Point = ORIGIN) -> pcbnew.VECTOR2I:
    """A point of the board on KiCad's sheet."""
    return pcbnew.VECTOR2I_MM(origin[0] + point[0], origin[1] - point[1])


def points(outline: list[Point]) -> pcbnew.VECTOR_VECTOR2I:
    """The corners of an outline of the board."""
    return pcbnew.VECTOR_VECTOR2I([at(corner) for corner in outline])


def line(parent: pcbnew.BOARD_ITEM, start: pcbnew.VECTOR2I, end: pcbnew.VECTOR2I, width: float, layer: int) -> None:
    """Add a line to a board or a footprint."""
    shape = pcbnew.PCB_SHAPE(parent, pcbnew.SHAPE_T_SEGMENT)
    shape.SetStart(start)
    shape.SetEnd(end)
    shape.SetWidth(pcbnew.FromMM(width))
    shape.SetLayer(layer)
    parent.Add(shape)


class Drawing:
    """A board that KiCad draws."""

    def __init__(self, made: SimpleNamespace, libraries: Path) -> None:
        self.board, self.libraries, self.kicad = made.board, libraries, pcbnew.BOARD()
        settings, title = self.kicad.GetDesignSettings(), self.kicad.GetTitleBlock()
        settings.SetBoardThickness(pcbnew.FromMM(self.board.thickness))
        settings.SetAuxOrigin(at((0, 0)))
        settings.SetGridOrigin(at((0, 0)))
        settings.m_SolderMaskExpansion = pcbnew.FromMM(0.05)
        title.SetTitle(self.board.title)
        title.SetDate(DATE)
        title.SetRevision(REVISION)
        title.SetCompany("Tavolo")
        self.nets: dict[str, pcbnew.NETINFO_ITEM] = {}
        for part in self.board.parts:
            self._part(part)
        for number, (x, y, diameter) in enumerate(self.board.holes, 1):
            self._screw(f"H{number}", (x, y), diameter)
        for start, end in pairwise([*self.board.outline, self.board.outline[0]]):
            line(self.kicad, at(start), at(end), EDGE, pcbnew.Edge_Cuts)
        for text in self.board.texts:
            self._text(text)
        for side, outline in self.board.marks:
            self._mark(side, outline)
        for track in made.tracks:
            self._track(track)
        for side in self.board.poured_sides:
            self._pour(side)
        for (left, low), (right, high) in self.board.unpoured:
            self._keep_out([(left, low), (right, low), (right, high), (left, high)])

    def _net(self, name: str) -> pcbnew.NETINFO_ITEM:
        if name not in self.nets:
            self.nets[name] = pcbnew.NETINFO_ITEM(self.kicad, name)
            self.kicad.Add(self.nets[name])
        return self.nets[name]

    def _part(self, part: SimpleNamespace) -> None:
        library, _, name = part.footprint.name.rpartition(":")
        footprint = self._from_library(library, name) if library else own(part.footprint)
        footprint.SetReference(part.reference)
        footprint.SetValue(part.value)
        footprint.SetExcludedFromBOM(not part.bought)
        self.kicad.Add(footprint)
        footprint.SetPosition(at((part.x, part.y)))
        if part.side == BACK:
            footprint.Flip(footprint.GetPosition(), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
        footprint.Rotate(footprint.GetPosition(), pcbnew.EDA_ANGLE(part.turn, pcbnew.DEGREES_T))
        # Parity with the schematic: the path of a symbol is its identifier.
        footprint.SetPath(pcbnew.KIID_PATH(f"/{identifier(f'{self.board.name}/symbol/{part.reference}')}"))
        footprint.SetSheetname("/")
        footprint.SetSheetfile(f"{self.board.name}.kicad_sch")
        label = footprint.Reference()
        label.SetVisible(bool(part.label))
        if part.label:
            label.SetPosition(at(part.label))
            label.SetTextAngleDegrees(0)
        for pad in footprint.Pads():
            number = pad.GetNumber()
            if number in part.nets:
                pad.SetNet(self._net(part.nets[number] or open_end(part, number)))

    def _from_library(self, library: str, name: str) -> pcbnew.FOOTPRINT:
        """A footprint of KiCad's; without its models, so that a picture does not depend on which are installed."""
        footprint = pcbnew.FootprintLoad(str(self.libraries / f"{library}.pretty"), name)
        footprint.SetFPID(pcbnew.LIB_ID(library, name))
        footprint.Models().clear()
        return footprint

    def _screw(self, reference: str, middle: Point, diameter: float) -> None:
        footprint = self._from_library("MountingHole", f"MountingHole_{diameter:g}mm_M{diameter:.0f}")
        footprint.SetReference(reference)
        footprint.SetBoardOnly(True)
        footprint.Reference().SetVisible(False)
        footprint.SetPosition(at(middle))
        self.kicad.Add(footprint)

    def _text(self, text: SimpleNamespace) -> None:
        made = pcbnew.PCB_TEXT(self.kicad)
        made.SetText(text.words)
        made.SetPosition(at((text.x, text.y)))
        made.SetLayer(PRINT[text.side])
        made.SetTextSize(pcbnew.VECTOR2I_MM(text.size, text.size))
        made.SetTextThickness(pcbnew.FromMM(text.size * 0.15))
        made.SetTextAngleDegrees(text.turn)
        made.SetMirrored(text.side == BACK)
        self.kicad.Add(made)

    def _mark(self, side: str, outline: list[Point]) -> None:
        shape = pcbnew.PCB_SHAPE(self.kicad, pcbnew.SHAPE_T_POLY)
        shape.SetPolyPoints(points(outline))
        shape.SetFilled(True)
        shape.SetWidth(0)
        shape.SetLayer(PRINT[side])
        self.kicad.Add(shape)

    def _track(self, track: SimpleNamespace) -> None:
        made = pcbnew.PCB_TRACK(self.kicad) if track.side else pcbnew.PCB_VIA(self.kicad)
        made.SetStart(at(track.start))
        made.SetEnd(at(track.end))
        made.SetWidth(pcbnew.FromMM(track.width))
        if track.side:
            made.SetLayer(COPPER[track.side])
        else:
            made.SetDrill(pcbnew.FromMM(VIA_DRILL))
        made.SetNet(self._net(track.net))
        self.kicad.Add(made)

    def _pour(self, side: str) -> None:
        zone = pcbnew.ZONE(self.kicad)
        zone.AddPolygon(points(self.board.poured))
        zone.SetLayer(COPPER[side])
        zone.SetNet(self._net(self.board.poured_net))
        zone.SetLocalClearance(pcbnew.FromMM(POUR_GAP))
        zone.SetThermalReliefGap(pcbnew.FromMM(POUR_GAP))
        zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(POUR_BRIDGE))
        self.kicad.Add(zone)

    def _keep_out(self, outline: list[Point]) -> None:
        zone = pcbnew.ZONE(self.kicad)
        zone.AddPolygon(points(outline))
        zone.SetIsRuleArea(True)
        zone.SetLayerSet(pcbnew.LSET.AllCuMask(2))
        zone.SetDoNotAllowCopperPour(True)
        for allow in (zone.SetDoNotAllowTracks, zone.SetDoNotAllowVias, zone.SetDoNotAllowPads):
            allow(False)
        self.kicad.Add(zone)

    def lands(self) -> list[dict[str, object]]:
        """The pads of all parts, and where a part wants no tracks, as `model.Land` has them."""
        found = []
        for footprint in self.kicad.GetFootprints():
            for pad in footprint.Pads() if not footprint.IsBoardOnly() else ():
                through = bool(pad.GetDrillSize().x)
                sides = [side for side in (FRONT, BACK) if through or pad.IsOnLayer(COPPER[side])]
                bare = pad.IsOnLayer(pcbnew.F_Mask) or pad.IsOnLayer(pcbnew.B_Mask)
                found.append(land(pad, pad.GetNetname() or None, sides, bare and not through))
            found += [
                land(zone, None, [FRONT, BACK], False) for zone in footprint.Zones() if zone.GetDoNotAllowTracks()
            ]
        return found


def land(item: pcbnew.BOARD_ITEM, net: str | None, sides: list[str], soldered: bool) -> dict[str, object]:
    """The box around a pad or an area."""
    box = item.GetBoundingBox()
    x, y = pcbnew.ToMM(box.GetCenter())
    return {"net": net, "x": x - ORIGIN[0], "y": ORIGIN[1] - y, "width": pcbnew.ToMM(box.GetWidth()),
            "height": pcbnew.ToMM(box.GetHeight()), "sides": sides, "soldered": soldered}  # fmt: skip


def open_end(part: SimpleNamespace, number: str) -> str:
    """What KiCad's schematic calls the net of a pin that is left open."""
    name = part.names.get(number, "~")
    return f"unconnected-({part.reference}-{'' if name == '~' else name + '-'}Pad{number})"


def own(shape: SimpleNamespace) -> pcbnew.FOOTPRINT:
    """A footprint of our own, on the front at 0, 0."""
    footprint = pcbnew.FOOTPRINT(None)
    footprint.SetFPID(pcbnew.LIB_ID("", shape.name))
    footprint.SetAttributes(pcbnew.FP_SMD | pcbnew.FP_EXCLUDE_FROM_POS_FILES)
    for outline in shape.lines:
        for start, end in pairwise(outline):
            line(footprint, at(start, (0, 0)), at(end, (0, 0)), SILK, pcbnew.F_SilkS)
    if shape.room:
        (left, low), (right, high) = shape.room
        corners = [(left, low), (right, low), (right, high), (left, high), (left, low)]
        for start, end in pairwise(corners):
            line(footprint, at(start, (0, 0)), at(end, (0, 0)), ROOM, pcbnew.F_CrtYd)
    for pad in shape.pads:
        made = pcbnew.PAD(footprint)
        made.SetNumber(pad.number)
        made.SetAttribute(pcbnew.PAD_ATTRIB_SMD)
        made.SetShape(pcbnew.PAD_SHAPE_CIRCLE if pad.round else pcbnew.PAD_SHAPE_RECT)
        made.SetSize(pcbnew.VECTOR2I_MM(pad.width, pad.height))
        made.SetPosition(at((pad.x, pad.y), (0, 0)))
        layers = pcbnew.LSET()
        for layer in (pcbnew.F_Cu, pcbnew.F_Mask) if pad.bare else (pcbnew.F_Cu,):
            layers.AddLayer(layer)
        made.SetLayerSet(layers)
        footprint.Add(made)
    return footprint


def main() -> None:
    """Draw the board of standard input into the file that is named."""
    pcbnew.KIID.SeedGenerator(1)  # identifiers in one order, so that the file is the same byte for byte
    file, libraries = sys.argv[1:]
    drawing = Drawing(from_json(sys.stdin.read()), Path(libraries))
    # Without settings: those that are not in the project's file are KiCad's own.
    pcbnew.SaveBoard(file, drawing.kicad, True)
    # Loaded, a board has the project's rules, by which ground is poured.
    filled = pcbnew.LoadBoard(file)
    pcbnew.ZONE_FILLER(filled).Fill(filled.Zones())
    pcbnew.SaveBoard(file, filled, True)
    sys.stdout.write(json.dumps(drawing.lands()) + "\n")


if __name__ == "__main__":
    main()
