"""The common outline of upright rectangles that touch or overlap: the way of a knife around them."""

from collections.abc import Sequence

from tavolo_host.slot.geometry import Rectangle

Point = tuple[float, float]

DIGITS = 3  # of a millimetre: closer lines are the same


def outlines(rectangles: Sequence[Rectangle]) -> list[list[Point]]:
    """Return the corners of each closed outline around all rectangles together, in mm, the first only once; outer ones
    clockwise on paper (y downwards), holes counter-clockwise."""
    across = _lines([(shape.x, shape.width) for shape in rectangles])
    along = _lines([(shape.y, shape.depth) for shape in rectangles])
    column = {x: number for number, x in enumerate(across)}
    row = {y: number for number, y in enumerate(along)}
    covered = set()
    for shape in rectangles:
        left, right = (column[x] for x in _ends(shape.x, shape.width))
        top, bottom = (row[y] for y in _ends(shape.y, shape.depth))
        covered |= {(x, y) for x in range(left, right) for y in range(top, bottom)}
    return [[(across[x], along[y]) for x, y in corners] for corners in _walks(covered)]


def _ends(middle: float, size: float) -> Point:
    return round(middle - size / 2, DIGITS), round(middle + size / 2, DIGITS)


def _lines(extents: Sequence[Point]) -> list[float]:
    return sorted({end for middle, size in extents for end in _ends(middle, size)})


def _walks(cells: set[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return the turns of each walk around the cells, with them on the right hand."""
    steps: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in sorted(cells):
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in cells:
                steps.setdefault(start, []).append(end)
    walks = []
    while steps:
        walk = [min(steps)]
        while walk[-1] in steps:
            walk.append(_next(walk, steps))
        walks.append(_turns(walk[:-1]))
    return walks


def _next(walk: list[tuple[int, int]], steps: dict[tuple[int, int], list[tuple[int, int]]]) -> tuple[int, int]:
    """Take the next step; where two cells touch by a corner alone, the one that stays with a cell."""
    x, y = walk[-1]
    ways = steps[x, y]
    if len(ways) > 1:
        before_x, before_y = walk[-2]
        right = x - (y - before_y), y + (x - before_x)
        ways.sort(key=lambda way: way != right)
    step = ways.pop(0)
    if not ways:
        del steps[x, y]
    return step


def _turns(walk: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Leave out the places where a walk goes straight on."""
    kept = []
    for number, here in enumerate(walk):
        before, after = walk[number - 1], walk[(number + 1) % len(walk)]
        if (before[0] == here[0]) != (here[0] == after[0]):
            kept.append(here)
    return kept
