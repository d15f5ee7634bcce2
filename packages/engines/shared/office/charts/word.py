"""Replaces each chart of a Word document with tables, for readers that do not support charts."""
import zipfile
from xml.etree import ElementTree

from engines.shared.office import text_boxes
from engines.shared.office.charts.chart import Chart, Table
from engines.shared.office.open_xml_package import Package

Element = ElementTree.Element

HINTS = (b'drawingml/2006/chart', b'drawing/2014/chartex', b'ooxml/drawingml/chart')
CHOICES = '{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent'
CHART_URIS = ('/chart}chart', '/chartex}chart')
# Column width in twentieths of a point. Readers require a column width, but ignore its value.
COLUMN = '2000'
SPACE = '{http://www.w3.org/XML/1998/namespace}space'


def with_tables(archive: zipfile.ZipFile, part: str, data: bytes) -> bytes:
    """Returns `data`, the content of `part`, with tables instead of charts. Returns `data` itself if it has no
    charts."""
    if not any(hint in data for hint in HINTS):
        return data
    root = text_boxes.parsed(data)
    insert_charts(root, archive, part)
    return ElementTree.tostring(root, encoding='UTF-8', xml_declaration=True)


def insert_charts(root: Element | None, archive: zipfile.ZipFile, part: str) -> None:
    """Removes the charts in `root`, the tree of `part`, and inserts tables after their paragraphs."""
    if root is not None and root.tag.endswith('}document'):
        package = Package(archive)
        _insert(root, root.tag[: root.tag.index('}') + 1], package, package.relations(part))


def _insert(container: Element, w: str, package: Package, relations: dict[str, str]) -> None:
    at = 0
    while at < len(container):
        child = container[at]
        # The tables for charts in a text box are inserted after the paragraphs in that text box.
        _insert(child, w, package, relations)
        blocks = []
        if child.tag == w + 'p':
            for key, title in _take_charts(child):
                chart = package.chart(relations.get(key, ''))
                blocks += blocks_of(chart, w) if chart else _paragraph(title, w)
        container[at + 1:at + 1] = blocks
        at += 1 + len(blocks)


def _take_charts(element: Element) -> list[tuple[str, str]]:
    """Removes the charts, and their fallbacks for programs without chart support. Returns the relationship id and the
    alternative text of each chart."""
    taken = []
    for child in list(element):
        if child.tag.endswith('}txbxContent'):
            continue
        if child.tag.endswith('}drawing') or child.tag == CHOICES and next(child.iter('{*}txbxContent'), None) is None:
            found = [_reference(each, child) for each in child.iter() if each.tag.endswith(CHART_URIS)]
            if found:
                element.remove(child)
                taken += found
                continue
        taken += _take_charts(child)
    return taken


def _reference(chart: Element, drawing: Element) -> tuple[str, str]:
    key = next((value for name, value in chart.attrib.items() if name.endswith('}id')), '')
    properties = next((one for one in drawing.iter() if one.tag.endswith('}docPr')), None)
    return key, properties.get('descr', '') if properties is not None else ''


def blocks_of(chart: Chart, w: str) -> list[Element]:
    """Returns the paragraphs and tables of a chart. `w` is the WordprocessingML namespace in braces."""
    blocks = [*_paragraph(chart.title, w, bold=True)]
    for text in chart.texts:
        blocks += _paragraph(text, w)
    return blocks + [_table(table, w) for table in chart.tables]


def _paragraph(text: str, w: str, bold: bool = False) -> list[Element]:
    if not text:
        return []
    paragraph = Element(w + 'p')
    run = ElementTree.SubElement(paragraph, w + 'r')
    if bold:
        ElementTree.SubElement(ElementTree.SubElement(run, w + 'rPr'), w + 'b')
    for number, line in enumerate(text.split('\n')):
        if number:
            ElementTree.SubElement(run, w + 'br')
        ElementTree.SubElement(run, w + 't', {SPACE: 'preserve'}).text = line
    return [paragraph]


def _table(table: Table, w: str) -> Element:
    element = Element(w + 'tbl')
    ElementTree.SubElement(ElementTree.SubElement(element, w + 'tblPr'), w + 'tblLook', {w + 'firstRow': '1'})
    grid = ElementTree.SubElement(element, w + 'tblGrid')
    for _ in table.header:
        ElementTree.SubElement(grid, w + 'gridCol', {w + 'w': COLUMN})
    for number, cells in enumerate([table.header, *table.rows]):
        row = ElementTree.SubElement(element, w + 'tr')
        if number == 0:
            ElementTree.SubElement(ElementTree.SubElement(row, w + 'trPr'), w + 'tblHeader')
        for cell in cells:
            ElementTree.SubElement(row, w + 'tc').extend(_paragraph(cell, w) or [Element(w + 'p')])
    return element
