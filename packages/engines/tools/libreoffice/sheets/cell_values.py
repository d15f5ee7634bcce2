"""Writes the cells of a workbook as stored values or as displayed text. Writes errors with Excel's names."""
import datetime

from com.sun.star.sheet.CellFlags import FORMULA
from com.sun.star.sheet.FormulaResult import ERROR

from engines.tools.libreoffice.sheets.raw_values import raw_text
from engines.tools.libreoffice.sheets.sheet_formats import ANY, as_text, kind_of, number_ranges, range_at, write_text

BOOLEANS = {'TRUE': 1.0, 'FALSE': 0.0}
# For each error that LibreOffice displays as a number: the name that LibreOffice's Excel filters write.
ERROR_NAMES = {'Err:501': '#NAME?', 'Err:502': '#VALUE!', 'Err:519': '#VALUE!', 'Err:521': '#NULL!'}
OTHER_ERROR = '#N/A'


def keep_results(document) -> None:
    """Calculates formulas that have no result, and then turns automatic calculation off, so that later changes to the
    workbook cause no recalculation."""
    for sheet in document.Sheets:
        for area in sheet.queryContentCells(FORMULA).RangeAddresses:
            # LibreOffice calculates a cell when its result is read.
            range_at(sheet, area).getDataArray()
    document.enableAutomaticCalculation(False)


def name_errors(sheet, all_as_text: bool) -> None:
    """Writes Excel's names for errors that LibreOffice displays as numbers, such as `Err:502`. With `all_as_text`,
    writes the names of all errors as text."""
    for area in sheet.queryFormulaCells(ERROR).RangeAddresses:
        for row in range(area.StartRow, area.EndRow + 1):
            for column in range(area.StartColumn, area.EndColumn + 1):
                cell = sheet.getCellByPosition(column, row)
                shown = cell.String
                if all_as_text or shown.startswith('Err:'):
                    write_text(cell, ERROR_NAMES.get(shown, OTHER_ERROR) if shown.startswith('Err:') else shown)


def write_raw(document, sheet) -> None:
    """Replaces each number with the text of its stored value."""
    start = document.NullDate
    null_date = datetime.date(start.Year, start.Month, start.Day)

    def text(value, cell, kind):
        if not isinstance(value, float):
            return cell().String if value is None else value
        if value in (0, 1) and kind == 'number' and BOOLEANS.get(cell().String) == value:
            kind = 'boolean'
        return raw_text(value, kind, null_date)

    _replace(document, sheet, text)


def write_shown(document, sheet) -> None:
    """Replaces each number with the text that the spreadsheet program displays in a cell of any width."""
    _replace(document, sheet, lambda _value, cell, _kind: cell().String)


def _replace(document, sheet, text) -> None:
    """Replaces numbers with text. `text(value, cell, kind)` returns the new text of a cell, where `cell` is a function
    that returns the cell object."""
    for cells in list(number_ranges(document, sheet, ANY)):
        kind, area = kind_of(document, cells), cells.RangeAddress
        texts = tuple(
            tuple(
                text(value, lambda x=x, y=y: sheet.getCellByPosition(area.StartColumn + x, area.StartRow + y), kind)
                for x, value in enumerate(row)
            )
            for y, row in enumerate(cells.getDataArray())
        )
        as_text(cells)
        cells.setDataArray(texts)


def shrink_numbers(document, sheet) -> None:
    """Shrinks numbers that are wider than their cell, because a page would show number signs instead."""
    for cells in number_ranges(document, sheet, ANY):
        cells.ShrinkToFit = True
