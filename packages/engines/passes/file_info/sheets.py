"""Counts the sheets, formulas and charts of workbooks and text tables, and counts the rows and columns that contain
values."""
import csv
import io
import re
from typing import Iterator

from engines.passes.file_info.bounds import Unread, bytes_of, text_of
from engines.passes.file_info.markup import Package, parse
from engines.shared.runner.families import formats_of_family

WORKBOOKS = formats_of_family('ooxml-sheet')
OPEN = formats_of_family('opendocument-sheet')
FLAT = formats_of_family('opendocument-flat')
DELIMITERS = {'csv': ',;\t|', 'tsv': '\t'}
FORMATS = (*WORKBOOKS, *OPEN, *DELIMITERS)
CELL = re.compile(r'([A-Z]{1,3})\d+$')
CHART = 'application/vnd.oasis.opendocument.chart'


def read(file) -> Iterator[dict]:
    if file.format in DELIMITERS:
        yield delimited(text_of(file.path), DELIMITERS[file.format])
    elif file.format in WORKBOOKS:
        yield from workbook(Package(file.path))
    elif file.format in FLAT:
        yield open_sheets(bytes_of(file.path))
    else:
        package = Package(file.path)
        yield open_sheets(package.read('content.xml'))
        yield {'charts': charts_in(package)}


def delimited(text: str, delimiters: str) -> dict:
    csv.field_size_limit(1_000_000)
    first = text.partition('\n')[0]
    delimiter = max(delimiters, key=first.count)
    rows = columns = 0
    try:
        for row in csv.reader(io.StringIO(text, newline=''), delimiter=delimiter, strict=True):
            if any(row):
                rows, columns = rows + 1, max(columns, max(n for n, value in enumerate(row, 1) if value))
    except csv.Error as error:
        raise Unread('a quote is not closed') from error
    return {'sheets': 1, 'rows': rows, 'columns': columns}


def workbook(package: Package) -> Iterator[dict]:
    sheets: list[str] = []
    parse(package.read('xl/workbook.xml'), lambda element, at: sheets.append(at.get('name', '')) if element == 'sheet' else None)
    yield {'sheets': len(sheets), 'charts': len(package.matching('xl/charts/chart', '.xml'))}
    count = {'rows': 0, 'columns': 0, 'formulas': 0}
    path: list[str] = []
    cell, has_value = '', False

    def start(element, at):
        nonlocal cell, has_value
        path.append(element)
        if element == 'row':
            has_value = False
        elif element == 'c':
            cell = at.get('r', '')
        count['formulas'] += element == 'f'

    def text(piece):
        nonlocal has_value
        # An inline string may consist of several runs.
        if path[-1] == 'v' or (path[-1] == 't' and 'is' in path):
            has_value = True
            match = CELL.match(cell)
            if match:
                count['columns'] = max(count['columns'], column(match[1]))

    def end(element):
        path.pop()
        count['rows'] += element == 'row' and has_value

    parts = package.matching('xl/worksheets/', '.xml')
    if len(parts) + len(package.matching('xl/chartsheets/', '.xml')) != len(sheets):
        raise Unread('sheet list refers to other parts')
    for name in parts:
        parse(package.read(name), start, text, end)
    yield count


def column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def open_sheets(content: bytes) -> dict:
    count = {'sheets': 0, 'rows': 0, 'columns': 0, 'formulas': 0}
    path: list[str] = []
    row_times = cells = filled = 0
    cell_times, has_value = 1, False

    def start(element, at):
        nonlocal row_times, cells, filled, cell_times, has_value
        path.append(element)
        if element == 'table' and path[-2:-1] == ['spreadsheet']:
            count['sheets'] += 1
        elif element == 'table-row':
            row_times, cells, filled = repeats(at, 'number-rows-repeated'), 0, 0
        elif element in ('table-cell', 'covered-table-cell'):
            cell_times = repeats(at, 'number-columns-repeated')
            has_value = at.get('value-type') not in (None, 'string')
            count['formulas'] += cell_times if 'formula' in at else 0

    def text(_):
        nonlocal has_value
        has_value = has_value or ('p' in path and 'annotation' not in path)

    def end(element):
        nonlocal cells, filled
        path.pop()
        if element in ('table-cell', 'covered-table-cell'):
            cells += cell_times
            filled = cells if has_value else filled
        elif element == 'table-row' and filled:
            count['rows'] += row_times
            count['columns'] = max(count['columns'], filled)

    parse(content, start, text, end)
    return count


def repeats(at: dict, name: str) -> int:
    text = at.get(name, '1')
    return int(text) if text.isdigit() else 1


def charts_in(package: Package) -> int:
    found: list[str] = []
    content = package.read_if_any('META-INF/manifest.xml')
    if content is not None:
        parse(content, lambda _, at: found.append('') if at.get('media-type') == CHART else None)
    return len(found)
