"""Converts between the coordinates of the shown page and the coordinates of the page's content."""
from engines.passes.redaction.reading import Box
from engines.shared.pdf import page_box
from engines.shared.pdf.page_box import Matrix, turn_of, unit_of


def rectangle(value) -> Box | None:
    edges = page_box.rectangle(value)
    return Box(*edges) if edges else None


def shown_part(page) -> Box:
    return Box(*page_box.visible_box(page))


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


def inverse(matrix: Matrix) -> Matrix | None:
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if abs(size) < 1e-12:
        return None
    return d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size


def bounds(matrix: Matrix, box: Box) -> Box:
    return Box(*page_box.bounds(matrix, box))


def overlap(one: Box, other: Box) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.y0 < other.y1 and other.y0 < one.y1
