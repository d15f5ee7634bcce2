"""Sanitizes the body of a message: keeps only listed elements, attributes and styles, which cannot run code or fetch
files."""
import base64
import html
import re

import html5lib

from engines.codecs.mail.message import Message, NotMail, Part, PICTURE, Piece
from engines.shared.html import markup_bounds, mermaid, shown_page

KEPT = set(
    'a abbr address b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 '
    'hr i img ins kbd li ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var'.split()
)
DROPPED = set(
    'applet audio base button canvas embed frame frameset head iframe input link math meta noscript object param script '
    'select style svg template textarea title video'.split()
)
# Block elements that become `div`, because other formats have no equivalent.
BLOCKS = set('article aside details dialog fieldset figcaption figure footer form header hgroup legend main nav section summary'.split())
EMPTY = {'br', 'col', 'hr', 'img'}
ATTRIBUTES = set(
    'align alt bgcolor border cellpadding cellspacing color colspan dir face height lang rowspan size start title type valign '
    'value width'.split()
)
PROPERTIES = re.compile(
    r'(?:background-color|border|color|direction|font|height|letter-spacing|line-height|list-style-type|margin|padding|text'
    r'|vertical-align|white-space|width)(?:-[a-z-]+)?'
)
# Matches a safe value of a style. Only colour functions are allowed, because url() would fetch a file and expression()
# would run code in old browsers.
VALUE = re.compile(r'(?:[^()\\@<>{}]|\b(?:rgb|rgba|hsl|hsla)\([^()\\]*\))*')
HIDDEN = re.compile(r'display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all', re.IGNORECASE)
LINK = re.compile(r'(?:https?://|mailto:|tel:)', re.IGNORECASE)
EMBEDDED = re.compile(r'data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*')
MAX_DEPTH = 400
# The class of Mermaid diagrams is kept, so that other programs can draw the diagrams.
DIAGRAM = re.compile(r'(?<![\w-])(?:language-)?mermaid(?![\w-])')
DIAGRAM_CLASSES = {'pre': 'mermaid', 'code': 'language-mermaid'}
# The classes for the language of a code block and for GitHub's alerts are kept, because other programs use these
# classes.
MEANING = re.compile(r'language-[\w+#.-]{1,40}|markdown-alert(?:-[a-z]{1,20})?')
DIAGRAM_START = re.compile(r'<(?:pre class="mermaid"|code class="language-mermaid")')


def body_of(message: Message) -> tuple[str, set[str]]:
    """Returns the sanitized HTML, and the `cid` of each picture that it shows."""
    pieces = message.pieces or [Piece('html', message.html) if message.html.strip() else Piece('text', message.text)]
    shown: set[str] = set()
    drawn = [page(piece.text, message, shown) if piece.kind == 'html' else '' for piece in pieces]
    for n, piece in enumerate(pieces):
        if piece.kind == 'text':
            drawn[n] = as_paragraphs(piece.text)
        # A picture that no page references keeps its position between the text parts.
        elif piece.part and piece.part.cid not in shown:
            shown.add(piece.part.cid)
            drawn[n] = f'<p><img src="{embedded(piece.part)}" alt="{html.escape(piece.part.name)}"></p>'
    return '\n'.join(drawn), shown


def page(text: str, message: Message, shown: set[str]) -> str:
    """Returns the sanitized page. Adds each picture on the page to `shown`."""
    if 'mermaid' in text:
        text = mermaid.of_page(text)
    # The nesting depth is checked first, because the time for parsing grows with the square of the depth.
    try:
        markup_bounds.check_page(text)
    except markup_bounds.LimitExceeded as limit:
        raise NotMail(str(limit)) from limit
    body = Body({part.cid: part for part in message.parts if part.cid and PICTURE.fullmatch(part.kind.lower())}, shown)
    body.add(as_shown(text, message) if shown_page.needs_rewriting(text) else html5lib.parse(text, namespaceHTMLElements=False))
    return ''.join(body.out)


