"""Converts an HTML page to blocks of a Word document: headings, paragraphs, list items with their labels, tables and
pictures.

pandoc is not used, because it writes only whole documents, and their styles and lists would have to be merged."""
from xml.etree import ElementTree

from engines.shared.html import shown_page
from engines.shared.html.shown_page import HTML, name_of
from engines.shared.office.word import chunk_pictures
from engines.shared.office.word.document import Document, Element, W, text_run, value

LINES = {
    *('p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'dt', 'dd', 'pre', 'blockquote', 'figcaption', 'caption', 'address'),
    *('article', 'section', 'header', 'footer', 'main', 'aside', 'nav', 'figure', 'ul', 'ol', 'dl', 'center', 'hr', 'body', 'form'),
}
UNSEEN = {'head', 'script', 'style', 'title', 'meta', 'link'}
MARKS = {'b': 'b', 'strong': 'b', 'i': 'i', 'em': 'i'}


class Blocks:
    def __init__(self, document: Document):
        self._document = document
        # Number of pictures that cannot be inserted, because they are not embedded in the page or have an unknown
        # format.
        self.lost_pictures = 0
        styles = document.tree(document.part('styles'))
        self._headings: dict[str, str] = {}
        for style in () if styles is None else styles.findall(W + 'style'):
            self._headings[value(style, 'name').lower()] = style.get(W + 'styleId', '')
        self._blocks: list[Element] = []

    def of_page(self, page: str) -> list[Element]:
        root = shown_page.parsed(page, 'html')
        shown_page.Shown().rewrite(root)
        self._walk(root, (), '')
        return [block for block in self._blocks if block.tag != W + 'p' or block.find(W + 'r') is not None]

    def _walk(self, element: Element, marks: tuple[str, ...], label: str) -> None:
        name = name_of(element)
        if name in UNSEEN:
            return
        if name == 'table':
            self._table(element)
            return
        if name == 'img':
            self._picture(element)
            return
        if element.tag == f'{shown_page.SVG}svg':
            self._text(' '.join(''.join(element.itertext()).split()), marks)
            return
        is_line = name in LINES
        if is_line:
            self._begin(name)
        if label:
            self._text(label, marks)
        if name == 'br':
            self._run(marks).append(Element(W + 'br'))
        inner = (*marks, MARKS[name]) if name in MARKS else marks
        self._text(element.text, inner)
        number = _start(element)
        for child in element:
            item = ''
            if name_of(child) == 'li':
                number = _number(child.get('value'), number)
                item = f'{number}. ' if name == 'ol' else '• '
                number += 1
            self._walk(child, inner, item)
            self._text(child.tail, inner)
        if is_line:
            self._begin('p')

    def _begin(self, name: str) -> None:
        """Begins a paragraph. If the last paragraph is empty, uses that paragraph instead of a new paragraph."""
        last = self._blocks[-1] if self._blocks else None
        if last is None or last.tag != W + 'p' or last.find(W + 'r') is not None:
            last = Element(W + 'p')
            self._blocks.append(last)
        last[:] = []
        if name[0] == 'h' and name[1:].isdigit() and (style := self._headings.get(f'heading {name[1:]}')):
            ElementTree.SubElement(ElementTree.SubElement(last, W + 'pPr'), W + 'pStyle', {W + 'val': style})

    def _text(self, text: 'str | None', marks: tuple[str, ...]) -> None:
        words = ' '.join((text or '').split())
        if not words:
            words = ' ' if text and self._has_text() else ''
        elif text:
            words = (' ' if text[0].isspace() and self._has_text() else '') + words + (' ' if text[-1].isspace() else '')
        if words:
            self._run(marks, words)

    def _picture(self, element: Element) -> None:
        words = (element.get('alt') or '').strip()
        content = chunk_pictures.embedded(element.get('src') or '')
        run = chunk_pictures.run_of(self._document, content, words) if content else None
        if run is None:
            self.lost_pictures += 1
            self._text(words, ())
            return
        if not self._blocks or self._blocks[-1].tag != W + 'p':
            self._begin('p')
        self._blocks[-1].append(run)

    def _has_text(self) -> bool:
        return bool(self._blocks) and self._blocks[-1].find(W + 'r') is not None

    def _run(self, marks: tuple[str, ...], words: str = '') -> Element:
        if not self._blocks or self._blocks[-1].tag != W + 'p':
            self._begin('p')
        run = text_run(words) if words else Element(W + 'r')
        if marks:
            properties = Element(W + 'rPr')
            for mark in sorted(set(marks)):
                ElementTree.SubElement(properties, W + mark)
            run.insert(0, properties)
        self._blocks[-1].append(run)
        return run

    def _table(self, table: Element) -> None:
        before, self._blocks = self._blocks, []
        rows = []
        for row in table.iter(f'{HTML}tr'):
            cells = []
            for cell in row:
                if name_of(cell) in ('td', 'th'):
                    self._blocks = []
                    for part in [cell.text, *cell]:
                        if isinstance(part, str):
                            self._text(part, ())
                        elif part is not None:
                            self._walk(part, (), '')
                            self._text(part.tail, ())
                    cells.append([one for one in self._blocks if one.tag != W + 'p' or one.find(W + 'r') is not None])
            rows.append(cells)
        self._blocks = before
        if any(rows):
            self._blocks.append(_written(rows))
            self._begin('p')


def _start(element: Element) -> int:
    return _number(element.get('start'), 1) if name_of(element) == 'ol' else 1


def _number(text: 'str | None', default: int) -> int:
    try:
        return int(text or '')
    except ValueError:
        return default


def _written(rows: list[list[list[Element]]]) -> Element:
    table = Element(W + 'tbl')
    ElementTree.SubElement(table, W + 'tblPr')
    grid = ElementTree.SubElement(table, W + 'tblGrid')
    for _ in range(max(map(len, rows))):
        ElementTree.SubElement(grid, W + 'gridCol', {W + 'w': '2000'})
    for cells in filter(None, rows):
        row = ElementTree.SubElement(table, W + 'tr')
        for blocks in cells:
            cell = ElementTree.SubElement(row, W + 'tc')
            cell.extend(blocks)
            if not blocks or blocks[-1].tag != W + 'p':
                cell.append(Element(W + 'p'))
    return table
