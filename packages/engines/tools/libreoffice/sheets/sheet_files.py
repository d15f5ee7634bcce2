"""Stores spreadsheets. If the format allows only one sheet, each sheet gets a separate file, so that no cells are
lost."""
import datetime
import os
import re

from com.sun.star.sheet.CellFlags import FORMULA
from com.sun.star.util.NumberFormat import DATE, FRACTION, LOGICAL, PERCENT, SCIENTIFIC, TIME

from engines.tools.libreoffice.sheets.sheet_formats import TEXT, number_ranges, range_at, type_of
from engines.tools.libreoffice.sheets.sheets import DoesNotFit, used, UTF8
from engines.shared.office.sheet_choice import sheet_index
from engines.tools.libreoffice.sheets.workbook_formats import EXCEL_97

GENERAL = 0
# Maximum lengths of column names, texts and numbers in dBase files.
DBF_NAME, DBF_TEXT, DBF_NUMBER = 10, 254, 20
BOOLEAN_FORMULAS = {'1': '=TRUE()', '0': '=FALSE()', 'TRUE': '=TRUE()', 'FALSE': '=FALSE()'}


def plain_table_options(delimiter: str) -> str:
    """Returns the options with which LibreOffice's text filter writes a table: UTF-8, all digits of numbers, no quotes
    around numbers."""
    return f'{ord(delimiter)},34,{UTF8},1,,0,false,true,false,false,false,0'


def check_size(document, rows: int, columns: int) -> None:
    """Raises DoesNotFit if a sheet has more than `rows` rows or `columns` columns, the maximum of the target format.
    LibreOffice would silently drop rows and columns beyond the maximum."""
    for sheet in document.Sheets:
        width, height = used(sheet)
        if height > rows or width > columns:
            raise DoesNotFit(f'{height} rows and {width} columns exceed the {rows} rows and {columns} columns of the target')


def store_each(document, output: str, ext: str, store, chosen: list[str]) -> None:
    """Calls `store(file)` for each non-empty sheet of `chosen`. In a single-sheet format, LibreOffice stores only the
    first sheet, so each sheet is moved to the front before it is stored."""
    names = [name for name in chosen if len(chosen) == 1 or not _empty(document.Sheets.getByName(name))] or chosen[:1]
    for n, name in enumerate(names, 1):
        # The move does not change the results of formulas, because automatic calculation is off.
        document.Sheets.moveByName(name, 0)
        sheet = document.Sheets.getByIndex(0)
        file = output if len(names) == 1 else f'{os.path.dirname(output)}/{n:03d}-{_file_name(name)}.{ext}'
        if ext in PREPARE:
            PREPARE[ext](document, sheet)
        store(file)
        if ext in FINISH:
            FINISH[ext](document, sheet, file)


def find(document, asked: str) -> str:
    """Returns the name of the sheet with the name or number `asked`."""
    names = [sheet.Name for sheet in document.Sheets]
    index = sheet_index(asked, names)
    if index is None:
        raise DoesNotFit('protean-reason: no_such_sheet')
    return names[index]


def _empty(sheet) -> bool:
    return used(sheet) == (1, 1) and not sheet.getCellByPosition(0, 0).Formula


def _file_name(sheet: str) -> str:
    return re.sub(r'[^\w. -]', '_', sheet)[:60]


def prepare(document, ext: str) -> None:
    """If the target is an Excel 97 format, replaces booleans with formulas, because LibreOffice writes booleans
    incorrectly."""
    if ext in EXCEL_97:
        for sheet in document.Sheets:
            _booleans_as_formulas(document, sheet)


def _booleans_as_formulas(document, sheet) -> None:
    # LibreOffice writes boolean records that are one byte too long. Some readers mistake a longer boolean record for a
    # record of another type.
    for cells in number_ranges(document, sheet, LOGICAL):
        formulas = cells.getFormulaArray()
        cells.setFormulaArray(tuple(tuple(BOOLEAN_FORMULAS.get(formula, formula) for formula in row) for row in formulas))


def _name_dbf_types(document, sheet) -> None:
    # Declares the type of each dBase column. Without a declared type, LibreOffice would convert text to 0 in a column
    # that begins with a number, and would round numbers to the displayed digits.
    width, height = used(sheet)
    rows = sheet.getCellRangeByPosition(0, 0, width - 1, height - 1).getDataArray()
    for column in range(width):
        cells = [row[column] for row in rows[1:] if row[column] != '']
        shown = [sheet.getCellByPosition(column, row).getString() for row in range(1, height)] if _mixed(cells) else cells
        kind = _dbf_type(cells, shown, type_of(document, sheet.getCellByPosition(column, 1)))
        if kind:
            header = sheet.getCellByPosition(column, 0)
            header.setString(f'{header.getString().split(",")[0]},{kind}')


