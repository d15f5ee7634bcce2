"""Removes the pixels of pictures in boxes. MuPDF changes each picture on a separate page without text."""
import os
from dataclasses import dataclass

import pikepdf

from engines.passes.redaction.geometry import bounds, inverse, overlap
from engines.passes.redaction.reading import Box
from engines.passes.redaction.removal import remove
from engines.shared.pdf.page_box import Matrix

UNIT = Box(0, 0, 1, 1)
# Width and height of the separate page of a picture, in points.
SIZE = 1000


@dataclass
class Request:
    """A picture, and the boxes to cut out of the picture. The boxes are in the coordinates of the picture."""

    # The form XObject that replaces the picture.
    form: pikepdf.Stream
    content: bytes
    resources: pikepdf.Object
    boxes: list[Box]


class Pictures:
    def __init__(self, pdf) -> None:
        self.pdf = pdf
        self.requests: list[Request] = []

    def form_without(self, content: bytes, resources, matrix: Matrix, boxes: list[Box]):
        """Returns a form XObject that draws the picture without the parts in the boxes, or None if no box touches the
        picture. The form is empty until `remove_pixels` runs. `matrix` maps the unit square, in which PDF draws
        pictures, to the page."""
        hit = [box for box in boxes if overlap(bounds(matrix, UNIT), box)]
        back = inverse(matrix)
        if not hit:
            return None
        form = self.pdf.make_stream(b'')
        form['/Type'], form['/Subtype'] = pikepdf.Name('/XObject'), pikepdf.Name('/Form')
        form['/BBox'] = pikepdf.Array([0, 0, SIZE, SIZE])
        form['/Matrix'] = pikepdf.Array([1 / SIZE, 0, 0, 1 / SIZE, 0, 0])
        # A picture without an area is not visible, so its form stays empty.
        if back is not None:
            self.requests.append(Request(form, content, resources, [bounds(back, box) for box in hit]))
        return form

    def remove_pixels(self, work: str) -> None:
        if not self.requests:
            return
        source, result = os.path.join(work, 'pictures.pdf'), os.path.join(work, 'pictures-redacted.pdf')
        with pikepdf.new() as sheets:
            for one in self.requests:
                sheets.pages.append(sheet(sheets, self.pdf, one))
            sheets.save(source)
        remove(source, {n: [on_sheet(box) for box in one.boxes] for n, one in enumerate(self.requests)}, result, 'pixels')
        with pikepdf.open(result) as sheets:
            for one, page in zip(self.requests, sheets.pages):
                page.contents_coalesce()
                content = page.obj['/Contents'].read_bytes() if '/Contents' in page.obj else b''
                one.form.write(content)
                resources = page.obj.get('/Resources')
                if resources is not None:
                    one.form['/Resources'] = self.pdf.copy_foreign(sheets.make_indirect(resources))


def sheet(sheets, pdf, one: Request):
    page = pikepdf.Dictionary(
        Type=pikepdf.Name('/Page'),
        MediaBox=pikepdf.Array([0, 0, SIZE, SIZE]),
        Contents=sheets.make_stream(f'q {SIZE} 0 0 {SIZE} 0 0 cm '.encode() + one.content + b' Q'),
    )
    page['/Resources'] = sheets.copy_foreign(pdf.make_indirect(one.resources))
    return pikepdf.Page(sheets.make_indirect(page))


def on_sheet(box: Box) -> Box:
    """Converts a box to the coordinates of the picture's separate page, whose origin is in the upper left corner."""
    return Box(box.x0 * SIZE, (1 - box.y1) * SIZE, box.x1 * SIZE, (1 - box.y0) * SIZE)
