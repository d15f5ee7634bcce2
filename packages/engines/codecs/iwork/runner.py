"""Converts an Apple Numbers document to an Excel workbook, each table to a sheet. Exits with status 1 for a damaged
document.

Values keep all digits and their types, including dates, durations and percentages. Merged cells stay merged.
Formulas are replaced by their results. An integer with more digits than a cell of a workbook can store becomes text."""
import datetime
import json
import re
import sys
from collections import Counter
from decimal import Decimal
from math import isfinite

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.cell_range import CellRange

from engines.codecs.iwork import cells
from engines.codecs.iwork.archive import objects, TooLarge
from engines.codecs.iwork.tables import Table, tables, TooMany
from engines.tools.openpyxl import workbook
from engines.tools.openpyxl.runner import cell_of, MAX_COLUMNS, MAX_DIGITS, MAX_ROWS

# First day that becomes a date cell. Days before 1 March 1900 become text, because Excel counts them incorrectly or
# does not support them.
FIRST_DAY = datetime.datetime(1900, 3, 1)
MAX_NAME = 31
PERCENT, CURRENCY = 258, 257
# Special value for the number of decimal places in a number format: all decimal places are shown.
ANY_DECIMALS = 253
# If a number becomes text and its exponent is greater than MAX_EXPONENT, it is written in scientific notation. Integers
# of at least LARGE are stored as floats.
MAX_EXPONENT, LARGE = 40, 10**15
MIN_WIDTH, MAX_WIDTH = 9, 48
DAY, MOMENT, SPAN, FINE_SPAN = 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss', '[h]:mm:ss', '[h]:mm:ss.000'


def main() -> int:
    step = json.loads(sys.argv[1])
    try:
        found = tables(objects(step['input']))
        if not found:
            raise ValueError('it contains no table')
        write(found, step['output'])
    except (TooLarge, TooMany):
        print('protean-reason: too_many_cells', file=sys.stderr)
        return 1
    except Exception as error:  # Any error in the reader counts as damage in the file.
        print(str(error).split('\n', 1)[0] or type(error).__name__, file=sys.stderr)
        return 1
    return 0


def write(found: list[Table], file: str) -> None:
    book = openpyxl.Workbook(write_only=True)
    names = names_of(found)
    for table, name in zip(found, names):
        write_sheet(book.create_sheet(name), table)
    workbook.write(book, file)


def names_of(found: list[Table]) -> list[str]:
    """Returns a name for each table. The only table of a sheet gets the sheet's name. If a sheet has several tables,
    each table gets the name of the sheet, followed by the name of the table."""
    tables_of = Counter(table.sheet for table in found)
    names: list[str] = []
    for table in found:
        wanted = table.sheet if tables_of[table.sheet] == 1 else f'{table.sheet} - {table.name}'
        allowed = re.sub(r'[\[\]:*?/\\\x00-\x1f]', '_', wanted).strip("' ")
        names.append(unique_name(allowed, {name.lower() for name in names}))
    return names


def unique_name(wanted: str, taken: set[str]) -> str:
    """Returns the sheet name `wanted`, shortened to the length that workbooks allow. Appends a number if another sheet
    already has this name."""
    name, again = wanted[:MAX_NAME] or 'Sheet', 1
    while name.lower() in taken:
        again += 1
        name = f'{wanted[: MAX_NAME - len(str(again)) - 1]} {again}'
    return name


def write_sheet(sheet, table: Table) -> None:
    rows = {at: filled(row) for at, row in table.rows.items()}
    height = max((at for at, row in rows.items() if row), default=-1) + 1
    width = max((x for row in rows.values() for x in row), default=-1) + 1
    if height > MAX_ROWS or width > MAX_COLUMNS:
        raise ValueError(f'{height} rows of {width} columns exceed the limits of a sheet')
    for x, needed in widths(rows).items():
        sheet.column_dimensions[get_column_letter(x + 1)].width = needed
    for top, left, bottom, right in table.merged:
        if bottom < MAX_ROWS and right < MAX_COLUMNS and (top, left) != (bottom, right):
            sheet.merged_cells.add(CellRange(None, left + 1, top + 1, right + 1, bottom + 1))
    for at in range(height):
        row = rows.get(at, {})
        end = max(row, default=-1) + 1
        sheet.append([written(sheet, row[x], table) if x in row else None for x in range(end)])


def filled(row: dict[int, cells.Cell]) -> dict[int, cells.Cell]:
    return {x: held for x, held in row.items() if held.kind != cells.EMPTY}


def widths(rows) -> dict[int, int]:
    found = {}
    for row in rows.values():
        for x, held in row.items():
            length = 19 if held.kind == cells.DATE else max(map(len, str(held.value).split('\n')))
            found[x] = min(MAX_WIDTH, max(MIN_WIDTH, length + 2, found.get(x, 0)))
    return found


def written(sheet, held: cells.Cell, table: Table):
    if held.kind == cells.ERROR:
        return stored(sheet, '#VALUE!', 'e')
    if held.kind == cells.DATE:
        if held.value < FIRST_DAY:
            return text(sheet, held.value.isoformat())
        cell = WriteOnlyCell(sheet, value=held.value)
        return formatted(cell, DAY if held.value.time() == datetime.time() else MOMENT)
    if held.kind == cells.DURATION:
        return exact(sheet, held.value / 86_400, SPAN if held.value.is_integer() else FINE_SPAN)
    if held.kind == cells.NUMBER:
        return number(sheet, held.value, table.formats.get(held.format_key))
    return held.value if held.kind == cells.TRUTH else text(sheet, held.value)


def number(sheet, held: Decimal | float, style):
    value = held if isinstance(held, Decimal) else Decimal(repr(held))
    whole = value.is_finite() and value == value.to_integral_value()
    if not isfinite(float(value)) or (whole and digits(value) > MAX_DIGITS):
        return text(sheet, str(value) if abs(value.adjusted()) > MAX_EXPONENT else f'{value:f}')
    plain = int(value) if whole and abs(value) < LARGE else float(value)
    return exact(sheet, plain, number_format(style) or 'General')


def digits(value: Decimal) -> int:
    return len(''.join(map(str, value.as_tuple().digits)).strip('0'))


def number_format(style) -> str | None:
    kind = 0 if style is None else style.number(1)
    if kind not in (PERCENT, CURRENCY):
        return None
    decimals = style.number(2, 2)
    point = '.##' if decimals >= ANY_DECIMALS else '.' + '0' * min(decimals, 10)
    if kind == PERCENT:
        return f'0{point.rstrip(".")}%'
    code = re.fullmatch('[A-Z]{3}', style.text(3, ''))
    return f'[${code[0]}] #,##0{point.rstrip(".")}' if code else None


def text(sheet, value: str):
    return cell_of(sheet, value, lambda _: None) if value else None


def stored(sheet, value: str, kind: str):
    cell = WriteOnlyCell(sheet, value=value)
    cell.data_type = kind
    return cell


def exact(sheet, value: int | float, code: str):
    # The cell contains the exact digits as a string, because openpyxl would write 16 digits and some numbers need 17.
    return formatted(stored(sheet, repr(value), 'n'), code)


def formatted(cell, code: str):
    cell.number_format = code
    return cell


if __name__ == '__main__':
    sys.exit(main())
