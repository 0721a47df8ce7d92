"""Draws a board's tracks on a grid: Lee's search with a heuristic (A*), net by net, each growing pin by pin.

Lee, C. Y., "An Algorithm for Path Connections and Its Applications", 1961; Hart, Nilsson, Raphael, 1968. A net that
finds no way, or only one that is too long, is drawn first in the next attempt, over an empty board, so that the order
is found and not given.
"""

import heapq
from math import ceil, dist, inf, sqrt

import numpy as np

from hardware.boards.model import BACK, FRONT, Board, Land, Point, Track

GRID = 0.25
CLEARANCE = 0.2  # between copper of two nets: what every factory makes
SLACK = 0.05  # by which a slanting track cuts the corner between two cells of the grid
EDGE = 0.5  # from copper to the edge of the board
HOLE_FREE = 1.6  # around a screw's hole, for its head
VIA, VIA_DRILL = 0.6, 0.3
VIA_COST, SHUNNED_COST = 12.0, 6.0  # in steps of the grid
ATTEMPTS = 80
LAYERS = (FRONT, BACK)
STEPS = tuple((dx, dy, sqrt(dx * dx + dy * dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)

Cell = tuple[int, int, int]  # layer, column, row


class Unroutable(Exception):
    """Which net found no way, or none that is short enough."""


class Router:
    """The grid over one board. For each width of copper a map says which net's neighbourhood a cell is in.

    0 is nobody's, -1 that of several or of the board's edge: there nobody's copper of that width may have its middle.
    """

    def __init__(self, board: Board, lands: list[Land]) -> None:
        self.board = board
        (self.left, self.low), (right, high) = board.box()
        self.columns, self.rows = ceil((right - self.left) / GRID) + 1, ceil((high - self.low) / GRID) + 1
        self.numbers = {net: number for number, net in enumerate(board.nets(), 1)}
        widths = {board.width, *board.widths.values(), VIA}
        self._xs = self.left + GRID * np.arange(self.columns)
        self._ys = self.low + GRID * np.arange(self.rows)
        outside = self._distance_inside()
        shape = (2, self.rows, self.columns)
        self._maps = {width: np.where(outside < EDGE + width / 2, -1, 0) * np.ones(shape, int) for width in widths}
        for x, y, diameter in board.holes:
            for layer in range(2):
                self._stamp(-1, layer, (x, y), (x, y), diameter / 2 + HOLE_FREE - CLEARANCE)
        self._no_via = np.zeros((self.rows, self.columns), bool)
        self._lands: dict[str, list[Land]] = {}
        for land in lands:
            number = self.numbers.get(land.net or "", -1)
            half = land.width / 2, land.height / 2
            for side in land.sides:
                self._stamp_box(number, LAYERS.index(side), (land.x, land.y), half)
            if land.soldered:
                half = half[0] + VIA / 2, half[1] + VIA / 2
                self._no_via |= self._within((land.x - half[0], land.y - half[1]), (land.x + half[0], land.y + half[1]))
            self._lands.setdefault(land.net or "", []).append(land)
        self._cost = np.ones((self.rows, self.columns))
        for corners in board.shunned:
            self._cost[self._within(*corners)] = SHUNNED_COST
        crossing = np.zeros(self._cost.shape, bool)
        for corners in board.crossings:
            crossing |= self._within(*corners)
        self._runs = [(crossing | (side in board.sides)).ravel().tolist() for side in LAYERS]

    def _within(self, low: Point, high: Point) -> np.ndarray:
        """Which cells lie in a rectangle."""
        rows = (self._ys >= low[1]) & (self._ys <= high[1])
        return np.outer(rows, (self._xs >= low[0]) & (self._xs <= high[0]))

    def _distance_inside(self) -> np.ndarray:
        """How far inside the outline each cell is; negative outside."""
        xs, ys = np.meshgrid(self._xs, self._ys)
        nearest, inside = np.full(xs.shape, 1e9), np.zeros(xs.shape, bool)
        corners = self.board.outline
        for (x, y), (far_x, far_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
            nearest = np.minimum(nearest, _to_segment(xs, ys, (x, y), (far_x, far_y)))
            if y != far_y:
                crosses = (ys < y) != (ys < far_y)
                inside ^= crosses & (xs < x + (ys - y) * (far_x - x) / (far_y - y))
        return np.where(inside, nearest, -nearest)

    def _stamp(self, number: int, layer: int, start: Point, end: Point, radius: float) -> None:
        """Mark what is near to a segment of this radius."""
        for width, owners in self._maps.items():
            reach = radius + CLEARANCE + SLACK + width / 2
            window = self._window(min(start[0], end[0]) - reach, max(start[0], end[0]) + reach,
                                  min(start[1], end[1]) - reach, max(start[1], end[1]) + reach)  # fmt: skip
            xs, ys = np.meshgrid(self._xs[window[1]], self._ys[window[0]])
            self._mark(owners[layer][window], _to_segment(xs, ys, start, end) < reach, number)

    def _stamp_box(self, number: int, layer: int, middle: Point, half: Point) -> None:
        """Mark what is near to an upright box."""
        for width, owners in self._maps.items():
            reach = CLEARANCE + SLACK + width / 2
            window = self._window(middle[0] - half[0] - reach, middle[0] + half[0] + reach,
                                  middle[1] - half[1] - reach, middle[1] + half[1] + reach)  # fmt: skip
            xs, ys = np.meshgrid(self._xs[window[1]], self._ys[window[0]])
            across = np.maximum(np.abs(xs - middle[0]) - half[0], 0)
            along = np.maximum(np.abs(ys - middle[1]) - half[1], 0)
            self._mark(owners[layer][window], np.hypot(across, along) < reach, number)

    def _window(self, left: float, right: float, low: float, high: float) -> tuple[slice, slice]:
        return (
            slice(max(0, int((low - self.low) / GRID)), max(0, int((high - self.low) / GRID) + 2)),
            slice(max(0, int((left - self.left) / GRID)), max(0, int((right - self.left) / GRID) + 2)),
        )

    @staticmethod
    def _mark(owners: np.ndarray, near: np.ndarray, number: int) -> None:
        owners[near & (owners != 0) & (owners != number)] = -1
        owners[near & (owners == 0)] = number

    def _cells(self, land: Land, width: float) -> set[Cell]:
        """The cells in which a track may begin at a pad: along its middle, on a large one anywhere."""
        column, row = round((land.x - self.left) / GRID), round((land.y - self.low) / GRID)
        free_x = max(0, int((land.width / 2 - max(width, VIA) / 2 - 0.1) / GRID))
        free_y = max(0, int((land.height / 2 - max(width, VIA) / 2 - 0.1) / GRID))
        if land.width < 2.2:
            free_x = 0
        if land.height < 2.2:
            free_y = 0
        return {
            (LAYERS.index(side), column + across, row + along)
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

    def _search(self, net: str, width: float, starts: set[Cell], goals: set[Cell]) -> list[Cell]:
        number = self.numbers[net]
        free = np.isin(self._maps[width], (0, number))
        via_free = (np.isin(self._maps[VIA], (0, number)).all(axis=0) & ~self._no_via).ravel().tolist()
        usable = [free[layer].ravel().tolist() for layer in range(2)]
        runs = self._runs
        cost, columns = self._cost.ravel().tolist(), self.columns
        own = starts | goals
        low_x, high_x = min(c for _, c, _ in goals), max(c for _, c, _ in goals)
        low_y, high_y = min(r for _, _, r in goals), max(r for _, _, r in goals)

        def ahead(column: int, row: int) -> float:
            across = max(low_x - column, 0, column - high_x)
            along = max(low_y - row, 0, row - high_y)
            return max(across, along) + 0.414 * min(across, along)

        best: dict[Cell, float] = dict.fromkeys(starts, 0.0)
        before: dict[Cell, Cell] = {}
        heap = [(ahead(column, row), (layer, column, row)) for layer, column, row in sorted(starts)]
        heapq.heapify(heap)
        while heap:
            _, cell = heapq.heappop(heap)
            if cell in goals:
                path = [cell]
                while path[-1] in before:
                    path.append(before[path[-1]])
                return path[::-1]
            layer, column, row = cell
            so_far = best[cell]
            onward = []
            if runs[layer][row * columns + column]:
                for dx, dy, length in STEPS:
                    at_x, at_y = column + dx, row + dy
                    if 0 <= at_x < columns and 0 <= at_y < self.rows and usable[layer][at_y * columns + at_x]:
                        if not runs[layer][at_y * columns + at_x]:
                            continue
                        onward.append(((layer, at_x, at_y), so_far + length * cost[at_y * columns + at_x]))
            other: Cell = (1 - layer, column, row)
            place = row * columns + column
            if via_free[place] and (other in own or (runs[1 - layer][place] and usable[1 - layer][place])):
                onward.append((other, so_far + VIA_COST))
            for to, total in onward:
                if total < best.get(to, 1e9) - 1e-9:
                    best[to], before[to] = total, cell
                    heapq.heappush(heap, (total + ahead(to[1], to[2]), to))
        raise Unroutable(net)

    def _point(self, cell: Cell) -> Point:
        return round(self.left + GRID * cell[1], 4), round(self.low + GRID * cell[2], 4)

    def _tracks(self, net: str, width: float, path: list[Cell]) -> list[Track]:
        """A path as straight tracks and vias; mark their neighbourhood."""
        found, start = [], path[0]
        for at, cell in enumerate(path[1:], 1):
            if cell[0] != path[at - 1][0]:
                if start != path[at - 1]:
                    found.append(self._piece(net, width, start, path[at - 1]))
                point = self._point(cell)
                found.append(Track(net, point, point, VIA, None))
                start = cell
                continue
            turns = at + 1 == len(path) or path[at + 1][0] != cell[0]
            if not turns:
                turns = _way(path[at - 1], cell) != _way(cell, path[at + 1])
            if turns and start != cell:
                found.append(self._piece(net, width, start, cell))
                start = cell
        for track in found:
            for layer in range(2) if track.side is None else (LAYERS.index(track.side),):
                self._stamp(self.numbers[net], layer, track.start, track.end, track.width / 2)
        return found

    def _piece(self, net: str, width: float, start: Cell, end: Cell) -> Track:
        return Track(net, self._point(start), self._point(end), width, LAYERS[start[0]])


def _way(start: Cell, end: Cell) -> tuple[int, int]:
    return end[1] - start[1], end[2] - start[2]


def _to_segment(xs: np.ndarray, ys: np.ndarray, start: Point, end: Point) -> np.ndarray:
    """The distance of each point from a segment."""
    across, along = end[0] - start[0], end[1] - start[1]
    squared = across * across + along * along
    if squared == 0:
        return np.hypot(xs - start[0], ys - start[1])
    share = np.clip(((xs - start[0]) * across + (ys - start[1]) * along) / squared, 0, 1)
    return np.hypot(xs - start[0] - share * across, ys - start[1] - share * along)


def route(board: Board, lands: list[Land]) -> list[Track]:
    """Return all tracks of a board; Unroutable when the nets find no order in which each has a way.

    Wide nets come first, then short ones, and last what is poured besides, so that no pad depends on the pour alone.
    """
    ends: dict[str, list[Land]] = {}
    for land in lands:
        if land.net in board.nets():
            ends.setdefault(str(land.net), []).append(land)
    # Pads of one part on one net lie over each other.
    joined = {net for net, found in ends.items() if len({(land.x, land.y) for land in found}) > 1}
    if not joined or not board.sides:
        return []

    def size(net: str) -> tuple[bool, float, float, str]:
        xs, ys = [land.x for land in ends[net]], [land.y for land in ends[net]]
        wide = board.widths.get(net, board.width)
        return net == board.poured_net, -wide, max(xs) - min(xs) + max(ys) - min(ys), net

    order = sorted(joined, key=size)
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
            continue
        return tracks
    raise Unroutable(f"{board.name}: {failed} finds no way in {ATTEMPTS} attempts.")
