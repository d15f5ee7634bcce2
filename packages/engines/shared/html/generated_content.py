"""Inserts the text that style sheets generate into the markup of a page: the content of `::before`, `::after` and
`::marker`, counters, and list labels.

Readers such as pandoc and calibre do not support generated text."""
import re
from dataclasses import dataclass
from xml.etree import ElementTree

from engines.shared.html.list_numbers import begin, first_line, whole, written
from engines.shared.html.page_styles import Declared, PageStyles, word

HTML = '{http://www.w3.org/1999/xhtml}'
# List types that readers support. Maps the CSS name of a list type to the value of the HTML attribute `type`.
TYPES = {
    'decimal': '1', 'lower-alpha': 'a', 'lower-latin': 'a', 'upper-alpha': 'A', 'upper-latin': 'A',
    'lower-roman': 'i', 'upper-roman': 'I',
}
STYLES = {'1': 'Decimal', 'a': 'LowerAlpha', 'A': 'UpperAlpha', 'i': 'LowerRoman', 'I': 'UpperRoman'}
BULLETS = {'disc': '•', 'circle': '◦', 'square': '▪', 'none': '', 'disclosure-open': '▾', 'disclosure-closed': '▸'}
DELIMITERS = {('', '.'): 'Period', ('', ')'): 'OneParen', ('(', ')'): 'TwoParens'}
# Largest number that is written as a single letter. Programs disagree on larger numbers.
LETTERS = 26
# Characters that mark the number of a list item, so that numbers.lua finds it. Documents never contain these
# characters.
BEGIN, END, GAP, SEPARATOR = '\ufdd0', '\ufdd1', '\ufdd2', '\ufdd3'
# Private-use range, which symbol fonts use for their glyphs.
PRIVATE = re.compile('[\ue000-\uf8ff]')
BLOCKS = {'block', 'flex', 'grid', 'table', 'list-item'}
# Prefixes of the URLs of pictures that are stored with the page.
EMBEDDED = ('data:', 'picture-')
# Elements that cannot contain text directly, only items or rows.
STRUCTURES = {'ul', 'ol', 'dl', 'table', 'menu'}
# Elements into which no generated content is inserted. For example, code must stay as written, and readers add the
# quotation marks of `q` themselves.
WITHOUT = {
    *('head', 'style', 'script', 'title', 'pre', 'code', 'q', 'select', 'option', 'tr', 'tbody', 'thead', 'tfoot', 'colgroup', 'html'),
    *('br', 'hr', 'img', 'input', 'textarea', 'svg', 'math', 'iframe', 'video', 'audio', 'object', 'template'),
}


@dataclass
class Content:
    """Generated text with the URLs of its pictures. `parts` contains the text before the counter, the type and number
    of the counter, and the text after the counter."""

    text: str
    parts: 'tuple[str, str, int, str] | None' = None
    pictures: 'tuple[str, ...]' = ()


class Counters:
    """CSS counters. Each counter is a stack of values. A value belongs to the scope of the element that created it."""

    def __init__(self):
        self._values: 'dict[str, list[int]]' = {}
        self._scopes: 'list[set[str]]' = [set()]

    def enter(self) -> None:
        self._scopes.append(set())

    def leave(self) -> None:
        for name in self._scopes.pop():
            self._values[name].pop()

    def reset(self, name: str, value: int) -> None:
        stack = self._values.setdefault(name, [])
        if name in self._scopes[-1]:
            stack.pop()
        self._scopes[-1].add(name)
        stack.append(value)

    def set(self, name: str, value: int) -> None:
        if not self._values.get(name):
            self.reset(name, 0)
        self._values[name][-1] = value

    def increase(self, name: str, by: int) -> None:
        self.set(name, self.all(name)[-1] + by)

    def all(self, name: str) -> 'list[int]':
        return self._values.get(name) or [0]


