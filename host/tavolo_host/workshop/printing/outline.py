"""The common outline of upright rectangles that touch or overlap: the way of a knife around them."""

from collections.abc import Sequence

from tavolo_host.slot.geometry import Rectangle

Point = tuple[float, float]

DIGITS = 3  # of a millimetre: closer lines are the same


def outlines(rectangles: Sequence[Rectangle]) -> list[list[Point]]:
    """Return the corners of each closed outline around all rectangles together, in mm, the first only once; outer ones
    clockwise on paper (y downwards), holes counter-clockwise."""
    import shapely  # of the extra `maker`, which only printing needs

    boxes = []
    for shape in rectangles:
        left, low = shape.x - shape.width / 2, shape.y - shape.depth / 2
        edges = left, low, left + shape.width, low + shape.depth
        boxes.append(shapely.box(*(round(edge, DIGITS) for edge in edges)))
    found = []
    for part in shapely.get_parts(shapely.union_all(boxes).simplify(0)):
        for number, ring in enumerate([part.exterior, *part.interiors]):
            points = [(x, y) for x, y in ring.coords[:-1]]
            if ring.is_ccw == (number > 0):
                points.reverse()
            first = points.index(min(points))
            found.append([*points[first:], *points[:first]])
    return sorted(found)
