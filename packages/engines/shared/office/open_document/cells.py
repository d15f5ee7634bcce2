"""Converts headings and tables within cells to paragraphs, because readers keep only paragraphs in cells. Marks how
many columns and rows each cell of a table with merged cells spans, because readers drop this information."""
import copy
import re

from engines.shared.office.open_document.names import H, P, TABLE, TEXT, Element, made, pieces_of, set_blocks, set_pieces

CELL = TABLE + 'table-cell'
CELLS = (CELL, TABLE + 'covered-table-cell')
ROW = TABLE + 'table-row'
# Mark before and after the text that states how many columns and rows a cell spans. cell_spans.lua removes this text.
MARK = '\ufdd1'
# Maximum number of columns or rows that a merged cell spans.
MOST_SPANNED = 1000
SPANNED = '-spanned="'
# Matches a cell that contains a heading or a table.
HINT = re.compile(r'<table:table-cell\b[^>]*>(?:(?!</table:table-cell>).)*?<(?:text:h|table:table)\b', re.DOTALL)


def paragraphs(blocks: list[Element]) -> list[Element]:
    """Returns the blocks of a cell, with a paragraph for each heading and for each row of an inner table."""
    return [plain for block in blocks for plain in _plain(block)]


def _plain(block: Element) -> list[Element]:
    if block.tag == TABLE + 'table':
        return [row for row in map(_line, block.iter(TABLE + 'table-row')) if row.text or len(row)]
    if block.tag == H:
        block.tag = P
        block.attrib.pop(TEXT + 'outline-level', None)
    return [block]


def mark_spans(table: Element) -> None:
    """If the table has merged cells, marks each cell with the numbers of columns and rows that it spans. Repeated cells
    are written as separate cells."""
    rows = list(table.iter(ROW))
    if not any(_extent(cell) != (1, 1) for row in rows for cell in row):
        return
    for row in rows:
        cells = [copied for cell in row if cell.tag == CELL for copied in _copies(cell)]
        for cell in cells:
            columns, lines = _extent(cell)
            first = next((block for block in cell if block.tag == P), None)
            if first is None:
                first = made(P)
                cell.insert(0, first)
            set_pieces(first, [f'{MARK}{columns},{lines}{MARK}', *pieces_of(first)])
        set_blocks(row, cells)


def _copies(cell: Element) -> list[Element]:
    count = _number(cell.attrib.pop(TABLE + 'number-columns-repeated', '1'))
    return [cell, *(copy.deepcopy(cell) for _ in range(count - 1))]


def _extent(cell: Element) -> tuple[int, int]:
    return _number(cell.get(TABLE + 'number-columns-spanned', '1')), _number(cell.get(TABLE + 'number-rows-spanned', '1'))


def _number(text: str) -> int:
    return min(max(int(text), 1), MOST_SPANNED) if text.isdecimal() else 1


def _line(row: Element) -> Element:
    """Returns the content of the cells of a row, with spaces between the paragraphs."""
    pieces = []
    for cell in row:
        for paragraph in cell:
            more = pieces_of(paragraph)
            pieces += [' ', *more] if pieces and more else more
    return made(P, pieces)
