"""Finds the scanned pages of a PDF: pages that show one picture over their whole area, and no other visible content."""
from dataclasses import dataclass

import pikepdf

from engines.shared.pdf.objects import get, listed, number_of
from engines.shared.pdf.operators import PAINTS, SHOWS_TEXT
from engines.shared.pdf.page_box import IDENTITY, Matrix, inherited, times, visible_box

# Share of the page that the picture must cover.
COVERED = 0.8
INVISIBLE = 3
MAX_DEPTH = 5


@dataclass
class Scan:
    """The picture of a scanned page."""

    # The page or form whose resources contain the picture.
    holder: object
    name: str
    picture: pikepdf.Stream
    # Width and height of the picture on the page, in points.
    size: tuple[float, float]
    # Whether the page has invisible text, which must stay in its place.
    has_text: bool
    is_upright: bool


class Walk:
    """Collects the pictures that a page shows, including the pictures in its form XObjects."""

    def __init__(self) -> None:
        # Lists for each picture: the page or form whose resources contain the picture, the picture's name in the
        # resources, the picture, and the matrix of the picture.
        self.shown: list[tuple[object, str, object, Matrix]] = []
        self.has_text = False
        self.has_other = False

    def visit(self, content, holder, resources, matrix: Matrix, depth: int = 0) -> None:
        stack, mode = [], 0
        for operands, operator in pikepdf.parse_content_stream(content):
            name = str(operator)
            if name == 'q':
                stack.append((matrix, mode))
            elif name == 'Q' and stack:
                matrix, mode = stack.pop()
            elif name == 'cm':
                matrix = times(tuple(number_of(one) for one in operands), matrix)
            elif name == 'Tr':
                mode = int(number_of(operands[0]))
            elif name in SHOWS_TEXT:
                self.has_text = True
                self.has_other |= mode != INVISIBLE
            elif name == 'Do':
                self.show(holder, str(operands[0]), resources, matrix, depth)
            elif name in PAINTS:
                self.has_other = True

    def show(self, holder, name: str, resources, matrix: Matrix, depth: int) -> None:
        thing = get(get(resources, '/XObject'), name)
        if get(thing, '/Subtype') == '/Form' and depth < MAX_DEPTH:
            own = tuple(number_of(one) for one in listed(get(thing, '/Matrix')))
            inner = times(own, matrix) if len(own) == 6 else matrix
            self.visit(thing, thing, get(thing, '/Resources', resources), inner, depth + 1)
        else:
            self.shown.append((holder, name, thing, matrix))


def scan_of(page: pikepdf.Page) -> Scan | None:
    walk = Walk()
    try:
        walk.visit(page, page.obj, inherited(page, '/Resources'), IDENTITY)
    except (pikepdf.PdfError, TypeError):
        return None
    if walk.has_other or len(walk.shown) != 1:
        return None
    holder, name, picture, matrix = walk.shown[0]
    if not isinstance(picture, pikepdf.Stream) or get(picture, '/Subtype') != '/Image' or get(picture, '/ImageMask', False):
        return None
    if listed(page.obj.get('/Annots')) or '/SMask' in picture or '/Mask' in picture:
        return None
    a, b, c, d, *_ = matrix
    width, height = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5
    left, bottom, right, top = visible_box(page)
    if abs(a * d - b * c) < COVERED * (right - left) * (top - bottom):
        return None
    unit = number_of(inherited(page, '/UserUnit'), 1) or 1
    is_upright = b == c == 0 and a > 0 and d > 0
    return Scan(holder, name, picture, (width * unit, height * unit), walk.has_text, is_upright)
