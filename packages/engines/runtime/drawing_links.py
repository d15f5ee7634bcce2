"""A drawing in SVG that names nothing outside itself, for readers that would fetch it."""
import base64
import binascii
import gzip
import io
import re
import urllib.parse
import zlib
from xml.etree import ElementTree

SPACES = {'': 'http://www.w3.org/2000/svg', 'xlink': 'http://www.w3.org/1999/xlink'}
GZIP = b'\x1f\x8b'
# Where in a file its root is looked for, and how much a packed drawing may hold.
HEAD = 64 * 1024
MOST = 64 * 1024 * 1024
# Drawings in drawings in drawings that anybody makes.
DEEPEST = 8
ROOT = re.compile(rb'<(?:[\w.-]+:)?svg[\s>/]')
ELSEWHERE = re.compile(r'''@import[^;]*;?|url\(\s*["']?\s*(?!["'\s]*(?:#|data:(?!image/svg)))[^)]*\)?''', re.IGNORECASE)
DATA = re.compile(r'data:image/svg[^,]*,', re.IGNORECASE)

for prefix, space in SPACES.items():
    ElementTree.register_namespace(prefix, space)


def is_drawing(head: bytes) -> bool:
    """Whether what begins with `head`, packed or not, is a drawing, in any of the encodings of XML."""
    if head.startswith(GZIP):
        with io.BytesIO(head) as packed, gzip.GzipFile(fileobj=packed) as stream:
            try:
                head = stream.read(HEAD // 16)
            except (EOFError, OSError, zlib.error):
                return False
    return ROOT.search(head.replace(b'\0', b'')) is not None


def without_external_links(data: bytes, depth: int = 0) -> bytes:
    """The drawing `data` without its links to pictures, styles and shapes elsewhere; raises `ParseError` where it is none."""
    if data.startswith(GZIP):
        data = zlib.decompressobj(wbits=31).decompress(data, MOST)
    root = ElementTree.fromstring(data)
    for element in root.iter():
        _close(element, depth)
    return ElementTree.tostring(root, encoding='utf-8', xml_declaration=True)


def _close(element, depth: int) -> None:
    kind = _local(element.tag)
    if kind == 'style':
        element.text = ELSEWHERE.sub('none', ''.join(element.itertext()))
    for name, value in list(element.attrib.items()):
        if _local(name) in ('href', 'src'):
            link = value if kind == 'a' else _inside(value.strip(), depth)
            if link is None:
                del element.attrib[name]
            else:
                element.attrib[name] = link
        elif 'url' in value.lower():
            element.attrib[name] = ELSEWHERE.sub('none', value)


def _inside(link: str, depth: int) -> str | None:
    """The link where it leads to a part of the drawing, or brings what it shows along; a drawing so brought is closed too."""
    if DATA.match(link):
        return _closed_link(link, depth)
    return link if link.startswith('#') or link[:5].lower() == 'data:' and 'svg' not in link[:64].lower() else None


def _closed_link(link: str, depth: int) -> str | None:
    head, _, body = link.partition(',')
    try:
        plain = urllib.parse.unquote_to_bytes(body)
        data = base64.b64decode(plain) if 'base64' in head.lower() else plain
        inner = without_external_links(data, depth + 1) if depth < DEEPEST else None
    except (ElementTree.ParseError, binascii.Error, zlib.error, ValueError):
        return None
    return inner and 'data:image/svg+xml;base64,' + base64.b64encode(inner).decode()


def _local(name) -> str:
    return name.rpartition('}')[2] if isinstance(name, str) else ''
