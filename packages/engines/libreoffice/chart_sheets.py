"""Gives the charts of chart sheets the size of their page if the file states a size of 0, for which LibreOffice prints nothing."""
import contextlib
import os
import re
import zipfile
from xml.etree import ElementTree

from engines.libreoffice.workbook_formats import OPEN_XML
from engines.runtime.open_xml_package import Package, TooLarge
from engines.runtime.package_copy import write_copy

CHART_SHEET = re.compile(r'xl/chartsheets/[^/]+\.xml')
NO_SIZE = re.compile(rb'(<(?:\w+:)?absoluteAnchor>\s*<(?:\w+:)?pos\b[^<>]*/>\s*<(?:\w+:)?ext\s+)cx="0"\s+cy="0"')
PAGE_SETUP = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}pageSetup'
# Widths and heights in EMU that Excel writes for paper in landscape.
LETTER, A4 = (8656320, 6286500), (9304020, 6088380)
A4_PAPER = '9'


def prepared(path: str, request: dict) -> str:
    """Returns `path`, or the path of a copy whose charts have sizes."""
    if request['from'] not in OPEN_XML or not zipfile.is_zipfile(path):
        return path
    # LibreOffice refuses damaged files itself.
    with contextlib.suppress(KeyError, TooLarge, zipfile.BadZipFile, ElementTree.ParseError), zipfile.ZipFile(path) as book:
        changed = _changed(book)
        if changed:
            copy = os.path.join(request['work'], f'chart-sheets-{os.path.basename(path)}')
            write_copy(book, copy, changed)
            return copy
    return path


def _changed(book: zipfile.ZipFile) -> dict[str, bytes]:
    package, changed = Package(book), {}
    for sheet in filter(CHART_SHEET.fullmatch, book.namelist()):
        drawing = package.related(sheet, 'drawing')
        if drawing and NO_SIZE.search(data := package.bytes(drawing)):
            setup = package.xml(sheet).find(PAGE_SETUP)
            size = LETTER if setup is None or setup.get('paperSize') != A4_PAPER else A4
            changed[drawing] = NO_SIZE.sub(rb'\g<1>cx="%d" cy="%d"' % size, data)
    return changed
