"""Reads the font, sizes and print settings that determine the pages of an Excel 97–2003 workbook ([MS-XLS] 2.4)."""
import contextlib
import struct
from collections.abc import Iterator

from engines.tools.libreoffice.sheet_pages import paper_sizes
from engines.tools.libreoffice.sheet_pages.printed_grid import DEFAULT_CHARACTERS, MAC, WINDOWS, PrintedGrid
from engines.tools.libreoffice.sheet_pages.sheet_layout import CHARACTER, ERRORS, TWIPS, Column, Row, SheetLayout, WorkbookLayout

BEGIN, END, BOUND_SHEET, FILE_PASS, FONT = 0x809, 0x0A, 0x85, 0x2F, 0x31
HEADER, FOOTER, SETUP, PRINTER = 0x14, 0x15, 0xA1, 0x4D
# In the first record of a sheet, this value marks a chart sheet.
CHART = 0x20
# The first version of the XLS format in which strings may be UTF-16.
BIFF8 = 0x0600
# Default margins of sheets, in inches.
MARGINS = {'left': 0.75, 'right': 0.75, 'top': 1, 'bottom': 1}
MAX_STREAM = 256 * 1024 * 1024


def read(path: str) -> WorkbookLayout | None:
    """Returns the layout, or None if the file is encrypted or is not an Excel 97–2003 workbook."""
    import olefile

    with contextlib.suppress(OSError, struct.error, IndexError, UnicodeError):
        with olefile.OleFileIO(path) as container:
            stream = next((name for name in ('Workbook', 'Book') if container.exists(name)), '')
            if stream and container.get_size(stream) <= MAX_STREAM:
                is_of_excel = (container.get_metadata().creating_application or b'').startswith(b'Microsoft Excel')
                return _workbook(container.openstream(stream).read(), WINDOWS if is_of_excel else MAC)
    return None


def _workbook(records: bytes, device: int) -> WorkbookLayout | None:
    version, grid, starts = 0, None, {}
    for kind, content in _records(records, 0):
        if kind == FILE_PASS:
            return None
        if kind == BEGIN:
            (version,) = struct.unpack_from('<H', content)
        elif kind == FONT and grid is None:
            grid = PrintedGrid(_text(content[14:], version), struct.unpack_from('<H', content)[0] / TWIPS, device)
        elif kind == BOUND_SHEET:
            starts[_text(content[6:], version)] = struct.unpack_from('<I', content)[0]
    known = grid if grid and PrintedGrid.knows(grid.font) else None
    return WorkbookLayout(known, {name: _sheet(records, start, version) for name, start in starts.items()})


