"""Prepares spreadsheets for LibreOffice: determines the column types and encodings of text formats before loading, and
restores boolean values after loading."""
import os
import re
import shutil
import struct

from com.sun.star.lang import Locale
from com.sun.star.sheet.CellFlags import DATETIME, FORMULA, STRING, VALUE
from com.sun.star.util.NumberFormat import LOGICAL

from engines.tools.libreoffice.sheets.sheet_formats import range_at
from engines.shared.text.plain_text import Columns, decode, delimiter_of
from engines.tools.libreoffice.sheets.workbook_formats import EXCEL_97

UTF8, WINDOWS_1252 = 76, 1
GERMAN = 1031

ROWS, COLUMNS = 1_048_576, 16_384
CONTENT = VALUE | DATETIME | STRING | FORMULA
# Maximum number of cells, filled or empty, of a sheet that is written as text or pages.
MAX_CELLS = 200_000_000
PAGE_TARGETS = ('pdf', 'html')

# Number with which LibreOffice's text filter marks a text column.
AS_TEXT = 2

# Language driver ids of dBase files, with LibreOffice's numbers for these encodings.
DBF_ENCODINGS = {
    **{0x01: 3, 0x02: 4, 0x03: 1, 0x57: 1, 0x64: 25, 0x65: 30},
    **{0x66: 8, 0x67: 6, 0xC8: 33, 0xC9: 34, 0xCA: 36, 0xCB: 35},
}

# File name of the copies that LibreOffice loads. LibreOffice names an unnamed sheet after the file.
NAMELESS = 'Sheet1'

BOOLEANS = {'=TRUE()': 1, '=FALSE()': 0}


class DoesNotFit(ValueError):
    """Raised if a sheet or cell of the target is too small for the content, or if the requested sheet does not
    exist."""


class Truncated(ValueError):
    """Raised if the file is truncated."""


def plain_table(path: str, work: str, delimiter: str | None) -> tuple[str, str]:
    """Copies the plain text table at `path` for LibreOffice. Returns the path of the copy, and the options for
    LibreOffice's text filter."""
    with open(path, 'rb') as file:
        text = decode(file.read())
    stated = re.match(r'sep=.\r?\n', text)
    delimiter = delimiter or delimiter_of(text)
    table = text[stated.end() :] if stated else text
    columns = Columns(table, delimiter)
    if columns.height > ROWS or columns.width > COLUMNS:
        raise DoesNotFit(f'{columns.height} rows and {columns.width} columns exceed the limits of a sheet')
    copy = os.path.join(work, NAMELESS)
    with open(copy, 'w', encoding='utf-8', newline='') as file:
        file.write(table)
    formats = '/'.join(f'{n + 1}/{AS_TEXT}' for n in sorted(columns.texts))
    language = GERMAN if columns.decimal_comma else 0
    # The options of the text filter ensure that only plain numbers and ISO dates become values, and that text never
    # becomes a formula.
    return copy, f'{ord(delimiter)},34,{UTF8},1,{formats},{language},false,false,false,false,false,0,false'


def own_copy(path: str, work: str) -> str:
    """Returns the path of a writable copy of the spreadsheet. Spreadsheets are changed after loading, and LibreOffice
    cannot change number formats in a read-only spreadsheet."""
    return shutil.copyfile(path, os.path.join(work, NAMELESS + os.path.splitext(path)[1]))


def lines(path: str, work: str) -> tuple[str, str]:
    """Copies the plain text at `path` for LibreOffice. Returns the path of the copy, and the options for LibreOffice's
    text filter."""
    copy = os.path.join(work, 'lines.txt')
    with open(path, 'rb') as source, open(copy, 'w', encoding='utf-8', newline='') as target:
        target.write(decode(source.read()))
    return copy, 'UTF8,LF,,,'


def dbf(path: str) -> tuple[str, str]:
    """Returns `path` and LibreOffice's number for the encoding of the dBase file. Raises Truncated if records are
    missing."""
    with open(path, 'rb') as file:
        data = file.read()
    count, start, length = struct.unpack_from('<IHH', data.ljust(12, b'\0'), 4)
    if len(data) < start + count * length:
        raise Truncated(f'some of the {count} records are missing')
    known = DBF_ENCODINGS.get(data[29]) if len(data) > 32 else None
    if known is not None:
        return path, str(known)
    try:
        data[start:].decode('utf-8')
        return path, str(UTF8)
    except UnicodeDecodeError:
        return path, str(WINDOWS_1252)


def dif(path: str, work: str) -> tuple[str, str]:
    """Returns the path of a UTF-8 copy of the DIF file, and LibreOffice's number for UTF-8. Raises Truncated if the
    file lacks its end mark."""
    return _as_utf8(_complete_text(path, 'EOD'), work)


