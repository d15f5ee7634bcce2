"""Widens the grid of each table to its longest row, as Word does. pandoc drops the cells beyond the grid."""
from engines.shared.office.word.document import Element, W, number, value

# Width of a column without a stored width, in twentieths of a point.
DEFAULT_WIDTH = 2000
# Wrapper elements around rows and cells: content controls, custom XML and changes.
WRAPPERS = tuple(W + name for name in ('sdt', 'sdtContent', 'customXml', 'ins', 'del'))


def fit(root: Element) -> None:
    for table in root.iter(W + 'tbl'):
        for row in rows_of(table):
            remove_remains(row, columns_of(table))
            fill_before(row)
        widen(table)


def is_unfit(root: Element) -> bool:
    return any(is_unfit_table(table) for table in root.iter(W + 'tbl'))


def is_unfit_table(table: Element) -> bool:
    columns = columns_of(table)
    if any(width <= 0 for width in widths_of(table)):
        return True
    return any(width_of(row) > columns or row.find(f'{W}trPr/{W}gridBefore') is not None for row in rows_of(table))


def rows_of(table: Element) -> list[Element]:
    """Returns the rows of the table, without the rows of nested tables."""
    return parts_of(table, W + 'tr')


def parts_of(parent: Element, tag: str) -> list[Element]:
    """Returns the children with the tag, including elements within content controls and changes."""
    found = []
    for child in parent:
        if child.tag == tag:
            found.append(child)
        elif child.tag in WRAPPERS:
            found += parts_of(child, tag)
    return found


def span_of(cell: Element) -> int:
    return max(1, number(value(cell.find(W + 'tcPr'), 'gridSpan', '1'), 1))


def width_of(row: Element) -> int:
    return sum(map(span_of, parts_of(row, W + 'tc')))


def widths_of(table: Element) -> list[int]:
    return [number(column.get(W + 'w', '0')) for column in table.iterfind(f'{W}tblGrid/{W}gridCol')]


def columns_of(table: Element) -> int:
    return len(widths_of(table))


def remove_remains(row: Element, columns: int) -> None:
    """Removes cells without a width, which LibreOffice writes if a merged cell of a doc file covers several columns."""
    if not columns or width_of(row) <= columns:
        return
    for cell in row.findall(W + 'tc'):
        properties = cell.find(W + 'tcPr')
        width = None if properties is None else properties.find(W + 'tcW')
        has_no_width = width is not None and width.get(W + 'w') == '0' and width.get(W + 'type') == 'dxa'
        if has_no_width and properties.find(W + 'vMerge') is not None and not any(text.text for text in cell.iter(W + 't')):
            row.remove(cell)


def fill_before(row: Element) -> None:
    """Inserts an empty cell for the columns that a row skips on the left."""
    properties = row.find(W + 'trPr')
    before = None if properties is None else properties.find(W + 'gridBefore')
    if before is None:
        return
    properties.remove(before)
    cell = Element(W + 'tc')
    own = Element(W + 'tcPr')
    own.append(Element(W + 'gridSpan', {W + 'val': str(max(1, number(before.get(W + 'val', '1'), 1)))}))
    cell.extend((own, Element(W + 'p')))
    row.insert(list(row).index(properties) + 1, cell)


def widen(table: Element) -> None:
    """Adds missing grid columns and widths, because pandoc divides by the sum of the widths."""
    widths = [width for width in widths_of(table) if width > 0]
    width = str(sum(widths) // len(widths) if widths else DEFAULT_WIDTH)
    grid = table.find(W + 'tblGrid')
    if grid is None:
        grid = Element(W + 'tblGrid')
        properties = table.find(W + 'tblPr')
        table.insert(0 if properties is None else list(table).index(properties) + 1, grid)
    missing = max(map(width_of, rows_of(table)), default=0) - columns_of(table)
    grid.extend(Element(W + 'gridCol') for _ in range(missing))
    for column in grid.iterfind(W + 'gridCol'):
        if number(column.get(W + 'w', '0')) <= 0:
            column.set(W + 'w', width)
