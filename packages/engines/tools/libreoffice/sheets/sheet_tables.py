"""Splits the table that LibreOffice makes from a sheet into the visible tables of the sheet, with their titles as text."""
import collections
import html
import re
from dataclasses import dataclass, field

TABLE = re.compile(r'<table\b[^>]*>.*?</table>', re.DOTALL | re.IGNORECASE)
ROW = re.compile(r'<tr\b[^>]*>(.*?)</tr>', re.DOTALL | re.IGNORECASE)
CELL = re.compile(r'<td\b([^>]*)>(.*?)</td>', re.DOTALL | re.IGNORECASE)
BACKGROUND = re.compile(r'\bbgcolor="#([0-9a-f]{6})"', re.IGNORECASE)
SPAN = re.compile(r'\b(col|row)span="?(\d+)', re.IGNORECASE)
TAG = re.compile(r'<[^>]*>')
NUMBER = re.compile(r'\W*\d[\d\W]*')
# Background colour with which `sheet_areas` marks the cells of the first table that the workbook declares. For each
# further table, the colour is the next higher number.
MARK = 0x01FE00
MAX_MARKS = 255
# A block with a single column and at most this number of lines is a title or a note.
MAX_TITLE_LINES = 3


@dataclass(frozen=True)
class Area:
    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True)
class Cell(Area):
    markup: str = ''
    text: str = ''
    mark: int | None = None

    @property
    def is_number(self) -> bool:
        return NUMBER.fullmatch(self.text) is not None

    @property
    def is_bold(self) -> bool:
        return '<b>' in self.markup


@dataclass
class Region:
    """A rectangle of cells that is written as one table, or as text if it is a title."""

    cells: list[Cell]
    is_declared: bool = False
    area: Area = field(init=False)

    def __post_init__(self):
        self.area = Area(
            min(cell.top for cell in self.cells),
            min(cell.left for cell in self.cells),
            max(cell.bottom for cell in self.cells),
            max(cell.right for cell in self.cells),
        )

    @property
    def width(self) -> int:
        return self.area.right - self.area.left + 1

    @property
    def height(self) -> int:
        return self.area.bottom - self.area.top + 1

    def row(self, number: int) -> list[Cell]:
        return [cell for cell in self.cells if cell.top == number]


def split(table: str) -> str:
    """Returns the HTML of the tables and titles in the HTML table `table`. Cells that `sheet_areas` marked as one table
    stay together."""
    cells = cells_of(table)
    if not cells:
        return table
    pictures = _outside(cells)
    cells = [cell for cell in cells if cell not in pictures]
    marks = sorted({cell.mark for cell in cells if cell.mark is not None})
    regions = [Region([cell for cell in cells if cell.mark == mark], True) for mark in marks]
    regions += _cut([cell for cell in cells if cell.mark is None])
    regions.sort(key=lambda region: (region.area.top, region.area.left))
    return '\n'.join([*(_markup(region, len(regions) > 1) for region in regions), *(f'<p>{_content(cell)}</p>' for cell in pictures)])


def _outside(cells: list[Cell]) -> list[Cell]:
    """Returns each picture cell that is the only cell with content in its column. A picture that is alone in its column
    is usually a chart on top of the sheet, and is not part of a table."""
    taken = collections.Counter(column for cell in cells for column in range(cell.left, cell.right + 1))
    return [cell for cell in cells if not cell.text and cell.mark is None and taken[cell.left] == 1]


def cells_of(table: str) -> list[Cell]:
    """Returns the cells that have content, sorted by row and column."""
    found: list[Cell] = []
    covered: dict[int, int] = {}
    for top, row in enumerate(ROW.findall(table)):
        left = 0
        for attributes, content in CELL.findall(row):
            while covered.get(left, 0) > top:
                left += 1
            spans = {kind.lower(): int(count) for kind, count in SPAN.findall(attributes)}
            right, bottom = left + spans.get('col', 1) - 1, top + spans.get('row', 1) - 1
            for column in range(left, right + 1):
                covered[column] = bottom + 1
            text = html.unescape(TAG.sub('', content)).strip()
            if text or '<img' in content.lower():
                found.append(Cell(top, left, bottom, right, f'<td{attributes}>{content}</td>', text, _mark(attributes)))
            left = right + 1
    return found


def _mark(attributes: str) -> int | None:
    found = BACKGROUND.search(attributes)
    number = int(found[1], 16) - MARK if found else -1
    return number if 0 <= number < MAX_MARKS else None


