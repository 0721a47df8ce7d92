"""Draws a board's tracks on a grid: Lee's search with a heuristic (A*), net by net, each growing pin by pin.

Lee, C. Y., "An Algorithm for Path Connections and Its Applications", 1961; Hart, Nilsson, Raphael, 1968. When a net
finds no way, or only one that is too long, the next attempt begins with it on an empty board. So the order is found and
not given.
"""

import heapq
from itertools import groupby, pairwise
from math import ceil, dist, inf, sqrt

import numpy as np
import shapely

from hardware.boards.model import BACK, FRONT, VIA, Board, Land, Point, Track

GRID = 0.25
CLEARANCE = 0.2  # between copper of two nets, as in `rules.json`
SLACK = 0.05  # by which a slanting track cuts the corner between two cells of the grid
EDGE = 0.5  # from copper to the edge of the board
HOLE_FREE = 1.6  # around a screw's hole, for its head
VIA_COST, SHUNNED_COST = 12.0, 6.0  # in steps of the grid
ATTEMPTS = 80
LAYERS = (FRONT, BACK)


class Unroutable(Exception):
    """The net that found no way, or none that is short enough."""


class Router:
    """The grid over one board. For each width of copper, a map says which net's neighbourhood a cell is in.

    0 is free; -1 is near several nets or the board's edge, and closed to the middle of copper of that width. A cell is
    a number: layer by layer, column by column. The outermost cells are all closed, so a step never leaves the grid.
    """

    def __init__(self, board: Board, lands: list[Land]) -> None:
        self.board = board
        (self.left, self.low), (right, high) = board.box()
        columns, self.rows = ceil((right - self.left) / GRID) + 1, ceil((high - self.low) / GRID) + 1
        self.plane = columns * self.rows
        self._xs, self._ys = self.left + GRID * np.arange(columns), self.low + GRID * np.arange(self.rows)
        self._points = shapely.points(*np.meshgrid(self._xs, self._ys, indexing="ij"))
        self._steps = [(across * self.rows + along, sqrt(across * across + along * along))
                       for across in (-1, 0, 1) for along in (-1, 0, 1) if across or along]  # fmt: skip
        outline = shapely.Polygon(board.outline)
        inside = np.where(shapely.contains(outline, self._points), shapely.distance(outline.exterior, self._points), -1)
        self._owners = {
            width: np.where(inside < EDGE + width / 2, -1, 0) * np.ones((2, 1, 1), int)
            for width in {board.width, *board.widths.values(), VIA}
        }
        for x, y, diameter in board.holes:
            self._stamp(-1, LAYERS, shapely.Point(x, y), diameter / 2 + HOLE_FREE - CLEARANCE)
        self._numbers = {net: number for number, net in enumerate(board.nets(), 1)}
        self._via = np.ones((columns, self.rows), bool)
        self._lands: dict[str, list[Land]] = {}
        for land in lands:
            half = land.width / 2, land.height / 2
            box = shapely.box(land.x - half[0], land.y - half[1], land.x + half[0], land.y + half[1])
            self._stamp(self._numbers.get(land.net or "", -1), land.sides, box)
            if land.soldered:
                self._via[self._window(box.bounds, VIA / 2)] = False
            self._lands.setdefault(land.net or "", []).append(land)
        cost, crossing = np.ones(self._via.shape), np.zeros(self._via.shape, bool)
        for low_corner, high_corner in board.shunned:
            cost[self._window((*low_corner, *high_corner))] = SHUNNED_COST
        for low_corner, high_corner in board.crossings:
            crossing[self._window((*low_corner, *high_corner))] = True
        self._cost = [*cost.ravel().tolist()] * 2
        self._runs = np.array([crossing | (side in board.sides) for side in LAYERS])

    def _window(self, bounds: tuple[float, ...], reach: float = 0.0) -> tuple[slice, slice]:
        """The columns and rows of a box, and of what is within reach of it."""
        left, low, right, high = bounds
        return (
            slice(*np.searchsorted(self._xs, (left - reach - 1e-6, right + reach + 1e-6))),
            slice(*np.searchsorted(self._ys, (low - reach - 1e-6, high + reach + 1e-6))),
        )

    def _stamp(self, number: int, sides: tuple[str, ...], shape: shapely.Geometry, radius: float = 0.0) -> None:
        """Mark the cells that are near to copper of a net: what lies within the radius of a shape."""
        reach = radius + CLEARANCE + SLACK - 1e-6
        window = self._window(shape.bounds, reach + max(self._owners) / 2)
        away = shapely.distance(shape, self._points[window])
        for width, owners in self._owners.items():
            near = away < reach + width / 2
            for side in sides:
                here = owners[LAYERS.index(side)][window]
                here[near & (here != 0) & (here != number)] = -1
                here[near & (here == 0)] = number

    def _cells(self, land: Land, width: float) -> set[int]:
        """The cells in which a track may begin at a pad: its middle, in a large pad anywhere."""
        column, row = round((land.x - self.left) / GRID), round((land.y - self.low) / GRID)
        free_x, free_y = (int((size / 2 - max(width, VIA) / 2 - 0.1) / GRID) if size >= 2.2 else 0
                          for size in (land.width, land.height))  # fmt: skip
        return {
            LAYERS.index(side) * self.plane + (column + across) * self.rows + row + along
            for side in land.sides
            for across in range(-free_x, free_x + 1)
            for along in range(-free_y, free_y + 1)
        }

    def draw(self, net: str) -> list[Track]:
        """Return the tracks that join all pads of a net; Unroutable when there is no way."""
        width = self.board.widths.get(net, self.board.width)
        waiting = [self._cells(land, width) for land in self._lands[net]]
        tree, tracks = set(waiting.pop(0)), []
        while waiting:
            path = self._search(net, width, tree, set.union(*waiting))
            tracks += self._tracks(net, width, path)
            tree.update(path)
            for met in [cells for cells in waiting if cells & tree]:
                tree |= met
                waiting.remove(met)
        return tracks

    def _search(self, net: str, width: float, starts: set[int], goals: set[int]) -> list[int]:
        own = (0, self._numbers[net])
        free = (np.isin(self._owners[width], own) & self._runs).ravel().tolist()
        via = (np.isin(self._owners[VIA], own).all(axis=0) & self._via).ravel().tolist()
        runs, plane, rows = self._runs.ravel().tolist(), self.plane, self.rows
        columns_rows = [*zip(*(divmod(cell % plane, rows) for cell in goals), strict=True)]
        (low_x, low_y), (high_x, high_y) = map(min, columns_rows), map(max, columns_rows)

        def ahead(cell: int) -> float:
            column, row = divmod(cell % plane, rows)
            across, along = max(low_x - column, 0, column - high_x), max(low_y - row, 0, row - high_y)
            return max(across, along) + 0.414 * min(across, along)

        best, before = dict.fromkeys(starts, 0.0), {}
        heap = [(ahead(cell), cell) for cell in sorted(starts)]
        heapq.heapify(heap)
        while heap:
            _, cell = heapq.heappop(heap)
            if cell in goals:
                path = [cell]
                while path[-1] in before:
                    path.append(before[path[-1]])
                return path[::-1]
            onward, other = [], (cell + plane) % (2 * plane)
            if runs[cell]:
                onward = [(cell + step, length * self._cost[cell + step]) for step, length in self._steps
                          if free[cell + step]]  # fmt: skip
            if via[cell % plane] and (free[other] or other in starts or other in goals):
                onward.append((other, VIA_COST))
            for to, length in onward:
                total = best[cell] + length
                if total < best.get(to, inf) - 1e-9:
                    best[to], before[to] = total, cell
                    heapq.heappush(heap, (total + ahead(to), to))
        raise Unroutable(net)

    def _point(self, cell: int) -> Point:
        column, row = divmod(cell % self.plane, self.rows)
        return round(self.left + GRID * column, 4), round(self.low + GRID * row, 4)

    def _tracks(self, net: str, width: float, path: list[int]) -> list[Track]:
        """A path as straight tracks and vias; mark their neighbourhood."""
        found = []
        for step, steps in groupby(pairwise(path), lambda pair: pair[1] - pair[0]):
            cells = [cell for pair in steps for cell in pair]
            start, end = self._point(cells[0]), self._point(cells[-1])
            side = None if abs(step) == self.plane else LAYERS[cells[0] // self.plane]
            found.append(Track(net, start, end, width if side else VIA, side))
        for track in found:
            shape = shapely.LineString([track.start, track.end]) if track.side else shapely.Point(track.start)
            self._stamp(self._numbers[net], (track.side,) if track.side else LAYERS, shape, track.width / 2)
        return found


def route(board: Board, lands: list[Land]) -> list[Track]:
    """Return all tracks of a board; Unroutable when the nets find no order in which each has a way.

    Wide nets come first, then short ones, and last the poured one, so that no pad depends on the pour alone.
    """
    places: dict[str, set[Point]] = {net: set() for net in board.nets()}
    for land in lands:
        if land.net in places:
            places[land.net].add((land.x, land.y))

    def size(net: str) -> tuple[bool, float, float, str]:
        xs, ys = zip(*places[net], strict=True)
        wide = board.widths.get(net, board.width)
        return net == board.poured_net, -wide, max(xs) - min(xs) + max(ys) - min(ys), net

    # Pads of two parts at one place lie over each other.
    order = sorted((net for net in places if len(places[net]) > 1), key=size) if board.sides else []
    failed = ""
    for _ in range(ATTEMPTS):
        router, tracks = Router(board, lands), []
        try:
            for net in order:
                drawn = router.draw(net)
                if sum(dist(track.start, track.end) for track in drawn) > board.longest.get(net, inf):
                    raise Unroutable(net)
                tracks += drawn
        except Unroutable as refusal:
            failed = str(refusal)
            order.remove(failed)
            order.insert(0, failed)
        else:
            return tracks
    raise Unroutable(f"{board.name}: {failed} finds no way in {ATTEMPTS} attempts.")
