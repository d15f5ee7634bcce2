"""Converts the slides of a PowerPoint file to one HTML page, in the order of the presentation."""
import base64
import html
import json
import posixpath
import re
import sys
import zipfile
from xml.etree import ElementTree

from engines.runtime.html_page import READABLE, html_page
from engines.runtime.nothing import tell_nothing

A = '{http://schemas.openxmlformats.org/drawingml/2006/main}'
P = '{http://schemas.openxmlformats.org/presentationml/2006/main}'
R = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
M = '{http://schemas.openxmlformats.org/officeDocument/2006/math}'
A14 = '{http://schemas.microsoft.com/office/drawing/2010/main}'
ALTERNATIVES = '{http://schemas.openxmlformats.org/markup-compatibility/2006}'
DIAGRAM = '{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds'

MAIN = 'ppt/presentation.xml'
TITLES = ('title', 'ctrTitle')
TRUE = ('1', 'true')
# Placeholders in the margins of slides: dates, footers, numbers.
MARGINS = ('dt', 'ftr', 'sldNum', 'hdr')
PICTURES = {'.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.gif': 'gif'}
# Texts that are read rather than shown to an audience.
WITH_NOTES = ('md',)
MAX_PART_BYTES = 256 * 1024 * 1024

class NotSlides(Exception):
    """The file is damaged or not a presentation."""


def main():
    step = json.loads(sys.argv[1])
    with zipfile.ZipFile(step['input']) as file:
        package = Package(file)
        order = [each.get(R + 'id') for each in package.xml(MAIN).iter(P + 'sldId')]
        targets = package.relations(MAIN)
        slides = [Slide(package, targets[name]) for name in order]
        shown = [slide for slide in slides if slide.root.get('show') != '0']
        with_notes = step.get('target') in WITH_NOTES
        blocks = (block for slide in shown for block in slide.blocks(first=slide is shown[0], notes=with_notes))
        body = '\n'.join(filter(None, blocks))
    if not re.search(r'<img|>[^<\s]', body):
        tell_nothing()
    first = re.search(r'<h[12]>(.*?)</h[12]>', body)
    title = re.sub('<[^>]*>', ' ', first[1]) if first else 'Untitled'
    with open(step['output'], 'w', encoding='utf-8') as out:
        out.write(html_page(title, body, READABLE))


class Package:
    """The parts of an Open XML file."""

    def __init__(self, file: zipfile.ZipFile):
        self._file = file

    def bytes(self, part: str) -> bytes:
        if self._file.getinfo(part).file_size > MAX_PART_BYTES:
            raise NotSlides(f'{part} is too large')
        return self._file.read(part)

    def xml(self, part: str) -> ElementTree.Element:
        return ElementTree.fromstring(self.bytes(part))

    def relations(self, part: str) -> dict[str, str]:
        """The relationships of a part by id: the names of other parts, or external addresses."""
        folder, name = posixpath.split(part)
        rels = f'{folder}/_rels/{name}.rels'
        if rels not in self._file.namelist():
            return {}
        return {
            each.get('Id'): each.get('Target')
            if each.get('TargetMode') == 'External'
            else posixpath.normpath(posixpath.join('/', folder, each.get('Target'))).lstrip('/')
            for each in self.xml(rels)
        }


