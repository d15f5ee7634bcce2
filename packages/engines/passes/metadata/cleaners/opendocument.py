"""Cleans OpenDocument files, packed or flat: removes data about people, times and programs, also from comments and
changes."""
import re

from engines.passes.metadata.cleaners import markup, pictures
from engines.passes.metadata.cleaners.markup import DROP, local, local_of
from engines.passes.metadata.cleaners.notes import EPOCH_TEXT, AUTHOR_PLACEHOLDER, Notes

META = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' office:version="1.2"><office:meta/></office:document-meta>'
)
LEFT_OUT = re.compile(r'^((.*/)?Thumbnails/.*|META-INF/.*signatures.*\.xml|(.*/)?layout-cache|(.*/)?meta\.rdf|META-INF/manifest\.rdf|manifest\.rdf)$')
MANIFEST = 'META-INF/manifest.xml'
SETTINGS = re.compile(r'Printer(Name|Setup)|Rsid|RsidRoot|CurrentDatabase\w*|EmbeddedDatabaseName|ColorTableURL|\w*TableURL|\w*ListURL|SaveThumbnail')
TIME = EPOCH_TEXT.removesuffix('Z')
MADE = {'creator': AUTHOR_PLACEHOLDER, 'date': TIME, 'creator-initials': '', 'sender-initials': ''}
# Ends of the namespace names of metadata elements: Dublin Core, OpenDocument, and the extensions of LibreOffice.
DUBLIN_CORE, META_SPACE, LIBREOFFICE = 'dc/elements/1.1/', 'xmlns:meta:1.0', 'xmlns:loext:1.0'
BINARY = re.compile(r'(<(?:[\w.-]+:)?binary-data[^>]*>)([^<]*)')


class PartRules(markup.Rules):
    """Rules for OpenDocument markup."""

    def element(self, name: str, attributes: dict[str, str]):
        kind, space = local(name), self.namespace(name)
        if kind == 'meta' and space.endswith('xmlns:office:1.0'):
            return ''
        if kind in MADE and space.endswith((DUBLIN_CORE, META_SPACE, LIBREOFFICE)):
            return MADE[kind]
        # Metadata elements that are not in MADE are optional, so they are removed. An example is `date-string`, the
        # date of a comment without the time.
        if space.endswith(META_SPACE):
            return DROP
        if kind == 'config-item' and SETTINGS.fullmatch(valued(attributes, 'name')):
            return DROP
        if kind == 'file-entry' and LEFT_OUT.match(valued(attributes, 'full-path')):
            return DROP
        return None

    def keeps_doctype(self) -> bool:
        return False

    def attribute(self, element: str, name: str, value: str) -> str | None:
        return None if local(name) in ('rsid', 'paragraph-rsid') else value


def valued(attributes: dict[str, str], name: str) -> str:
    """Returns the value of the attribute with this local name, or an empty string."""
    return next((value for attribute, value in attributes.items() if local(attribute) == name), '')


def clean_markup(data: bytes, notes: Notes) -> bytes:
    text = markup.rewrite(data, PartRules()).decode('latin-1')
    if 'binary-data' in text:
        text = BINARY.sub(lambda match: match[1] + (markup.clean_base64(match[2], notes) or match[2]), text)
    return text.encode('latin-1')


def is_part(name: str) -> bool:
    """Returns whether the member is markup of the format itself, not a picture or an embedded document."""
    return name.endswith('.xml')


def is_left_out(name: str) -> bool:
    """Returns whether the member contains only metadata."""
    return LEFT_OUT.match(name) is not None


def clean_part(name: str, data: bytes, notes: Notes) -> bytes:
    return META.encode() if name == 'meta.xml' or name.endswith('/meta.xml') else clean_markup(data, notes)


def traces_of_flat(data: bytes) -> list[str]:
    found = traces_of_markup(data)
    for _, text in BINARY.findall(data.decode('latin-1')):
        content = markup.base64.b64decode(re.sub(r'\s', '', text) + '==')
        found += pictures.traces(content)
    return found


def traces_of_part(name: str, data: bytes) -> list[str]:
    # Manifests are not checked, because they contain only a list of the members. Old manifests cannot be
    # parsed, because they use a prefix without declaring its namespace.
    return [] if name == MANIFEST else traces_of_markup(data)


def traces_of_markup(data: bytes) -> list[str]:
    # Some settings files are empty, and cannot be parsed as markup.
    if not data.strip():
        return []
    found: list[str] = []

    def visit(element: str, attributes: dict[str, str], texts: list[str]) -> None:
        if len(found) < 10:
            found.extend(traces_of_element(element, attributes, texts))

    reader = markup.Reader(data).read(visit)
    return found + (['a comment'] if reader.comments else [])


def traces_of_element(element: str, attributes: dict[str, str], texts: list[str]) -> list[str]:
    found = []
    space, _, kind = element.rpartition(' ')
    if kind in MADE and space.endswith((DUBLIN_CORE, META_SPACE, LIBREOFFICE)):
        # An element without an end tag stays as it is.
        if ''.join(texts) not in ('', MADE[kind]):
            found.append(f'<{kind}>')
    elif space.endswith(META_SPACE):
        found.append(f'<{kind}>')
    if kind == 'config-item' and any(SETTINGS.fullmatch(value) for name, value in attributes.items() if local_of(name) == 'name'):
        found.append('printer setting or revision setting')
    if any(local_of(name) in ('rsid', 'paragraph-rsid') for name in attributes):
        found.append('revision number')
    return found
