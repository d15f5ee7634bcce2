"""How a spreadsheet is opened well: plain text cut into columns, encodings found out, and truth kept true."""
import os
import re
import shutil
import struct

from com.sun.star.lang import Locale
from com.sun.star.sheet.CellFlags import DATETIME, FORMULA, STRING, VALUE
from com.sun.star.util.NumberFormat import LOGICAL

from engines.runtime.plain_text import Columns, decode, delimiter_of

UTF8, WINDOWS_1252 = 76, 1
GERMAN = 1031

ROWS, COLUMNS = 1_048_576, 16_384
CONTENT = VALUE | DATETIME | STRING | FORMULA
# Of one sheet as text or on paper, filled or not.
MAX_CELLS = 200_000_000
LAID_OUT = ('pdf', 'html')

# The text filter's number for a column that is not to be read as numbers.
AS_TEXT = 2

# Language driver bytes of dBase files, and the numbers LibreOffice has for those encodings.
DBF_ENCODINGS = {
    **{0x01: 3, 0x02: 4, 0x03: 1, 0x57: 1, 0x64: 25, 0x65: 30},
    **{0x66: 8, 0x67: 6, 0xC8: 33, 0xC9: 34, 0xCA: 36, 0xCB: 35},
}

# LibreOffice calls a sheet that brings no name along after its file.
NAMELESS = 'Sheet1'

TRUTH = {'=TRUE()': 1, '=FALSE()': 0}


class DoesNotFit(ValueError):
    """A sheet cannot hold the whole table."""


class BreaksOff(ValueError):
    """The file ends before its end."""


def plain_table(path: str, work: str, delimiter: str | None) -> tuple[str, str]:
    """The file to load for the table in plain text at `path`, and the text filter's options for it."""
    with open(path, 'rb') as file:
        text = decode(file.read())
    stated = re.match(r'sep=.\r?\n', text)
    delimiter = delimiter or delimiter_of(text)
    table = text[stated.end() :] if stated else text
    columns = Columns(table, delimiter)
    if columns.height > ROWS or columns.width > COLUMNS:
        raise DoesNotFit(f'{columns.height} rows of {columns.width} are more than a sheet holds')
    copy = os.path.join(work, NAMELESS)
    with open(copy, 'w', encoding='utf-8', newline='') as file:
        file.write(table)
    formats = '/'.join(f'{n + 1}/{AS_TEXT}' for n in sorted(columns.texts))
    language = GERMAN if columns.decimal_comma else 0
    # Only plain numbers and ISO dates become values, and nothing that looks like a formula becomes one.
    return copy, f'{ord(delimiter)},34,{UTF8},1,{formats},{language},false,false,false,false,false,0,false'


def own_copy(path: str, work: str) -> str:
    """A copy that can be written to: spreadsheets are touched up once open, and a read-only one keeps its formats."""
    return shutil.copyfile(path, os.path.join(work, NAMELESS + os.path.splitext(path)[1]))


def lines(path: str, work: str) -> tuple[str, str]:
    """The file to load for the plain text at `path`, and the text filter's options for it."""
    copy = os.path.join(work, 'lines.txt')
    with open(path, 'rb') as source, open(copy, 'w', encoding='utf-8', newline='') as target:
        target.write(decode(source.read()))
    return copy, 'UTF8,LF,,,'


def dbf(path: str) -> tuple[str, str]:
    """The dBase file at `path` and LibreOffice's number for its encoding."""
    with open(path, 'rb') as file:
        data = file.read()
    count, start, length = struct.unpack_from('<IHH', data.ljust(12, b'\0'), 4)
    if len(data) < start + count * length:
        raise BreaksOff(f'not all of the {count} records are there')
    known = DBF_ENCODINGS.get(data[29]) if len(data) > 32 else None
    if known is not None:
        return path, str(known)
    try:
        data[start:].decode('utf-8')
        return path, str(UTF8)
    except UnicodeDecodeError:
        return path, str(WINDOWS_1252)


