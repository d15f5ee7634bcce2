"""Replaces the bookmarks with those of a JSON list."""
import json

from engines.shared.pdf.objects import get
from engines.shared.pdf.page_box import visible_box
from engines.tools.pikepdf import outline
from engines.tools.pikepdf.document import Document
from pikepdf import Dictionary, Name, String

MAX_DEPTH = 20


def apply(document: Document) -> None:
    given = json.loads(document.options['bookmarks'])
    outline.write(document.pdf, [bookmark(document, one, 0) for one in given])
    if given and get(document.pdf.Root, '/PageMode') is None:
        document.pdf.Root['/PageMode'] = Name.UseOutlines


def bookmark(document: Document, given: dict, depth: int) -> outline.Bookmark:
    one = outline.Bookmark(given['title'])
    if 'page' in given:
        if given['page'] > len(document.pages):
            raise SystemExit('protean-reason: no_such_page')
        page = document.pages[given['page'] - 1]
        one.target = outline.target_on(page.obj, visible_box(page)[3])
    elif 'url' in given:
        one.action = Dictionary(S=Name.URI, URI=String(given['url']))
    if depth < MAX_DEPTH:
        one.children = [bookmark(document, child, depth + 1) for child in given.get('children', [])]
    return one
