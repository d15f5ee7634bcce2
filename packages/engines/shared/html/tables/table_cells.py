"""Reads a table of a web page into a grid of strings, with or without Markdown marks."""
import html
import re
from dataclasses import dataclass, field

# Maximum number of characters that are repeated in all fields of a merged cell, as in `markdown_tables.lua`. Content
# that is longer than this maximum is not a label.
LONGEST_REPEATED = 200
# Maximum number of fields (rows times columns) of a table in which the text of merged cells is repeated. In a table
# with more fields, the repeated text could become larger than the source.
MOST_REPEATING = 20_000
# Maximum number of fields that merged cells may cover together.
MOST_FIELDS = 2_000_000
# Number of rows that are examined to find right-aligned columns.
LOOKED_AT = 50

# Attributes end at the next `<`, even inside quotation marks, because each tag with an unclosed quotation mark would
# otherwise be searched to the end of the page.
QUOTED = r'(?:"[^"<]*"|\'[^\'<]*\'|[^<>"\'])*'
TOKEN = re.compile(rf'<!--(?:.*?-->|.*)|<(/?)([a-z][a-z0-9]*)({QUOTED})>|([^<]+)|(<)', re.IGNORECASE | re.DOTALL)
ATTRIBUTE = re.compile(r'([\w-]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s"\'>]+))')
HIDDEN = re.compile(r'display\s*:\s*none', re.IGNORECASE)
RIGHT = re.compile(r'text-align\s*:\s*right', re.IGNORECASE)
SPECIAL = re.compile(r'[\\`*_\[\]<>|~$^]|&(?=#?\w+;)')
IN_A_TARGET = re.compile(r'[\s()<>|\\]')
SPACE = re.compile(r'\s+')

MARKS = {'b': '**', 'strong': '**', 'i': '*', 'em': '*', 's': '~~', 'strike': '~~', 'del': '~~'}
# `PLAIN` lists elements that need no Markdown. `BLOCKS` lists elements that begin a new line.
PLAIN = frozenset('code tt font span u small big sub sup comment center abbr cite q time bdi bdo ins mark label colgroup col tbody tfoot'.split())
BLOCKS = frozenset(('br', 'p', 'div'))


class NotSimple(Exception):
    """Raised if a cell contains anything other than lines of text, such as a list or hidden content."""


@dataclass
class Grid:
    """A table as rows of texts. Each row has one text per column. The first `above` rows are the header. The columns
    in `right` are mostly right-aligned."""

    lines: list[list[str]]
    above: int
    right: set[int]
    caption: str
    # `<img>` tags of the table, in document order.
    pictures: list[str]


@dataclass
class Cell:
    # Whether the cell is written as Markdown.
    marked: bool
    wide: int = 1
    high: int = 1
    right: bool = False
    # Pieces of the text in the cell, and Markdown marks such as `**`.
    parts: list[str] = field(default_factory=list)
    # Markdown marks that are still open, each with its position in `parts`.
    opened: list[tuple[int, str, str]] = field(default_factory=list)
    has_picture: bool = False

    def text(self) -> str:
        while self.opened:
            self.close()
        lines = (SPACE.sub(' ', line).strip() for line in ''.join(self.parts).split('\0'))
        return ('<br>' if self.marked else ' ').join(line for line in lines if line)

    def close(self) -> None:
        start, mark, target = self.opened.pop()
        words = ''.join(self.parts[start:])
        inner = words.strip()
        if inner.strip('\0') and (target or not (inner.startswith(mark) and inner.endswith(mark))):
            before, after = (' ' if words[0].isspace() else ''), (' ' if words[-1].isspace() else '')
            inner = f'[{inner}]({target})' if target else f'{mark}{inner}{mark}'
            self.parts[start:] = [before + inner + after]


def grid_of(table: str, marked: bool) -> Grid:
    """Reads a table element. Without `marked`, returns plain text. Raises NotSimple if a cell contains anything other
    than lines of text."""
    if HIDDEN.search(table):
        raise NotSimple
    rows, heads, caption, pictures = parsed(table, marked)
    lines, starts = fields_of(rows, heads)
    above = min(max(heads, 1), len(lines))
    kept = [at for at in range(len(lines[0]) if lines else 0) if any(line[at] for line in lines)]
    filled = lines[:above] + [line for line in lines[above:] if any(line)]
    right = right_aligned(rows[above:above + LOOKED_AT], starts[above:above + LOOKED_AT])
    return Grid(
        [[line[at] for at in kept] for line in filled],
        above,
        {number for number, at in enumerate(kept) if at in right},
        caption,
        pictures,
    )


def right_aligned(rows: list[list[Cell]], starts: list[list[int]]) -> set[int]:
    """Returns the columns whose cells are mostly right-aligned. `starts` contains the first column of each cell. Cells
    that span several columns do not count."""
    counts: dict[int, int] = {}
    for row, columns in zip(rows, starts):
        for at, cell in zip(columns, row):
            if cell.parts and cell.wide == 1:
                counts[at] = counts.get(at, 0) + (1 if cell.right else -1)
    return {at for at, count in counts.items() if count > 0}


