"""
Rewrites a web page so that its visible text is in the markup: values of form controls, numbers of list items, text of drawings.
Removes what a browser hides. Readers such as pandoc and calibre know neither.

Own code: html2text, markdownify and readability drop the values of controls too.
"""
import re
from xml.etree import ElementTree

from engines.runtime.article import remove
from engines.runtime.hidden_styles import hiding_rules
from engines.runtime.list_numbers import number_lists

HTML = '{http://www.w3.org/1999/xhtml}'
SVG = '{http://www.w3.org/2000/svg}'

# A page without any of these is shown as it is written.
HINT = re.compile(
    r'<(?:input|select|textarea|progress|meter|datalist|template|noscript|dialog|legend|svg|ruby|iframe|figure|marquee)[\s/>]'
    r'|\shidden[\s=/>]|display\s*:\s*none|visibility\s*:\s*hidden|\sreversed[\s=/>]|<li\b[^>]*\svalue\s*=',
    re.IGNORECASE,
)
# Never shown, in contrast to text that an author hides.
UNSEEN = {'template', 'noscript', 'datalist'}
HIDING = re.compile(r'display\s*:\s*none|visibility\s*:\s*hidden', re.IGNORECASE)
MARKS = {'checkbox': ('☐', '☒'), 'radio': ('○', '◉')}
# Controls that show no text of the person who fills in the form.
SILENT = {'hidden', 'file', 'reset', 'submit', 'button', 'image'}
MAX_FRAMES = 3
VOID = {'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'}
SELF_CLOSED = re.compile(r'<([a-zA-Z][\w:-]*)((?:\s+[^<>]*?)?)\s*/>')


class Shown:
    """Rewrites one page. `text_only` replaces drawings by their text, for targets without pictures."""

    def __init__(self, text_only: bool = False):
        self.text_only = text_only
        self.hid_text = False
        self._is_hidden = lambda element: False
        self._frames = 0

    def rewrite(self, root) -> None:
        """`root` is a tree of html5lib, which is changed."""
        styles = [element.text or '' for element in root.iter(f'{HTML}style')]
        self._is_hidden = hiding_rules(styles)
        self._walk(root)
        number_lists(root)

    def _walk(self, parent) -> None:
        for child in list(parent):
            name = name_of(child)
            if name in UNSEEN or name == 'dialog' and child.get('open') is None:
                remove(parent, child)
            elif name and self._hides(child):
                self.hid_text = self.hid_text or bool(''.join(child.itertext()).strip())
                remove(parent, child)
            elif rewrite := getattr(self, f'_{name}', None) if name in REWRITTEN else None:
                rewrite(parent, child)
            elif child.tag == f'{SVG}svg':
                self._drawing(parent, child)
            else:
                self._walk(child)

    def _hides(self, element) -> bool:
        # Scripts and styles have no text to lose.
        if name_of(element) in ('script', 'style', 'head', 'body', 'html', 'input'):
            return False
        hidden = element.get('hidden')
        return hidden is not None or bool(HIDING.search(element.get('style') or '')) or self._is_hidden(element)

    def _input(self, parent, control) -> None:
        kind = (control.get('type') or 'text').strip().lower()
        value = control.get('value') or ''
        if kind in MARKS:
            text = MARKS[kind][control.get('checked') is not None]
        elif kind == 'password':
            text = '•' * len(value)
        elif kind in SILENT:
            text = value if kind in ('reset', 'submit', 'button') else control.get('alt') or '' if kind == 'image' else ''
        else:
            text = value or control.get('placeholder') or ''
        is_unseen = kind != 'hidden' and self._hides_control(control)
        replace(parent, control, '' if is_unseen else text)

    def _hides_control(self, control) -> bool:
        return control.get('hidden') is not None or bool(HIDING.search(control.get('style') or '')) or self._is_hidden(control)

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
        text = ' '.join(''.join(control.itertext()).split())
        value, most = number(control.get('value')), number(control.get('max')) or 1.0
        replace(parent, control, text or ('' if value is None else f'{100 * value / most:.0f}%'))

    def _meter(self, parent, control) -> None:
        text = ' '.join(''.join(control.itertext()).split())
        replace(parent, control, text or control.get('value') or '')

    def _legend(self, _parent, legend) -> None:
        self._walk(legend)
        legend.tag = f'{HTML}p'

    def _block(self, _parent, element) -> None:
        """A block that readers take for a part of its line."""
        self._walk(element)
        element.tag = f'{HTML}div'

    _dialog = _search = _marquee = _block

    def _figure(self, _parent, figure) -> None:
        # Readers put the caption in place of the text that stands for a picture; a picture that is missing has nothing else.
        missing = [one for one in figure.iter(f'{HTML}img') if not (one.get('src') or '').startswith(('data:', 'picture-'))]
        if missing and any((one.get('alt') or '').strip() for one in missing):
            figure.tag = f'{HTML}div'
            for caption in figure.iter(f'{HTML}figcaption'):
                caption.tag = f'{HTML}p'
        self._walk(figure)

    def _ruby(self, _parent, ruby) -> None:
        """Readings stand in parentheses behind their words, also where the author wrote none."""
        self._walk(ruby)
        if ruby.find(f'{HTML}rp') is None:
            for reading in ruby.iter(f'{HTML}rt'):
                if len(reading) == 0 and (reading.text or '').strip():
                    reading.text = f'({reading.text.strip()})'

    def _iframe(self, parent, frame) -> None:
        """A page within the page, where its text is part of the file."""
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
        words = [' '.join(''.join(text.itertext()).split()) for text in drawing.iter(f'{SVG}text')]
        if self.text_only and any(words):
            replace(parent, drawing, ' '.join(filter(None, words)))


REWRITTEN = {
    *('input', 'textarea', 'select', 'progress', 'meter', 'legend', 'figure', 'ruby', 'iframe', 'dialog', 'search', 'marquee'),
}


def name_of(element) -> str:
    return element.tag.removeprefix(HTML) if isinstance(element.tag, str) and element.tag.startswith(HTML) else ''


def label_of(option) -> str:
    return ' '.join(''.join(option.itertext()).split()) or option.get('label') or ''


def number(text: str | None) -> float | None:
    try:
        return float(text or '')
    except ValueError:
        return None


def replace(parent, child, text: str) -> None:
    """Puts text in place of an element, with a space between it and the words around it, and its lines below each other."""
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
    """XHTML for a parser of HTML, to which an element such as `<script/>` has no end."""
    def expanded(tag: re.Match) -> str:
        name = tag[1]
        return tag[0] if name.lower() in VOID else f'<{name}{tag[2]}></{name}>'

    return SELF_CLOSED.sub(expanded, xhtml)


def parsed(text: str, source: str):
    import html5lib

    return html5lib.parse(as_html(text) if source == 'xhtml' else text)


def needs_rewriting(text: str) -> bool:
    return HINT.search(text) is not None


