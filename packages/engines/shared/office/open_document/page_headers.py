"""Detects headers and footers with text in an OpenDocument text document. Targets without pages omit headers and
footers."""
import re

from engines.shared.office.open_document.names import PARAGRAPHS, STYLE, TEXT, Element

KINDS = tuple(STYLE + name for name in ('header', 'footer', 'header-left', 'footer-left', 'header-first', 'footer-first'))
PAGE_FIELDS = (TEXT + 'page-number', TEXT + 'page-count', TEXT + 'page-continuation')
STANDARD = 'Standard'
WORDS = re.compile(r'[^\W\d_]{2,}')


def has_words(styles: Element, content: Element) -> bool:
    """Returns whether a used header or footer has text. `styles` and `content` are the roots of styles.xml and
    content.xml."""
    pages = {page.get(STYLE + 'name', ''): page for page in styles.iter(STYLE + 'master-page')}
    named = {style.get(STYLE + 'master-page-name') for root in (styles, content) for style in root.iter(STYLE + 'style')}
    used = {name for name in named if name in pages} | {STANDARD if STANDARD in pages else next(iter(pages), '')}
    # A used page style may name a style for the next page, which is then used too.
    while more := {page for name in used if name in pages and (page := pages[name].get(STYLE + 'next-style-name')) in pages} - used:
        used |= more
    return any(_says(part) for name in used & pages.keys() for part in pages[name] if part.tag in KINDS)


def _says(part: Element) -> bool:
    """Returns whether the part has text that is not only a page number. "Page 3 of 5", in any language, is a page
    number."""
    if part.get(STYLE + 'display') == 'false':
        return False
    for paragraph in (one for tag in PARAGRAPHS for one in part.iter(tag)):
        is_numbered = any(one.tag in PAGE_FIELDS for one in paragraph.iter())
        if len(WORDS.findall(_text_of(paragraph))) > (2 if is_numbered else 0):
            return True
    return False


def _text_of(element: Element) -> str:
    inner = ((' ' if child.tag in PAGE_FIELDS else _text_of(child)) + (child.tail or '') for child in element)
    return (element.text or '') + ''.join(inner)
