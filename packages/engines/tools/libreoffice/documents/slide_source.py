"""Prepares a PowerPoint file for LibreOffice: converts symbol font characters to Unicode, and fields to their displayed
text."""
import contextlib
import os
import re
import zipfile
from xml.etree import ElementTree

from engines.shared.office.open_xml_package import Package
from engines.shared.runner.package_copy import write_copy
from engines.shared.office.text_boxes import parsed
from engines.shared.runner.warn import warn
from engines.codecs.slides.names import A, P, R
from engines.codecs.slides.text import SYMBOL_FONTS, without_symbol_font
from engines.shared.runner.families import formats_of_family

POWER_POINT = formats_of_family('ooxml-slides')
MAIN = 'ppt/presentation.xml'
PARTS = re.compile(r'ppt/(slides|slideLayouts|slideMasters|notesSlides)/[^/]+\.xml')
SYMBOLS = re.compile(rb'typeface="(?:Wingdings|Webdings|Symbol|Zapf ?Dingbats)', re.IGNORECASE)
FIRST = re.compile(rb'firstSlideNum="(\d+)"')
# Type of the field that shows the slide number. LibreOffice 7 always counts slides from 1.
NUMBER = 'slidenum'
DATE = 'datetime'
# Marks the chart types that Office 2016 introduced. LibreOffice does not support these chart types.
EXTENDED = b'drawing/2014/chartex'


def prepared(path: str, request: dict) -> str:
    """Returns `path`, or the path of a copy of the presentation with the changes."""
    if request['from'] not in POWER_POINT:
        return path
    # LibreOffice itself refuses damaged files.
    with contextlib.suppress(KeyError, zipfile.BadZipFile, ElementTree.ParseError), zipfile.ZipFile(path) as archive:
        changed = _changed(archive, request)
        if changed:
            copy = os.path.join(request['work'], f'prepared-{os.path.basename(path)}')
            write_copy(archive, copy, changed)
            return copy
    return path


def _changed(archive: zipfile.ZipFile, request: dict) -> dict[str, bytes]:
    found = FIRST.search(archive.read(MAIN))
    first = int(found[1]) if found else 1
    numbers = _order(archive, first) if first != 1 else {}
    changed, charts = {}, 0
    for name in archive.namelist():
        if not PARTS.fullmatch(name):
            continue
        data = archive.read(name)
        charts += EXTENDED in data and name.startswith('ppt/slides/')
        root = parsed(data) if SYMBOLS.search(data) or b'<a:fld' in data else None
        if root is not None and _settle(root, numbers.get(name), request['to'] == 'pdf'):
            changed[name] = ElementTree.tostring(root, encoding='UTF-8', xml_declaration=True)
    if charts:
        warn(request, 'charts_left_out', str(charts))
    return changed


def _settle(root: ElementTree.Element, number: int | None, is_page: bool) -> bool:
    """Changes one slide. Returns whether anything was changed."""
    has_changed = False
    for run in root.iter():
        if run.tag not in (A + 'r', A + 'fld'):
            continue
        properties, text = run.find(A + 'rPr'), run.find(A + 't')
        if text is None:
            continue
        if run.tag == A + 'fld':
            kind = run.get('type', '')
            if kind == NUMBER and number is not None:
                text.text = str(number)
            elif not (is_page and kind.startswith(DATE)):
                continue
            run.tag = A + 'r'
            run.attrib.clear()
            # Removes paragraph properties, which are allowed in fields but not in text runs.
            run[:] = [one for one in run if one.tag != A + 'pPr']
            has_changed = True
        elif properties is not None and (shown := without_symbol_font(text.text or '', properties)) != text.text:
            text.text = shown
            properties[:] = [one for one in properties if not one.get('typeface', '').lower().startswith(SYMBOL_FONTS)]
            has_changed = True
    return has_changed


def _order(archive: zipfile.ZipFile, first: int) -> dict[str, int]:
    """Returns the number of each slide, by the name of its part."""
    package = Package(archive)
    targets = package.relations(MAIN)
    return {targets.get(one.get(R + 'id', ''), ''): n for n, one in enumerate(package.xml(MAIN).iter(P + 'sldId'), first)}
