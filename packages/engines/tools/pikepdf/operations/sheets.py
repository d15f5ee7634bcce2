"""Places several pages on each sheet: in rows from left to right, or as the spreads of a booklet."""
import math

from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.sheets import Place, Sheets, fitted

# Columns and rows on an upright sheet, by the number of pages. Sheets for 2, 6 and 8 pages are turned.
GRIDS = {2: (1, 2), 4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 16: (4, 4)}


def apply(document: Document) -> None:
    is_booklet = document.options.get('booklet')
    count = 2 if is_booklet else document.options.get('nup')
    if count is None:
        return
    sheets = Sheets(document)
    pages = document.pages
    ordered = booklet_order(pages) if is_booklet else pages
    first = sheets.frame_of(pages[0])
    columns, rows = GRIDS[count]
    width, height = first.width, first.height
    # A turned sheet uses the space better if the pages have the proportions of the sheet.
    if columns != rows:
        columns, rows, width, height = (rows, columns, height, width)
    for start in range(0, len(ordered), count):
        places = []
        for index, page in enumerate(ordered[start:start + count]):
            if page is None:
                continue
            column, row = index % columns, index // columns
            cell = (column * width / columns, height - (row + 1) * height / rows, width / columns, height / rows)
            places.append(Place(page, fitted(sheets.frame_of(page), cell)))
        sheets.add(width, height, places)
    sheets.replace_pages()


def booklet_order(pages: list) -> list:
    """Returns the pages of the sheets' sides in printing order. Sheets are printed on both sides, folded and nested."""
    total = 4 * math.ceil(len(pages) / 4)
    padded = [*pages, *[None] * (total - len(pages))]
    order = []
    for side in range(total // 2):
        outer, inner = padded[total - 1 - side], padded[side]
        order += [outer, inner] if side % 2 == 0 else [inner, outer]
    return order
