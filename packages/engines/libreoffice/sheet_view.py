"""Prepares a workbook for pages and web pages: fits rows, chooses sheets, and leaves out comments with a warning."""
from engines.libreoffice import sheet_files
from engines.runtime.warn import warn

# Larger sheets are read in parts.
ROWS_AT_ONCE = 2000
PAGES = ('pdf', 'html')


def prepare(document, request: dict, used) -> None:
    """`used(sheet)` returns the width and the height of its used range."""
    if request['to'] not in PAGES:
        return
    shown = _choose_sheets(document, request)
    _remove_comments(shown, request)
    for sheet in shown:
        _fit_rows(sheet, *used(sheet))


def _choose_sheets(document, request: dict) -> list:
    """The sheets that the result shows."""
    if 'sheet' in request['options']:
        sheet_files.show_only(document, request['options']['sheet'])
        return [sheet for sheet in document.Sheets if sheet.IsVisible]
    sheets = list(document.Sheets)
    shown = [sheet for sheet in sheets if sheet.IsVisible]
    if len(shown) == len(sheets):
        return sheets
    hidden = len(sheets) - len(shown)
    if request['options'].get('sheets') != 'all':
        warn(request, 'hidden_sheets', f'{hidden} left out')
        return shown
    for sheet in sheets:
        sheet.IsVisible = True
    warn(request, 'hidden_sheets', f'{hidden} converted')
    return sheets


def _remove_comments(sheets, request: dict) -> None:
    # In a web page they would be part of the cell's text.
    count = 0
    for sheet in sheets:
        while sheet.Annotations.Count:
            sheet.Annotations.removeByIndex(0)
            count += 1
    if count:
        warn(request, 'comments_left_out', str(count))


def _fit_rows(sheet, width: int, height: int) -> None:
    """Fits rows with several lines whose height the file does not fix; LibreOffice gives them one line."""
    for start in range(0, height, ROWS_AT_ONCE):
        end = min(start + ROWS_AT_ONCE, height) - 1
        data = sheet.getCellRangeByPosition(0, start, width - 1, end).getDataArray()
        for n, cells in enumerate(data, start):
            if any(isinstance(cell, str) and '\n' in cell for cell in cells):
                row = sheet.Rows.getByIndex(n)
                if row.OptimalHeight:
                    row.OptimalHeight = True
