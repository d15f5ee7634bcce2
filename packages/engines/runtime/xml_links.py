"""A part in XML of an office document that names nothing outside the document, but for links that a reader may click."""
import html
import re
import urllib.parse
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

# Elements whose link is followed when somebody clicks, and by nobody before.
CLICKED = (b'a', b'area-rectangle', b'area-circle', b'area-polygon', b'event-listener', b'form', b'button', b'submission')
# Attributes whose value is the name of a file, by their names without a prefix.
NAMING = (b'href', b'src', b'image-data', b'schema', b'archive', b'sourceFile', b'connection', b'url', b'codeFile')
# Where an attribute may stand that names a file; what is meant is found by reading the tag around it.
HINT = re.compile(rb'href|src|image-data|schema|archive|sourceFile|connection|url|codeFile|[Ff][Ii][Ll][Ee]:|&#|TableURL')
ATTRIBUTE = rb'''\s+[^\s=<>"']+\s*=\s*(?:"[^"<]*"|'[^'<]*')'''
# No value in XML holds a `<`: whatever stands around a tag, each begins at one and ends before the next.
TAG = re.compile(rb'<([^\s<>/!?"\'=]+)((?:' + ATTRIBUTE + rb')*)\s*/?>')
EACH = re.compile(rb'''(\s+)([^\s=<>"']+)(\s*=\s*)("[^"<]*"|'[^'<]*')''')
SCHEME = re.compile(r'[a-z][a-z0-9+.-]*:', re.IGNORECASE)
# How settings are called that name a table of colours or the like, which LibreOffice loads.
TABLE = 'TableURL'
ENCODED = re.compile(rb'<\?xml\s[^>]*encoding\s*=\s*["\']([^"\']*)')
ASCII_ABOVE = re.compile(rb'utf-8|us-ascii|iso-8859-\d+|windows-125\d', re.IGNORECASE)
# The mark that some put before a text in UTF-8.
MARK = b'\xef\xbb\xbf'
# An embedded chart says so that its numbers are those of the document around it.
AROUND = (b'chart', b'..')
# Within the package.
PACKAGE = 'vnd.sun.star.package:'


class Broken(Exception):
    """It is not XML that can be read."""


def without_external_links(data: bytes) -> bytes:
    """The part `data` without what it names elsewhere; the same object where there is nothing of that kind."""
    if not _is_plain(data):
        data = _plain(data)
    pieces: list[bytes] = []
    at = seen = 0
    for hint in HINT.finditer(data):
        # One before the last hint begins a tag that was looked at, or none.
        start = data.rfind(b'<', seen, hint.start())
        seen = hint.start()
        tag = TAG.match(data, start) if start >= 0 else None
        if tag and (settled := _settled(tag)) is not None:
            pieces += (data[at:start], settled)
            at = tag.end()
    return b''.join((*pieces, data[at:])) if pieces else data


def _is_plain(data: bytes) -> bool:
    """Whether what the bytes say is what a reader sees: no types of its own, and letters as in ASCII."""
    begin = data.removeprefix(MARK).lstrip()
    if not begin.startswith(b'<') or b'\0' in begin[:4] or b'<!DOCTYPE' in data:
        return False
    encoded = ENCODED.match(begin[: begin.find(b'?>')])
    return not encoded or ASCII_ABOVE.fullmatch(encoded[1]) is not None


def _plain(data: bytes) -> bytes:
    """The same in UTF-8, with its entities written out."""
    written = ['<?xml version="1.0" encoding="UTF-8"?>\n']
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: written.append(
        f'<{name}{"".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())}>'
    )
    parser.EndElementHandler = lambda name: written.append(f'</{name}>')
    parser.CharacterDataHandler = lambda text: written.append(escape(text))
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise Broken(str(error)) from error
    return ''.join(written).encode()


def _settled(tag: re.Match[bytes]) -> bytes | None:
    """The tag without its attributes that name something elsewhere; nothing where it has none."""
    name, attributes = tag[1].rpartition(b':')[2], tag[2]
    if name in CLICKED:
        return None
    kept = EACH.sub(lambda one: b'' if _leads_out(name, one[2], one[4][1:-1]) else one[0], attributes)
    return None if kept == attributes else tag[0].replace(attributes, kept, 1)


def _leads_out(element: bytes, attribute: bytes, value: bytes) -> bool:
    prefix, _, name = attribute.rpartition(b':')
    if prefix == b'xmlns' or name == b'xmlns':
        return False
    link = urllib.parse.unquote(html.unescape(value.decode('utf-8', 'replace'))).strip().replace('\\', '/')
    if element == b'config-item' and name == b'name':
        return link.endswith(TABLE)
    if name not in NAMING:
        return link.lower().startswith('file:')
    if link.startswith('#') or link.lower().startswith(('data:', PACKAGE)) or (element, value) == AROUND:
        return False
    return link.startswith('/') or '..' in link.split('/') or SCHEME.match(link) is not None
