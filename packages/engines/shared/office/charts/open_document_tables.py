"""Replaces each chart and spreadsheet in an OpenDocument text document with tables, for readers that do not support
charts and embedded spreadsheets."""
import posixpath
import re
import zipfile
from xml.etree import ElementTree

from engines.shared.office import text_boxes
from engines.shared.office.charts import embedded_sheet, open_document
from engines.shared.office.charts.chart import Chart, Table
from engines.shared.office.charts.open_document import OASIS, OFFICE, TABLE, TEXT

Element = ElementTree.Element

DRAW, SVG = f'{{{OASIS}drawing:1.0}}', f'{{{OASIS}svg-compatible:1.0}}'
HREF = '{http://www.w3.org/1999/xlink}href'
OBJECT = re.compile(r'<draw:object\b')
OBJECTS = re.compile(r'<draw:object(?:-ole)?\b[^>]*\bxlink:href="([^"]*)"')
# Registers the usual prefixes, because readers expect them even in documents without tables.
for prefix, uri in (('office', OFFICE), ('table', TABLE), ('text', TEXT)):
    ElementTree.register_namespace(prefix, uri[1:-1])
MAX_BYTES = 64 * 1024 * 1024
# Functions that read an embedded object, by the kind of the object.
READERS = {b'chart:chart': open_document.read, b'office:spreadsheet': embedded_sheet.read}
FORMULA = re.compile(rb'<(?:math:)?math\b')


def with_tables(archive: zipfile.ZipFile, content: str) -> str:
    """Returns `content`, the content.xml of `archive`, with tables instead of charts. Returns `content` itself if it
    has no charts."""
    if not OBJECT.search(content) or not any(name.endswith('/content.xml') for name in archive.namelist()):
        return content
    root = text_boxes.parsed(content.encode())
    return ElementTree.tostring(root, encoding='unicode') if insert(root, archive) else content


def objects_left(archive: zipfile.ZipFile, content: str) -> int:
    """Returns the number of embedded objects that are still in `content` after `with_tables`. Embedded formulas are not
    counted."""
    found = OBJECTS.findall(content)
    return sum(not _is_formula(href, archive) for href in found)


def _is_formula(href: str, archive: zipfile.ZipFile) -> bool:
    return bool(FORMULA.search(_content(href, archive)))


def insert(root: Element, archive: zipfile.ZipFile) -> bool:
    """Removes the charts and inserts their tables after the paragraphs. Returns whether there were any charts."""
    return any([_insert(body, archive) for body in root.iter(OFFICE + 'text')])


def _insert(container: Element, archive: zipfile.ZipFile) -> bool:
    at, found = 0, False
    while at < len(container):
        child = container[at]
        # The tables for charts in a text box are inserted after the paragraphs in that text box.
        found = _insert(child, archive) or found
        frames = []
        if child.tag in (TEXT + 'p', TEXT + 'h'):
            frames = _take(child, archive)
        elif child.tag == DRAW + 'frame' and container.tag not in (TEXT + 'p', TEXT + 'h', TEXT + 'span', TEXT + 'a'):
            # A chart whose frame is not in a paragraph is anchored to the page.
            chart = _chart(child, archive)
            if chart:
                container.remove(child)
                frames, at = [chart], at - 1
        blocks = [block for chart in frames for block in blocks_of(chart)]
        container[at + 1:at + 1] = blocks
        at += 1 + len(blocks)
        found = found or bool(frames)
    return found


def _take(element: Element, archive: zipfile.ZipFile) -> list[Chart]:
    """Removes the frames with charts from a paragraph, and returns the charts."""
    charts = []
    previous = None
    for child in list(element):
        chart = _chart(child, archive) if child.tag == DRAW + 'frame' else None
        if chart is None:
            if child.find(DRAW + 'text-box') is None:
                charts += _take(child, archive)
            previous = child
            continue
        charts.append(chart)
        if previous is None:
            element.text = (element.text or '') + (child.tail or '')
        else:
            previous.tail = (previous.tail or '') + (child.tail or '')
        element.remove(child)
    return charts


def _chart(frame: Element, archive: zipfile.ZipFile) -> Chart | None:
    embedded = frame.find(DRAW + 'object')
    if embedded is None:
        return None
    chart = open_document.read(embedded) if len(embedded) else _stored(embedded.get(HREF, ''), archive)
    if chart is None or chart.is_empty:
        return None
    if not chart.title:
        chart.title = next((text for name in ('title', 'desc') if (text := frame.findtext(SVG + name))), '')
    return chart


def _stored(href: str, archive: zipfile.ZipFile) -> Chart | None:
    data = _content(href, archive)
    reader = next((reader for word, reader in READERS.items() if word in data), None)
    try:
        return reader(ElementTree.fromstring(data)) if reader else None
    except (KeyError, ElementTree.ParseError):
        return None


def _content(href: str, archive: zipfile.ZipFile) -> bytes:
    """Returns the content of an embedded object, or nothing if it is missing or too large."""
    part = posixpath.normpath(posixpath.join(href, 'content.xml'))
    try:
        return archive.read(part) if archive.getinfo(part).file_size <= MAX_BYTES else b''
    except KeyError:
        return b''


def blocks_of(chart: Chart) -> list[Element]:
    blocks = [block for text in (chart.title, *chart.texts) for block in _paragraph(text)]
    return blocks + [_table(table) for table in chart.tables]


def _paragraph(text: str) -> list[Element]:
    if not text:
        return []
    paragraph = Element(TEXT + 'p')
    lines = text.split('\n')
    paragraph.text = lines[0]
    for line in lines[1:]:
        ElementTree.SubElement(paragraph, TEXT + 'line-break').tail = line
    return [paragraph]


def _table(table: Table) -> Element:
    element = Element(TABLE + 'table')
    ElementTree.SubElement(element, TABLE + 'table-column', {TABLE + 'number-columns-repeated': str(len(table.header))})
    head = ElementTree.SubElement(element, TABLE + 'table-header-rows')
    for number, cells in enumerate([table.header, *table.rows]):
        row = ElementTree.SubElement(element if number else head, TABLE + 'table-row')
        for cell in cells:
            ElementTree.SubElement(row, TABLE + 'table-cell', {OFFICE + 'value-type': 'string'}).extend(_paragraph(cell) or [Element(TEXT + 'p')])
    return element
