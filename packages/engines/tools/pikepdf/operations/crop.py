"""Crops pages: to a box, or by the same margin on each side. The content outside the crop box stays in the file."""
from pikepdf import Array

from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.frame import corners, frame_of

POINTS_PER_MM = 72 / 25.4


def apply(document: Document) -> None:
    numbers = [float(one) for one in document.options['crop'].split(',')]
    for page in document.pages:
        frame = frame_of(page)
        left, top, right, bottom = edges(numbers, frame.width, frame.height)
        if left >= right or top >= bottom:
            raise SystemExit('protean-reason: crop_too_large')
        page.obj['/CropBox'] = Array(corners(frame.matrix, left, frame.height - bottom, right, frame.height - top))


def edges(numbers: list[float], width: float, height: float) -> tuple[float, float, float, float]:
    """Returns the edges in points from the upper left corner. One number is a margin, four are left, top, width and
    height, all in millimetres."""
    sizes = [one * POINTS_PER_MM for one in numbers]
    if len(sizes) == 1:
        return sizes[0], sizes[0], width - sizes[0], height - sizes[0]
    left, top, wide, high = sizes
    return left, top, min(left + wide, width), min(top + high, height)
