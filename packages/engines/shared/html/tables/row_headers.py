"""Corrects header rows of tables. Some readers treat header rows as parts of the body, or rows of the body as header
rows."""
import re
from dataclasses import dataclass, field

from engines.shared.html.tables.table_cells import QUOTED, attributes_of, span

TAG = re.compile(rf'<!--(?:.*?-->|.*)|<(/?)(table|thead|tbody|tr|td|th)\b({QUOTED})>', re.IGNORECASE | re.DOTALL)
HINT = re.compile(r'<th\b[^<>]*\browspan', re.IGNORECASE)


@dataclass
class Row:
    start: int
    has_data: bool = False
    # Position of the `h` in each `th` tag of the row.
    headers: list[int] = field(default_factory=list)
    # Number of rows that the tallest header cell of the row spans.
    height: int = 1


@dataclass
class Table:
    rows: list[Row] = field(default_factory=list)
    has_head: bool = False
    # Start and end of the `tbody` tag before the first row, if the table has one.
    body: tuple[int, int] | None = None


def marked(text: str) -> str:
    """Returns the page with corrected headers in its tables. Several header rows at the top are put into a `thead`.
    Header cells that extend down into a row of data become ordinary cells. Without the corrections in header rows and
    header cells, pandoc would cut off cells that span several rows."""
    if not HINT.search(text):
        return text
    edits: list[tuple[int, int, str]] = []
    for table in tables_in(text):
        if not table.has_head:
            edits += edits_of(table)
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def tables_in(text: str) -> list[Table]:
    found: list[Table] = []
    tables: list[Table] = []
    for token in TAG.finditer(text):
        closing, name = token[1], (token[2] or '').lower()
        if name == 'table':
            if not closing:
                tables.append(Table())
            elif tables:
                found.append(tables.pop())
        elif tables and name and not closing:
            read(tables[-1], token, name)
        elif tables and name == 'th' and tables[-1].rows:
            tables[-1].rows[-1].headers.append(token.start(2) + 1)
    return found


def read(table: Table, token: re.Match, name: str) -> None:
    if name == 'thead':
        table.has_head = True
    elif name == 'tbody':
        table.body = token.span() if not table.rows else table.body
    elif name == 'tr':
        table.rows.append(Row(token.start()))
    elif not table.rows:
        return
    elif name == 'td':
        table.rows[-1].has_data = True
    else:
        row = table.rows[-1]
        row.headers.append(token.start(2) + 1)
        row.height = max(row.height, span(attributes_of(token[3]).get('rowspan')))


def edits_of(table: Table) -> list[tuple[int, int, str]]:
    rows = table.rows
    over_data = [
        row for n, row in enumerate(rows) if not row.has_data and any(below.has_data for below in rows[n + 1:n + row.height])
    ]
    edits = [(at, at + 1, 'd') for row in over_data for at in row.headers]
    heads = next((n for n, row in enumerate(rows) if row.has_data or row in over_data), len(rows))
    if 1 < heads < len(rows):
        start, end = table.body or (rows[0].start, rows[0].start)
        body = '' if table.body is None else '<tbody>'
        edits += [(start, end, '<thead>'), (rows[heads].start, rows[heads].start, f'</thead>{body}')]
    return edits
