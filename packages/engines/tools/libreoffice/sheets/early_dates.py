"""Keeps dates before March 1900 in conversions between LibreOffice's calendar and Excel's. Excel's calendar contains a
day 1900-02-29."""
from com.sun.star.util.NumberFormat import DATE

from engines.tools.libreoffice.sheets.raw_values import clock
from engines.tools.libreoffice.sheets.sheet_formats import number_ranges, write_text
from engines.tools.libreoffice.sheets.workbook_formats import EXCEL, PAGES
from engines.shared.runner.warn import warn

# Formats that count days as Excel does.
EXCEL_CALENDAR = (*EXCEL, 'slk')
# Targets in which each date is text.
TEXTS = (*PAGES, 'csv', 'tsv', 'dif')
NULL_DATE = (1899, 12, 30)
# The nonexistent day 60 of Excel's calendar (29 February 1900), and the first day on which Excel's and LibreOffice's
# calendars agree.
FICTIONAL, AGREED = 60, 61
# LibreOffice's calendar lacks Excel's days 1900-01-00 and 1900-02-29. For these two days, LibreOffice therefore formats
# another day of the same month (the 10th or the 28th), and Protean replaces its digits in the result.
STAND_INS = {0: (11, '10', ('00', '0')), FICTIONAL: (60, '28', ('29', '29'))}


def settle(document, request: dict) -> None:
    """Changes cells with dates before March 1900 so that the target shows the dates of the source."""
    start, source, target = document.NullDate, request['from'], request['to']
    if (source in EXCEL_CALENDAR) == (target in EXCEL_CALENDAR) or (start.Year, start.Month, start.Day) != NULL_DATE:
        return
    as_text = 0
    for sheet in document.Sheets:
        for cells in list(number_ranges(document, sheet, DATE)):
            if any(isinstance(value, float) and 0 <= value < AGREED for row in cells.getDataArray() for value in row):
                as_text += _settle_range(document, sheet, cells, request)
    if as_text:
        warn(request, 'values_as_text', 'dates that the target does not have')


def _settle_range(document, sheet, cells, request: dict) -> int:
    """Changes the dates of a range so that the target shows the dates of the source. A date for which the target has no
    number is written as text. Returns how many dates were written as text."""
    area, from_excel = cells.RangeAddress, request['from'] in EXCEL_CALENDAR
    # A date that a formula calculates is changed only if the final result contains no formulas. Results in page formats
    # and data formats contain no formulas. For a data format, a later step converts the file that LibreOffice writes.
    keeps_formulas = request['to'] not in PAGES and not request.get('intermediate')
    is_shown = from_excel and request['to'] in PAGES and request['options'].get('values') != 'raw'
    as_text = 0
    for y, row in enumerate(cells.getDataArray(), area.StartRow):
        for x, value in enumerate(row, area.StartColumn):
            if not isinstance(value, float) or not 0 <= value < AGREED:
                continue
            cell = sheet.getCellByPosition(x, y)
            if keeps_formulas and cell.Formula.startswith('='):
                continue
            day = int(value)
            if is_shown and day in STAND_INS:
                _show(document, cell, day, value)
            elif day == (FICTIONAL if from_excel else 1):
                date = '1900-02-29' if from_excel else '1899-12-31'
                write_text(cell, date + ('' if value == day else f'T{clock(round((value - day) * 86_400) * 1000)}'))
                as_text += request['to'] not in TEXTS
            elif day > 0:
                cell.setValue(value + (1 if from_excel else -1))
    return as_text


def _show(document, cell, day: int, value: float) -> None:
    """Writes the date as Excel shows it: 1900-01-00 or 1900-02-29."""
    stand_in, digits, (long, short) = STAND_INS[day]
    number_format = document.NumberFormats.getByKey(cell.NumberFormat).FormatString.upper()
    cell.setValue(stand_in + value - day)
    shown = cell.String
    if shown.count(digits) == 1 and 'DDD' not in number_format:
        write_text(cell, shown.replace(digits, long if 'DD' in number_format else short))
    elif day == FICTIONAL:
        write_text(cell, '1900-02-29')
    else:
        cell.setValue(value)
