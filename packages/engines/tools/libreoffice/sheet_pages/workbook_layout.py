"""Reads the font, sizes and print settings that determine the pages of an Open XML workbook."""
import contextlib
import re
import struct
import zipfile
from xml.etree import ElementTree
from xml.parsers import expat

from engines.tools.libreoffice.sheet_pages import paper_sizes, xlsb_layout
from engines.tools.libreoffice.sheet_pages.printed_grid import DEFAULT_CHARACTERS, MAC, WINDOWS, PrintedGrid
from engines.tools.libreoffice.sheet_pages.sheet_layout import Column, Row, SheetLayout, WorkbookLayout
from engines.shared.office.open_xml_package import Package, TooLarge

WORKBOOK, STYLES, PROPERTIES = 'xl/workbook.xml', 'xl/styles.xml', 'docProps/app.xml'
# `AppVersion` of Excel 2007, the first version of Excel that saves Open XML workbooks. Some libraries also declare
# Excel as the application, but with a lower version. A file with a lower `AppVersion` than Excel 2007 is not treated as
# a file from Excel.
FIRST_VERSION = 12
RANGE = re.compile(r'!([A-Z]*\d*:[A-Z]*\d*)')


def read(path: str) -> WorkbookLayout | None:
    """Returns the layout, or None if the file is not an Open XML workbook."""
    with contextlib.suppress(
        *(KeyError, IndexError, ValueError, StopIteration, struct.error),
        *(TooLarge, zipfile.BadZipFile, ElementTree.ParseError, expat.ExpatError),
    ):
        with zipfile.ZipFile(path) as archive:
            package = Package(archive)
            is_binary = xlsb_layout.WORKBOOK in archive.namelist()
            sheets = xlsb_layout.sheets(package) if is_binary else _sheets(package)
            font, size = xlsb_layout.normal_font(package) if is_binary else _normal_font(package.xml(STYLES))
            grid = PrintedGrid(font, size, _device(package)) if PrintedGrid.knows(font) else None
            return WorkbookLayout(grid, sheets)
    return None


def _sheets(package: Package) -> dict[str, SheetLayout]:
    workbook, targets = package.xml(WORKBOOK), package.relations(WORKBOOK)
    sheets = {
        sheet.get('name', ''): _sheet(package, targets[_relation_of(sheet)]) for sheet in _children(workbook, 'sheets')
    }
    _read_print_ranges(workbook, list(sheets.values()))
    return sheets


def _local(tag: str) -> str:
    return tag.rpartition('}')[2]


def _relation_of(sheet: ElementTree.Element) -> str:
    return next(value for name, value in sheet.attrib.items() if name.startswith('{') and _local(name) == 'id')


def _children(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [child for group in root if _local(group.tag) == name for child in group]


def _read_print_ranges(workbook: ElementTree.Element, sheets: list[SheetLayout]) -> None:
    for name in _children(workbook, 'definedNames'):
        index = int(name.get('localSheetId', '-1'))
        if not 0 <= index < len(sheets):
            continue
        ranges = RANGE.findall((name.text or '').replace('$', ''))
        if name.get('name') == '_xlnm.Print_Area':
            sheets[index].print_areas = ranges
        elif name.get('name') == '_xlnm.Print_Titles':
            sheets[index].print_titles = ranges


def _normal_font(styles: ElementTree.Element) -> tuple[str, float]:
    named = next((style for style in _children(styles, 'cellStyles') if style.get('builtinId') == '0'), None)
    index = int(named.get('xfId', '0')) if named is not None else 0
    formats = _children(styles, 'cellStyleXfs') or _children(styles, 'cellXfs')
    font = _children(styles, 'fonts')[int(formats[index].get('fontId', '0'))]
    values = {_local(part.tag): part.get('val', '') for part in font}
    return values['name'], float(values['sz'])


def _device(package: Package) -> int:
    """Returns the resolution of page layout in the program that saved the workbook: Excel for Windows, or Excel for
    Mac."""
    with contextlib.suppress(KeyError, ValueError, ElementTree.ParseError):
        said = {_local(part.tag): part.text or '' for part in package.xml(PROPERTIES)}
        version = re.match(r'\d+', said.get('AppVersion', ''))
        if said.get('Application') == 'Microsoft Excel' and version and int(version[0]) >= FIRST_VERSION:
            return WINDOWS
    return MAC


def _is_true(value: str | None) -> bool:
    return value in ('1', 'true')


def _is_hidden(attributes: dict[str, str], size: str) -> bool:
    return _is_true(attributes.get('hidden')) or _number(attributes.get(size)) == 0


def _number(value: str | None) -> float | None:
    return float(value) if value else None


def _paper(package: Package, part: str, setup: dict[str, str]) -> tuple[int, int] | None:
    if 'paperWidth' in setup and 'paperHeight' in setup:
        return None
    settings = package.related(part, 'printerSettings')
    return paper_sizes.size_of(int(setup.get('paperSize', '1')), package.bytes(settings) if settings else b'')


def _sheet(package: Package, part: str) -> SheetLayout:
    layout, header_codes = SheetLayout(), []
    at = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal at
        match tag.rpartition(':')[2]:
            case 'chartsheet':
                layout.is_chart = True
            case 'sheetFormatPr':
                layout.characters = int(attributes.get('baseColWidth', DEFAULT_CHARACTERS))
                layout.default_characters = _number(attributes.get('defaultColWidth'))
                layout.default_height = _number(attributes.get('defaultRowHeight'))
                layout.is_default_fixed = _is_true(attributes.get('customHeight'))
                layout.is_default_hidden = _is_true(attributes.get('zeroHeight'))
            case 'pageMargins':
                layout.margins = {side: float(inches) for side, inches in attributes.items()}
            case 'printOptions':
                layout.prints_headings = _is_true(attributes.get('headings'))
            case 'pageSetup':
                layout.is_black_and_white = _is_true(attributes.get('blackAndWhite'))
                layout.errors = attributes.get('errors', layout.errors)
                layout.comments = attributes.get('cellComments', layout.comments)
                layout.is_portrait = attributes.get('orientation') == 'portrait'
                layout.paper = _paper(package, part, attributes)
            case 'headerFooter':
                layout.scales_headers = _is_true(attributes.get('scaleWithDoc', '1'))
                layout.aligns_headers = _is_true(attributes.get('alignWithMargins', '1'))
                # Text is handled only from the element `headerFooter` on, because handling the text of the cells, which
                # come before `headerFooter`, would be slow.
                parser.CharacterDataHandler = header_codes.append
            case 'legacyDrawingHF':
                layout.has_header_pictures = True
            case 'col':
                layout.columns.append(_column(attributes))
            case 'row':
                at = int(attributes.get('r', at + 1))
                is_fixed = _is_true(attributes.get('customHeight'))
                row = Row(at - 1, _number(attributes.get('ht')), _is_hidden(attributes, 'ht'), is_fixed)
                if row.height is not None or row.is_hidden:
                    layout.rows.append(row)

    # A sheet may have millions of cells, so no tree is built.
    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.Parse(package.bytes(part), True)
    layout.header_codes = ''.join(header_codes)
    return layout


def _column(attributes: dict[str, str]) -> Column:
    return Column(
        int(attributes['min']) - 1,
        int(attributes['max']) - 1,
        _number(attributes.get('width')),
        _is_hidden(attributes, 'width'),
    )
