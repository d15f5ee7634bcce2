"""Fits pages to a paper size, puts several pages on one sheet, or arranges pages as a booklet."""
from engines.tools.pikepdf import sheets
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.frame import frame_of
from engines.tools.pikepdf.sheets import PAPERS, Slot

# Columns and rows of an upright sheet. A sheet for 2, 6 or 8 pages is rotated by 90 degrees.
GRIDS = {2: (2, 1), 4: (2, 2), 6: (3, 2), 8: (4, 2), 9: (3, 3), 16: (4, 4)}


def apply(document: Document) -> None:
    options = document.options
    size = PAPERS.get(options.get('paper', ''), None)
    if options.get('booklet'):
        sheets.write(document, booklet(document, size))
    elif 'nup' in options:
        sheets.write(document, several(document, int(options['nup']), size))
    else:
        sheets.write(document, fitted(document, size or PAPERS['a4']))


def turned(size: tuple[float, float], is_wide: bool) -> tuple[float, float]:
    short, long = sorted(size)
    return (long, short) if is_wide else (short, long)


def first_size(document: Document) -> tuple[float, float]:
    frame = frame_of(document.pages[0])
    return frame.width, frame.height


def fitted(document: Document, size: tuple[float, float]):
    """Puts each page on its own sheet, which has the orientation of the page."""
    result = []
    for n, page in enumerate(document.pages):
        frame = frame_of(page)
        width, height = turned(size, frame.width > frame.height)
        result.append(((width, height), [Slot(n, 0, 0, width, height)]))
    return result


def several(document: Document, per_sheet: int, size: tuple[float, float] | None):
    columns, rows = GRIDS[per_sheet]
    width, height = first_size(document)
    is_wide = width > height
    if is_wide:
        columns, rows = rows, columns
    # If the numbers of columns and rows differ, pages in portrait get a sheet in landscape, and the other way round.
    sheet = turned(size or (width, height), is_wide != (columns != rows))
    cell = (sheet[0] / columns, sheet[1] / rows)
    result = []
    for start in range(0, len(document.pages), per_sheet):
        slots = [
            Slot(n, (at % columns) * cell[0], sheet[1] - (at // columns + 1) * cell[1], *cell)
            for at, n in enumerate(range(start, min(start + per_sheet, len(document.pages))))
        ]
        result.append((sheet, slots))
    return result


def booklet(document: Document, size: tuple[float, float] | None):
    """Puts two pages on each side of a sheet, in the order of a folded and stapled booklet."""
    width, height = first_size(document)
    sheet = turned(size, True) if size else (2 * width, height)
    half = sheet[0] / 2
    count = -(-len(document.pages) // 4) * 4
    pages: list[int | None] = [n if n < len(document.pages) else None for n in range(count)]
    result = []
    for n in range(count // 2):
        left, right = (pages[-1 - n], pages[n]) if n % 2 == 0 else (pages[n], pages[-1 - n])
        result.append((sheet, [Slot(left, 0, 0, half, sheet[1]), Slot(right, half, 0, half, sheet[1])]))
    return result
