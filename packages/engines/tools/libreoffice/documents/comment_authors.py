"""Reads the authors of the comments of a workbook, which LibreOffice drops."""
import contextlib
import zipfile
from xml.etree import ElementTree

from engines.tools.libreoffice.sheets.workbook_formats import OPEN_XML
from engines.shared.office.open_xml_package import Package, TooLarge

MAIN = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
RELATION = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id'
THREADS = '{http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments}'
WORKBOOK = 'xl/workbook.xml'
# If a note represents a thread of comments, Excel writes an author name with this prefix.
THREAD = 'tc='

# Authors by sheet name and cell name.
Authors = dict[str, dict[str, str]]


def read(path: str, kind: str) -> Authors:
    """Returns the authors of the comments. Returns no authors for formats other than Open XML, and for corrupt
    parts."""
    if kind not in OPEN_XML:
        return {}
    with contextlib.suppress(KeyError, IndexError, ValueError, TooLarge, zipfile.BadZipFile, ElementTree.ParseError):
        with zipfile.ZipFile(path) as archive:
            package = Package(archive)
            relations = package.relations(WORKBOOK)
            sheets = package.xml(WORKBOOK).iter(f'{MAIN}sheet')
            return {sheet.get('name', ''): _of_sheet(package, relations[sheet.get(RELATION, '')]) for sheet in sheets}
    return {}


def _of_sheet(package: Package, sheet: str) -> dict[str, str]:
    found: dict[str, str] = {}
    if notes := package.related(sheet, 'comments'):
        root = package.xml(notes)
        names = [(author.text or '').strip() for author in root.iter(f'{MAIN}author')]
        for note in root.iter(f'{MAIN}comment'):
            found[note.get('ref', '')] = names[int(note.get('authorId', '0'))]
    threads = package.related(sheet, 'threadedComment')
    people = package.related(WORKBOOK, 'person')
    if threads and people:
        names_by_id = {person.get('id', ''): person.get('displayName', '') for person in package.xml(people).iter(f'{THREADS}person')}
        for comment in package.xml(threads).iter(f'{THREADS}threadedComment'):
            if found.get(comment.get('ref', ''), THREAD).startswith(THREAD):
                found[comment.get('ref', '')] = names_by_id.get(comment.get('personId', ''), '')
    return {cell: name for cell, name in found.items() if name and not name.startswith(THREAD)}
