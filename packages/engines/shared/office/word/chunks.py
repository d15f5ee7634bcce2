"""Replaces imported documents (`w:altChunk`) in a Word document with their content."""
import base64
import codecs
import email
import email.message
import email.policy
import io
import os
import posixpath
import subprocess
import zipfile
import zlib
from xml.etree import ElementTree

from engines.shared.encoding.text_encoding import NotText, decode
from engines.shared.runner.warn import listed, warn
from engines.shared.office.word import chunk_pictures, labels, story
from engines.shared.office.word.document import Document, Element, R, W, text_run
from engines.shared.office.word.numbering import Numbering
from engines.shared.office.word.styles import Styles

HINT = b'altChunk'
CHUNK = W + 'altChunk'
TYPES = '[Content_Types].xml'
KINDS = {
    'text/html': 'html', 'application/xhtml+xml': 'html', 'message/rfc822': 'mht', 'multipart/related': 'mht',
    'text/plain': 'txt', 'application/rtf': 'rtf', 'text/rtf': 'rtf', 'application/msword': 'rtf',
}
ENDINGS = {'html': 'html', 'htm': 'html', 'xhtml': 'html', 'mht': 'mht', 'mhtml': 'mht', 'txt': 'txt', 'rtf': 'rtf', 'docx': 'docx'}
PANDOC = '/usr/bin/pandoc'
BROKEN = (KeyError, ValueError, OSError, RecursionError, zipfile.BadZipFile, zlib.error, ElementTree.ParseError, NotText, subprocess.SubprocessError)


def insert(document: Document, step: dict, kept: tuple[str, ...] = ()) -> None:
    """Replaces imported documents (chunks) with their content, except chunks of the kinds in `kept`. Warns about
    unreadable chunks and lost pictures."""
    if HINT not in document.data(document.main):
        return
    root = document.changing(document.main)
    left, lost_pictures = [], 0
    for parent in list(root.iter()):
        for chunk in [one for one in parent if one.tag == CHUNK]:
            name = document.related.get(chunk.get(R + 'id', ''), ('', ''))[1]
            kind = kind_of(document, name)
            if kind in kept:
                continue
            at = list(parent).index(chunk)
            try:
                parent[at:at + 1], lost = blocks_of(document, name, kind)
                lost_pictures += lost
            except BROKEN:
                left.append(kind or posixpath.splitext(name)[1].lstrip('.') or 'unknown')
                del parent[at]
    if left:
        warn(step, 'documents_left_out', listed(left))
    if lost_pictures:
        warn(step, 'content_left_out', f'{lost_pictures} pictures of imported documents')


def kind_of(document: Document, name: str) -> str:
    ending = posixpath.splitext(name)[1].lstrip('.').lower()
    if name not in document.names:
        return ''
    declared = {}
    for one in ElementTree.fromstring(document.data(TYPES)):
        declared[one.get('PartName', '').lstrip('/') or one.get('Extension', '').lower()] = one.get('ContentType', '')
    mime = declared.get(name) or declared.get(ending, '')
    return KINDS.get(mime.partition(';')[0].strip().lower()) or ('docx' if 'wordprocessingml' in mime else ENDINGS.get(ending, ''))


def blocks_of(document: Document, name: str, kind: str) -> tuple[list[Element], int]:
    """Returns the blocks of a chunk, and the number of lost pictures. @throws one of the errors in BROKEN if the chunk
    cannot be read."""
    data = document.archive.read(name)
    if kind == 'docx':
        return from_word(data, document)
    if kind == 'txt':
        return [_paragraph(line) for line in text_of(data).splitlines()], 0
    from engines.shared.office.word.html_blocks import Blocks

    blocks = Blocks(document)
    return blocks.of_page(page_of(data, kind)), blocks.lost_pictures


def page_of(data: bytes, kind: str) -> str:
    if kind == 'html':
        return text_of(data)
    if kind == 'mht':
        message = email.message_from_bytes(data, policy=email.policy.default)
        page = next(part for part in [*message.walk(), None] if part is None or part.get_content_type() == 'text/html')
        if page is None:
            raise ValueError('the chunk has no page')
        return with_pictures(page.get_content(), message)
    # pandoc reads RTF, but only some sandboxes contain pandoc.
    if kind == 'rtf' and os.path.exists(PANDOC):
        command = [PANDOC, '--sandbox', '--self-contained', '-f', 'rtf', '-t', 'html']
        return subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()
    raise ValueError(f'no reader for {kind}')


def with_pictures(page: str, message: email.message.EmailMessage) -> str:
    """Returns the HTML page `page` of a web archive (MHT), with the pictures of the archive as data URIs."""
    for part in message.walk():
        if part.get_content_maintype() != 'image':
            continue
        link = f'data:{part.get_content_type()};base64,{base64.b64encode(part.get_content()).decode()}'
        identity, location = (part.get('Content-ID') or '').strip(' <>'), (part.get('Content-Location') or '').strip()
        for address in (f'cid:{identity}' if identity else '', location, posixpath.basename(location)):
            if address:
                page = page.replace(f'"{address}"', f'"{link}"').replace(f"'{address}'", f"'{link}'")
    return page


def text_of(data: bytes) -> str:
    """Decodes a chunk. Word writes chunks in UTF-8 or UTF-16, and decodes chunks in other encodings with the machine's
    code page."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode('utf-16', 'replace')
    try:
        return decode(data)
    except NotText:
        return data.decode('cp1252', 'replace')


def from_word(data: bytes, outer: Document) -> tuple[list[Element], int]:
    """Returns the blocks of a Word document and the number of lost drawings. Labels and field results become plain
    text."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        inner = Document(archive)
        root = inner.changing(inner.main)
        if root is None:
            raise ValueError('the chunk has no text')
        styles = Styles(inner)
        story.settle(root, styles, labels.Writer(Numbering(inner, styles), marks_items=False))
        body = root.find(W + 'body')
        blocks = [one for one in ([] if body is None else body) if one.tag in (W + 'p', W + 'tbl')]
        return blocks, sum(_settle_references(block, inner, outer) for block in blocks)


def _settle_references(parent: Element, inner: Document, outer: Document) -> int:
    """Copies pictures to `outer` and removes references to other parts of `inner`. Returns the number of removed
    drawings."""
    lost = 0
    for child in list(parent):
        refers = any(name.startswith(R) for one in child.iter() for name in one.attrib)
        if child.tag == W + 'hyperlink':
            for name in [name for name in child.attrib if name.startswith(R)]:
                del child.attrib[name]
            lost += _settle_references(child, inner, outer)
        elif child.tag in (W + 'drawing', W + 'pict', W + 'object') and refers:
            if not chunk_pictures.adopt(child, inner, outer):
                parent.remove(child)
                lost += 1
        elif child.tag.endswith(('}numPr', 'Reference', '}sectPr')):
            parent.remove(child)
        else:
            lost += _settle_references(child, inner, outer)
    return lost


def _paragraph(text: str) -> Element:
    paragraph = Element(W + 'p')
    paragraph.append(text_run(text))
    return paragraph