def _cut(cells: list[Cell]) -> list[Region]:
    """Cuts the cells at empty columns or, if no column is empty, at empty rows. Cuts each resulting part again at its
    empty columns or rows. Returns the regions that remain after all cuts."""
    if not cells:
        return []
    for divide in (_by_columns, _by_rows):
        parts = divide(cells)
        if len(parts) > 1:
            return [region for part in parts for region in _cut(part)]
    region = Region(cells)
    title = _title(region)
    # The cells below a title are divided into regions again, because a title may span several adjacent tables.
    return [Region([title]), *_cut([cell for cell in cells if cell is not title])] if title else [region]


def _title(region: Region) -> Cell | None:
    first = region.row(region.area.top)
    is_title = region.width > 1 and region.height > 1 and len(first) == 1 and first[0].left == region.area.left
    return first[0] if is_title and first[0].bottom == first[0].top and not first[0].is_number else None


def _by_columns(cells: list[Cell]) -> list[list[Cell]]:
    parts: list[list[Cell]] = []
    for group, gap in _groups(cells, lambda cell: (cell.left, cell.right)):
        if parts and gap == 1 and _is_column(Region(parts[-1]), Region(group)):
            parts[-1] += group
        else:
            parts.append(group)
    return parts


def _is_column(left: Region, right: Region) -> bool:
    """Returns whether two regions belong to one table despite the empty column between them. The left or the right
    region must be a single column of labels or numbers."""
    same = left.area.top == right.area.top and left.area.bottom == right.area.bottom
    within = left.area.top <= right.area.top and left.area.bottom >= right.area.bottom
    return left.height > 1 and ((same and left.width == 1) or (within and right.width == 1 and right.height > 1))


def _by_rows(cells: list[Cell]) -> list[list[Cell]]:
    parts: list[list[Cell]] = []
    for group, gap in _groups(cells, lambda cell: (cell.top, cell.bottom)):
        if parts and gap == 1 and _continues(Region(parts[-1]), Region(group)):
            parts[-1] += group
        else:
            parts.append(group)
    return parts


def _continues(above: Region, below: Region) -> bool:
    """Returns whether the rows below an empty row continue the table above the empty row. Rows that continue a table
    have numbers in the same columns as the table, and do not begin with a bold heading."""
    if above.height < 2 or above.width < 2 or (above.area.left, above.area.right) != (below.area.left, below.area.right):
        return False
    first, last = below.row(below.area.top), above.row(above.area.bottom)
    if below.height > 1 and all(cell.is_bold for cell in first) and not all(cell.is_bold for cell in last):
        return False
    return any(cell.is_number and other.is_number and cell.left == other.left for cell in first for other in last)


def _groups(cells: list[Cell], extent) -> list[tuple[list[Cell], int]]:
    """Returns the groups of cells between empty lines, and the number of empty lines before each group."""
    groups: list[tuple[list[Cell], int]] = []
    end = None
    for cell in sorted(cells, key=extent):
        first, last = extent(cell)
        if end is None or first > end + 1:
            groups.append(([], 0 if end is None else first - end - 1))
        groups[-1][0].append(cell)
        end = last if end is None else max(end, last)
    return groups


def _markup(region: Region, has_others: bool) -> str:
    cells = sorted(region.cells, key=lambda cell: (cell.top, cell.left))
    is_note = has_others and region.width == 1 and len(cells) <= MAX_TITLE_LINES
    if not region.is_declared and (len(cells) == 1 or (is_note and not any(cell.is_number for cell in cells))):
        return '\n'.join(f'<p>{_content(cell)}</p>' for cell in cells)
    return _table(region)


def _content(cell: Cell) -> str:
    return cell.markup[cell.markup.index('>') + 1 : -len('</td>')]


def _table(region: Region) -> str:
    at = {(cell.top, cell.left): cell for cell in region.cells}
    covered = {
        (row, column)
        for cell in region.cells
        if (cell.top, cell.left) != (cell.bottom, cell.right)
        for row in range(cell.top, cell.bottom + 1)
        for column in range(cell.left, cell.right + 1)
    }
    rows = []
    for row in range(region.area.top, region.area.bottom + 1):
        line = ''
        for column in range(region.area.left, region.area.right + 1):
            if (row, column) in at:
                line += at[row, column].markup
            elif (row, column) not in covered:
                line += '<td><br></td>'
        rows.append(f'<tr>{line}</tr>')
    return '<table>\n' + '\n'.join(rows) + '\n</table>'