class Generator:
    """Inserts the generated content into a page. With `marks_items`, the numbers of list items are marked for pandoc's
    filter `numbers.lua`. Without `marks_items`, the numbers are plain text. `has_files` states whether readers can open
    the pictures of external style sheets. `text_only` omits pictures."""

    def __init__(self, styles: PageStyles, *, marks_items: bool, has_files: bool, text_only: bool):
        self._styles = styles
        self._marks_items = marks_items
        self._has_files = has_files
        self._text_only = text_only
        self._counters = Counters()
        self._quotes = 0
        self.has_marked = False

    def write(self, root) -> None:
        self._visit(root, None)

    def _visit(self, element, parent, in_code: bool = False) -> None:
        name = name_of(element)
        if not name or element.get('hidden') is not None or self._styles.hides(element):
            return
        in_code = in_code or name in ('pre', 'code')
        declared = self._styles.of(element)
        self._replace(element, name, declared.get(None, {}))
        self._count(declared.get(None, {}))
        self._count_items(element, name)
        self._counters.enter()
        before = self._content(element, declared.get('before'))
        marker = self._content(element, declared.get('marker')) if name == 'li' else None
        for child in list(element):
            self._visit(child, element, in_code)
        after = self._content(element, declared.get('after'))
        self._counters.leave()
        if name == 'li' and parent is not None:
            self._write_label(element, parent, before, marker)
        elif name not in WITHOUT and not in_code:
            self._insert(element, parent, before, is_block(declared.get('before')))
        if name not in WITHOUT and not in_code:
            self._append(element, parent, after, is_block(declared.get('after')))
        if name in ('ol', 'ul'):
            self._settle_list(element)

    def _count(self, declared: Declared) -> None:
        for name, value in counts(declared.get('counter-reset'), 0):
            self._counters.reset(name, value)
        for name, value in counts(declared.get('counter-increment'), 1):
            self._counters.increase(name, value)
        for name, value in counts(declared.get('counter-set'), 0):
            self._counters.set(name, value)

    def _count_items(self, element, name: str) -> None:
        if name in ('ol', 'ul'):
            self._counters.reset('list-item', whole(element.get('start'), 1) - 1)
        elif name == 'li':
            self._counters.increase('list-item', 1)
            if element.get('value') is not None:
                self._counters.set('list-item', whole(element.get('value'), 1))

    def _content(self, element, declared: 'Declared | None') -> 'Content | None':
        if not declared or word(declared.get('display')) == 'none' or word(declared.get('visibility')) == 'hidden':
            return None
        self._count(declared)
        pieces: list[str] = []
        pictures: list[str] = []
        parts = None
        for token in declared.get('content') or []:
            # The text after the slash is the alternative text.
            if token.type == 'literal' and token.value == '/':
                break
            if address := address_in(token):
                if not self._text_only:
                    pictures.append(address)
                continue
            number = self._number(token)
            if number:
                parts = (''.join(pieces), *number, '') if parts is None else None
                pieces.append(shown(*number))
                continue
            text = self._text(element, token)
            pieces.append(text)
            if parts:
                parts = (*parts[:3], parts[3] + text)
        text = PRIVATE.sub('', ''.join(pieces))
        return Content(text, parts, tuple(pictures)) if text.strip() or pictures else None

    def _replace(self, element, name: str, declared: Declared) -> None:
        """Replaces the content of an element with the picture of its `content` property. The text of the element
        becomes the alternative text."""
        address = first_address(declared.get('content') or [])
        if address and not self._text_only and name not in WITHOUT and name not in STRUCTURES:
            words = ' '.join(''.join(element.itertext()).split())
            element[:] = [picture_of(address, words)]
            element.text = None

    def _number(self, token) -> 'tuple[str, int] | None':
        if token.type != 'function' or token.lower_name != 'counter':
            return None
        names = [one.value for one in token.arguments if one.type == 'ident']
        return (names[1] if len(names) > 1 else 'decimal', self._counters.all(names[0])[-1]) if names else None

    def _text(self, element, token) -> str:
        if token.type == 'string':
            return token.value
        if token.type == 'ident' and token.lower_value in ('open-quote', 'close-quote'):
            opens = token.lower_value == 'open-quote'
            self._quotes += 1 if opens else 0
            sign = ('“”' if self._quotes % 2 else '‘’')[0 if opens else 1]
            self._quotes -= 0 if opens else 1
            return sign
        if token.type != 'function':
            return ''
        names = [one.value for one in token.arguments if one.type == 'ident']
        if token.lower_name == 'attr' and names:
            return element.get(names[0]) or ''
        if token.lower_name == 'counters' and names:
            gap = next((one.value for one in token.arguments if one.type == 'string'), '.')
            kind = names[1] if len(names) > 1 else 'decimal'
            return gap.join(shown(kind, value) for value in self._counters.all(names[0]))
        return ''

    def _write_label(self, item, parent, before: 'Content | None', marker: 'Content | None') -> None:
        """Inserts the label of the item if readers do not number the item in the same way."""
        kind = self._kind(item, parent)
        label = marker or (before if before and before.parts and kind == 'none' else None)
        if label is None and kind and kind not in TYPES and kind not in BULLETS:
            number = self._counters.all('list-item')[-1]
            label = Content(kind[1:] if kind[0] == '"' else f'{shown(kind, number)}. ', ('', kind, number, '. ') if kind[0] != '"' else None)
        pictures = before.pictures if before and before is not label else ()
        bullet = bullet_picture(self._styles.of(item).get(None, {})) or bullet_picture(self._styles.of(parent).get(None, {}))
        if bullet and not self._text_only and (self._has_files or bullet.startswith(EMBEDDED)):
            pictures = (bullet, *pictures)
        if before and before is not label and before.text:
            begin(item, spaced(before))
        begin_with_pictures(item, pictures)
        if label:
            begin(item, self._marked(label) if self._marks_items else spaced(label))
            self.has_marked = self.has_marked or self._marks_items
            item.set('data-label', '')

    def _marked(self, label: Content) -> str:
        """Returns the text of the label, and the style, delimiter and number with which a pandoc list shows the same
        label. The format is that of `shared/office/word/labels.py`."""
        before, kind, number, after = label.parts or ('', '', 0, '')
        style = STYLES.get(TYPES.get(kind, ''), '')
        delimiter = DELIMITERS.get((before.strip(), after.strip()), '')
        if not delimiter or not style or 'Alpha' in style and not 0 < number <= LETTERS:
            style = delimiter = ''
        text = f'{label.text.strip()} '.replace(' ', GAP)
        return BEGIN + SEPARATOR.join([text, style, delimiter, str(number)]) + END

    def _kind(self, item, parent) -> str:
        """Returns the CSS name of the list type, or a quotation mark and the text if the type is a string."""
        return kind_of(self._styles.of(item).get(None, {})) or kind_of(self._styles.of(parent).get(None, {}))

    def _settle_list(self, element) -> None:
        items = [item for item in element if item.tag == f'{HTML}li']
        kind = kind_of(self._styles.of(element).get(None, {})) or (self._kind(items[0], element) if items else '')
        has_labels = any(item.attrib.pop('data-label', None) is not None for item in items)
        if has_labels or kind in BULLETS or kind[:1] == '"':
            element.tag = f'{HTML}ul'
            if has_labels:
                element.set('style', 'list-style-type: none')
        elif kind in TYPES:
            element.tag = f'{HTML}ol'
            element.set('type', TYPES[kind])
            # Removes the style attribute, because pandoc would prefer it to the attribute `type`.
            element.attrib.pop('style', None)

    def _insert(self, element, parent, content: 'Content | None', is_alone: bool) -> None:
        if not content:
            return
        if name_of(element) in STRUCTURES:
            return beside(element, parent, content, 0)
        span = ElementTree.Element(f'{HTML}span')
        fill(span, spaced(content), content.pictures)
        span.tail = element.text
        if is_alone:
            span.tail, line = None, ElementTree.Element(f'{HTML}br')
            line.tail = element.text
            element.insert(0, line)
        element.text = None
        element.insert(0, span)

    def _append(self, element, parent, content: 'Content | None', is_alone: bool) -> None:
        if not content:
            return
        if name_of(element) in STRUCTURES:
            return beside(element, parent, content, 1)
        if is_alone:
            ElementTree.SubElement(element, f'{HTML}br')
        fill(ElementTree.SubElement(element, f'{HTML}span'), content.text, content.pictures)


