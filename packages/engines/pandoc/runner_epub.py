"""Lays out a book so that pandoc finds its parts: under the very words that its list of contents has for them."""
import contextlib
import json
import os
import posixpath
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from urllib.parse import unquote

CONTAINER = 'META-INF/container.xml'
ROOT = './/{urn:oasis:names:tc:opendocument:xmlns:container}rootfile'
ITEM = './/{http://www.idpf.org/2007/opf}item'


def main() -> None:
    step = json.loads(sys.argv[1])
    # What is broken is for pandoc to refuse, in its own words.
    with contextlib.suppress(AttributeError, KeyError, zipfile.BadZipFile, ElementTree.ParseError):
        with zipfile.ZipFile(step['input']) as book:
            if aliases := missing(book):
                rewrite(book, aliases, step['text'])
                return
    os.symlink(step['input'], step['text'])


def missing(book: zipfile.ZipFile) -> dict[str, str]:
    """What pandoc will look for in vain, and where it is: it does not take `..` for what it means."""
    names = set(book.namelist())
    package = ElementTree.fromstring(book.read(CONTAINER)).find(ROOT).attrib['full-path']
    folder = posixpath.dirname(package)
    aliases = {}
    for item in ElementTree.fromstring(book.read(package)).findall(ITEM):
        said = posixpath.join(folder, unquote(item.attrib['href']))
        meant = posixpath.normpath(said)
        if said not in names and meant in names:
            aliases[said] = meant
    return aliases


def rewrite(book: zipfile.ZipFile, aliases: dict[str, str], to: str) -> None:
    with zipfile.ZipFile(to, 'w') as result:
        for entry in book.infolist():
            result.writestr(entry, book.read(entry))
        for said, meant in aliases.items():
            result.writestr(said, book.read(meant))


if __name__ == '__main__':
    main()
