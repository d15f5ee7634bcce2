"""Finds external links in SVG, and removes them for readers that would fetch them."""
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
# HEAD is the number of bytes at the start of a file that are searched for the root element. MAX_BYTES is the maximum
# size of a decompressed drawing, in bytes.
HEAD = 64 * 1024
MAX_BYTES = 64 * 1024 * 1024
# Maximum nesting depth of embedded drawings.
MAX_DEPTH = 8
ROOT = re.compile(rb'<(?:[\w.-]+:)?svg[\s>/]')
EXTERNAL_REFERENCE = re.compile(r'''@import[^;]*;?|url\(\s*["']?\s*(?!["'\s]*(?:#|data:(?!image/svg)))[^)]*\)?''', re.IGNORECASE)
FALLBACK = re.compile(r'\s+[\w#]')
STYLE_SHEET = re.compile(rb"""<\?xml-stylesheet\b[^>]*\shref\s*=\s*["'](?!data:|#)""")
# Elements that show the file or element to which they link.
SHOWING = ('image', 'feImage', 'use')
# Parts of CSS that may contain URLs, but do not affect the picture.
UNDRAWN = re.compile(r'@namespace\b[^;]*;|\bcursor\s*:[^;}]*', re.IGNORECASE)
DATA = re.compile(r'data:image/svg[^,]*,', re.IGNORECASE)

for prefix, space in SPACES.items():
    ElementTree.register_namespace(prefix, space)


def is_drawing(head: bytes) -> bool:
    """Returns whether a file that begins with `head` is SVG, compressed or not, in any XML encoding."""
    if head.startswith(GZIP):
        with io.BytesIO(head) as packed, gzip.GzipFile(fileobj=packed) as stream:
            try:
                head = stream.read(HEAD // 16)
            except (EOFError, OSError, zlib.error):
                return False
    return ROOT.search(head.replace(b'\0', b'')) is not None


def unpacked(data: bytes) -> bytes:
    """Returns the drawing, decompressed if necessary. Truncates a decompressed drawing to `MAX_BYTES`."""
    return zlib.decompressobj(wbits=31).decompress(data, MAX_BYTES) if data.startswith(GZIP) else data


def without_external_links(data: bytes, depth: int = 0) -> bytes:
    """Returns the drawing `data` without links to external images, styles and shapes. Raises `ParseError` if the
    drawing is malformed."""
    root = ElementTree.fromstring(unpacked(data))
    for element in root.iter():
        _remove_links(element, depth)
    return ElementTree.tostring(root, encoding='utf-8', xml_declaration=True)


def has_external_links(data: bytes, root: ElementTree.Element) -> bool:
    """Returns whether the drawing `data` refers to external files that it shows or applies. `root` is the parsed
    drawing. `namesOtherFiles` in `shared/svg/links.ts` follows the same rule."""
    return STYLE_SHEET.search(data) is not None or any(_shows_other_file(element) for element in root.iter())


def _shows_other_file(element) -> bool:
    kind = local_name(element.tag)
    css = [''.join(element.itertext())] if kind == 'style' else []
    for name, value in element.attrib.items():
        if local_name(name) == 'href':
            if kind in SHOWING and value.strip() and not value.strip().lower().startswith(('#', 'data:')):
                return True
        elif 'url' in value.lower():
            css.append(value)
    return any(EXTERNAL_REFERENCE.search(UNDRAWN.sub('', text)) for text in css)


def _without_references(css: str) -> str:
    """Removes external references. If a fallback paint follows a reference, only the fallback stays."""
    return EXTERNAL_REFERENCE.sub(lambda found: '' if FALLBACK.match(css, found.end()) else 'none', css)


def _remove_links(element, depth: int) -> None:
    kind = local_name(element.tag)
    if kind == 'style':
        element.text = _without_references(''.join(element.itertext()))
    for name, value in list(element.attrib.items()):
        if local_name(name) in ('href', 'src'):
            link = value if kind == 'a' else _allowed_link(value.strip(), depth)
            if link is None:
                del element.attrib[name]
            else:
                element.attrib[name] = link
        elif 'url' in value.lower():
            element.attrib[name] = _without_references(value)


def _allowed_link(link: str, depth: int) -> str | None:
    """Returns the link if it is internal or a data URI, otherwise None. Embedded SVG is also cleaned."""
    if DATA.match(link):
        return _cleaned_data_link(link, depth)
    return link if link.startswith('#') or link[:5].lower() == 'data:' and 'svg' not in link[:64].lower() else None


def _cleaned_data_link(link: str, depth: int) -> str | None:
    head, _, body = link.partition(',')
    try:
        plain = urllib.parse.unquote_to_bytes(body)
        data = base64.b64decode(plain) if 'base64' in head.lower() else plain
        inner = without_external_links(data, depth + 1) if depth < MAX_DEPTH else None
    except (ElementTree.ParseError, binascii.Error, zlib.error, ValueError):
        return None
    return inner and 'data:image/svg+xml;base64,' + base64.b64encode(inner).decode()


def local_name(name) -> str:
    return name.rpartition('}')[2] if isinstance(name, str) else ''
