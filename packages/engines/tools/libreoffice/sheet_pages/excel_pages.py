"""Gives columns and rows the sizes that Excel prints. The sizes of columns and rows depend on a font that may not be
installed."""
import math

from engines.tools.libreoffice.sheet_pages import row_heights, workbook_layout, xls_layout
from engines.tools.libreoffice.sheet_pages.printed_grid import PrintedGrid
from engines.tools.libreoffice.sheets.sheet_formats import content_areas
from engines.tools.libreoffice.sheet_pages.sheet_layout import SheetLayout, WorkbookLayout, with_layouts
from engines.tools.libreoffice.sheets.sheets import CONTENT, used
from engines.tools.libreoffice.sheets.workbook_formats import EXCEL, OPEN_XML

# Hundredths of a millimetre in a point.
POINT = 2540 / 72
DEFAULT_STYLE = 'Default'


def layout_of(request: dict) -> WorkbookLayout | None:
    """Returns the layout, or None if the sizes that Excel prints are unknown."""
    return read(request) if request['to'] == 'pdf' and request['from'] in EXCEL else None


def read(request: dict) -> WorkbookLayout | None:
    """Returns the layout of an Excel workbook, or None if it cannot be read."""
    return (workbook_layout if request['from'] in OPEN_XML else xls_layout).read(request['input'])


def set_columns(document, sheets: list, book: WorkbookLayout | None) -> None:
    """Sets column widths. Called before rows are fitted, because wrapped text depends on the width."""
    if book is None or book.grid is None:
        return
    _pad_cells(document, book.grid)
    for sheet, layout in with_layouts(sheets, book):
        _set_columns(sheet, layout, book.grid)


def set_rows(sheets: list, book: WorkbookLayout | None, fitted: dict[str, set[int]]) -> None:
    """Sets row heights. For each sheet, `fitted` contains the rows whose heights LibreOffice computed."""
    if book is None or book.grid is None:
        return
    for sheet, layout in with_layouts(sheets, book):
        _set_rows(sheet, layout, book.grid, fitted[sheet.Name])


def _pad_cells(document, grid: PrintedGrid) -> None:
    style = document.StyleFamilies.getByName('CellStyles').getByName(DEFAULT_STYLE)
    style.ParaLeftMargin = style.ParaRightMargin = round(grid.padding * POINT)


def _set_columns(sheet, layout: SheetLayout, grid: PrintedGrid) -> None:
    last = sheet.Columns.Count - 1
    default = layout.default_characters
    usual = grid.default_width(layout.characters) if default is None else grid.width(default)
    _columns(sheet, 0, last).Width = round(usual * POINT)
    for column in layout.columns:
        if column.first > last:
            continue
        columns = _columns(sheet, column.first, min(column.last, last))
        if column.characters:
            columns.Width = round(grid.width(column.characters) * POINT)
        # Hides hidden columns again, because setting the width makes them visible.
        if column.is_hidden:
            columns.IsVisible = False


def _columns(sheet, first: int, last: int):
    return sheet.getCellRangeByPosition(first, 0, last, 0).Columns


def _set_rows(sheet, layout: SheetLayout, grid: PrintedGrid, fitted: set[int]) -> None:
    end = used(sheet)[1]
    refitted = _refitted(sheet, layout, grid)
    stated = {row.number: grid.height(row.height) for row in layout.rows if row.height is not None} | refitted
    hidden = {row.number for row in layout.rows if row.is_hidden}
    lines = row_heights.of_several_lines(sheet, grid.size) - refitted.keys()
    kept = fitted - refitted.keys() | hidden | lines - stated.keys()
    usual = _usual_height(layout, grid)
    start, height = 0, None
    for number in range(end + 1):
        wanted = None if number == end or number in kept else stated.get(number, usual)
        if wanted != height:
            _set_height(sheet, start, number - 1, height)
            start, height = number, wanted
    for row in layout.rows:
        if row.number in lines and row.number not in kept and not row.is_fixed:
            _leave_room(sheet.Rows.getByIndex(row.number), stated[row.number], row.height)


def _refitted(sheet, layout: SheetLayout, grid: PrintedGrid) -> dict[int, float]:
    """Returns the heights of one-line rows that have no fixed height in the file. When Excel for Mac opens the file, it
    computes the heights of one-line rows without a fixed height again."""
    usual = grid.line_height(grid.font, grid.size)
    if usual is None or layout.is_default_fixed:
        return {}
    others = row_heights.of_several_lines(sheet, math.inf) | {row.number for row in layout.rows if row.is_fixed}
    heights = {row.number: usual for row in layout.rows if row.height is not None}
    for cells in sheet.getUniqueCellFormatRanges():
        height = grid.line_height(cells.CharFontName, cells.CharHeight)
        if height is None and cells.CharHeight > grid.size:
            others.update(_rows_with_content(cells))
        elif height is not None and height > usual:
            heights |= {number: max(height, heights.get(number, 0)) for number in _rows_with_content(cells)}
    return {number: height for number, height in heights.items() if number not in others}


def _rows_with_content(cells) -> set[int]:
    areas = (area for same in cells for area in content_areas(same, CONTENT))
    return {number for area in areas for number in range(area.StartRow, area.EndRow + 1)}


def _leave_room(row, printed: float, stated: float) -> None:
    """Fits a row to its content, because LibreOffice may need more lines than Excel. A fitted row is not taller than
    the height that the file states."""
    row.OptimalHeight = True
    row.Height = max(round(printed * POINT), min(row.Height, round(stated * POINT)))


def _usual_height(layout: SheetLayout, grid: PrintedGrid) -> float | None:
    """Returns the height of rows without a stated height, or None to leave them unchanged."""
    if layout.is_default_hidden:
        return None
    if layout.is_default_fixed and layout.default_height:
        return grid.height(layout.default_height)
    return grid.default_height(layout.default_height)


def _set_height(sheet, first: int, last: int, height: float | None) -> None:
    if height is not None:
        sheet.getCellRangeByPosition(0, first, 0, last).Rows.Height = round(height * POINT)
