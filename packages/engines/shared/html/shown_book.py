"""Rewrites the chapters of an EPUB, so that their markup contains the visible text. The module `shown_page` rewrites
web pages so that their markup contains the visible text."""
import contextlib
import posixpath
import re
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

from engines.shared.html import page_styles, shown_page, xml_entities
from engines.shared.runner import package_copy
from engines.shared.runner.warn import warn

CONTAINER = 'META-INF/container.xml'
ROOT = './/{urn:oasis:names:tc:opendocument:xmlns:container}rootfile'
ITEM = './/{http://www.idpf.org/2007/opf}item'
LINK = f'{shown_page.HTML}link'
PREFIXES = {
    '': shown_page.HTML[1:-1],
    'epub': 'http://www.idpf.org/2007/ops',
    'svg': 'http://www.w3.org/2000/svg',
    'xlink': 'http://www.w3.org/1999/xlink',
    'm': 'http://www.w3.org/1998/Math/MathML',
}
DRAWING = re.compile(r'<(?:\w+:)?svg[\s>]')
FRAME = re.compile(r'<(?:\w+:)?image\b[^>]*href\s*=\s*["\'](?!data:)')
# Matches the names of classes, ids and elements in selectors.
NAME = re.compile(r'[\w-]+')
# Matches a URL in a style sheet if it is a relative file name.
LOCAL = re.compile(r'url\(\s*(["\']?)(?![a-z]+:|[/#])([^"\'()\s]+)\1\s*\)', re.IGNORECASE)
# Matches chapters that may need rewriting. Unlike in a web page, drawings and figures alone are no reason to
# rewrite a chapter. Most drawings in books are covers that only link to a picture, and they stay unchanged.
PAGE_HINT = re.compile(shown_page.HINT.pattern.replace('|svg', '').replace('|figure', ''), re.IGNORECASE)


def rewrite(step: dict, copy: str, shown: shown_page.Shown) -> bool:
    """If any chapter changes, writes `copy` and returns True. Raises errors of `zipfile` and `ElementTree` for damaged
    books."""
    with zipfile.ZipFile(step['input']) as book:
        sheets, chapters = parts_of(book)
        names = {name: names_in(text) for name, text in sheets.items() if page_styles.HINT.search(text)}
        replaced = {}
        for name in chapters:
            text = book.read(name).decode('utf-8', 'replace')
            linked = [sheet for sheet in names if posixpath.basename(sheet) in text and is_used(names[sheet], text)]
            if linked or PAGE_HINT.search(text) or shown.for_pandoc and holds_drawing(text):
                replaced[name] = as_shown(text, name, sheets, shown).encode()
        if not replaced:
            return False
        replaced |= {name: shown_page.without_content(sheets[name]).encode() for name in names}
        package_copy.write_copy(book, copy, replaced)
    if shown.hid_text:
        warn(step, 'hidden_text')
    return True


def parts_of(book: zipfile.ZipFile) -> 'tuple[dict[str, str], list[str]]':
    """Returns the style sheets of the book, and the names of its chapters."""
    known = set(book.namelist())
    package = ElementTree.fromstring(book.read(CONTAINER)).find(ROOT).attrib['full-path']
    folder = posixpath.dirname(package)
    sheets, chapters = {}, []
    for item in ElementTree.fromstring(book.read(package)).findall(ITEM):
        name = posixpath.normpath(posixpath.join(folder, unquote(item.attrib['href'])))
        if name not in known:
            continue
        if item.get('media-type') == 'text/css':
            sheets[name] = book.read(name).decode('utf-8', 'replace')
        elif item.get('media-type') == 'application/xhtml+xml' and 'nav' not in (item.get('properties') or '').split():
            chapters.append(name)
    return sheets, chapters


def holds_drawing(chapter: str) -> bool:
    """Returns whether the chapter may have drawings that pandoc would drop. A drawing that only links to a picture does
    not count."""
    return DRAWING.search(chapter) is not None and FRAME.search(chapter) is None


def names_in(sheet: str) -> 'list[set[str]]':
    """Returns one set for each selector whose rule may change text: the names of classes, ids and elements in the
    selector."""
    found = []
    for selectors, declarations in page_styles.rules_of(sheet):
        if page_styles.changes_text(declarations):
            import tinycss2

            found += [set(NAME.findall(one.partition(':')[0])) for one in tinycss2.serialize(selectors).split(',')]
    return found


def is_used(selectors: 'list[set[str]]', chapter: str) -> bool:
    """Returns whether a selector may match in the chapter, because the chapter contains all names in the selector."""
    return any(all(name in chapter for name in names) for names in selectors)


def as_shown(text: str, name: str, sheets: 'dict[str, str]', shown: shown_page.Shown) -> str:
    root = parsed(text)
    shown.rewrite(root, [seen_from(sheets[sheet], sheet, name) for sheet in linked_sheets(root, name) if sheet in sheets])
    for prefix, namespace in PREFIXES.items():
        ElementTree.register_namespace(prefix, namespace)
    return '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n' + ElementTree.tostring(root, encoding='unicode')


def seen_from(sheet: str, name: str, chapter: str) -> str:
    """Returns the style sheet for use in the chapter: its picture URLs, which were relative to the sheet, become
    relative to the chapter."""
    folder, start = posixpath.dirname(name), posixpath.dirname(chapter) or '.'
    return LOCAL.sub(lambda url: f'url("{posixpath.relpath(posixpath.join(folder, url[2]), start)}")', sheet)


def parsed(text: str):
    with contextlib.suppress(ElementTree.ParseError):
        return ElementTree.fromstring(re.sub(r'^\s*<\?xml[^>]*\?>', '', xml_entities.resolved(text)))
    # A chapter that is not well-formed XML is parsed as HTML.
    return shown_page.parsed(text, 'xhtml')


def linked_sheets(root, name: str) -> Iterator[str]:
    for link in root.iter(LINK):
        if 'stylesheet' in (link.get('rel') or '').lower().split():
            yield posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(link.get('href') or '')))