def cut_column_names(document, names: list[str]) -> list[str]:
    """Returns the column names that dBase truncates."""
    return [
        name
        for sheet in map(document.Sheets.getByName, names)
        for name in sheet.getCellRangeByPosition(0, 0, used(sheet)[0] - 1, 0).getDataArray()[0]
        if len(str(name)) > DBF_NAME
    ]


def _mixed(cells: list) -> bool:
    return len({type(cell) for cell in cells}) > 1


def _dbf_type(cells: list, shown: list, kind: int) -> str | None:
    if any(isinstance(cell, str) for cell in cells):
        longest = max(len(str(text).encode()) for text in shown)
        if longest > DBF_TEXT:
            raise DoesNotFit(f'a string exceeds the {DBF_TEXT} bytes of a dBase cell')
        return f'C,{longest}'
    if not cells or kind & (DATE | TIME | LOGICAL):
        return None
    decimals = max(len(f'{cell:.10f}'.rstrip('0').split('.')[1]) for cell in cells)
    width = max(len(f'{cell:.{decimals}f}') for cell in cells)
    return f'N,{width},{decimals}' if width <= DBF_NUMBER else None


def _results_only(document, sheet) -> None:
    # Replaces formulas with their results. Other programs cannot read LibreOffice's formulas in SYLK, and a formula may
    # refer to a sheet that the file does not contain.
    for area in sheet.queryContentCells(FORMULA).RangeAddresses:
        cells = range_at(sheet, area)
        cells.setDataArray(cells.getDataArray())


def _dates_as_text(document, sheet) -> None:
    # DIF has only numbers and text. A date becomes the text 2024-02-29, and a percentage becomes a plain number.
    epoch = document.NullDate
    start = datetime.datetime(epoch.Year, epoch.Month, epoch.Day)
    for cells in number_ranges(document, sheet, DATE | TIME):
        data = cells.getDataArray()
        cells.NumberFormat = TEXT
        cells.setDataArray(tuple(tuple(_iso_text(start, value) for value in row) for row in data))
    for cells in number_ranges(document, sheet, PERCENT | SCIENTIFIC | FRACTION):
        cells.NumberFormat = GENERAL


def _iso_text(start: datetime.datetime, days):
    if not isinstance(days, float):
        return days
    instant = start + datetime.timedelta(seconds=round(days * 86_400))
    if 0 <= days < 1:
        return instant.time().isoformat()
    return instant.date().isoformat() if days == int(days) else instant.isoformat(' ')


def _add_sylk_formats(document, sheet, path: str) -> None:
    # LibreOffice writes no number formats to SYLK, so dates and booleans would be plain numbers.
    days, booleans = _cell_records(document, sheet, DATE), _cell_records(document, sheet, LOGICAL)
    with open(path, encoding='utf-8', newline='') as file:
        head, *lines = file.read().split('\n')
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write('\n'.join([head, 'P;PGeneral', 'P;Pyyyy\\-mm\\-dd']))
        for line in lines:
            index, value = line[: line.find(';K')], line[line.find(';K') :]
            if index in days:
                file.write(f'\nF;P1;{index[2:]}')
            file.write(f'\n{index};K{value == ";K1"}'.upper() if index in booleans else f'\n{line}')


def _cell_records(document, sheet, kind: int) -> set[str]:
    areas = (cells.RangeAddress for cells in number_ranges(document, sheet, kind))
    return {
        f'C;X{x + 1};Y{y + 1}'
        for area in areas
        for y in range(area.StartRow, area.EndRow + 1)
        for x in range(area.StartColumn, area.EndColumn + 1)
    }


def _fix_dif_booleans(document, sheet, path: str) -> None:
    # DIF requires 1 and 0 for booleans. LibreOffice writes TRUE and FALSE instead of 1 and 0.
    with open(path, encoding='utf-8', newline='') as file:
        text = file.read()
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write(text.replace('\n0,TRUE\nV\n', '\n0,1\nTRUE\n').replace('\n0,FALSE\nV\n', '\n0,0\nFALSE\n'))


PREPARE = {'dbf': _name_dbf_types, 'dif': _dates_as_text, 'slk': _results_only}
FINISH = {'slk': _add_sylk_formats, 'dif': _fix_dif_booleans}