def as_shown(text: str, message: Message):
    """Returns the tree of the page. Removes content that the page's style sheets hide, and adds text that they
    insert."""
    root = html5lib.parse(text)
    rewritten = shown_page.Shown(text_only=True)
    rewritten.rewrite(root)
    message.hid_text = message.hid_text or rewritten.hid_text
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.removeprefix(shown_page.HTML)
    return root


def embedded(part: Part) -> str:
    return f'data:{part.kind.lower()};base64,{base64.b64encode(part.data).decode()}'


class Body:
    def __init__(self, pictures: dict[str, Part], shown: set[str]):
        self.out: list[str] = []
        self.shown = shown
        self._pictures = pictures

    def add(self, element, depth: int = 0) -> None:
        if depth > MAX_DEPTH:
            raise NotMail('its page is nested too deeply')
        tag = element.tag if isinstance(element.tag, str) else ''
        tag = 'div' if tag in BLOCKS else tag
        if tag and tag not in DROPPED and not HIDDEN.search(element.get('style', '')):
            self._open(tag, element)
            self.out.append(html.escape(element.text or '', quote=False))
            for child in element:
                self.add(child, depth + 1)
            if tag in KEPT and tag not in EMPTY:
                self.out.append(f'</{tag}>')
        self.out.append(html.escape(element.tail or '', quote=False))

    def _open(self, tag: str, element) -> None:
        if tag == 'img':
            self._show(element)
        elif tag in KEPT:
            self.out.append(f'<{tag}{"".join(attributes(element))}>')

    def _show(self, image) -> None:
        """Embeds a picture that is part of the message. Pictures that are not part of the message are replaced by their
        alternative text."""
        source = image.get('src', '').strip()
        part = self._pictures.get(source[4:]) if source.lower().startswith('cid:') else None
        if part:
            self.shown.add(part.cid)
            source = embedded(part)
        if EMBEDDED.fullmatch(source):
            self.out.append(f'<img src="{source}"{"".join(attributes(image))}>')
        else:
            self.out.append(html.escape(image.get('alt', ''), quote=False))


def attributes(element):
    for name, value in element.attrib.items():
        if name == 'style':
            value = '; '.join(safe_declarations(value))
        link = name == 'href' and element.tag == 'a' and LINK.match(value.strip())
        classes = kept_classes(element.tag, value) if name == 'class' else ''
        if classes:
            yield f' class="{classes}"'
        if value and (link or name == 'style' or name in ATTRIBUTES):
            yield f' {name}="{html.escape(value)}"'


def kept_classes(tag: str, value: str) -> str:
    if DIAGRAM.search(value) and tag in DIAGRAM_CLASSES:
        return DIAGRAM_CLASSES[tag]
    return ' '.join(name for name in value.split() if MEANING.fullmatch(name))


def safe_declarations(style: str):
    for declaration in style.split(';'):
        name, _, value = (part.strip() for part in declaration.partition(':'))
        if PROPERTIES.fullmatch(name.lower()) and VALUE.fullmatch(value):
            yield f'{name}: {value}'


def as_paragraphs(text: str) -> str:
    blocks = re.split(r'\n(?:[ \t]*\n)+', text.strip('\n'))
    return '\n'.join(f'<p>{as_lines(block)}</p>' for block in blocks if block.strip())


def as_lines(block: str) -> str:
    """Returns the block as HTML lines, with its line breaks and indentation."""
    lines = (re.sub(r'^ +| {2,}', lambda gap: '\u00a0' * len(gap[0]), line.rstrip()) for line in block.expandtabs(8).split('\n'))
    return '<br>\n'.join(html.escape(line, quote=False) for line in lines)


def as_text(body: str) -> str:
    """Converts HTML from `body_of` to plain text with one line per HTML block."""
    text = re.sub(r'\s+', ' ', body)
    text = re.sub(r'<br>\s?|</(?:p|div|h[1-6]|li|tr|pre|blockquote|dt|dd|table|ul|ol)>\s?', '\n', text)
    text = html.unescape(re.sub(r'<[^>]*>', '', re.sub(r'</t[dh]>', '\t', text)))
    return re.sub(r'\n{3,}', '\n\n', re.sub(r'[ \t]+\n|\n[ \t]+', '\n', text)).strip()
