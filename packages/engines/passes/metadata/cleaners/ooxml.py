"""Cleans Office Open XML files: removes data about people, places, times and programs, also from comments and
changes."""
import re

from engines.passes.metadata.cleaners import markup
from engines.passes.metadata.cleaners.markup import DROP, local, local_of
from engines.passes.metadata.cleaners.notes import AUTHOR_PLACEHOLDER, Notes

CORE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>'
APP = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>'

# Parts that contain only metadata, and the types of relationships to these parts.
LEFT_OUT = re.compile(
    r'^(docProps/(?!core\.xml$|app\.xml$).*|customXml/.*|_xmlsignatures/.*|word/people\.xml|word/glossary/people\.xml|.*/printerSettings/.*'
    r'|.*/printerSettings\d*\.bin|xl/revisions/.*|ppt/tags/.*|.*/thumbnail\.\w+|.*/userInfo\.xml|xl/customProperty/.*)$',
    re.IGNORECASE,
)
RELATIONS = re.compile(
    r'/(attachedTemplate|printerSettings|thumbnail|custom-properties|customXml|customXmlProps|people|origin|signature'
    r'|revisionHeaders|usernames|tags|customProperty|mailMergeSource|mailMergeHeaderSource)$'
)
ELEMENTS = {
    *('rsids', 'attachedTemplate', 'docVars', 'docId', 'fileVersion', 'absPath', 'revisionPtr', 'fileSharing', 'dataBinding'),
    *('customWorkbookViews', 'customSheetViews', 'custDataLst', 'customProperties', 'mailMerge', 'proofState', 'rsidRoot', 'rsid'),
}
# Attributes of comments and changes, with their replacements. In all other elements, attributes with these names, such
# as `author`, are content.
PERSONAL = {'author': AUTHOR_PLACEHOLDER, 'initials': 'A', 'lastModifiedBy': None, 'userId': AUTHOR_PLACEHOLDER, 'providerId': 'None', 'displayName': AUTHOR_PLACEHOLDER}
DATES = {'date', 'dT', 'dt', 'dateUtc', 'created', 'modified'}
NOTING = {'ins', 'del', 'moveFrom', 'moveTo', 'comment', 'cm', 'cmAuthor', 'threadedComment', 'person', 'commentExtensible', 'reply', 'author'}
FILE_NAME = re.compile(r'[\\/]|\.(jpe?g|png|gif|tiff?|bmp|emf|wmf|svg|webp|heic)$', re.IGNORECASE)


def is_part(name: str) -> bool:
    """Returns whether the member is markup of the format itself, not a picture or an embedded document."""
    return name.lower().endswith(('.xml', '.rels', '.vml'))


def is_left_out(name: str) -> bool:
    """Returns whether the member contains only metadata."""
    return LEFT_OUT.match(name) is not None


class PartRules(markup.Rules):
    def __init__(self, name: str):
        self.name = name

    def element(self, name: str, attributes: dict[str, str]):
        kind = local(name)
        if kind == 'Relationship':
            return DROP if RELATIONS.search(attributes.get('Type', '')) else None
        if self.name == '[Content_Types].xml':
            return DROP if LEFT_OUT.match(attributes.get('PartName', '').lstrip('/')) else None
        if kind in ELEMENTS:
            return DROP
        # The element of an author of sheet comments stays, because comments refer to authors by number.
        if kind == 'author' and not attributes:
            return AUTHOR_PLACEHOLDER
        return None

    def keeps_doctype(self) -> bool:
        return False

    def attribute(self, element: str, name: str, value: str) -> str | None:
        kind, holder = local(name), local(element)
        if kind.startswith('rsid') or name in ('xr:uid', 'xr2:uid', 'xr3:uid', 'xr6:coauthVersionLast', 'xr10:uidLastSave'):
            return None
        if is_noting(holder, kind):
            if kind in DATES:
                return None
            if kind in PERSONAL:
                return PERSONAL[kind]
            if kind == 'name' and holder in ('cmAuthor', 'author'):
                return AUTHOR_PLACEHOLDER
        if holder == 'pageSetup' and name == 'r:id':
            return None
        if kind == 'name' and holder in ('cNvPr', 'docPr') and FILE_NAME.search(value):
            return ''
        if kind in ('descr', 'title') and re.match(r'[A-Za-z]:\\|/(home|Users)/|\\\\|file:', value):
            return ''
        return value


def is_noting(holder: str, attribute: str) -> bool:
    """Returns whether the attribute may contain the author or date of a comment or a change."""
    if holder in NOTING or attribute in ('author', 'initials', 'lastModifiedBy', 'dateUtc'):
        return True
    return holder.endswith(('Change', 'RangeStart')) or holder in ('cellIns', 'cellDel', 'cellMerge')


def clean_part(name: str, data: bytes, notes: Notes) -> bytes:
    if name == 'docProps/core.xml':
        return CORE.encode()
    if name == 'docProps/app.xml':
        return APP.encode()
    return markup.rewrite(data, PartRules(name))


def traces_of_part(name: str, data: bytes) -> list[str]:
    # VML drawings are skipped, because they may not be well-formed XML.
    if name.lower().endswith('.vml') or not data.strip():
        return []
    found: list[str] = []
    count = 0

    def visit(element: str, attributes: dict[str, str], texts: list[str]) -> None:
        nonlocal count
        count += 1
        if len(found) < 10:
            found.extend(traces_of_element(local_of(element), attributes, texts))

    reader = markup.Reader(data).read(visit)
    if name.startswith('docProps/') and count > 1:
        found.append('a property')
    return found + (['a comment'] if reader.comments else [])


def traces_of_element(kind: str, attributes: dict[str, str], texts: list[str]) -> list[str]:
    found = []
    if kind in ELEMENTS or (kind == 'Relationship' and RELATIONS.search(attributes.get('Type', ''))):
        found.append(f'<{kind}>')
    if kind == 'author' and ''.join(texts).strip() not in ('', AUTHOR_PLACEHOLDER):
        found.append('author of comments')
    for attribute, value in attributes.items():
        bare = local_of(attribute)
        names_somebody = bare == 'author' or (bare == 'displayName' and kind == 'person')
        if (names_somebody and value != AUTHOR_PLACEHOLDER) or bare.startswith('rsid'):
            found.append(f'{bare} of <{kind}>')
        if kind in NOTING and bare in DATES:
            found.append(f'date of <{kind}>')
    return found
