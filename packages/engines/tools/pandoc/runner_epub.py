"""Rewrites an EPUB so that pandoc reads the displayed content of its pages, and finds the parts that the manifest
names with `..`."""
import contextlib
import json
import os
import posixpath
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from urllib.parse import unquote

from engines.shared.html import shown_book, shown_page

CONTAINER = 'META-INF/container.xml'
ROOT = './/{urn:oasis:names:tc:opendocument:xmlns:container}rootfile'
ITEM = './/{http://www.idpf.org/2007/opf}item'


def main() -> None:
    step = json.loads(sys.argv[1])
    # pandoc itself refuses damaged files.
    with contextlib.suppress(AttributeError, KeyError, zipfile.BadZipFile, ElementTree.ParseError):
        with zipfile.ZipFile(as_shown(step)) as book:
            if aliases := missing_names(book):
                rewrite(book, aliases, step['text'])
                return
        os.symlink(book.filename, step['text'])
        return
    os.symlink(step['input'], step['text'])


def as_shown(step: dict) -> str:
    """Returns the path of the book, or of a copy with rewritten chapters."""
    copy = os.path.join(step['work'], 'shown.epub')
    shown = shown_page.Shown(text_only=step.get('textOnly', False), for_pandoc=True)
    if not shown_book.rewrite(step, copy, shown):
        return step['input']
    if shown.has_marked:
        # The converted book contains marked list items, which numbers.lua converts only if the file `numbers` exists.
        with open(os.path.join(step['work'], 'numbers'), 'w'):
            pass
    return copy


def missing_names(book: zipfile.ZipFile) -> dict[str, str]:
    """Maps each name in the manifest that contains `..` to the resolved name of the part, because pandoc does not
    resolve `..`."""
    names = set(book.namelist())
    package = ElementTree.fromstring(book.read(CONTAINER)).find(ROOT).attrib['full-path']
    folder = posixpath.dirname(package)
    aliases = {}
    for item in ElementTree.fromstring(book.read(package)).findall(ITEM):
        referenced = posixpath.join(folder, unquote(item.attrib['href']))
        actual = posixpath.normpath(referenced)
        if referenced not in names and actual in names:
            aliases[referenced] = actual
    return aliases


def rewrite(book: zipfile.ZipFile, aliases: dict[str, str], to: str) -> None:
    with zipfile.ZipFile(to, 'w') as result:
        for entry in book.infolist():
            result.writestr(entry, book.read(entry))
        for referenced, actual in aliases.items():
            result.writestr(referenced, book.read(actual))


if __name__ == '__main__':
    main()
