"""The visible area of a page as it is displayed: upright, in points, with the origin at the bottom left."""
from dataclasses import dataclass

from engines.shared.pdf.page_box import Matrix, bounds, turn_of, unit_of, visible_box


@dataclass(frozen=True)
class Frame:
    width: float
    height: float
    # Maps points of the upright page to the page's own coordinates.
    matrix: Matrix


def frame_of(page) -> Frame:
    left, bottom, right, top = visible_box(page)
    unit, turn = unit_of(page), turn_of(page)
    scale = 1 / unit
    matrices = {
        0: (scale, 0, 0, scale, left, bottom),
        90: (0, scale, -scale, 0, right, bottom),
        180: (-scale, 0, 0, -scale, right, top),
        270: (0, -scale, scale, 0, left, top),
    }
    width, height = (right - left) * unit, (top - bottom) * unit
    upright = turn % 180 == 0
    return Frame(width if upright else height, height if upright else width, matrices[turn])


def corners(matrix: Matrix, left: float, bottom: float, right: float, top: float) -> list[float]:
    """Converts a box of the upright page to the page's own coordinates."""
    return list(bounds(matrix, (left, bottom, right, top)))