def dif(path: str, work: str) -> tuple[str, str]:
    """The DIF file at `path`, once its end has been seen."""
    return _as_utf8(_whole(path, 'EOD'), work)


def sylk(path: str, work: str) -> tuple[str, str]:
    """The SYLK file at `path` with 1 and 0 for TRUE and FALSE, which LibreOffice takes for nought."""
    truths = re.sub(r';K(TRUE|FALSE)(?=[;\r\n])', lambda found: f';K{int(found[1] == "TRUE")}', _whole(path, 'E'))
    return _as_utf8(truths, work)


def _whole(path: str, end: str) -> str:
    """The text of the file at `path`, once the line that ends it has been seen."""
    with open(path, 'rb') as file:
        text = decode(file.read())
    if not re.search(rf'^{end}\s*\Z', text, flags=re.MULTILINE):
        raise BreaksOff('the end is not there')
    return text


def _as_utf8(text: str, work: str) -> tuple[str, str]:
    copy = os.path.join(work, NAMELESS)
    with open(copy, 'w', encoding='utf-8', newline='') as file:
        file.write(text)
    return copy, str(UTF8)


def _sylk_truths(path: str):
    """Column and row of each TRUE and FALSE; a record leaves out what has not changed since the one before."""
    with open(path, 'rb') as file:
        records = decode(file.read()).splitlines()
    at = {'X': 1, 'Y': 1}
    for record in records:
        kind, *fields = record.split('"')[0].split(';')
        for field in fields if kind in ('C', 'F') else ():
            if field[:1] in at and field[1:].isdigit():
                at[field[0]] = int(field[1:])
            elif field in ('KTRUE', 'KFALSE'):
                yield at['X'] - 1, at['Y'] - 1


def settle(document, request: dict) -> None:
    """Makes right what LibreOffice's readers make of truth and of the names of dBase's columns."""
    truth = document.NumberFormats.getStandardFormat(LOGICAL, Locale())
    for sheet in document.Sheets:
        if request['store'].get('single') or request['to'] in LAID_OUT:
            _refuse_endless(sheet)
        # On paper it reads TRUE either way.
        if request['to'] != 'pdf':
            for area in sheet.queryContentCells(FORMULA).RangeAddresses:
                _settle_truth(sheet, area, truth)
    first = document.Sheets.getByIndex(0)
    if request['from'] == 'dbf':
        _bare_names(first)
    if request['from'] == 'slk':
        for column, row in _sylk_truths(request['input']):
            first.getCellByPosition(column, row).NumberFormat = truth


def _refuse_endless(sheet) -> None:
    # One letter in the last corner is written as seventeen thousand million commas, or looked for on as many pages.
    ends = [(area.EndColumn + 1, area.EndRow + 1) for area in sheet.queryContentCells(CONTENT).RangeAddresses]
    if ends and max(column for column, _ in ends) * max(row for _, row in ends) > MAX_CELLS:
        raise DoesNotFit('protean-reason: too_many_cells')


def _settle_truth(sheet, area, truth: int) -> None:
    # TRUE in a cell is read as the formula =TRUE(), which older formats show as 1.
    cells = sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)
    for y, row in enumerate(cells.getFormulaArray()):
        for x, formula in enumerate(row):
            if formula in TRUTH:
                cell = cells.getCellByPosition(x, y)
                cell.setValue(TRUTH[formula])
                cell.NumberFormat = truth


def _bare_names(sheet) -> None:
    # The first row says NAME,C,40 where the column is called NAME.
    for column in range(used(sheet)[0]):
        cell = sheet.getCellByPosition(column, 0)
        cell.setString(re.sub(r',[A-Z](,\d+)*$', '', cell.getString()))


def used(sheet) -> tuple[int, int]:
    """Columns and rows from the first cell to the last one in use."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    return end.EndColumn + 1, end.EndRow + 1
