"""Writes a slide as HTML: its title, its other shapes in reading order, and the text in its margins."""
import base64
import functools
import html
import posixpath
from typing import Callable, Iterator
from xml.etree import ElementTree

from engines.shared.office.open_xml_package import Package
from engines.codecs.slides import previews
from engines.codecs.slides.names import A, ALTERNATIVES, CHARTS, DIAGRAM, M, MARGINS, P, R, TITLES, TRUE, is_hidden, kind_of, placeholder_of
from engines.codecs.slides.reading_order import Box, box_of, in_reading_order, is_right_to_left
from engines.codecs.slides.text import Writer
from engines.codecs.slides.titles import title_of

Element = ElementTree.Element

# Maps the extension of a picture part to the media type of the picture.
PICTURES = {
    **{f'.{kind}': kind for kind in ('png', 'jpeg', 'gif', 'tiff', 'bmp', 'webp')},
    **{'.jpg': 'jpeg', '.tif': 'tiff', '.svg': 'svg+xml', '.emf': 'x-emf', '.wmf': 'x-wmf'},
}
TREE = f'{P}cSld/{P}spTree'


class Slide:
    def __init__(self, package: Package, part: str, number: int, printed: Callable[[Element], list[Element]], formula: Callable[[Element], str]):
        """Opens a slide. `printed` is `printed_shapes`, or a memoized version of this function. `formula` converts an
        `m:oMath` element to HTML."""
        self.part = part
        self.root = package.xml(part)
        self._package = package
        self._relations = package.relations(part)
        self._layout = package.related(part, 'slideLayout')
        self._master = package.related(self._layout, 'slideMaster') if self._layout else None
        self._number = number
        self._printed = printed
        self._formula = formula
        self.writer = Writer(self._relations, number, formula)
        self._title: Element | None = None
        # Names of linked pictures (the file does not contain these pictures), and the number of unreadable pictures.
        self.missing: list[str] = []
        self.unreadable = 0

    @functools.cached_property
    def _shapes(self) -> list[Element]:
        return list(self._in_reading_order(self.root.find(TREE), is_right_to_left(self.root)))

    def _in_reading_order(self, tree: Element | None, right_to_left: bool) -> Iterator[Element]:
        """Yields the visible shapes in reading order. Shapes of the same group follow each other."""
        units: list[tuple[Box | None, list[Element]]] = []
        for shape in shown_in(tree):
            is_group = shape.tag == P + 'grpSp'
            shapes = list(self._in_reading_order(shape, right_to_left)) if is_group else [shape]
            # Lines and decorations have no words, so their positions do not matter for the reading order.
            is_read = shape.tag in (P + 'graphicFrame', P + 'pic') or next(shape.iter(A + 'p'), None) is not None
            units.append((box_of(shape) or self._inherited_box(shape) if is_read else None, shapes))
        return in_reading_order(units, right_to_left)

    def _inherited_box(self, shape: Element) -> Box | None:
        boxes = map(box_of, self._inherited_placeholders(shape))
        return next((box for box in boxes if box is not None), None)

    def _inherited_placeholders(self, shape: Element) -> Iterator[Element]:
        """Yields the placeholders from which a shape inherits: the placeholder in the layout, and that in the master."""
        mark = placeholder_of(shape)
        if mark is None:
            return
        for part in filter(None, (self._layout, self._master)):
            same = _same_placeholder(mark, self._package.xml(part).find(TREE))
            if same is not None:
                yield same

    @property
    def is_hidden(self) -> bool:
        return self.root.get('show') in ('0', 'false')

    def blocks(self, first: bool) -> Iterator[str]:
        shapes = [shape for shape in self._shapes if kind_of(shape) not in MARGINS]
        self._title = title_of(shapes)
        shapes.sort(key=lambda shape: not self._is_title(shape))
        for shape in shapes:
            yield from self._shape(shape, level=1 if first else 2)

    def _is_title(self, shape: Element) -> bool:
        return shape is self._title or kind_of(shape) in TITLES

    def margins(self) -> Iterator[str]:
        """Yields the text around the main content of the slide: the text of the master and the layout, the date and the
        footer. If a text is only the slide number, it is left out, because the order of the slides shows the number."""
        for part in self._shown_behind():
            for shape in self._printed(self._package.xml(part)):
                yield from self._line(shape, Writer(self._package.relations(part), self._number, self._formula))
        for shape in self._shapes:
            if kind_of(shape) in MARGINS:
                yield from self._line(shape, self.writer)

    def _shown_behind(self) -> list[str]:
        if self._layout is None or self.root.get('showMasterSp') in ('0', 'false'):
            return []
        bare = self._master is None or self._package.xml(self._layout).get('showMasterSp') in ('0', 'false')
        return [self._layout] if bare else [self._master, self._layout]

    @staticmethod
    def _line(shape: Element, writer: Writer) -> Iterator[str]:
        text = shape.find(P + 'txBody')
        line = '<br>'.join(writer.lines(text)) if text is not None else ''
        if any(character.isalpha() for character in line.replace('<br>', '')) or kind_of(shape) == 'dt' and line:
            yield line

    def _shape(self, shape: Element, level: int) -> Iterator[str]:
        if shape.tag != P + 'sp':
            yield from self._graphics(shape)
        text = shape.find(P + 'txBody')
        if text is not None and self._is_title(shape):
            words = ' '.join(filter(None, map(self.writer.words, text.iter(A + 'p'))))
            yield f'<h{level}>{words}</h{level}>' if words else ''
        elif text is not None:
            yield from self.writer.paragraphs(text, self._styles(shape, text), kind_of(shape) in ('body', 'obj'))

    def _graphics(self, shape: Element) -> Iterator[str]:
        # A shape with an embedded object includes a picture of the object's content.
        pictures = list(shape.iter(P + 'pic'))
        for picture in pictures:
            yield self._picture(picture)
        for embedded in () if pictures else shape.iter(P + 'oleObj'):
            yield self._image(previews.part_of(self._package, self.part, embedded.get('spid', '')), shape)
        for table in shape.iter(A + 'tbl'):
            yield self._table(table)
        for diagram in shape.iter(DIAGRAM):
            yield self._diagram(diagram)
        for chart in (each for name in CHARTS for each in shape.iter(name)):
            yield self._chart(chart, shape)

    def _styles(self, shape: Element, text: Element) -> list[Element]:
        """Returns the list styles that apply to a text body, nearest first. The styles come from the body itself, the
        placeholder in the layout, the placeholder in the master, and the general styles of the master, in this
        order."""
        styles = [text.find(A + 'lstStyle')]
        styles += [same.find(f'{P}txBody/{A}lstStyle') for same in self._inherited_placeholders(shape)]
        if self._master and placeholder_of(shape) is not None and kind_of(shape) in ('body', 'obj'):
            styles.append(self._package.xml(self._master).find(f'{P}txStyles/{P}bodyStyle'))
        return [style for style in styles if style is not None and len(style)]

    def _table(self, table: Element) -> str:
        rows = []
        for n, row in enumerate(table.iter(A + 'tr')):
            tag = 'th' if n == 0 and table.find(f'{A}tblPr[@firstRow="1"]') is not None else 'td'
            rows.append(f'<tr>{"".join(self._cell(cell, tag) for cell in row.iter(A + "tc"))}</tr>')
        return '<table>\n' + '\n'.join(rows) + '\n</table>'

    def _cell(self, cell: Element, tag: str) -> str:
        """Returns a table cell, or an empty string if a merged cell covers it. PowerPoint marks the cells that a merged
        cell covers."""
        if cell.get('hMerge') in TRUE or cell.get('vMerge') in TRUE:
            return ''
        spans = (('colspan', cell.get('gridSpan', '')), ('rowspan', cell.get('rowSpan', '')))
        extent = ''.join(f' {name}="{count}"' for name, count in spans if count.isdecimal() and 0 < int(count) < 1000)
        return f'<{tag}{extent}>' + '<br>'.join(self.writer.lines(cell)) + f'</{tag}>'

    def _diagram(self, diagram: Element) -> str:
        part = self._relations.get(diagram.get(R + 'dm'), '')
        words = filter(None, map(self.writer.words, self._package.xml(part).iter(A + 'p'))) if part else ()
        return '<ul>' + ''.join(f'<li>{each}</li>' for each in words) + '</ul>'

    def _chart(self, chart: Element, shape: Element) -> str:
        found = self._package.chart(self._relations.get(chart.get(R + 'id'), ''))
        if found is None:
            return _description(shape)
        # Imported on demand, because most files have no charts.
        from engines.shared.office.charts.chart import html_of

        return html_of(found)

    def _picture(self, shape: Element) -> str:
        blip = next(shape.iter(A + 'blip'), None)
        if blip is not None and not blip.get(R + 'embed') and blip.get(R + 'link'):
            self.missing.append(posixpath.basename(self._relations.get(blip.get(R + 'link'), '')))
            return _description(shape)
        return self._image(self._relations.get(blip.get(R + 'embed'), '') if blip is not None else '', shape)

    def _image(self, part: str, shape: Element) -> str:
        kind = PICTURES.get(posixpath.splitext(part)[1].lower())
        if not kind:
            self.unreadable += 1
            return _description(shape)
        data = base64.b64encode(self._package.bytes(part)).decode()
        return f'<p><img alt="{_alternative(shape)}" src="data:image/{kind};base64,{data}"></p>'


