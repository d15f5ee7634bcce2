"""Rotates single pages clockwise, in addition to their existing rotation."""
from engines.shared.pdf.objects import number_of
from engines.shared.pdf.page_box import inherited
from engines.shared.pdf.page_ranges import numbers_in
from engines.tools.pikepdf.document import Document


def apply(document: Document) -> None:
    pages = document.pages
    for part in document.options['rotate_pages'].split(';'):
        angle, _, ranges = part.partition(':')
        for number in numbers_in(ranges, len(pages)):
            page = pages[number - 1]
            page.obj['/Rotate'] = (int(number_of(inherited(page, '/Rotate'))) + int(angle)) % 360
