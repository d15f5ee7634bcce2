"""Reads the font, sizes and print settings that determine the pages of a binary workbook (xlsb, [MS-XLSB] 2.4)."""
import struct
from collections.abc import Iterator

from engines.tools.libreoffice.sheet_pages import paper_sizes
from engines.tools.libreoffice.sheet_pages.sheet_layout import CHARACTER, ERRORS, TWIPS, Column, Row, SheetLayout
from engines.shared.office.open_xml_package import Package

WORKBOOK, STYLES = 'xl/workbook.bin', 'xl/styles.bin'
BUNDLED_SHEET, FONT, SETUP = 156, 43, 478
UNSTATED = 0xFFFFFFFF


def sheets(package: Package) -> dict[str, SheetLayout]:
    """Returns the layout of each sheet. Raises KeyError if the file is not a binary workbook, and struct.error if it is
    corrupt."""
    targets = package.relations(WORKBOOK)
    found = {}
    for kind, content in _records(package.bytes(WORKBOOK)):
        if kind == BUNDLED_SHEET:
            relation, at = _text(content, 8)
            found[_text(content, at)[0]] = _sheet(package, targets[relation])
    return found


def normal_font(package: Package) -> tuple[str, float]:
    content = next(content for kind, content in _records(package.bytes(STYLES)) if kind == FONT)
    return _text(content, 21)[0], struct.unpack_from('<H', content)[0] / TWIPS


def _records(part: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(part):
        kind, at = part[at], at + 1
        if kind & 0x80:
            kind, at = kind & 0x7F | part[at] << 7, at + 1
        length, shift = 0, 0
        while True:
            byte, at = part[at], at + 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
        yield kind, part[at : at + length]
        at += length


def _text(content: bytes, at: int) -> tuple[str, int]:
    """Reads a length and the string that follows it. Returns the string and the position after the string."""
    (length,) = struct.unpack_from('<I', content, at)
    end = at + 4 + 2 * length
    return content[at + 4 : end].decode('utf-16-le', 'replace'), end


def _sheet(package: Package, part: str) -> SheetLayout:
    layout, settings = SheetLayout(), package.related(part, 'printerSettings')
    for kind, content in _records(package.bytes(part)):
        if kind in READERS:
            READERS[kind](layout, content)
        if kind == SETUP:
            (number,) = struct.unpack_from('<I', content)
            layout.paper = paper_sizes.size_of(number, package.bytes(settings) if settings else b'')
    return layout


def _column(layout: SheetLayout, content: bytes) -> None:
    first, last, width, _, flags = struct.unpack_from('<4IH', content)
    layout.columns.append(Column(first, last, width / CHARACTER, bool(flags & 1) or not width))


def _row(layout: SheetLayout, content: bytes) -> None:
    number, _, height = struct.unpack_from('<2IH', content)
    layout.rows.append(Row(number, height / TWIPS, bool(content[11] & 0x10), bool(content[11] & 0x20)))


def _format(layout: SheetLayout, content: bytes) -> None:
    width, layout.characters, height, flags = struct.unpack_from('<I3H', content)
    layout.default_characters = None if width == UNSTATED else width / CHARACTER
    layout.default_height = height / TWIPS
    layout.is_default_fixed, layout.is_default_hidden = bool(flags & 1), bool(flags & 2)


def _margins(layout: SheetLayout, content: bytes) -> None:
    layout.margins = dict(zip(('left', 'right', 'top', 'bottom', 'header', 'footer'), struct.unpack_from('<6d', content)))


def _print_options(layout: SheetLayout, content: bytes) -> None:
    layout.prints_headings = bool(content[0] & 4)


def _setup(layout: SheetLayout, content: bytes) -> None:
    (flags,) = struct.unpack_from('<H', content, 32)
    layout.is_black_and_white = bool(flags & 0x8)
    if flags & 0x20:
        layout.comments = 'atEnd' if flags & 0x100 else 'asDisplayed'
    layout.errors = ERRORS[flags >> 9 & 3]


def _header_drawing(layout: SheetLayout, _content: bytes) -> None:
    layout.has_header_pictures = True


def _header_footer(layout: SheetLayout, content: bytes) -> None:
    layout.scales_headers, layout.aligns_headers = bool(content[0] & 4), bool(content[0] & 8)
    layout.header_codes = content[2:].decode('utf-16-le', 'replace')


READERS = {
    0: _row,
    60: _column,
    476: _margins,
    477: _print_options,
    SETUP: _setup,
    479: _header_footer,
    485: _format,
    552: _header_drawing,
}
