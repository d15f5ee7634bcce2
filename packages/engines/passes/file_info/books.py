"""Counts the chapters, words and pictures of a book, and the pages of a comic."""
import posixpath
from typing import Iterator
from urllib.parse import unquote

from engines.passes.file_info.bounds import bytes_of
from engines.passes.file_info.markup import Package, parse
from engines.passes.file_info.pages import page_of
from engines.passes.file_info.words import words_in

FORMATS = ('epub', 'fb2', 'cbz')
# Media type of the NCX table of contents, which EPUB 2 requires and EPUB 3 allows.
CONTENTS = 'application/x-dtbncx+xml'
PICTURES = ('.jpg', '.jpeg', '.png', '.gif', '.webp', '.avif', '.bmp', '.jxl', '.tif', '.tiff')


def read(file) -> Iterator[dict]:
    if file.format == 'fb2':
        return fiction_book(bytes_of(file.path))
    package = Package(file.path)
    return comic(package) if file.format == 'cbz' else publication(package)


def comic(package: Package) -> Iterator[dict]:
    yield {'pages': sum(1 for name in package.names if name.lower().endswith(PICTURES) and '__MACOSX' not in name)}


def publication(package: Package) -> Iterator[dict]:
    roots: list[str] = []
    items: dict[str, tuple[str, str]] = {}
    spine: list[str] = []

    def in_container(element, at):
        if element == 'rootfile':
            roots.append(at.get('full-path', ''))

    def in_package(element, at):
        if element == 'item':
            items[at.get('id', '')] = (at.get('href', ''), at.get('media-type', ''))
        elif element == 'itemref':
            spine.append(at.get('idref', ''))

    parse(package.read('META-INF/container.xml'), in_container)
    parse(package.read(roots[0]), in_package)
    yield {'pictures': sum(1 for _, kind in items.values() if kind.startswith('image/'))}
    folder = posixpath.dirname(roots[0])
    contents = [href for href, kind in items.values() if kind == CONTENTS]
    if contents:
        yield {'chapters': chapters_in(package.read(posixpath.normpath(posixpath.join(folder, unquote(contents[0])))))}
    members = [posixpath.normpath(posixpath.join(folder, unquote(items[one][0]))) for one in spine if one in items]
    yield {'words': sum(page_of(package.read(name).decode('utf-8', 'replace'))['words'] for name in members if name in package.names)}


def chapters_in(contents: bytes) -> int:
    points: list[str] = []
    parse(contents, lambda element, _: points.append(element) if element == 'navPoint' else None)
    return len(points)


def fiction_book(content: bytes) -> Iterator[dict]:
    facts = {'chapters': 0, 'pictures': 0}
    text: list[str] = []
    path: list[str] = []

    def start(element, _):
        facts['chapters'] += element == 'section' and path[-1:] == ['body']
        facts['pictures'] += element == 'binary'
        path.append(element)
        text.append(' ' if element in ('p', 'v', 'title', 'section', 'td') else '')

    parse(content, start, lambda piece: text.append(piece) if 'body' in path else None, lambda _: path.pop())
    yield {**facts, 'words': words_in(''.join(text))}
