"""Scales every page to a paper size. Pages keep their orientation, and their content is centred."""
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.sheets import Place, Sheets, fitted, paper_size


def apply(document: Document) -> None:
    sheets = Sheets(document)
    for page in document.pages:
        frame = sheets.frame_of(page)
        width, height = paper_size(document.options['paper'], landscape=frame.width > frame.height)
        sheets.add(width, height, [Place(page, fitted(frame, (0, 0, width, height)))])
    sheets.replace_pages()
