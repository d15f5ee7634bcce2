"""The visible area of a page as it is displayed: upright, in points, with the origin at the bottom left."""
from dataclasses import dataclass

from engines.shared.pdf.objects import listed, number_of
from engines.tools.pikepdf.document import inherited

LETTER = (0.0, 0.0, 612.0, 792.0)

Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Frame:
    width: float
    height: float
    # Maps points of the upright page to the page's own coordinates.
    matrix: Matrix


def frame_of(page) -> Frame:
    left, bottom, right, top = visible_box(page)
    unit = number_of(inherited(page, '/UserUnit'), 1) or 1
    turn = int(number_of(inherited(page, '/Rotate'))) % 360
    scale = 1 / unit
    matrices = {
        0: (scale, 0, 0, scale, left, bottom),
        90: (0, scale, -scale, 0, right, bottom),
        180: (-scale, 0, 0, -scale, right, top),
        270: (0, -scale, scale, 0, left, top),
    }
    width, height = (right - left) * unit, (top - bottom) * unit
    upright = turn % 180 == 0
    return Frame(width if upright else height, height if upright else width, matrices.get(turn, matrices[0]))


def visible_box(page) -> tuple[float, float, float, float]:
    """Returns the crop box within the media box. An invalid box counts as missing."""
    media = box_of(inherited(page, '/MediaBox')) or LETTER
    crop = box_of(inherited(page, '/CropBox')) or media
    left, bottom = max(media[0], crop[0]), max(media[1], crop[1])
    right, top = min(media[2], crop[2]), min(media[3], crop[3])
    return (left, bottom, right, top) if left < right and bottom < top else media


def box_of(value) -> tuple[float, float, float, float] | None:
    edges = [number_of(edge) for edge in listed(value)]
    if len(edges) != 4:
        return None
    left, right = sorted(edges[::2])
    bottom, top = sorted(edges[1::2])
    return (left, bottom, right, top) if left < right and bottom < top else None


def product(first: Matrix, then: Matrix) -> Matrix:
    """Returns the matrix that applies `first` and then `then`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def corners(matrix: Matrix, left: float, bottom: float, right: float, top: float) -> list[float]:
    """Returns a box of the upright page in the page's own coordinates."""
    a, b, c, d, e, f = matrix
    x = [a * left + c * bottom + e, a * right + c * top + e]
    y = [b * left + d * bottom + f, b * right + d * top + f]
    return [min(x), min(y), max(x), max(y)]
