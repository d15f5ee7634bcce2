"""Rotates single pages by the angles of `rotate_pages`."""
from engines.tools.pikepdf.document import Document, numbers_in


def apply(document: Document) -> None:
    count = len(document.pdf.pages)
    for part in document.options['rotate_pages'].split(';'):
        angle, _, ranges = part.partition(':')
        for number in numbers_in(ranges, count):
            document.pdf.pages[number - 1].rotate(int(angle), relative=True)
