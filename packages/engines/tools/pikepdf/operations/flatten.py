"""Draws the form fields and comments as a part of the pages. Flattened fields and comments can no longer be changed."""
from engines.shared.pdf.objects import get
from engines.tools.pikepdf.document import Document


def apply(document: Document) -> None:
    pdf = document.pdf
    if get(get(pdf.Root, '/AcroForm'), '/XFA') is not None:
        document.warn('content_left_out', 'XFA form')
    pdf.generate_appearance_streams()
    pdf.flatten_annotations('all')
    if '/AcroForm' in pdf.Root:
        del pdf.Root['/AcroForm']
