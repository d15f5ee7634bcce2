"""Applies print options that LibreOffice does not support: black and white, and the text
that is printed for cells with errors."""
from com.sun.star.sheet.FormulaResult import ERROR

from engines.tools.libreoffice.sheets.sheet_formats import write_text
from engines.tools.libreoffice.sheet_pages.sheet_layout import WorkbookLayout, with_layouts

# ECMA-376 part 1, 18.18.60 (ST_PrintError).
ERROR_TEXTS = {'blank': '', 'dash': '--', 'NA': '#N/A'}
NONE = AUTOMATIC = -1
BLACK = 0
BORDERS = ('LeftBorder', 'RightBorder', 'TopBorder', 'BottomBorder', 'DiagonalTLBR', 'DiagonalBLTR')


def apply(document, sheets: list, book: WorkbookLayout | None) -> None:
    for sheet, layout in with_layouts(sheets, book):
        if layout.errors in ERROR_TEXTS:
            _write_errors(sheet, ERROR_TEXTS[layout.errors])
        if layout.is_black_and_white:
            _blacken(document, sheet)


def sheets_with_comments(book: WorkbookLayout | None, place: str) -> set[str]:
    """Returns the sheets that print their comments at `place`: `atEnd` (a page after the sheet) or `asDisplayed`."""
    return {name for name, layout in book.sheets.items() if layout.comments == place} if book else set()


def _write_errors(sheet, text: str) -> None:
    for area in sheet.queryFormulaCells(ERROR).RangeAddresses:
        for row in range(area.StartRow, area.EndRow + 1):
            for column in range(area.StartColumn, area.EndColumn + 1):
                write_text(sheet.getCellByPosition(column, row), text)


def _blacken(document, sheet) -> None:
    for cells in sheet.getUniqueCellFormatRanges():
        _blacken_format(cells)
    styles = document.StyleFamilies.getByName('CellStyles')
    for conditional in sheet.ConditionalFormats.getConditionalFormats():
        for number in range(conditional.Count):
            name = getattr(conditional.getByIndex(number), 'StyleName', '')
            if name and styles.hasByName(name):
                _blacken_format(styles.getByName(name))


def _blacken_format(cells) -> None:
    cells.CellBackColor = NONE
    cells.CharColor = AUTOMATIC
    for name in BORDERS:
        line = getattr(cells, name)
        if line.Color != BLACK:
            line.Color = BLACK
            setattr(cells, name, line)