def sylk(path: str, work: str) -> tuple[str, str]:
    """Returns the path of a UTF-8 copy of the SYLK file, and LibreOffice's number for UTF-8. The copy has 1 and 0 in
    place of TRUE and FALSE, because LibreOffice would read both words as 0."""
    text = re.sub(r';K(TRUE|FALSE)(?=[;\r\n])', lambda found: f';K{int(found[1] == "TRUE")}', _complete_text(path, 'E'))
    return _as_utf8(text, work)


def _complete_text(path: str, end: str) -> str:
    """Returns the text of the file at `path`. Raises Truncated if the last line of the text is not `end`."""
    with open(path, 'rb') as file:
        text = decode(file.read())
    if not re.search(rf'(?:\A|[\r\n]){end}\s*\Z', text):
        raise Truncated('the end mark is missing')
    return text


def _as_utf8(text: str, work: str) -> tuple[str, str]:
    copy = os.path.join(work, NAMELESS)
    with open(copy, 'w', encoding='utf-8', newline='') as file:
        file.write(text)
    return copy, str(UTF8)


def _sylk_booleans(path: str):
    """Yields the column and row of each TRUE and FALSE. A SYLK record omits its column or row if the previous record
    has the same column or row."""
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


def _dif_booleans(path: str):
    """Yields the column and row of each TRUE and FALSE. A value has two lines: the first contains its type and a
    number, the second its text."""
    with open(path, 'rb') as file:
        lines = decode(file.read()).splitlines()
    start = lines.index('DATA') + 3 if 'DATA' in lines else len(lines)
    column, row = -1, -1
    for kind, text in zip(lines[start::2], lines[start + 1 :: 2]):
        if kind.startswith('-1') and text == 'BOT':
            column, row = -1, row + 1
            continue
        column += 1
        if kind.startswith('0') and text in ('TRUE', 'FALSE'):
            yield column, row


# Formats whose boolean values LibreOffice reads as 1 and 0.
BOOLEANS_OF = {'slk': _sylk_booleans, 'dif': _dif_booleans}


def repair(document, request: dict) -> None:
    """Corrects values that LibreOffice has loaded incorrectly: booleans, and the column names of dBase files."""
    boolean_format = document.NumberFormats.getStandardFormat(LOGICAL, Locale())
    for sheet in document.Sheets:
        if request['store'].get('single') or request['to'] in PAGE_TARGETS:
            _refuse_huge(sheet)
        # A PDF shows the formula `=TRUE()` as TRUE, so booleans need no change if the target is PDF. Booleans of Excel
        # 97 files are an exception, because the number format of their cells prevents LibreOffice from displaying TRUE.
        if request['to'] != 'pdf' or request['from'] in EXCEL_97:
            for area in sheet.queryContentCells(FORMULA).RangeAddresses:
                _restore_booleans(sheet, area, boolean_format)
    first = document.Sheets.getByIndex(0)
    if request['from'] == 'dbf':
        _strip_column_types(first)
    if request['from'] in BOOLEANS_OF:
        for column, row in BOOLEANS_OF[request['from']](request['input']):
            first.getCellByPosition(column, row).NumberFormat = boolean_format


def _refuse_huge(sheet) -> None:
    # If the only cell of a sheet is in the last row and column, a CSV file would contain 17 billion commas, and pages
    # would show 17 billion cells.
    ends = [(area.EndColumn + 1, area.EndRow + 1) for area in sheet.queryContentCells(CONTENT).RangeAddresses]
    if ends and max(column for column, _ in ends) * max(row for _, row in ends) > MAX_CELLS:
        raise DoesNotFit('protean-reason: too_many_cells')


def _restore_booleans(sheet, area, boolean_format: int) -> None:
    # A boolean is loaded as the formula =TRUE(), which older formats show as 1.
    cells = range_at(sheet, area)
    for y, row in enumerate(cells.getFormulaArray()):
        for x, formula in enumerate(row):
            if formula in BOOLEANS:
                cell = cells.getCellByPosition(x, y)
                cell.setValue(BOOLEANS[formula])
                cell.NumberFormat = boolean_format


def _strip_column_types(sheet) -> None:
    # LibreOffice adds type and width to the names in the first row: `NAME,C,40` for the column `NAME`.
    for column in range(used(sheet)[0]):
        cell = sheet.getCellByPosition(column, 0)
        cell.setString(re.sub(r',[A-Z](,\d+)*$', '', cell.getString()))


def used(sheet) -> tuple[int, int]:
    """Returns the number of columns and rows up to the last used cell."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    return end.EndColumn + 1, end.EndRow + 1
