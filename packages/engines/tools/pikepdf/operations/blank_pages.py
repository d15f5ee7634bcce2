"""Removes blank pages."""
from engines.tools.pikepdf.blank import blank_pages
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.selection.pages import Selection


def apply(document: Document) -> None:
    file = f'{document.work}/with-blank-pages.pdf'
    document.pdf.save(file)
    blank = blank_pages(file, len(document.pages), document.work)
    kept = [n for n in range(len(document.pages)) if n not in blank]
    if blank and kept:
        Selection(document.pdf).keep(kept)
        document.warn('pages_left_out', f'{len(blank)} blank')
