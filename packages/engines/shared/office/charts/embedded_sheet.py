"""Reads a spreadsheet embedded in an OpenDocument text document, with its cells as displayed."""
from xml.etree import ElementTree

from engines.shared.office.charts.chart import MAX_POINTS, Chart, Table
from engines.shared.office.charts.open_document import MAX_COLUMNS, OFFICE, TABLE, TEXT

Element = ElementTree.Element


def read(root: Element) -> Chart | None:
    """Reads the root of the embedded object. Returns None if the object is not a spreadsheet or has no cells."""
    sheet = root.find(f'{OFFICE}body/{OFFICE}spreadsheet/{TABLE}table')
    if sheet is None:
        return None
    rows = _without_empty_end([_row(row) for row in sheet.iter(TABLE + 'table-row')])
    width = max(map(len, rows), default=0)
    if not width or width * len(rows) > MAX_POINTS:
        return None
    header, *rest = [[*row, *[''] * (width - len(row))] for row in rows]
    return Chart('', [Table(header, rest)])


def _row(row: Element) -> list[str]:
    cells = [text for cell in row for text in [_text(cell)] * _repeated(cell)]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _without_empty_end(rows: list[list[str]]) -> list[list[str]]:
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _text(cell: Element) -> str:
    return '\n'.join(''.join(line.itertext()) for line in cell.findall(TEXT + 'p'))


def _repeated(cell: Element) -> int:
    count = cell.get(TABLE + 'number-columns-repeated', '1')
    return min(int(count), MAX_COLUMNS) if count.isdecimal() else 1