def printed_shapes(root: Element) -> list[Element]:
    """Returns the shapes of a master or layout that appear on its slides: all shapes with text, except placeholders."""
    shapes = [shape for shape in shapes_in(root.find(TREE)) if placeholder_of(shape) is None]
    return [shape for shape in shapes if next(shape.iter(A + 't'), None) is not None]


def shapes_in(tree: Element | None) -> Iterator[Element]:
    """Yields the visible shapes from back to front, including shapes in groups."""
    for child in shown_in(tree):
        if child.tag == P + 'grpSp':
            yield from shapes_in(child)
        else:
            yield child


def shown_in(tree: Element | None) -> Iterator[Element]:
    """Yields the visible shapes and groups from back to front."""
    for child in tree if tree is not None else ():
        if child.tag == ALTERNATIVES + 'AlternateContent':
            yield from shown_in(_readable(child))
        elif not is_hidden(child):
            yield child


def _readable(alternatives: Element) -> Element | None:
    """Returns the alternative in `mc:AlternateContent` that is easier to read, or None if all alternatives are empty.
    For formulas and charts, prefers the original content, because the fallback is only a picture. For all other
    content, prefers the fallback to the original content."""
    known = any(next(alternatives.iter(name), None) is not None for name in (M + 'oMath', *CHARTS))
    names = ('Choice', 'Fallback') if known else ('Fallback', 'Choice')
    found = (alternatives.find(ALTERNATIVES + name) for name in names)
    return next((one for one in found if one is not None and len(one)), None)


def _same_placeholder(mark: Element, tree: Element | None) -> Element | None:
    """Returns the shape of a layout or master from which a placeholder inherits, or None if there is no such shape.
    Prefers a shape with the same index to a shape with the same type."""
    shapes = [(placeholder_of(shape), shape) for shape in tree if placeholder_of(shape) is not None] if tree is not None else []
    kind = mark.get('type', 'obj')
    index = mark.get('idx')
    by_index = [shape for other, shape in shapes if index and other.get('idx') == index and kind not in TITLES]
    by_type = [shape for other, shape in shapes if other.get('type', 'obj') in (kind, 'body' if kind == 'obj' else kind)]
    return next(iter([*by_index, *by_type]), None)


def _alternative(shape: Element) -> str:
    properties = shape.find(f'./*/{P}cNvPr')
    return html.escape(properties.get('descr', '') if properties is not None else '')


def _description(shape: Element) -> str:
    words = _alternative(shape)
    return f'<p>{words}</p>' if words else ''
