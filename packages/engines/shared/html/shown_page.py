"""Rewrites a web page so that its markup contains all visible text, such as values of form controls, numbers of list
items and text of drawings. Removes content that a browser hides. Converts drawings to pictures.

Readers such as pandoc and calibre drop the text of controls, numbers and drawings, and show hidden content. html2text,
markdownify and readability are not used, because they also drop the values of controls."""
import base64
import re
from xml.etree import ElementTree

from engines.shared.html import page_styles
from engines.shared.html.article import remove
from engines.shared.html.list_numbers import number_lists

HTML = '{http://www.w3.org/1999/xhtml}'
SVG = '{http://www.w3.org/2000/svg}'
# Parts of a drawing that contain text.
WORDED = (f'{SVG}text', f'{SVG}foreignObject')
XMLNS = '{http://www.w3.org/2000/xmlns/}'

# Matches pages that may need rewriting.
HINT = re.compile(
    r'<(?:input|select|textarea|progress|meter|datalist|template|noscript|dialog|legend|svg|ruby|iframe|figure|marquee)[\s/>]'
    r'|\shidden[\s=/>]|\sreversed[\s=/>]|<li\b[^>]*\svalue\s*=|' + page_styles.HINT.pattern,
    re.IGNORECASE,
)
# Elements that browsers never show. Removing an element that browsers never show causes no warning about hidden text.
UNSEEN = {'template', 'noscript', 'datalist'}
CONTENT = re.compile(r'(?<![-\w])content(?=\s*:)', re.IGNORECASE)
TYPE = '{http://www.idpf.org/2007/ops}type'
NOTE = re.compile(r'\b(?:foot|end|rear)notes?\b')
MARKS = {'checkbox': ('☐', '☒'), 'radio': ('○', '◉')}
# Controls without a text field.
SILENT = {'hidden', 'file', 'reset', 'submit', 'button', 'image'}
MAX_FRAMES = 3
VOID = {'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'}
SELF_CLOSED = re.compile(r'<([a-zA-Z][\w:-]*)((?:\s+[^<>]*?)?)\s*/>')


