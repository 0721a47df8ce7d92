"""Draws a board with KiCad's module `pcbnew`: `python3 -m hardware.boards.draw BOARD.kicad_pcb LIBRARIES <pickle`.

The Python that has this module runs it. It reads a pickled board. The tracks are those of the file that is there: they
are drawn in KiCad, by hand, and kept when the rest is drawn again.
"""

import pickle
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pcbnew
from pcbnew import VECTOR2I, FromMM

from hardware.boards import model
from hardware.boards.model import BACK, FRONT, ORIGIN, Board, Footprint, Part, Point

SILK, ROOM, EDGE = 0.15, 0.05, 0.1  # widths of lines
MASK_GAP, POUR_GAP, POUR_BRIDGE = 0.05, 0.3, 1.0
COPPER = {FRONT: pcbnew.F_Cu, BACK: pcbnew.B_Cu}
PRINT = {FRONT: pcbnew.F_SilkS, BACK: pcbnew.B_SilkS}


def change(item: Any, **settings: Any) -> Any:
    """Change an item's settings, by the names of KiCad's setters; return it."""
    for name, value in settings.items():
        getattr(item, f"Set{name}")(value)
    return item


def add(item: Any, parent: Any, **settings: Any) -> Any:
    """Add an item with these settings to a board or a footprint; return it."""
    parent.Add(change(item, **settings))
    return item


def vector(x: float, y: float) -> VECTOR2I:
    """A place or a size, to 0.1 µm."""
    return pcbnew.VECTOR2I_MM(round(x, 4), round(y, 4))


def at(point: Point) -> VECTOR2I:
    """A point of the board on KiCad's sheet."""
    return vector(ORIGIN[0] + point[0], ORIGIN[1] - point[1])


def within(point: Point) -> VECTOR2I:
    """A point of a footprint."""
    return vector(point[0], -point[1])


def corners(outline: tuple[Point, ...]) -> pcbnew.VECTOR_VECTOR2I:
    """The corners of an outline of the board."""
    return pcbnew.VECTOR_VECTOR2I([at(corner) for corner in outline])


def line(parent: Any, points: list[VECTOR2I], width: float, layer: int) -> None:
    """Add a line from point to point."""
    for start, end in pairwise(points):
        add(pcbnew.PCB_SHAPE(parent, pcbnew.SHAPE_T_SEGMENT), parent, Start=start, End=end, Width=FromMM(width),
            Layer=layer)  # fmt: skip


def own(shape: Footprint) -> pcbnew.FOOTPRINT:
    """A footprint of our own, on the front at 0, 0."""
    footprint = pcbnew.FOOTPRINT(None)
    change(footprint, FPID=pcbnew.LIB_ID("", shape.name), Attributes=pcbnew.FP_SMD | pcbnew.FP_EXCLUDE_FROM_POS_FILES)
    for outline in shape.lines:
        line(footprint, [within(point) for point in outline], SILK, pcbnew.F_SilkS)
    if shape.room:
        low, high = shape.room
        add(pcbnew.PCB_SHAPE(footprint, pcbnew.SHAPE_T_RECT), footprint, Start=within(low), End=within(high),
            Width=FromMM(ROOM), Layer=pcbnew.F_CrtYd)  # fmt: skip
    for pad in shape.pads:
        layers = pcbnew.LSET()
        for layer in (pcbnew.F_Cu, pcbnew.F_Mask) if pad.bare else (pcbnew.F_Cu,):
            layers.AddLayer(layer)
        add(pcbnew.PAD(footprint), footprint, Number=pad.number, Attribute=pcbnew.PAD_ATTRIB_SMD, LayerSet=layers,
            Shape=pcbnew.PAD_SHAPE_CIRCLE if pad.round else pcbnew.PAD_SHAPE_RECT,
            Size=vector(pad.width, pad.height), Position=within((pad.x, pad.y)))  # fmt: skip
    return footprint


def open_end(part: Part, number: str) -> str:
    """What KiCad's schematic calls the net of a pin that is left open."""
    name = part.names.get(number, "~")
    return f"unconnected-({part.reference}-{'' if name == '~' else name + '-'}Pad{number})"


def place(track: pcbnew.PCB_TRACK) -> tuple[int | str, ...]:
    """Where a track is, to sort by; its file has them by identifiers."""
    return track.GetNetname(), *track.GetStart(), *track.GetEnd(), track.GetLayer()


