"""Reads the lines of a PDF's pages with their positions, in reading order, with pdftohtml."""
import os
import re
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from html import escape


@dataclass
class Piece:
    """Text in one font on one line; positions in points times 1.5, from the top left."""

    left: float
    right: float
    html: str
    text: str


@dataclass
class Line:
    page: int
    top: float
    height: float
    size: float
    cells: list = field(default_factory=list)
    image: str = ''

    @property
    def left(self):
        return self.cells[0].left

    @property
    def right(self):
        return self.cells[-1].right

    @property
    def text(self):
        return ' '.join(cell.text for cell in self.cells)

    @property
    def html(self):
        return ' '.join(cell.html for cell in self.cells)


def read_pdf(file, work):
    """All lines, and the outline as (title, depth) pairs; raises when the file cannot be read."""
    base = os.path.join(work, 'pages')
    subprocess.run(
        ['pdftohtml', '-q', '-xml', '-enc', 'UTF-8', '-noroundcoord', '-fontfullname', file, base], check=True
    )
    with open(f'{base}.xml', encoding='utf-8', errors='replace') as xml:
        # Some fonts yield control characters that XML cannot contain.
        root = ET.fromstring(re.sub('[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]', '', xml.read()))
    sizes = {}
    lines = []
    for page in root.iter('page'):
        sizes.update((font.get('id'), float(font.get('size'))) for font in page.iter('fontspec'))
        lines += page_lines(page, sizes)
    return lines, list(outline(root.find('outline'), 1))


def outline(node, depth):
    for item in node if node is not None else ():
        if item.tag == 'outline':
            yield from outline(item, depth + 1)
        else:
            yield ' '.join(''.join(item.itertext()).split()), depth


def page_lines(page, sizes):
    number, height = int(page.get('number')), float(page.get('height'))
    lines = []
    for item in page:
        if item.tag == 'image':
            lines.append(Line(number, float(item.get('top')), float(item.get('height')), 0, image=item.get('src')))
        elif item.tag == 'text' and ''.join(item.itertext()).strip():
            add_text(lines, item, number, sizes)
    return [line for line in lines if not is_page_number(line, height)]


def add_text(lines, item, number, sizes):
    top, left, width, height = (float(item.get(name)) for name in ('top', 'left', 'width', 'height'))
    if height <= 0:
        return
    piece = Piece(left, left + width, inline(item), ''.join(item.itertext()))
    line = lines[-1] if lines and not lines[-1].image else None
    beside = line and abs(line.top + line.height - top - height) < 0.4 * min(height, line.height)
    if not beside or left < line.right - height:
        lines.append(Line(number, top, height, sizes.get(item.get('font'), height), [piece]))
        return
    if len(piece.text) > len(line.text):
        line.size = sizes.get(item.get('font'), height)
    if left - line.right < 0.9 * height:
        last = line.cells[-1]
        gap = ' ' if left - line.right > 0.15 * height and not last.text.endswith(' ') else ''
        line.cells[-1] = Piece(last.left, piece.right, last.html + gap + piece.html, last.text + gap + piece.text)
    else:
        line.cells.append(piece)


def inline(node):
    """Keeps bold, italic and external links; links between pages have no target in another format."""
    parts = [escape(node.text or '', quote=False)]
    for child in node:
        inner, href = inline(child), child.get('href', '')
        if child.tag in ('b', 'i'):
            inner = f'<{child.tag}>{inner}</{child.tag}>' if inner.strip() else inner
        elif child.tag == 'a' and re.match(r'(https?|mailto|ftp|tel):', href):
            inner = f'<a href="{escape(href)}">{inner}</a>'
        parts += [inner, escape(child.tail or '', quote=False)]
    return ''.join(parts)


def is_page_number(line, page_height):
    at_edge = line.top < 0.1 * page_height or line.top + line.height > 0.9 * page_height
    return bool(at_edge and not line.image and re.fullmatch(r'\W*(page )?\d{1,4}( (of|/) \d{1,4})?\W*', line.text, re.I))
