"""Removes external links that programs follow when they open or print an office document.

Hyperlinks stay, because programs follow them only after a click."""
import base64
import binascii
import os
import re
import zipfile
import zlib
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from engines.shared.html import xml_links
from engines.shared.svg import drawing_links
from engines.shared.office import rtf_links
from engines.shared.runner.families import formats_of_family

RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
BLANK_TARGET = 'about:blank'
ZIP = b'PK\x03\x04'
# In iWork documents, parts with the extension `.iwa` are compressed and never XML.
IWORK, PACKED = ('pages', 'key', 'numbers'), '.iwa'
EMBEDDED = re.compile(rb'(<(?:[\w.-]+:)?binary-data[^>]*>)([^<]*)(</)')
# Bytes that may precede the first tag: a UTF-16 byte order mark and white space.
BEFORE = b'\xff\xfe \t\r\n'
BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError)


def without_external_links(path: str, kind: str, work: str) -> str:
    """Returns `path`, or the path of a changed copy in the folder `work` if the document has external links."""
    copy = os.path.join(work, f'without-links-{os.path.basename(path)}')
    with open(path, 'rb') as file:
        head = file.read(len(ZIP))
    if head == ZIP:
        return copy if _package(path, kind, copy) else path
    if kind in SINGLE:
        with open(path, 'rb') as file:
            data = file.read()
        try:
            changed = SINGLE[kind](data)
        except (ElementTree.ParseError, zlib.error):
            # LibreOffice will refuse the malformed file.
            return path
        except xml_links.Broken:
            changed = b''
        if changed != data:
            with open(copy, 'wb') as file:
                file.write(changed)
            return copy
    return path


def _package(path: str, kind: str, copy: str) -> bool:
    try:
        with zipfile.ZipFile(path) as package:
            parts = [part for part in package.infolist() if not (kind in IWORK and part.filename.endswith(PACKED))]
            changes = {part: change for part in parts if (change := _change(package, part)) is not None}
            if not changes:
                return False
            with zipfile.ZipFile(copy, 'w', zipfile.ZIP_DEFLATED) as result:
                for part in package.infolist():
                    result.writestr(part, changes[part] if part in changes else package.read(part))
    except BROKEN:
        return False
    return True


def _change(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes | None:
    """Returns the new content of the part, or None to keep the part."""
    if part.filename.lower().endswith('.rels'):
        return _relations(package.read(part))
    with package.open(part) as stream:
        head = stream.read(drawing_links.HEAD)
    is_drawing = drawing_links.is_drawing(head)
    if not is_drawing and not _is_xml(part.filename, head):
        return None
    data = package.read(part)
    try:
        changed = drawing_links.without_external_links(data) if is_drawing else data
        changed = xml_links.without_external_links(changed) if _is_xml(part.filename, head) else changed
    except (ElementTree.ParseError, zlib.error, xml_links.Broken):
        changed = b''
    return None if changed == data else changed


def _is_xml(name: str, head: bytes) -> bool:
    return name.lower().endswith('.xml') or head.replace(b'\0', b'').removeprefix(xml_links.MARK).lstrip(BEFORE).startswith(b'<')


def _relations(data: bytes) -> bytes | None:
    """Sets a blank target for all external relationships except hyperlinks, because every other type of relationship
    refers to a file, such as an image, a template or an object. Returns the changed part, or None if there is nothing
    to change."""
    if b'External' not in data.replace(b'\0', b''):
        return None
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError:
        return None
    outside = [
        relation
        for relation in root.findall(f'{{{RELATIONSHIPS}}}Relationship')
        if relation.get('TargetMode') == 'External' and not relation.get('Type', '').endswith('/hyperlink')
    ]
    for relation in outside:
        # Only the target of the relationship changes. The relationship itself stays, because the document refers to its
        # id.
        relation.set('Target', BLANK_TARGET)
    return _written(root) if outside else None


def _written(relations) -> bytes:
    """Serializes with the default namespace, because LibreOffice does not support prefixes in relationship parts."""
    rows = (
        f'<Relationship {" ".join(f"{name}={quoteattr(value)}" for name, value in relation.attrib.items())}/>'
        for relation in relations
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="{RELATIONSHIPS}">{"".join(rows)}</Relationships>'.encode()


def _flat(data: bytes) -> bytes:
    return xml_links.without_external_links(EMBEDDED.sub(_picture, data))


def _picture(found: re.Match[bytes]) -> bytes:
    try:
        data = base64.b64decode(found[2])
        if not drawing_links.is_drawing(data[: drawing_links.HEAD]):
            return found[0]
        return found[1] + base64.b64encode(drawing_links.without_external_links(data)) + found[3]
    except (ElementTree.ParseError, binascii.Error, zlib.error):
        return found[1] + found[3]


# Functions that remove links, for document formats that are a single file.
SINGLE = {
    'svg': drawing_links.without_external_links,
    'rtf': rtf_links.without_external_links,
    **dict.fromkeys((*formats_of_family('opendocument-flat'), 'abw'), _flat),
}