def _records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Yields the records of a part of the stream, without nested parts such as charts."""
    depth = 0
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from('<HH', stream, at)
        depth += kind == BEGIN
        if depth == 1:
            yield kind, stream[at + 4 : at + 4 + length]
        depth -= kind == END
        if depth == 0:
            return
        at += 4 + length


def _text(content: bytes, version: int, length_bytes: int = 1) -> str:
    """Returns a string that is stored after its length. BIFF8 states the length in `length_bytes` bytes, BIFF5 always
    in one byte."""
    if version < BIFF8:
        return content[1 : 1 + content[0]].decode('cp1252', 'replace')
    is_wide, start = content[length_bytes] & 1, length_bytes + 1
    length = int.from_bytes(content[:length_bytes], 'little') * (1 + is_wide)
    return content[start : start + length].decode('utf-16-le' if is_wide else 'latin-1', 'replace')


def _sheet(records: bytes, start: int, version: int) -> SheetLayout:
    layout, codes = SheetLayout(characters=DEFAULT_CHARACTERS, margins=dict(MARGINS)), []
    paper, printer = 0, b''
    for kind, content in _records(records, start):
        if kind in READERS:
            READERS[kind](layout, content)
        elif kind == BEGIN:
            layout.is_chart = content[2] == CHART
        elif kind in (HEADER, FOOTER) and content:
            codes.append(_text(content, version, length_bytes=2))
        elif kind == PRINTER:
            # The record begins with 2 bytes that state the environment. The rest of the record contains the printer
            # settings.
            printer = content[2:]
        if kind == SETUP and _has_paper(content):
            (paper,) = struct.unpack_from('<H', content)
    layout.paper = paper_sizes.size_of(paper, printer)
    layout.header_codes = ''.join(codes)
    return layout


def _column(layout: SheetLayout, content: bytes) -> None:
    first, last, width, _, flags = struct.unpack_from('<5H', content)
    layout.columns.append(Column(first, last, width / CHARACTER, bool(flags & 1) or not width))


def _row(layout: SheetLayout, content: bytes) -> None:
    number, _, _, height = struct.unpack_from('<4H', content)
    (flags,) = struct.unpack_from('<H', content, 12)
    is_hidden, is_fixed = bool(flags & 0x20), bool(flags & 0x40)
    # Only a fixed height is used, because programs also write heights for rows without a fixed height. The highest bit
    # of `height` only marks a row with the default height.
    if is_hidden or is_fixed:
        layout.rows.append(Row(number, (height & 0x7FFF) / TWIPS if is_fixed else None, is_hidden, is_fixed))


def _default_row(layout: SheetLayout, content: bytes) -> None:
    flags, height = struct.unpack_from('<2H', content)
    layout.is_default_fixed, layout.is_default_hidden = bool(flags & 1), bool(flags & 2)
    layout.default_height = height / TWIPS


def _default_characters(layout: SheetLayout, content: bytes) -> None:
    (layout.characters,) = struct.unpack_from('<H', content)


def _default_width(layout: SheetLayout, content: bytes) -> None:
    layout.default_characters = struct.unpack_from('<H', content)[0] / CHARACTER


def _has_paper(content: bytes) -> bool:
    """Returns whether the printer settings in the record, such as the paper size, are valid."""
    return not content[10] & 4


def _setup(layout: SheetLayout, content: bytes) -> None:
    (flags,) = struct.unpack_from('<H', content, 10)
    layout.is_black_and_white = bool(flags & 0x8)
    # The orientation flag is valid only if the file has printer settings.
    layout.is_portrait = flags & 0x46 == 0x2
    if flags & 0x20:
        layout.comments = 'atEnd' if flags & 0x200 else 'asDisplayed'
    layout.errors = ERRORS[flags >> 10 & 3]
    layout.margins['header'], layout.margins['footer'] = struct.unpack_from('<2d', content, 16)


def _margin(side: str):
    def read_margin(layout: SheetLayout, content: bytes) -> None:
        (layout.margins[side],) = struct.unpack_from('<d', content)

    return read_margin


def _headings(layout: SheetLayout, content: bytes) -> None:
    layout.prints_headings = bool(content[0])


def _header_picture(layout: SheetLayout, _content: bytes) -> None:
    layout.has_header_pictures = True


def _header_footer(layout: SheetLayout, content: bytes) -> None:
    layout.scales_headers, layout.aligns_headers = bool(content[28] & 4), bool(content[28] & 8)
    # After the flags, the record states the lengths of the header and footer strings for even pages and for the first
    # page.
    even, even_footer, first, first_footer = struct.unpack_from('<4H', content, 30)
    layout.lacks_headers = bool(content[28] & 1 and even + even_footer or content[28] & 2 and first + first_footer)


READERS = {
    0x55: _default_characters,
    0x7D: _column,
    0x99: _default_width,
    0x208: _row,
    0x225: _default_row,
    **{kind: _margin(side) for kind, side in ((0x26, 'left'), (0x27, 'right'), (0x28, 'top'), (0x29, 'bottom'))},
    SETUP: _setup,
    0x2A: _headings,
    0x866: _header_picture,
    0x89C: _header_footer,
}