class Shown:
    """Rewrites one page. `text_only` replaces drawings with their text, for targets without pictures. `for_pandoc`
    marks the numbers of list items for pandoc's filter `numbers.lua`, and converts drawings to pictures with
    alternative text, because pandoc would drop the text of drawings."""

    def __init__(self, text_only: bool = False, for_pandoc: bool = False):
        self.text_only = text_only
        self.for_pandoc = for_pandoc
        self.hid_text = False
        self.has_marked = False
        self._is_hidden = lambda element: False
        self._frames = 0
        self._sheets: list[str] = []

    def rewrite(self, root, sheets: 'list[str]' = []) -> None:
        """Rewrites the html5lib tree `root` in place. `sheets` are the linked style sheets of the page."""
        styles = [element for element in root.iter(f'{HTML}style')]
        texts = [*sheets, *((element.text or '') for element in styles)]
        self._sheets = texts
        if any(map(page_styles.HINT.search, texts)) or any(has_style(element) for element in root.iter()):
            self._apply(root, texts, has_files=bool(sheets))
        self._walk(root)
        number_lists(root)
        # The content that style sheets generate is now part of the markup, and must not be generated again.
        for element in styles:
            element.text = without_content(element.text or '')

    def _apply(self, root, sheets: 'list[str]', has_files: bool) -> None:
        from engines.shared.html.generated_content import Generator

        styles = page_styles.PageStyles(sheets, root)
        self._is_hidden = styles.hides
        generator = Generator(styles, marks_items=self.for_pandoc, has_files=has_files, text_only=self.text_only)
        generator.write(root)
        self.has_marked = generator.has_marked

    def _walk(self, parent) -> None:
        for child in list(parent):
            name = name_of(child)
            if name in UNSEEN or name == 'dialog' and child.get('open') is None:
                remove(parent, child)
            elif name and self._hides(child) and not self._reveals_note(child):
                self.hid_text = self.hid_text or bool(''.join(child.itertext()).strip())
                remove(parent, child)
            elif rewrite := getattr(self, f'_{name}', None) if name in REWRITTEN else None:
                rewrite(parent, child)
            elif child.tag == f'{SVG}svg':
                self._drawing(parent, child)
            else:
                self._walk(child)

    def _hides(self, element) -> bool:
        # Scripts and styles have no visible text.
        if name_of(element) in ('script', 'style', 'head', 'body', 'html', 'input'):
            return False
        return self._conceals(element)

    def _reveals_note(self, element) -> bool:
        """Makes a hidden note of a book visible. Books hide notes that reading systems show as popups. Returns False if
        the element contains no note."""
        if not any(map(is_note, element.iter())):
            return False
        element.attrib.pop('hidden', None)
        element.set('style', f'{element.get("style") or ""}; display: block; visibility: visible')
        return True

    def _input(self, parent, control) -> None:
        kind = (control.get('type') or 'text').strip().lower()
        value = control.get('value') or ''
        if kind in MARKS:
            # Adds a space, because pages separate a checkbox from its label only by a margin.
            text = f' {MARKS[kind][control.get("checked") is not None]}'
        elif kind == 'password':
            text = '•' * len(value)
        elif kind in SILENT:
            text = value if kind in ('reset', 'submit', 'button') else control.get('alt') or '' if kind == 'image' else ''
        else:
            text = value or control.get('placeholder') or ''
        is_unseen = kind != 'hidden' and self._conceals(control)
        replace(parent, control, '' if is_unseen else text)

    def _conceals(self, control) -> bool:
        return control.get('hidden') is not None or self._is_hidden(control)

    def _textarea(self, parent, control) -> None:
        text = control.text or ''
        replace(parent, control, text.removeprefix('\n').rstrip() or control.get('placeholder') or '')

    def _select(self, parent, control) -> None:
        options = [element for element in control.iter(f'{HTML}option') if element.get('hidden') is None]
        chosen = [option for option in options if option.get('selected') is not None]
        is_menu = control.get('multiple') is None and (control.get('size') or '1').strip() in ('0', '1')
        if is_menu:
            enabled = [option for option in options if option.get('disabled') is None]
            chosen = chosen[-1:] or enabled[:1] or options[:1]
        replace(parent, control, ', '.join(filter(None, map(label_of, chosen))))

    def _progress(self, parent, control) -> None:
        text = words_of(control)
        value, most = number(control.get('value')), number(control.get('max')) or 1.0
        replace(parent, control, text or ('' if value is None else f'{100 * value / most:.0f}%'))

    def _meter(self, parent, control) -> None:
        text = words_of(control)
        replace(parent, control, text or control.get('value') or '')

    def _legend(self, _parent, legend) -> None:
        self._walk(legend)
        legend.tag = f'{HTML}p'

    def _block(self, _parent, element) -> None:
        """Converts a block to a division if readers would treat it as inline content."""
        self._walk(element)
        element.tag = f'{HTML}div'

    _dialog = _search = _marquee = _block

    def _figure(self, _parent, figure) -> None:
        # If a figure has a caption, readers drop the alternative text of its picture. If the picture of a figure is
        # missing, only its alternative text can be shown, so the figure is converted to a `div`.
        missing = [one for one in figure.iter(f'{HTML}img') if not (one.get('src') or '').startswith(('data:', 'picture-'))]
        if missing and any((one.get('alt') or '').strip() for one in missing):
            figure.tag = f'{HTML}div'
            for caption in figure.iter(f'{HTML}figcaption'):
                caption.tag = f'{HTML}p'
        self._walk(figure)

    def _ruby(self, _parent, ruby) -> None:
        """Adds parentheses around ruby readings (pronunciations), unless the page already has such parentheses."""
        self._walk(ruby)
        if ruby.find(f'{HTML}rp') is None:
            for reading in ruby.iter(f'{HTML}rt'):
                if len(reading) == 0 and (reading.text or '').strip():
                    reading.text = f'({reading.text.strip()})'

    def _iframe(self, parent, frame) -> None:
        """Inserts the content of an embedded page that is stored in the attribute `srcdoc`."""
        import html5lib

        content = frame.get('srcdoc')
        if content is None or self._frames >= MAX_FRAMES:
            return
        self._frames += 1
        inner = html5lib.parse(content).find(f'{HTML}body')
        if inner is not None:
            self._walk(inner)
            inner.tag, inner.tail = f'{HTML}div', frame.tail
            parent[list(parent).index(frame)] = inner
        self._frames -= 1

    def _drawing(self, parent, drawing) -> None:
        """Replaces a drawing with a picture, whose alternative text is the text in the drawing. If `text_only` is set,
        replaces the drawing with its text."""
        words = ' '.join(filter(None, map(words_of, (one for one in drawing.iter() if one.tag in WORDED))))
        if self.text_only and words:
            replace(parent, drawing, words)
        elif self.for_pandoc and not self.text_only and drawing.find(f'.//{SVG}image') is None:
            titles = filter(None, map(words_of, [*drawing.findall(f'{SVG}title'), *drawing.findall(f'{SVG}desc')]))
            picture = ElementTree.Element(f'{HTML}img', {'alt': words or drawing.get('aria-label') or next(titles, '')})
            for side in ('width', 'height'):
                if drawing.get(side):
                    picture.set(side, drawing.get(side))
            picture.set('src', self._data_link(drawing))
            picture.tail = drawing.tail
            parent[list(parent).index(drawing)] = picture

    def _data_link(self, drawing) -> str:
        if self._sheets and any(element.get('class') for element in drawing.iter()):
            style = ElementTree.Element(f'{SVG}style')
            style.text = '\n'.join(self._sheets)
            drawing.insert(0, style)
        drawing.tail = None
        # Removes the attributes in which html5lib keeps namespace declarations, because ElementTree adds the
        # declarations again, and XML parsers reject duplicate attributes.
        for element in drawing.iter():
            for name in [name for name in element.attrib if name.startswith(XMLNS)]:
                del element.attrib[name]
        ElementTree.register_namespace('', SVG[1:-1])
        written = ElementTree.tostring(drawing, encoding='utf-8')
        return f'data:image/svg+xml;base64,{base64.b64encode(written).decode()}'


