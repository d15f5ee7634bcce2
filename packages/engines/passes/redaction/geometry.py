"""Converts between the coordinates of the shown page and the coordinates of the page's content."""
from engines.passes.redaction.reading import Box

LETTER = (0.0, 0.0, 612.0, 792.0)
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
MAX_DEPTH = 50


def inherited(page, key: str):
    """Returns an attribute of a page, which the page may inherit from the page tree."""
    node = page
    for _ in range(MAX_DEPTH):
        if key in node:
            return node[key]
        if '/Parent' not in node:
            return None
        node = node['/Parent']
    return None


def rectangle(value) -> Box | None:
    try:
        a, b, c, d = (float(one) for one in value)
    except (TypeError, ValueError):
        return None
    return Box(min(a, c), min(b, d), max(a, c), max(b, d))


def shown_part(page) -> Box:
    media = rectangle(inherited(page, '/MediaBox'))
    if media is None or media.x0 >= media.x1 or media.y0 >= media.y1:
        media = Box(*LETTER)
    crop = rectangle(inherited(page, '/CropBox'))
    if crop is None:
        return media
    both = Box(max(crop.x0, media.x0), max(crop.y0, media.y0), min(crop.x1, media.x1), min(crop.y1, media.y1))
    return both if both.x0 < both.x1 and both.y0 < both.y1 else media


def turn_of(page) -> int:
    turn = inherited(page, '/Rotate')
    return round(float(turn) / 90) * 90 % 360 if turn is not None else 0


def unit_of(page) -> float:
    return float(page.get('/UserUnit', 1) or 1)


def on_content(page, box: Box) -> Box:
    """Returns the box in the coordinates of the page's content."""
    shown, turn, unit = shown_part(page), turn_of(page), unit_of(page)
    x0, y0, x1, y1 = (number / unit for number in box)
    if turn == 0:
        return Box(shown.x0 + x0, shown.y1 - y1, shown.x0 + x1, shown.y1 - y0)
    if turn == 90:
        return Box(shown.x0 + y0, shown.y0 + x0, shown.x0 + y1, shown.y0 + x1)
    if turn == 180:
        return Box(shown.x1 - x1, shown.y0 + y0, shown.x1 - x0, shown.y0 + y1)
    return Box(shown.x1 - y1, shown.y1 - x1, shown.x1 - y0, shown.y1 - x0)


def times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def at(matrix: Matrix, point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def inverse(matrix: Matrix) -> Matrix | None:
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if abs(size) < 1e-12:
        return None
    return d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size


def matrix_of(value) -> Matrix:
    try:
        a, b, c, d, e, f = (float(one) for one in value)
    except (TypeError, ValueError):
        return IDENTITY
    return a, b, c, d, e, f


def bounds(matrix: Matrix, box: Box) -> Box:
    corners = [at(matrix, point) for point in ((box.x0, box.y0), (box.x1, box.y0), (box.x0, box.y1), (box.x1, box.y1))]
    x, y = [one[0] for one in corners], [one[1] for one in corners]
    return Box(min(x), min(y), max(x), max(y))


def overlap(one: Box, other: Box) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1
