"""Finds the cells of a spreadsheet by number format, and distinguishes dates, times and elapsed times."""
import re

from com.sun.star.sheet.CellFlags import DATETIME, FORMULA, VALUE
from com.sun.star.table.CellHoriJustify import RIGHT, STANDARD
from com.sun.star.util.NumberFormat import DATE, LOGICAL, TIME

NUMBERS = VALUE | DATETIME | FORMULA
# Every type of number format.
ANY = 0xFFFF
TEXT = 49
LITERALS = re.compile(r'"[^"]*"?|\\.|_.|\*.', re.DOTALL)
ELAPSED = re.compile(r'\[(?:H+|M+|S+)\]', re.IGNORECASE)


def number_ranges(document, sheet, kinds: int):
    """Yields the ranges of cells that contain numbers and have one of the number formats `kinds`. Numeric results of
    formulas are included."""
    for same in sheet.getUniqueCellFormatRanges():
        for cells in same:
            if type_of(document, cells) & kinds:
                yield from (range_at(sheet, area) for area in content_areas(cells, NUMBERS))


def content_areas(cells, flags: int):
    """Yields the areas within `cells` that have content. If empty columns follow `cells`, LibreOffice may also return
    areas outside `cells`, which are skipped."""
    whole = cells.RangeAddress
    for area in cells.queryContentCells(flags).RangeAddresses:
        if whole.StartColumn <= area.StartColumn and area.EndColumn <= whole.EndColumn:
            yield area


def range_at(sheet, area):
    return sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)


def type_of(document, cells) -> int:
    return document.NumberFormats.getByKey(cells.NumberFormat).Type


def kind_of(document, cells) -> str:
    """Returns `number`, `boolean`, `date`, `moment` (a date with a time), `time` or `elapsed`."""
    number_format = document.NumberFormats.getByKey(cells.NumberFormat)
    kind = number_format.Type
    if kind & LOGICAL:
        return 'boolean'
    if kind & TIME and ELAPSED.search(LITERALS.sub('', number_format.FormatString).split(';')[0]):
        return 'elapsed'
    if kind & DATE:
        return 'moment' if kind & TIME else 'date'
    return 'time' if kind & TIME else 'number'


def as_text(cells) -> None:
    """Gives cells the text format. The content of the cells stays right-aligned, because numbers are right-aligned by
    default."""
    cells.NumberFormat = TEXT
    if cells.HoriJustify == STANDARD:
        cells.HoriJustify = RIGHT


def write_text(cell, text: str) -> None:
    """Replaces the number of a cell with `text`."""
    as_text(cell)
    cell.setString(text)
