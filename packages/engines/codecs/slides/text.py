"""Writes the text of a shape as HTML: paragraphs, lists with their numbers, runs with emphasis and links."""
import html
import re
from typing import Callable, Iterator
from xml.etree import ElementTree

from engines.codecs.slides.names import A, A14, M, R, TRUE
from engines.codecs.slides.numbering import Counters, label_of

Element = ElementTree.Element

MARKS = ('buNone', 'buChar', 'buAutoNum', 'buBlip')
SYMBOL_FONTS = ('wingdings', 'webdings', 'symbol', 'zapf dingbats', 'zapfdingbats')
# The only numbering scheme that every target format supports.
DECIMAL = 'arabicPeriod'
DEFAULT_SCHEME = 'arabicPlain'


class Writer:
    """Writes the text runs of a slide as HTML. `links` maps relationship ids to link targets. `formula` writes an
    `m:oMath` element as HTML."""

    def __init__(self, links: dict[str, str], slide_number: int | None, formula: Callable[[Element], str]):
        self._links = links
        self._slide_number = slide_number
        self._formula = formula

    def words(self, paragraph: Element) -> str:
        return ''.join(map(self._run, paragraph)).strip()

    def _run(self, run: Element) -> str:
        if run.tag == A + 'br':
            return '<br>'
        if run.tag == A14 + 'm':
            return ''.join(map(self._formula, run.iter(M + 'oMath')))
        text = run.findtext(A + 't') or ''
        if run.tag == A + 'fld' and run.get('type') == 'slidenum' and self._slide_number is not None:
            text = str(self._slide_number)
        properties = run.find(A + 'rPr')
        if properties is not None:
            text = without_symbol_font(text, properties)
        words = html.escape(text, quote=False).replace('\v', '<br>')
        if properties is None or not words.strip():
            return words
        for name, tag in (('b', 'b'), ('i', 'i')):
            words = f'<{tag}>{words}</{tag}>' if properties.get(name) in TRUE else words
        link = properties.find(A + 'hlinkClick')
        href = self._links.get(link.get(R + 'id'), '') if link is not None else ''
        return f'<a href="{html.escape(href)}">{words}</a>' if re.match('https?:|mailto:', href) else words

    def lines(self, text: Element) -> Iterator[str]:
        """Yields the paragraphs as lines with their list numbers, for cells and notes."""
        counters = Counters()
        for paragraph in text.iter(A + 'p'):
            words = self.words(paragraph)
            properties = paragraph.find(A + 'pPr')
            auto = properties.find(A + 'buAutoNum') if properties is not None else None
            level = level_of(paragraph)
            if words and auto is not None:
                words = f'{label_of(*_numbered(auto, counters, level))} {words}'
            elif words:
                counters.end(level)
            if words:
                yield words

    def paragraphs(self, text: Element, styles: list[Element], listed: bool) -> Iterator[str]:
        """Yields paragraphs. Bullets become list items, and deeper levels become nested lists. `styles` are the
        applicable list styles, nearest first. If no style defines whether paragraphs have bullets, `listed` decides."""
        lists = Lists()
        counters = Counters()
        for paragraph in text.iter(A + 'p'):
            words = self.words(paragraph)
            if not words:
                continue
            level = level_of(paragraph)
            mark = mark_of(paragraph, styles, level)
            if mark is None and not listed or mark is not None and mark.tag == A + 'buNone':
                counters.end(level)
                yield lists.close(0) + f'<p>{words}</p>'
            elif mark is not None and mark.tag == A + 'buAutoNum':
                scheme, number = _numbered(mark, counters, level)
                if scheme == DECIMAL:
                    yield lists.item(level, words, number)
                else:
                    yield lists.item(level, f'{label_of(scheme, number)} {words}')
            else:
                counters.end(level)
                yield lists.item(level, words)
        yield lists.close(0)


def without_symbol_font(text: str, properties: Element) -> str:
    """Converts the characters of symbol fonts, such as Wingdings, to Unicode. If the Latin font of the run is a symbol
    font, converts all characters. If the Latin font of the run is not a symbol font, converts only private-use
    characters."""
    fonts = [font.get('typeface', '') for name in ('sym', 'latin') if (font := properties.find(A + name)) is not None]
    symbolic = next((font for font in fonts if font.lower().startswith(SYMBOL_FONTS)), None)
    if symbolic is None:
        return text
    # The module is imported on demand, because most files have no symbol font.
    from engines.shared.office.word.symbols import sign

    latin = properties.find(A + 'latin')
    is_whole = latin is not None and latin.get('typeface') == symbolic
    return ''.join(sign(symbolic, ord(one)) if is_whole or '\uf000' <= one <= '\uf0ff' else one for one in text)


def _numbered(mark: Element, counters: Counters, level: int) -> tuple[str, int]:
    scheme, start = mark.get('type', DEFAULT_SCHEME), mark.get('startAt', '1')
    return scheme, counters.next(level, scheme, int(start) if start.isdecimal() else 1)


def level_of(paragraph: Element) -> int:
    properties = paragraph.find(A + 'pPr')
    level = properties.get('lvl', '0') if properties is not None else '0'
    return min(int(level), 8) if level.isdecimal() else 0


def mark_of(paragraph: Element, styles: list[Element], level: int) -> Element | None:
    """Returns the bullet of the nearest style that defines a bullet, or None."""
    own = paragraph.find(A + 'pPr')
    inherited = (style.find(f'{A}lvl{level + 1}pPr') for style in styles)
    for properties in (own, *inherited):
        found = next((one for one in properties if one.tag[len(A):] in MARKS), None) if properties is not None else None
        if found is not None:
            return found
    return None


class Lists:
    """Tracks the lists that are open at a paragraph."""

    def __init__(self):
        # Tag of each open list, and number of its last item.
        self._open: list[tuple[str, int]] = []

    def close(self, depth: int) -> str:
        """Closes the lists that are deeper than `depth`, and returns their end tags."""
        closing = ''.join(f'</li></{tag}>' for tag, _ in reversed(self._open[depth:]))
        del self._open[depth:]
        return closing

    def item(self, level: int, words: str, number: int | None = None) -> str:
        """Returns a list item at `level`, counted from 0. If `number` is given, the item belongs to an ordered list."""
        tag = 'ul' if number is None else 'ol'
        before = self.close(level + 1)
        if len(self._open) == level + 1 and self._open[level] != (tag, (number or 1) - 1):
            before += self.close(level)
        if len(self._open) == level + 1:
            before += '</li><li>'
        while len(self._open) < level:
            before += '<ul><li>'
            self._open.append(('ul', 0))
        if len(self._open) == level:
            before += f'<ol start="{number}"><li>' if number not in (None, 1) else f'<{tag}><li>'
            self._open.append((tag, 0))
        self._open[level] = (tag, number or 0)
        return before + words