def beside(element, parent, content: Content, after: int) -> None:
    if parent is None:
        return
    paragraph = ElementTree.Element(f'{HTML}p')
    fill(paragraph, content.text, content.pictures)
    if after:
        paragraph.tail, element.tail = element.tail, None
    parent.insert(list(parent).index(element) + after, paragraph)


def fill(element, text: str, addresses: 'tuple[str, ...]') -> None:
    """Inserts pictures and then the text at the beginning of the element."""
    pictures = [picture_of(address) for address in addresses]
    element[:0] = pictures
    element.text = None if pictures else text
    if pictures:
        pictures[-1].tail = text


def picture_of(address: str, words: str = ''):
    return ElementTree.Element(f'{HTML}img', {'src': address, 'alt': words})


def address_in(token) -> str:
    """Returns the URL of a picture, or an empty string."""
    if token.type == 'url':
        return token.value
    is_url = token.type == 'function' and token.lower_name == 'url'
    return next((one.value for one in token.arguments if one.type == 'string'), '') if is_url else ''


def first_address(tokens: list) -> str:
    return next(filter(None, map(address_in, tokens)), '')


def bullet_picture(declared: Declared) -> str:
    return first_address([*(declared.get('list-style-image') or []), *(declared.get('list-style') or [])])


def begin_with_pictures(item, addresses: 'tuple[str, ...]') -> None:
    if not addresses:
        return
    target = first_line(item)
    fill(target, f' {(target.text or "").lstrip()}', addresses)


def is_block(declared: 'Declared | None') -> bool:
    return word((declared or {}).get('display')) in BLOCKS


def spaced(content: Content) -> str:
    """Returns the label, usually with a space after it, because pages separate a label from the next word by a
    margin."""
    return f'{content.text} ' if re.search(r'[.:)]$' if content.parts is None else r'\S$', content.text) else content.text


def shown(kind: str, number: int) -> str:
    return BULLETS[kind] if kind in BULLETS else written(number, TYPES.get(kind, kind))


def kind_of(declared: Declared) -> str:
    for name in ('list-style-type', 'list-style'):
        for token in declared.get(name) or []:
            if token.type == 'string':
                return f'"{token.value}'
            if token.type == 'ident' and token.lower_value not in ('inside', 'outside', 'inherit', 'initial', 'unset', 'revert'):
                return token.lower_value
    return ''


def counts(tokens: 'list | None', otherwise: int) -> 'list[tuple[str, int]]':
    """Returns the names and values in declarations such as `counter-reset: a 2 b`."""
    found: list[tuple[str, int]] = []
    for token in tokens or []:
        if token.type == 'ident' and token.lower_value != 'none':
            found.append((token.value, otherwise))
        elif token.type == 'number' and found and token.int_value is not None:
            found[-1] = (found[-1][0], token.int_value)
    return found


def name_of(element) -> str:
    return element.tag.removeprefix(HTML) if isinstance(element.tag, str) and element.tag.startswith(HTML) else ''
