"""Reads the visible box, the rotation and the size of the unit of a page, and applies transformation matrices."""
import pikepdf

from engines.shared.pdf.objects import get, has_members, listed, number_of

Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]

LETTER: Box = (0.0, 0.0, 612.0, 792.0)
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def dictionary_of(page):
    return page.obj if isinstance(page, pikepdf.Page) else page


def inherited(page, key: str):
    """Returns an attribute of a page, or the attribute that the page inherits from its parents. `page` may be a
    dictionary."""
    node, seen = dictionary_of(page), 0
    # In a damaged file, the parents of a page may form a loop.
    while has_members(node) and seen < 100:
        if key in node:
            return node[key]
        node, seen = node.get('/Parent'), seen + 1
    return None


def rectangle(value) -> Box | None:
    """Returns the left, bottom, right and top edges of a rectangle, even of an empty one. Returns None if `value` is
    not a rectangle."""
    edges = [number_of(edge, float('nan')) for edge in listed(value)]
    if len(edges) != 4 or any(edge != edge for edge in edges):
        return None
    left, right = sorted(edges[::2])
    bottom, top = sorted(edges[1::2])
    return left, bottom, right, top


def common(first: Box, other: Box) -> Box:
    """Returns the area that two boxes share. If the boxes do not overlap, the result is a box for which `is_empty`
    returns True."""
    return max(first[0], other[0]), max(first[1], other[1]), min(first[2], other[2]), min(first[3], other[3])


def is_empty(box: Box) -> bool:
    return box[0] >= box[2] or box[1] >= box[3]


def visible_box(page) -> Box:
    """Returns the crop box within the media box. An invalid or empty box counts as missing."""
    media = rectangle(inherited(page, '/MediaBox'))
    if media is None or is_empty(media):
        media = LETTER
    crop = rectangle(inherited(page, '/CropBox'))
    both = common(media, crop) if crop else media
    return media if is_empty(both) else both


def turn_of(page) -> int:
    """Returns the rotation of a page in degrees clockwise: 0, 90, 180 or 270."""
    return round(number_of(inherited(page, '/Rotate')) / 90) * 90 % 360


def unit_of(page) -> float:
    """Returns the size of the page's unit in points."""
    return number_of(get(dictionary_of(page), '/UserUnit'), 1) or 1


def matrix_of(value) -> Matrix:
    """Returns the six numbers of a matrix, or the identity if the value is not a matrix."""
    try:
        a, b, c, d, e, f = (float(one) for one in value)
    except (TypeError, ValueError):
        return IDENTITY
    return a, b, c, d, e, f


def times(first: Matrix, then: Matrix) -> Matrix:
    """Returns the matrix that applies `first` and then `then`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def at(matrix: Matrix, point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def bounds(matrix: Matrix, box: Box) -> Box:
    """Transforms `box` with the matrix, and returns the smallest upright box around the result."""
    left, bottom, right, top = box
    x, y = zip(*(at(matrix, point) for point in ((left, bottom), (right, bottom), (left, top), (right, top))))
    return min(x), min(y), max(x), max(y)
