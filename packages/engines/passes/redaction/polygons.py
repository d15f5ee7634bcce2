"""Cuts boxes out of drawn lines and areas."""
from typing import Iterator

from engines.passes.redaction.reading import Box

Point = tuple[float, float]
Polygon = list[Point]
# Number of straight lines that replace a curve if a box cuts it.
STEPS = 16


def curve(start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    """Yields points on a Bézier curve, without its start point."""
    for n in range(1, STEPS + 1):
        t = n / STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * start[0] + b * one[0] + c * two[0] + d * end[0], a * start[1] + b * one[1] + c * two[1] + d * end[1]


def crosses(points: Polygon, box: Box, closed: bool) -> bool:
    """Returns whether a part of the outline is in the box. Returns False if the outline surrounds the box without
    touching it."""
    pairs = zip(points, points[1:] + (points[:1] if closed else []))
    if len(points) == 1:
        return is_in(points[0], box)
    return any(inner_part(start, end, box) is not None for start, end in pairs)


def is_in(point: Point, box: Box) -> bool:
    return box.x0 < point[0] < box.x1 and box.y0 < point[1] < box.y1


def inner_part(start: Point, end: Point, box: Box) -> tuple[float, float] | None:
    """Returns the part of a line that is in the box, as two numbers from 0 to 1 (Liang and Barsky)."""
    low, high = 0.0, 1.0
    for at, step, least, most in ((start[0], end[0] - start[0], box.x0, box.x1), (start[1], end[1] - start[1], box.y0, box.y1)):
        if step == 0:
            if not least < at < most:
                return None
            continue
        one, two = sorted(((least - at) / step, (most - at) / step))
        low, high = max(low, one), min(high, two)
    return (low, high) if low < high or (start == end and low <= high) else None


def line_without(points: Polygon, box: Box) -> list[Polygon]:
    """Returns the parts of a line that are outside of the box."""
    parts: list[Polygon] = [[points[0]]]
    for start, end in zip(points, points[1:]):
        inner = inner_part(start, end, box)
        if inner is None:
            parts[-1].append(end)
            continue
        at = [(start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t) for t in inner]
        parts[-1].append(at[0])
        parts.append([at[1], end])
    return [part for part in parts if len(part) > 1 and any(point != part[0] for point in part)]


def area_without(points: Polygon, box: Box) -> list[Polygon]:
    """Returns the parts of an area that are to the left of, to the right of, below and above the box (Sutherland and
    Hodgman)."""
    lower = clipped(clipped(points, 0, box.x0, True), 0, box.x1, False)
    parts = [
        clipped(points, 0, box.x0, False),
        clipped(points, 0, box.x1, True),
        clipped(lower, 1, box.y0, False),
        clipped(lower, 1, box.y1, True),
    ]
    return [part for part in parts if len(part) > 2]


def clipped(points: Polygon, axis: int, edge: float, above: bool) -> Polygon:
    """Returns the part of an area on one side of an edge that is parallel to an axis."""
    result: Polygon = []
    for start, end in zip(points[-1:] + points[:-1], points):
        was_in, now_in = ((point[axis] >= edge) == above or point[axis] == edge for point in (start, end))
        if was_in != now_in:
            t = (edge - start[axis]) / (end[axis] - start[axis])
            crossing = (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
            result.append((edge, crossing[1]) if axis == 0 else (crossing[0], edge))
        if now_in:
            result.append(end)
    return result