def parsed(table: str, marked: bool) -> tuple[list[list[Cell]], int, str, list[str]]:
    """Returns the cells of each row, the number of header rows, the caption and the pictures."""
    rows: list[list[Cell]] = []
    heads, in_head = 0, False
    caption, pictures = Cell(marked=False), []
    cell = None
    for token in TOKEN.finditer(table):
        closing, name, attributes, words, bare = token.groups()
        if bare and table[token.end():token.end() + 1].isalpha():
            raise NotSimple
        if words is not None or bare:
            if cell is not None:
                shown = html.unescape(words or bare).replace('\0', '')
                cell.parts.append(SPECIAL.sub(r'\\\g<0>', shown) if cell.marked else shown)
            continue
        if name is None:
            continue
        name = name.lower()
        if name in ('td', 'th'):
            cell = None
            if not closing:
                cell = cell_of(attributes, marked)
                if not rows:
                    rows.append([])
                rows[-1].append(cell)
        elif name == 'tr':
            cell = None
            if not closing:
                rows.append([])
                heads += in_head
        elif name == 'thead':
            in_head = not closing
        elif name == 'caption':
            cell = None if closing else caption
        elif name == 'img':
            if cell is not None:
                cell.has_picture = True
            pictures.append(token[0])
        elif cell is not None:
            put(cell, name, bool(closing), attributes)
        elif name not in PLAIN and name not in BLOCKS and name != 'table':
            raise NotSimple
    rows = [row for row in rows if row]
    return rows, min(heads, len(rows)), html.escape(caption.text()), pictures


def cell_of(attributes: str, marked: bool) -> Cell:
    if not attributes:
        return Cell(marked)
    known = attributes_of(attributes)
    return Cell(marked, span(known.get('colspan')), span(known.get('rowspan')), stands_right(known))


def attributes_of(attributes: str) -> dict[str, str]:
    return {name.lower(): html.unescape(a or b or c) for name, a, b, c in ATTRIBUTE.findall(attributes)}


def stands_right(attributes: dict[str, str]) -> bool:
    return attributes.get('align', '').lower() == 'right' or RIGHT.search(attributes.get('style', '')) is not None


def span(number: str | None) -> int:
    return min(int(number), 1000) if number and number.isdecimal() and int(number) > 0 else 1


def put(cell: Cell, name: str, closing: bool, attributes: str) -> None:
    if name in BLOCKS:
        cell.parts.append('\0')
    elif name in MARKS or name == 'a':
        if closing and cell.opened:
            cell.close()
        elif not closing and cell.marked:
            target = '' if name in MARKS else target_of(attributes)
            cell.opened.append((len(cell.parts), MARKS.get(name, ''), target))
    elif name not in PLAIN:
        raise NotSimple


def target_of(attributes: str) -> str:
    """Returns the link target. Returns an empty string for scripts, and for links within the page, because their
    destination may be removed."""
    target = attributes_of(attributes).get('href', '').strip()
    if target.startswith('#') or target.lower().startswith('javascript:'):
        return ''
    return IN_A_TARGET.sub(lambda letter: f'%{ord(letter[0]):02X}', target)


def fields_of(rows: list[list[Cell]], heads: int) -> tuple[list[list[str]], list[list[int]]]:
    """Returns the text of each field, and the first column of each cell. The text of a merged cell is repeated in each
    field that the cell covers. The text of a merged cell is not repeated if it is long, if the cell has a picture, or
    if the cell spans the whole table."""
    width = max((sum(cell.wide for cell in row) for row in rows), default=0)
    if all(cell.wide == 1 and cell.high == 1 for row in rows for cell in row):
        return [[cell.text() for cell in row] + [''] * (width - len(row)) for row in rows], [[*range(len(row))] for row in rows]
    starts: list[list[int]] = [[] for _ in rows]
    grid: list[dict[int, str]] = [{} for _ in rows]
    fields = 0
    for y, row in enumerate(rows):
        x = 0
        for cell in row:
            while x in grid[y]:
                x += 1
            starts[y].append(x)
            below = min(len(rows), y + cell.high)
            fields += (below - y) * cell.wide
            if fields > MOST_FIELDS:
                raise NotSimple
            text = cell.text()
            once = (cell.wide >= width and y >= heads or width * len(rows) > MOST_REPEATING
                    or len(text) > LONGEST_REPEATED or cell.has_picture)
            for down in range(y, below):
                for right in range(x, x + cell.wide):
                    grid[down][right] = '' if once and (right > x or down > y) else text
            x += cell.wide
    width = max(max(line, default=0) for line in grid) + 1
    return [[line.get(x, '') for x in range(width)] for line in grid], starts
