"""Fits the charts of chart sheets to their page. LibreOffice prints nothing for a chart of size 0, and cuts off charts
that are too large."""
import contextlib
import os
import re
import zipfile
from xml.etree import ElementTree

from engines.tools.libreoffice.sheets.workbook_formats import OPEN_XML
from engines.shared.office.open_xml_package import Package, TooLarge
from engines.shared.runner.package_copy import write_copy

CHART_SHEET = re.compile(r'xl/chartsheets/[^/]+\.xml')
SIZE = re.compile(rb'(<(?:\w+:)?absoluteAnchor>\s*<(?:\w+:)?pos\b[^<>]*/>\s*<(?:\w+:)?ext\s+)cx="(\d+)"\s+cy="(\d+)"')
SETUP, MARGINS = (f'{{http://schemas.openxmlformats.org/spreadsheetml/2006/main}}{name}' for name in ('pageSetup', 'pageMargins'))
# Width and height of upright paper in inches, by the paper number in `pageSetup`: letter, tabloid, legal, A3, A4 and
# A5.
PAPERS = {'1': (8.5, 11), '3': (11, 17), '5': (8.5, 14), '8': (11.69, 16.54), '9': (8.27, 11.69), '11': (5.83, 8.27)}
DEFAULT_MARGINS = {'left': 0.7, 'right': 0.7, 'top': 0.75, 'bottom': 0.75}
# Distance in inches that Excel leaves between the chart and the margins.
GAP = 0.13
EMU = 914400


def prepared(path: str, request: dict) -> str:
    """Returns the path of a copy in which every chart of a chart sheet has a size that fits on the page. Returns `path`
    if no chart is changed."""
    if request['from'] not in OPEN_XML or not zipfile.is_zipfile(path):
        return path
    # LibreOffice itself refuses damaged files.
    with contextlib.suppress(
        *(KeyError, ValueError, TooLarge, zipfile.BadZipFile, ElementTree.ParseError)
    ), zipfile.ZipFile(path) as book:
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
        if not drawing:
            continue
        data, room = package.bytes(drawing), _room(package.xml(sheet))
        fitted = SIZE.sub(lambda found: _fitted(found, room), data)
        if fitted != data:
            changed[drawing] = fitted
    return changed


def _fitted(found: re.Match, room: tuple[int, int]) -> bytes:
    size = int(found[2]), int(found[3])
    if all(0 < one <= most for one, most in zip(size, room)):
        return found[0]
    return found[1] + b'cx="%d" cy="%d"' % room


def _room(sheet: ElementTree.Element) -> tuple[int, int]:
    """Returns width and height between the margins in EMU. Chart sheets are printed in landscape by default."""
    setup, stated = sheet.find(SETUP), sheet.find(MARGINS)
    attributes = {} if setup is None else setup.attrib
    margins = DEFAULT_MARGINS | ({} if stated is None else {side: float(inches) for side, inches in stated.attrib.items()})
    paper = PAPERS.get(attributes.get('paperSize', ''), PAPERS['1'])
    width, height = paper if attributes.get('orientation') == 'portrait' else paper[::-1]
    across, down = margins['left'] + margins['right'], margins['top'] + margins['bottom']
    return round((width - across - GAP) * EMU), round((height - down - GAP) * EMU)
