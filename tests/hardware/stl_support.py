"""Reads an STL file of OpenSCAD: its triangles, and the faces above a point."""

from pathlib import Path

Vertex = tuple[float, float, float]
Triangle = tuple[Vertex, Vertex, Vertex]


def triangles(path: Path) -> list[Triangle]:
    words = [line.split() for line in path.read_text(encoding="ascii").splitlines()]
    corners = [tuple(map(float, line[1:])) for line in words if line and line[0] == "vertex"]
    return [tuple(corners[start : start + 3]) for start in range(0, len(corners), 3)]


def box(solid: list[Triangle]) -> tuple[Vertex, Vertex]:
    """The least and the greatest coordinates."""
    corners = [corner for triangle in solid for corner in triangle]
    return tuple(min(axis) for axis in zip(*corners, strict=True)), tuple(
        max(axis) for axis in zip(*corners, strict=True)
    )


def heights(solid: list[Triangle], x: float, y: float) -> list[float]:
    """The heights at which a vertical line through x, y crosses faces, from below."""
    found = []
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in solid:
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-9:
            continue
        second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        if second >= 0 and third >= 0 and second + third <= 1:
            found.append(round(az + second * (bz - az) + third * (cz - az), 4))
    return sorted(set(found))
