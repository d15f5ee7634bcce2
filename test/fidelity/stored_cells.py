"""Prints the cells of an xlsx file as JSON. Reads the cells from the XML, without a spreadsheet library.

`cells` lists each cell that has a value as [sheet, address, type, text]. `date1904` is true if the workbook counts days
from 1904.
"""
import json
import posixpath
import re
import sys
import xml.etree.ElementTree as ET
import zipfile

RELATION = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id'
STRICT = '{http://purl.oclc.org/ooxml/officeDocument/relationships}id'
ESCAPE = re.compile('_x([0-9A-Fa-f]{4})_')


def local(element) -> str:
    return element.tag.rpartition('}')[2]


def children(element, name: str):
    return [child for child in element if local(child) == name]


def text_of(item) -> str:
    """Returns the text of a string item, without phonetic text (the pronunciation of Japanese characters)."""
    parts = []
    for child in item:
        if local(child) == 't':
            parts.append(child.text or '')
        elif local(child) == 'r':
            parts += [part.text or '' for part in children(child, 't')]
    return ESCAPE.sub(lambda found: chr(int(found[1], 16)), ''.join(parts))


def root(book, name: str):
    return ET.fromstring(book.read(name))


def main(path: str) -> None:
    with zipfile.ZipFile(path) as book:
        names = set(book.namelist())
        package = root(book, '_rels/.rels')
        main_part = next(one.get('Target') for one in package if one.get('Type', '').endswith('/officeDocument')).lstrip('/')
        folder, name = posixpath.split(main_part)
        workbook = root(book, main_part)
        targets = {one.get('Id'): one for one in root(book, f'{folder}/_rels/{name}.rels')}

        def part(target: str) -> str:
            return target.lstrip('/') if target.startswith('/') else posixpath.normpath(posixpath.join(folder, target))

        strings = [part(one.get('Target')) for one in targets.values() if one.get('Type', '').endswith('/sharedStrings')]
        shared = [text_of(item) for item in root(book, strings[0])] if strings and strings[0] in names else []
        properties = [one for one in workbook.iter() if local(one) == 'workbookPr']
        is_1904 = bool(properties) and properties[0].get('date1904') in ('1', 'true')
        cells = []
        for sheet in (one for one in workbook.iter() if local(one) == 'sheet'):
            relation = targets[sheet.get(RELATION) or sheet.get(STRICT)]
            if not relation.get('Type', '').endswith('/worksheet'):
                continue
            for cell in root(book, part(relation.get('Target'))).iter():
                if local(cell) != 'c' or not cell.get('r'):
                    continue
                kind, value = cell.get('t', 'n'), ''.join(v.text or '' for v in children(cell, 'v'))
                if kind == 's' and value:
                    kind, value = 'str', shared[int(value)]
                elif kind == 'inlineStr':
                    kind, value = 'str', ''.join(map(text_of, children(cell, 'is')))
                elif kind == 'str':
                    value = ESCAPE.sub(lambda found: chr(int(found[1], 16)), value)
                if value:
                    cells.append((sheet.get('name'), cell.get('r'), kind, value))
    json.dump({'date1904': is_1904, 'cells': cells}, sys.stdout)


main(sys.argv[1])
