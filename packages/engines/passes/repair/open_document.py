"""Repairs OpenDocument files: keeps the parts that can still be read, and rebuilds the manifest."""
import re
from xml.sax.saxutils import quoteattr

from engines.passes.repair import parts
from engines.passes.repair.outcome import NothingLeft, amount
from engines.shared.runner.families import formats_of_family

FAMILIES = {
    'opendocument-text': 'text', 'opendocument-sheet': 'spreadsheet',
    'opendocument-slides': 'presentation', 'opendocument-drawing': 'graphics',
}
KINDS = {ext: kind for family, kind in FAMILIES.items() for ext in formats_of_family(family)}
COUNTED = {
    'text': ('paragraph', ('text:p', 'text:h')), 'spreadsheet': ('row', ('table:table-row',)),
    'presentation': ('slide', ('draw:page',)), 'graphics': ('page', ('draw:page',)),
}
NAMESPACE = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'

STYLES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<office:document-styles '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2"><office:styles/></office:document-styles>'
)


def repair(step) -> str:
    found, total = parts.read(step['input'])
    if 'content.xml' not in found:
        raise NothingLeft('content.xml is missing')
    kind = KINDS[step['from']]
    if b'encryption-data' in found.get('META-INF/manifest.xml', b''):
        raise NothingLeft('the document is encrypted')
    mime = f'application/vnd.oasis.opendocument.{kind}'
    found['mimetype'] = mime.encode()
    # Adds an empty part `styles.xml` if the styles are lost, because readers require this part.
    found.setdefault('styles.xml', STYLES.encode())
    listed = [('/', mime)] + [(name, 'text/xml' if name.endswith('.xml') else '') for name in found if is_listed(name)]
    entries = ''.join(
        f'<manifest:file-entry manifest:full-path={quoteattr(name)} manifest:media-type="{of}"/>' for name, of in listed
    )
    found['META-INF/manifest.xml'] = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<manifest:manifest xmlns:manifest="{NAMESPACE}" manifest:version="1.2">{entries}</manifest:manifest>'
    ).encode()
    parts.write(step['output'], found, first='mimetype')
    word, tags = COUNTED[kind]
    count = parts.count(found['content.xml'], *tags)
    if not count:
        raise NothingLeft(f'no {word} is left')
    return f'{amount(count, word)}, {amount(len(found), "part", total)}'


def is_listed(name: str) -> bool:
    return name != 'mimetype' and not re.match(r'META-INF/', name)
