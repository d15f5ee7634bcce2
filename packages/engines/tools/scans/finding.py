"""Finds the scanned pages of a PDF: pages that show one picture over their whole area, and no other visible content."""
from dataclasses import dataclass

import pikepdf

from engines.shared.pdf.objects import get, listed, number_of
from engines.tools.pikepdf.document import inherited
from engines.tools.pikepdf.frame import Matrix, frame_of, product, visible_box

# Share of the page that the picture must cover.
COVERED = 0.8
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
INVISIBLE = 3
SHOWS_TEXT = {'Tj', 'TJ', "'", '"'}
PAINTS = {'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh'}


@dataclass
class Scan:
    """The picture of a scanned page."""

    page: pikepdf.Page
    # Name of the picture in the resources of the page.
    name: str
    picture: pikepdf.Stream
    # Width and height of the picture on the page, in points.
    size: tuple[float, float]
    # Whether the page has invisible text, which must stay in its place.
    has_text: bool
    is_upright: bool


def scan_of(page: pikepdf.Page) -> Scan | None:
    try:
        operators = pikepdf.parse_content_stream(page)
    except (pikepdf.PdfError, TypeError):
        return None
    resources = inherited(page, '/Resources')
    matrix, stack, mode, shown, has_text = IDENTITY, [], 0, [], False
    for operands, operator in operators:
        name = str(operator)
        if name == 'q':
            stack.append((matrix, mode))
        elif name == 'Q' and stack:
            matrix, mode = stack.pop()
        elif name == 'cm':
            matrix = product(tuple(number_of(one) for one in operands), matrix)
        elif name == 'Tr':
            mode = int(number_of(operands[0]))
        elif name in SHOWS_TEXT:
            if mode != INVISIBLE:
                return None
            has_text = True
        elif name == 'Do':
            shown.append((str(operands[0]), matrix))
        elif name in PAINTS or name == 'INLINE IMAGE':
            return None
    if len(shown) != 1:
        return None
    name, matrix = shown[0]
    picture = get(get(resources, '/XObject'), name)
    if not isinstance(picture, pikepdf.Stream) or get(picture, '/Subtype') != '/Image' or get(picture, '/ImageMask', False):
        return None
    return scan_at(page, name, picture, matrix, has_text)


def scan_at(page: pikepdf.Page, name: str, picture: pikepdf.Stream, matrix: Matrix, has_text: bool) -> Scan | None:
    if listed(page.obj.get('/Annots')) or has_mask(picture):
        return None
    a, b, c, d, *_ = matrix
    width, height = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5
    left, bottom, right, top = visible_box(page)
    if abs(a * d - b * c) < COVERED * (right - left) * (top - bottom):
        return None
    unit = frame_of(page).width / (right - left if int(number_of(inherited(page, '/Rotate'))) % 180 == 0 else top - bottom)
    is_upright = b == c == 0 and a > 0 and d > 0
    return Scan(page, name, picture, (width * unit, height * unit), has_text, is_upright)


def has_mask(picture: pikepdf.Stream) -> bool:
    return '/SMask' in picture or '/Mask' in picture
