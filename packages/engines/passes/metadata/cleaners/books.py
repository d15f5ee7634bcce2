"""Cleans books and comics. Keeps the title and the language of a book and replaces its identifier, because EPUB
requires all three. Removes all metadata except the title, the language and the identifier."""
import hashlib
import re
import uuid

from engines.passes.metadata.cleaners import markup, office, package, pages
from engines.passes.metadata.cleaners.markup import DROP, local, local_of
from engines.passes.metadata.cleaners.notes import EPOCH_TEXT, Notes

LEFT_OUT = re.compile(
    r'^(META-INF/(signatures|rights|metadata)\.xml|META-INF/calibre_bookmarks\.txt|iTunesMetadata.*|(.*/)?\.DS_Store|__MACOSX/.*|mimetype\.bak'
    r'|(.*/)?page-map\.bak|(.*/)?com\.apple\..*)$',
    re.IGNORECASE,
)
NOTES_OF_COMICS = re.compile(r'(^|/)(ComicInfo\.xml|\.DS_Store|Thumbs\.db|desktop\.ini|acbf\.xml|MetronInfo\.xml)$|^__MACOSX/', re.IGNORECASE)
DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'
DEMANDED = ('title', 'language', 'identifier')
# Names of metadata that are kept, because they describe the page layout or the cover picture.
LAYOUT = re.compile(r'^(rendition:.*|cover|fixed-layout|original-resolution|orientation-lock|book-type|primary-writing-mode|zero-.*|region-mag)$')
NUMBERS = re.compile(r'^dtb:(uid|depth|totalPageCount|maxPageNumber)$')


class PackageRules(markup.Rules):
    def __init__(self, identifier: str | None):
        self.identifier = identifier

    def element(self, name: str, attributes: dict[str, str]):
        kind = local(name)
        if name.startswith('dc:') or self.namespace(name) == DUBLIN_CORE or kind in DEMANDED and name == kind:
            if kind == 'identifier' and self.identifier:
                return self.identifier
            return None if kind in DEMANDED else DROP
        if kind == 'meta':
            if attributes.get('property') == 'dcterms:modified' and 'refines' not in attributes:
                return EPOCH_TEXT
            named = attributes.get('name') or attributes.get('property') or ''
            return None if LAYOUT.match(named) and 'refines' not in attributes else DROP
        # Drops `x-metadata`, which contained metadata before EPUB 3, and `link`, which only refers to metadata.
        return DROP if kind in ('x-metadata', 'link') else None

    def attribute(self, element: str, name: str, value: str) -> str | None:
        # In the title, the language and the identifier, removes attributes that contain names or dates.
        return None if local(element) in DEMANDED and local(name) in ('file-as', 'scheme', 'event') and ':' in name else value


class ContentsRules(markup.Rules):
    def __init__(self, identifier: str | None):
        self.identifier = identifier

    def element(self, name: str, attributes: dict[str, str]):
        kind = local(name)
        if kind == 'docAuthor':
            return DROP
        return DROP if kind == 'meta' and not NUMBERS.match(attributes.get('name', '')) else None

    def attribute(self, element: str, name: str, value: str) -> str | None:
        return value


class BookPageRules(pages.PageRules):
    """Rules for XHTML pages. XHTML is XML, so an element ends only at its end tag."""

    html = False


def clean(source: str, result: str, notes: Notes) -> None:
    with package.Package(source) as packed:
        # Books with obfuscated fonts keep their identifier, because the keys of the fonts are derived from it.
        names = packed.names
        contents = b''.join(packed.read(name) for name in names if name.endswith('.opf'))
    keeps = 'META-INF/encryption.xml' in names
    identifier = None if keeps else f'urn:uuid:{uuid.UUID(bytes=hashlib.sha256(spine(contents)).digest()[:16], version=4)}'

    def change(name: str, data: bytes) -> bytes | None:
        if LEFT_OUT.match(name):
            return None
        if name.endswith('.opf'):
            return markup.rewrite(data, PackageRules(identifier))
        if name.endswith('.ncx'):
            cleaned = markup.rewrite(data, ContentsRules(identifier))
            return cleaned if identifier is None else with_identifier(cleaned, identifier)
        if name.lower().endswith(('.xhtml', '.html', '.htm')):
            return page(data, notes)
        return office.clean_member(name, data, notes, 0)

    package.rewrite(source, result, change)


def page(data: bytes, notes: Notes) -> bytes:
    # Pages without an XML declaration are cleaned as HTML.
    is_xml = data[:200].lstrip(b'\xef\xbb\xbf \r\n\t').startswith(b'<?xml')
    return markup.rewrite(data, BookPageRules(notes) if is_xml else pages.PageRules(notes))


def spine(contents: bytes) -> bytes:
    """Returns the data from which the new identifier is derived. The returned data does not include the book's
    metadata, so the identifier reveals nothing about the metadata."""
    found = re.search(rb'<(?:\w+:)?manifest.*', contents, re.DOTALL)
    return found[0] if found else b''


def with_identifier(data: bytes, identifier: str) -> bytes:
    return re.sub(rb'(<meta\b[^>]*?name="dtb:uid"[^>]*?content=")[^"]*|(<meta\b[^>]*?content=")[^"]*(?="[^>]*?name="dtb:uid")',
                  lambda match: (match[1] or match[2]) + identifier.encode(), data, count=1)


def traces(file: str) -> list[str]:
    with package.Package(file) as packed:
        keeps = 'META-INF/encryption.xml' in packed.names

    def look(name: str, data: bytes) -> list[str]:
        if name.endswith('.opf'):
            return traces_of_package(data, keeps)
        if name.endswith('.ncx'):
            return []
        is_page = name.lower().endswith(('.xhtml', '.html', '.htm'))
        found = pages.traces(data) if is_page else office.traces_of_member(name, data, 0)
        return [f'{name}: {trace}' for trace in found]

    return package.traces(file, LEFT_OUT.match, look)


def traces_of_package(data: bytes, keeps: bool) -> list[str]:
    found = []
    for element, attributes, texts in markup.Reader(data).read().elements:
        space, _, kind = element.rpartition(' ')
        text = ''.join(texts).strip()
        if space == DUBLIN_CORE and (kind not in DEMANDED or (kind == 'identifier' and not keeps and not text.startswith('urn:uuid:'))):
            found.append(f'<dc:{kind}>')
        if kind == 'meta' and text != EPOCH_TEXT and not LAYOUT.match(attributes.get('name') or attributes.get('property') or ''):
            found.append(f'<meta> in a book: {attributes}')
        if any(local_of(name) == 'file-as' for name in attributes):
            found.append('sort key of a name')
    return found


def clean_comic(source: str, result: str, notes: Notes) -> None:
    package.rewrite(source, result, lambda name, data: None if NOTES_OF_COMICS.search(name) else office.clean_member(name, data, notes, 0))


def traces_of_comic(file: str) -> list[str]:
    return package.traces(file, NOTES_OF_COMICS.search, lambda name, data: office.traces_of_member(name, data, 0))