class Slide:
    def __init__(self, package: Package, part: str):
        self.root = package.xml(part)
        self._package = package
        self._relations = package.relations(part)
        self._first = False

    def blocks(self, first: bool, notes: bool):
        """The title, then everything else from back to front, and at last what the speaker wants to say."""
        self._first = first
        shapes = list(self._shapes(self.root.find(f'{P}cSld/{P}spTree')))
        shapes.sort(key=lambda shape: kind_of(shape) not in TITLES)
        for shape in shapes:
            yield from self._shape(shape)
        if notes:
            yield self._notes()

    def _notes(self) -> str:
        part = next((part for part in self._relations.values() if part.startswith('ppt/notesSlides/')), None)
        if part is None:
            return ''
        bodies = (shape for shape in self._package.xml(part).iter(P + 'sp') if kind_of(shape) == 'body')
        words = [*filter(None, (self._words(each) for body in bodies for each in body.iter(A + 'p')))]
        return '<blockquote>' + ''.join(f'<p>{each}</p>' for each in ['Notes:', *words]) + '</blockquote>' if words else ''

    def _shapes(self, tree):
        for child in tree:
            if child.tag == P + 'grpSp':
                yield from self._shapes(child)
            elif child.tag == ALTERNATIVES + 'AlternateContent':
                # The fallback of a formula is a picture of it.
                names = ('Choice', 'Fallback') if next(child.iter(M + 'oMath'), None) is not None else ('Fallback', 'Choice')
                alternatives = [child.find(ALTERNATIVES + name) for name in names]
                yield from self._shapes(next((one for one in alternatives if one is not None and len(one)), ()))
            elif kind_of(child) not in MARGINS:
                yield child

    def _shape(self, shape):
        if shape.tag == P + 'pic':
            yield self._picture(shape)
        for table in shape.iter(A + 'tbl'):
            yield self._table(table)
        for diagram in shape.iter(DIAGRAM):
            yield self._diagram(diagram)
        text = shape.find(P + 'txBody')
        if text is not None and kind_of(shape) in TITLES:
            words = ' '.join(filter(None, map(self._words, text.iter(A + 'p'))))
            level = 1 if self._first else 2
            yield f'<h{level}>{words}</h{level}>' if words else ''
        elif text is not None:
            yield from self._paragraphs(text, listed=kind_of(shape) in ('body', 'obj'))

    def _paragraphs(self, text, listed: bool):
        """Bullets become list items, deeper levels nested lists."""
        depth = 0
        for paragraph in text.iter(A + 'p'):
            words = self._words(paragraph)
            if not words:
                continue
            level = level_of(paragraph, listed)
            if level == 0:
                yield '</li></ul>' * depth + f'<p>{words}</p>'
            elif level > depth:
                yield '<ul><li>' * (level - depth) + words
            else:
                yield '</li></ul>' * (depth - level) + f'</li><li>{words}'
            depth = level
        yield '</li></ul>' * depth

    def _words(self, paragraph) -> str:
        return ''.join(map(self._run, paragraph)).strip()

    def _run(self, run) -> str:
        if run.tag == A + 'br':
            return '<br>'
        if run.tag == A14 + 'm':
            return html.escape(''.join(each.text or '' for each in run.iter(M + 't')), quote=False)
        words = html.escape(run.findtext(A + 't') or '', quote=False).replace('\v', '<br>')
        properties = run.find(A + 'rPr')
        if properties is None or not words.strip():
            return words
        for name, tag in (('b', 'b'), ('i', 'i')):
            words = f'<{tag}>{words}</{tag}>' if properties.get(name) in TRUE else words
        link = properties.find(A + 'hlinkClick')
        href = self._relations.get(link.get(R + 'id'), '') if link is not None else ''
        return f'<a href="{html.escape(href)}">{words}</a>' if re.match('https?:|mailto:', href) else words

    def _table(self, table) -> str:
        rows = []
        for n, row in enumerate(table.iter(A + 'tr')):
            tag = 'th' if n == 0 and table.find(f'{A}tblPr[@firstRow="1"]') is not None else 'td'
            rows.append(f'<tr>{"".join(self._cell(cell, tag) for cell in row.iter(A + "tc"))}</tr>')
        return '<table>\n' + '\n'.join(rows) + '\n</table>'

    def _cell(self, cell, tag: str) -> str:
        """Cells that another one covers are there, too, and say so."""
        if cell.get('hMerge') in TRUE or cell.get('vMerge') in TRUE:
            return ''
        spans = (('colspan', cell.get('gridSpan', '')), ('rowspan', cell.get('rowSpan', '')))
        extent = ''.join(f' {name}="{count}"' for name, count in spans if re.fullmatch('[1-9][0-9]{0,2}', count))
        return f'<{tag}{extent}>' + '<br>'.join(filter(None, map(self._words, cell.iter(A + 'p')))) + f'</{tag}>'

    def _diagram(self, diagram) -> str:
        part = self._relations.get(diagram.get(R + 'dm'), '')
        words = filter(None, map(self._words, self._package.xml(part).iter(A + 'p'))) if part else ()
        return '<ul>' + ''.join(f'<li>{each}</li>' for each in words) + '</ul>'

    def _picture(self, shape) -> str:
        properties = shape.find(f'{P}nvPicPr/{P}cNvPr')
        words = html.escape(properties.get('descr', '') if properties is not None else '')
        blip = next(shape.iter(A + 'blip'), None)
        part = self._relations.get(blip.get(R + 'embed'), '') if blip is not None else ''
        kind = PICTURES.get(posixpath.splitext(part)[1].lower())
        if not kind:
            return f'<p>{words}</p>' if words else ''
        return f'<p><img alt="{words}" src="data:image/{kind};base64,{base64.b64encode(self._package.bytes(part)).decode()}"></p>'


def kind_of(shape) -> str:
    """The placeholder type of a shape; empty for a shape without a placeholder."""
    mark = next(shape.iter(P + 'ph'), None)
    return mark.get('type', 'obj') if mark is not None else ''


def level_of(paragraph, listed: bool) -> int:
    """The list level of a paragraph, 0 for one without a bullet."""
    properties = paragraph.find(A + 'pPr')
    if properties is None:
        return int(listed)
    marked = any(properties.find(A + name) is not None for name in ('buChar', 'buAutoNum', 'buBlip'))
    bare = properties.find(A + 'buNone') is not None
    return int(properties.get('lvl', 0)) + 1 if marked or (listed and not bare) else 0


if __name__ == '__main__':
    try:
        main()
    except NotSlides as error:
        sys.exit(str(error))
    except (zipfile.BadZipFile, KeyError, ElementTree.ParseError) as error:
        sys.exit(f'it is damaged or not a presentation: {error}')