class Drawing:
    """A board as KiCad has it."""

    def __init__(self, board: Board, before: Path, libraries: Path) -> None:
        self.board, self.libraries, self.made = board, libraries, pcbnew.BOARD()
        self.nets: dict[str, pcbnew.NETINFO_ITEM] = {}
        settings = self.made.GetDesignSettings()
        change(settings, BoardThickness=FromMM(board.thickness), AuxOrigin=at((0, 0)), GridOrigin=at((0, 0)))
        settings.m_SolderMaskExpansion = FromMM(MASK_GAP)
        change(self.made.GetTitleBlock(), Title=board.title, Date=model.DATE, Revision=model.REVISION, Company="Tavolo")
        for part in board.parts:
            self._part(part)
        for number, (x, y, diameter) in enumerate(board.holes, 1):
            footprint = self._from_library("MountingHole", f"MountingHole_{diameter:g}mm_M{diameter:.0f}")
            footprint.Reference().SetVisible(False)
            add(footprint, self.made, Reference=f"H{number}", BoardOnly=True, Position=at((x, y)))
        line(self.made, [at(point) for point in (*board.outline, board.outline[0])], EDGE, pcbnew.Edge_Cuts)
        for text in board.texts:
            add(pcbnew.PCB_TEXT(self.made), self.made, Text=text.words, Position=at((text.x, text.y)),
                Layer=PRINT[text.side], TextSize=vector(text.size, text.size),
                TextThickness=FromMM(text.size * 0.15), TextAngleDegrees=text.turn,
                Mirrored=text.side == BACK)  # fmt: skip
        for side, outline in board.marks:
            add(pcbnew.PCB_SHAPE(self.made, pcbnew.SHAPE_T_POLY), self.made, PolyPoints=corners(outline), Filled=True,
                Width=0, Layer=PRINT[side])  # fmt: skip
        if before.exists():
            self._keep_tracks(pcbnew.LoadBoard(str(before)))
        for side in board.poured_sides:
            self._zone(board.poured, Layer=COPPER[side], Net=self._net(board.poured_net),
                       LocalClearance=FromMM(POUR_GAP), ThermalReliefGap=FromMM(POUR_GAP),
                       ThermalReliefSpokeWidth=FromMM(POUR_BRIDGE))  # fmt: skip
        for (left, low), (right, high) in board.unpoured:
            self._zone(((left, low), (right, low), (right, high), (left, high)), IsRuleArea=True,
                       LayerSet=pcbnew.LSET.AllCuMask(2), DoNotAllowCopperPour=True, DoNotAllowTracks=False,
                       DoNotAllowVias=False, DoNotAllowPads=False)  # fmt: skip

    def _net(self, name: str) -> pcbnew.NETINFO_ITEM:
        if name not in self.nets:
            self.nets[name] = add(pcbnew.NETINFO_ITEM(self.made, name), self.made)
        return self.nets[name]

    def _from_library(self, library: str, name: str) -> pcbnew.FOOTPRINT:
        """A footprint of KiCad's; without its models, so that a picture does not depend on which are installed."""
        footprint = pcbnew.FootprintLoad(str(self.libraries / f"{library}.pretty"), name)
        footprint.SetFPID(pcbnew.LIB_ID(library, name))
        footprint.Models().clear()
        return footprint

    def _part(self, part: Part) -> None:
        library, _, name = part.footprint.name.rpartition(":")
        # Parity with the schematic: the path of a symbol is its identifier.
        path = pcbnew.KIID_PATH(f"/{model.identifier(f'{self.board.name}/symbol/{part.reference}')}")
        footprint = add(
            self._from_library(library, name) if library else own(part.footprint), self.made, Reference=part.reference,
            Value=part.value, ExcludedFromBOM=not part.bought, Position=at((part.x, part.y)), Path=path, Sheetname="/",
            Sheetfile=f"{self.board.name}.kicad_sch",
        )  # fmt: skip
        if part.side == BACK:
            footprint.Flip(footprint.GetPosition(), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
        footprint.Rotate(footprint.GetPosition(), pcbnew.EDA_ANGLE(part.turn, pcbnew.DEGREES_T))
        change(footprint.Reference(), Visible=bool(part.label), Position=at(part.label or (0, 0)), TextAngleDegrees=0)
        for pad in footprint.Pads():
            number = pad.GetNumber()
            if number in part.nets:
                pad.SetNet(self._net(part.nets[number] or open_end(part, number)))

    def _keep_tracks(self, before: pcbnew.BOARD) -> None:
        pcbnew.KIID.SeedGenerator(2)  # as loading has used identifiers up
        for track in sorted(before.GetTracks(), key=place):
            add(track.Duplicate().Cast(), self.made, Net=self._net(track.GetNetname()))

    def _zone(self, outline: tuple[Point, ...], **settings: Any) -> None:
        zone = pcbnew.ZONE(self.made)
        zone.AddPolygon(corners(outline))
        add(zone, self.made, **settings)


def main() -> None:
    """Draw the board of standard input into the file, with the tracks that the file has."""
    file, libraries = sys.argv[1:]
    pcbnew.KIID.SeedGenerator(1)  # the same identifiers in each run
    drawing = Drawing(pickle.load(sys.stdin.buffer), Path(file), Path(libraries))
    # Without settings, which would fill the project's file with all of KiCad's own.
    pcbnew.SaveBoard(file, drawing.made, True)
    # A board that is loaded has the project's rules, by which ground is poured.
    loaded = pcbnew.LoadBoard(file)
    pcbnew.ZONE_FILLER(loaded).Fill(loaded.Zones())
    pcbnew.SaveBoard(file, loaded, True)


if __name__ == "__main__":
    main()
