"""Prepares a Word document for LibreOffice: accepts or rejects its changes, and writes text in place of content that
LibreOffice drops or misreads."""
import contextlib
import os
import zipfile
from xml.etree import ElementTree

from engines.shared.office import text_boxes
from engines.shared.office.charts.word import HINTS as CHARTS
from engines.shared.office.charts.word import insert_charts
from engines.shared.office.word import chunks, nested_fields, revisions
from engines.shared.office.word.document import Document, W
from engines.shared.runner.families import formats_of_family

WORD = formats_of_family('ooxml-text')
STORIES = ('footnotes', 'endnotes', 'header', 'footer')
FIELDS = (b'fldChar', b'fldSimple')
# Targets into which LibreOffice does not write charts.
WITHOUT_CHARTS = ('rtf', *formats_of_family('opendocument-text', 'opendocument-flat'))
# Kinds of fields that are replaced with text, by target format.
STORED_FOR = {
    'pdf': nested_fields.STORED_ON_PAGES,
    **dict.fromkeys(formats_of_family('text-template'), nested_fields.STORED_IN_TEMPLATES),
}
# All tracked changes are accepted or rejected before LibreOffice reads the document, because LibreOffice 7 does not
# support tracked changes of rows and cells.
SETTLED = ('final', 'original')


def prepared(path: str, request: dict) -> str:
    """Returns `path`, or the path of a copy of the Word document with the changes."""
    if request['from'] not in WORD:
        return path
    # LibreOffice itself refuses damaged files.
    with contextlib.suppress(KeyError, zipfile.BadZipFile, ElementTree.ParseError), zipfile.ZipFile(path) as archive:
        document = Document(archive)
        _prepare(document, request)
        if document.has_changed:
            copy = os.path.join(request['work'], f'prepared-{os.path.basename(path)}')
            document.write(copy)
            return copy
    return path


def _prepare(document: Document, request: dict) -> None:
    related = {target for kind, target in document.related.values() if kind.rpartition('/')[2] in STORIES}
    parts = [document.main, *sorted(related & document.names)]
    way = request['options'].get('tracked_changes')
    for name in parts if way in SETTLED else ():
        if revisions.has_any(document.data(name)):
            revisions.settle(document.changing(name), way)
    # If the target is docx, imported Word documents stay as they are, because LibreOffice itself inserts the imported
    # documents with their styles.
    chunks.insert(document, request, kept=('docx',))
    _settle_fields(document, parts, STORED_FOR.get(request['to'], frozenset()))
    if request['to'] in WITHOUT_CHARTS and any(hint in document.data(document.main) for hint in CHARTS):
        insert_charts(document.changing(document.main), document.archive, document.main)
    if request['to'] == 'rtf' and b'txbxContent' in document.data(document.main):
        for body in document.changing(document.main).iter(W + 'body'):
            text_boxes.lift_word(body, W)


def _settle_fields(document: Document, parts: list[str], more: frozenset[str]) -> None:
    found = [name for name in parts if any(hint in document.data(name) for hint in FIELDS)]
    if not found:
        return
    bookmarks = frozenset(one.get(W + 'name', '') for one in document.tree(document.main).iter(W + 'bookmarkStart'))
    for name in found:
        if nested_fields.settle(document.tree(name), bookmarks, more):
            document.changing(name)
