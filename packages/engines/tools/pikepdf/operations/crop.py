"""Cuts the edges of pages. The cut content stays in the file, but is no longer visible."""
from pikepdf import Array

from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.frame import apply_to_box, frame_of

POINTS_PER_MM = 72 / 25.4


def apply(document: Document) -> None:
    top, right, bottom, left = (edge * POINTS_PER_MM for edge in edges_of(document.options['crop']))
    for page in document.pdf.pages:
        frame = frame_of(page)
        box = (left, bottom, frame.width - right, frame.height - top)
        if box[0] >= box[2] or box[1] >= box[3]:
            raise SystemExit('protean-reason: nothing_left_of_page')
        cropped = Array(apply_to_box(box, frame.matrix))
        page.obj.CropBox = cropped
        # Readers that ignore the crop box would show the whole page.
        page.obj.MediaBox = cropped
        for key in ('/TrimBox', '/BleedBox', '/ArtBox'):
            if key in page.obj:
                del page.obj[key]


def edges_of(value: str) -> list[float]:
    edges = [float(edge) for edge in value.split(',')]
    return edges * 4 if len(edges) == 1 else edges
