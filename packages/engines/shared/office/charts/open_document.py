"""Reads the charts of OpenDocument files: titles, series, categories and values. The values come from the table that is
stored with each chart."""
import re
from xml.etree import ElementTree

from engines.shared.office.charts.chart import MAX_POINTS, Chart, Series, Table, tables_of
from engines.shared.office.charts.open_document_formats import codes_of
from engines.shared.office.charts.number_format import shown

Element = ElementTree.Element

OASIS = 'urn:oasis:names:tc:opendocument:xmlns:'
CHART, TABLE, OFFICE, TEXT = (f'{{{OASIS}{name}:1.0}}' for name in ('chart', 'table', 'office', 'text'))
LOCAL = re.compile(r"'?local-table'?\.\$?([A-Z]+)\$?(\d+)(?::\.?\$?([A-Z]+)\$?(\d+))?")
MAX_COLUMNS = 1_000

# Labels of a cell, from the outermost level to the innermost. Most cells have a single label.
Cell = tuple[str, ...]


def read(root: Element) -> Chart | None:
    """Reads an embedded object or a flat document. Returns None if the object or document is not a chart."""
    chart = next(root.iter(CHART + 'chart'), None)
    area = chart.find(CHART + 'plot-area') if chart is not None else None
    if area is None:
        return None
    texts = [text for name in ('subtitle', 'footer') if (text := _text(chart.find(CHART + name)))]
    grid = _grid(chart.find(TABLE + 'table'))
    codes = codes_of(root)
    series = [_series(each, chart, area, grid, codes) for each in area.findall(CHART + 'series')]
    is_known = all(each is not None and each.values for each in series)
    tables = tables_of(series) if series and is_known else _whole(grid, area)
    return Chart(_text(chart.find(CHART + 'title')), tables, texts)


def _series(element: Element, chart: Element, area: Element, grid: list[list[Cell]], codes: dict[str, str]) -> Series | None:
    kind = (element.get(CHART + 'class') or chart.get(CHART + 'class', '')).partition(':')[2]
    values = _range(element.get(CHART + 'values-cell-range-address', ''), grid)
    domains = [_range(each.get(TABLE + 'cell-range-address', ''), grid) for each in element.findall(CHART + 'domain')]
    # In some charts, only the first series refers to the horizontal values.
    first = area.find(CHART + 'series')
    if not domains and kind in ('scatter', 'bubble') and first is not element:
        domains = [_range(each.get(TABLE + 'cell-range-address', ''), grid) for each in first.findall(CHART + 'domain')][-1:]
    across, along = (_axis(area, 'x'), _axis(area, 'y', element.get(CHART + 'attached-axis', '')))
    code = codes.get(element.get(CHART + 'style-name', ''), 'General')
    if not values:
        return None
    axis_code = codes.get(across.get(CHART + 'style-name', ''), 'General') if across is not None else 'General'
    sizes = None
    if kind == 'bubble':
        sizes, values = _shown(values, code), domains[0] if domains else []
    labels = domains[-1] if domains and kind in ('scatter', 'bubble') else _categories(area, grid)
    return Series(
        name=' '.join(''.join(cell) for cell in _range(element.get(CHART + 'label-cell-address', ''), grid)),
        values=_shown(values, code),
        categories=[(*cell[:-1], shown(cell[-1], axis_code)) for cell in _filled(labels)],
        sizes=sizes,
        category_title=_title(across) or ('X' if kind in ('scatter', 'bubble') else ''),
        value_title=_title(along),
    )


def _categories(area: Element, grid: list[list[Cell]]) -> list[Cell]:
    found = next(area.iter(CHART + 'categories'), None)
    return _range(found.get(TABLE + 'cell-range-address', ''), grid) if found is not None else []


def _filled(labels: list[Cell]) -> list[Cell]:
    """Fills the gaps between outer labels. A label applies to all points up to the next label."""
    last: Cell = ()
    filled = []
    for cell in labels:
        if len(cell) > 1 and len(last) == len(cell):
            cell = (*(own or above for own, above in zip(cell[:-1], last)), cell[-1])
        last = cell
        filled.append(cell)
    return filled


def _shown(cells: list[Cell], code: str) -> list[str]:
    return [shown(' '.join(cell), code) for cell in cells]


def _axis(area: Element, dimension: str, name: str = '') -> Element | None:
    axes = [axis for axis in area.findall(CHART + 'axis') if axis.get(CHART + 'dimension') == dimension]
    return next((axis for axis in axes if name and axis.get(CHART + 'name') == name), axes[0] if axes else None)


def _title(axis: Element | None) -> str:
    return _text(axis.find(CHART + 'title')).replace('\n', ' ') if axis is not None else ''


def _text(element: Element | None) -> str:
    return '\n'.join(''.join(line.itertext()) for line in element.iter(TEXT + 'p')).strip() if element is not None else ''


def _whole(grid: list[list[Cell]], area: Element) -> list[Table]:
    """Returns the whole stored table, for charts whose series refer to other tables."""
    rows = [[' '.join(filter(None, cell)) for cell in row] for row in grid[: MAX_POINTS + 1]]
    if len(rows) < 2:
        return []
    width = max(map(len, rows))
    rows = [[*row, *[''] * (width - len(row))] for row in rows]
    corner = rows[0][0] or _title(_axis(area, 'x'))
    return [Table([corner, *rows[0][1:]], rows[1:])]


def _grid(table: Element | None) -> list[list[Cell]]:
    return [[cell for each in row for cell in _cells(each)] for row in table.iter(TABLE + 'table-row')] if table is not None else []


def _cells(cell: Element) -> list[Cell]:
    repeated = cell.get(TABLE + 'number-columns-repeated', '1')
    return [_cell(cell)] * (min(int(repeated), MAX_COLUMNS) if repeated.isdecimal() else 1)


def _cell(cell: Element) -> Cell:
    levels = cell.find(TEXT + 'list')
    if levels is not None:
        return tuple(''.join(item.itertext()) for item in levels)
    value = cell.get(OFFICE + 'value')
    if value is not None:
        return ('' if value == 'NaN' else value,)
    return ('\n'.join(''.join(line.itertext()) for line in cell.findall(TEXT + 'p')),)


def _range(address: str, grid: list[list[Cell]]) -> list[Cell]:
    """Returns the cells of a range in the stored table, row by row. Returns no cells for a range in another table."""
    cells: list[Cell] = []
    for left, top, right, bottom in LOCAL.findall(address):
        columns = range(_column(left), _column(right or left) + 1)
        for row in grid[int(top) - 1:int(bottom or top)]:
            cells += [row[column] if column < len(row) else ('',) for column in columns[:MAX_COLUMNS]]
    return cells[:MAX_POINTS]


def _column(letters: str) -> int:
    number = 0
    for letter in letters[:4]:
        number = number * 26 + ord(letter) - 64
    return number - 1
