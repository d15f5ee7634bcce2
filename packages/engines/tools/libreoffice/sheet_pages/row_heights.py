"""Fits row heights to the content, unless the file fixes the height. Without fitted heights, LibreOffice would give
each row the height of one line in the standard font."""
from com.sun.star.sheet.CellFlags import DATETIME, FORMULA, STRING, VALUE

from engines.tools.libreoffice.sheets.sheet_formats import content_areas

# Maximum number of rows that are read at once.
ROWS_AT_ONCE = 2000
# Height of a line in hundredths of a millimetre, per point of its font size.
LINE = 42
# A row is changed only if it must grow by at least this factor. Differences below this factor are normal if a program
# other than LibreOffice computed the stated height.
LACKS_A_LINE = 1.2


def fit(sheet) -> set[int]:
    """Increases the height of rows if their content needs it. Returns the changed rows. Rows with a fixed height stay
    unchanged, because Excel also cuts off the content of these rows."""
    changed: set[int] = set()
    tall = _with_tall_cells(sheet, lambda cells, row: cells.CharHeight * LINE > row.Height)
    for start, end in _runs(sorted(_with_line_breaks(sheet) | tall)):
        changed.update(_fit_rows(sheet, start, end))
    return changed


def of_several_lines(sheet, size: float) -> set[int]:
    """Returns the rows that may need more than one line in a font of `size` points."""
    return _with_line_breaks(sheet) | _with_tall_cells(sheet, lambda cells, _: cells.CharHeight > size)


def _with_line_breaks(sheet) -> set[int]:
    found = set()
    for area in sheet.queryContentCells(STRING | FORMULA).RangeAddresses:
        for start in range(area.StartRow, area.EndRow + 1, ROWS_AT_ONCE):
            end = min(start + ROWS_AT_ONCE - 1, area.EndRow)
            data = sheet.getCellRangeByPosition(area.StartColumn, start, area.EndColumn, end).getDataArray()
            found.update(
                n for n, row in enumerate(data, start) if any(isinstance(cell, str) and '\n' in cell for cell in row)
            )
    return found


def _with_tall_cells(sheet, is_tall) -> set[int]:
    """Returns the rows with wrapped or rotated text, and the rows for which `is_tall(cells, row)` is true."""
    found = set()
    for same in sheet.getUniqueCellFormatRanges():
        for cells in same:
            wraps = cells.IsTextWrapped or cells.RotateAngle
            for area in content_areas(cells, STRING | VALUE | DATETIME | FORMULA):
                row = sheet.Rows.getByIndex(area.StartRow)
                if wraps or is_tall(cells, row):
                    found.update(range(area.StartRow, area.EndRow + 1))
    return found


def _runs(rows: list[int]):
    """Yields the first and last number of each run of consecutive rows."""
    start = None
    for n, row in enumerate(rows):
        start = row if start is None else start
        if n + 1 == len(rows) or rows[n + 1] != row + 1:
            yield start, row
            start = None


def _fit_rows(sheet, start: int, end: int):
    """Fits rows and yields each row with a changed height."""
    for n in range(start, end + 1):
        row = sheet.Rows.getByIndex(n)
        if not row.OptimalHeight or not row.IsVisible:
            continue
        height = row.Height
        row.OptimalHeight = True
        if row.Height < height * LACKS_A_LINE:
            row.Height = height
        else:
            yield n
