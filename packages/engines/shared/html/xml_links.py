"""Removes external links from an XML part of an office document, except hyperlinks, which programs follow only after a
click."""
import html
import re
import urllib.parse
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

# Elements with hyperlinks, which programs follow only after a click.
HYPERLINK_ELEMENTS = (b'a', b'area-rectangle', b'area-circle', b'area-polygon', b'event-listener', b'form', b'button', b'submission')
# Attributes that may contain a file name, without namespace prefix.
LINK_ATTRIBUTES = (b'href', b'src', b'image-data', b'schema', b'archive', b'sourceFile', b'connection', b'url', b'codeFile')
# Matches the names in `LINK_ATTRIBUTES`, and other marks of a link. A tag is parsed only if it contains a match.
HINT = re.compile(rb'href|src|image-data|schema|archive|sourceFile|connection|url|codeFile|[Ff][Ii][Ll][Ee]:|&#|TableURL')
ATTRIBUTE = rb'''\s+[^\s=<>"']+\s*=\s*(?:"[^"<]*"|'[^'<]*')'''
# XML attribute values contain no `<`, so a tag ends before the next `<`.
TAG = re.compile(rb'<([^\s<>/!?"\'=]+)((?:' + ATTRIBUTE + rb')*)\s*/?>')
EACH_ATTRIBUTE = re.compile(rb'''(\s+)([^\s=<>"']+)(\s*=\s*)("[^"<]*"|'[^'<]*')''')
SCHEME = re.compile(r'[a-z][a-z0-9+.-]*:', re.IGNORECASE)
# Settings whose names end with this suffix contain the URL of a colour table or a similar file, which LibreOffice
# loads.
TABLE_SETTING = 'TableURL'
ENCODED = re.compile(rb'<\?xml\s[^>]*encoding\s*=\s*["\']([^"\']*)')
ASCII_COMPATIBLE = re.compile(rb'utf-8|us-ascii|iso-8859-\d+|windows-125\d', re.IGNORECASE)
# The byte order mark of UTF-8.
MARK = b'\xef\xbb\xbf'
# The element and the link target with which an embedded chart refers to the data of its document.
CHART_PARENT = (b'chart', b'..')
# The scheme of links within the package.
PACKAGE_SCHEME = 'vnd.sun.star.package:'


class Broken(Exception):
    """Raised if the part of the document is malformed XML."""


def without_external_links(data: bytes) -> bytes:
    """Returns the part `data` without external links, or the same object if nothing changes."""
    if not _is_searchable(data):
        data = _normalized(data)
    pieces: list[bytes] = []
    at = seen = 0
    for hint in HINT.finditer(data):
        # Does nothing if the tag of this match was already parsed because of an earlier match.
        start = data.rfind(b'<', seen, hint.start())
        seen = hint.start()
        tag = TAG.match(data, start) if start >= 0 else None
        if tag and (cleaned := _cleaned(tag)) is not None:
            pieces += (data[at:start], cleaned)
            at = tag.end()
    return b''.join((*pieces, data[at:])) if pieces else data


def _is_searchable(data: bytes) -> bool:
    """Returns whether the bytes can be searched directly: no DOCTYPE, and an encoding that extends ASCII."""
    begin = data.removeprefix(MARK).lstrip()
    if not begin.startswith(b'<') or b'\0' in begin[:4] or b'<!DOCTYPE' in data:
        return False
    encoded = ENCODED.match(begin[: begin.find(b'?>')])
    return not encoded or ASCII_COMPATIBLE.fullmatch(encoded[1]) is not None


def _normalized(data: bytes) -> bytes:
    """Returns the document in UTF-8 with its entities expanded. Only the name of the doctype stays, because some
    readers require it."""
    written = ['<?xml version="1.0" encoding="UTF-8"?>\n']
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: written.append(
        f'<{name}{"".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())}>'
    )
    parser.StartDoctypeDeclHandler = lambda name, *_: written.append(f'<!DOCTYPE {name}>')
    parser.EndElementHandler = lambda name: written.append(f'</{name}>')
    parser.CharacterDataHandler = lambda text: written.append(escape(text))
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise Broken(str(error)) from error
    return ''.join(written).encode()


def _cleaned(tag: re.Match[bytes]) -> bytes | None:
    """Returns the tag without external link attributes, or None if it has no external link."""
    name, attributes = tag[1].rpartition(b':')[2], tag[2]
    if name in HYPERLINK_ELEMENTS:
        return None
    kept = EACH_ATTRIBUTE.sub(lambda one: b'' if _is_external(name, one[2], one[4][1:-1]) else one[0], attributes)
    return None if kept == attributes else tag[0].replace(attributes, kept, 1)


def _is_external(element: bytes, attribute: bytes, value: bytes) -> bool:
    prefix, _, name = attribute.rpartition(b':')
    if prefix == b'xmlns' or name == b'xmlns':
        return False
    link = urllib.parse.unquote(html.unescape(value.decode('utf-8', 'replace'))).strip().replace('\\', '/')
    if element == b'config-item' and name == b'name':
        return link.endswith(TABLE_SETTING)
    if name not in LINK_ATTRIBUTES:
        return link.lower().startswith('file:')
    if link.startswith('#') or link.lower().startswith(('data:', PACKAGE_SCHEME)) or (element, value) == CHART_PARENT:
        return False
    return link.startswith('/') or '..' in link.split('/') or SCHEME.match(link) is not None