REWRITTEN = {
    *('input', 'textarea', 'select', 'progress', 'meter', 'legend', 'figure', 'ruby', 'iframe', 'dialog', 'search', 'marquee'),
}


def has_style(element) -> bool:
    style = element.get('style')
    return style is not None and page_styles.HINT.search(style) is not None


def without_content(sheet: str) -> str:
    """Returns the style sheet without generated content, which is now part of the markup."""
    return CONTENT.sub('x-content', sheet)


def is_note(element) -> bool:
    kinds = f'{element.get("epub:type") or element.get(TYPE) or ""} {element.get("role") or ""}'
    return NOTE.search(kinds) is not None


def name_of(element) -> str:
    return element.tag.removeprefix(HTML) if isinstance(element.tag, str) and element.tag.startswith(HTML) else ''


def words_of(element) -> str:
    return ' '.join(''.join(element.itertext()).split())


def label_of(option) -> str:
    return words_of(option) or option.get('label') or ''


def number(text: str | None) -> float | None:
    try:
        return float(text or '')
    except ValueError:
        return None


def replace(parent, child, text: str) -> None:
    """Replaces an element with text. Adds spaces before and after the text, and keeps the line breaks in the text."""
    at = list(parent).index(child)
    if not text:
        remove(parent, child)
        return
    before = (parent[at - 1].tail if at > 0 else parent.text) or ''
    span = ElementTree.Element(f'{HTML}span')
    lines = text.split('\n')
    span.text = ('' if not before or before[-1].isspace() else ' ') + lines[0]
    if at > 0 and not before and parent[at - 1].tag != f'{HTML}br':
        span.text = ' ' + span.text
    for line in lines[1:]:
        broken = ElementTree.SubElement(span, f'{HTML}br')
        broken.tail = line
    tail = child.tail or ''
    span.tail = tail if not tail or tail[0].isspace() or tail[0] in '.,;:!?)' else ' ' + tail
    parent[at] = span


def as_html(xhtml: str) -> str:
    """Rewrites XHTML for an HTML parser, which ignores the self-closing form of elements such as `<script/>`."""
    def expanded(tag: re.Match) -> str:
        name = tag[1]
        return tag[0] if name.lower() in VOID else f'<{name}{tag[2]}></{name}>'

    return SELF_CLOSED.sub(expanded, xhtml)


def parsed(text: str, source: str):
    import html5lib

    return html5lib.parse(as_html(text) if source == 'xhtml' else text)


def needs_rewriting(text: str) -> bool:
    return HINT.search(text) is not None


