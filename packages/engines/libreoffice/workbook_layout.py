"""Reads from an Open XML workbook the font, the widths of columns and the heights of rows that pages depend on."""
import contextlib
import re
import zipfile
from dataclasses import dataclass, field
from xml.etree import ElementTree
from xml.parsers import expat

from engines.libreoffice.printed_grid import DEFAULT_CHARACTERS, MAC, WINDOWS, PrintedGrid
from engines.runtime.open_xml_package import Package, TooLarge

WORKBOOK, STYLES, PROPERTIES = 'xl/workbook.xml', 'xl/styles.xml', 'docProps/app.xml'
# Excel 2007, the first version with these files. Libraries name Excel as well, with a version of their own.
FIRST_VERSION = 12
RANGE = re.compile(r'!([A-Z]*\d*:[A-Z]*\d*)')


@dataclass(frozen=True)
class Column:
    """Columns from `first` to `last`, counted from 0. `characters` is None if the file states no width."""

    first: int
    last: int
    characters: float | None
    is_hidden: bool


@dataclass(frozen=True)
class Row:
    number: int
    height: float | None
    is_hidden: bool
    is_fixed: bool = False


@dataclass
class SheetLayout:
    # Digits that a column without a stated width holds; None without `sheetFormatPr`.
    characters: int | None = None
    default_characters: float | None = None
    default_height: float | None = None
    is_default_fixed: bool = False
    is_default_hidden: bool = False
    # In inches, by the names of ECMA-376: left, right, top, bottom, header, footer.
    margins: dict[str, float] = field(default_factory=dict)
    prints_headings: bool = False
    is_black_and_white: bool = False
    # What is printed for errors: displayed, blank, dash or NA.
    errors: str = 'displayed'
    # Where comments are printed: none, asDisplayed or atEnd.
    comments: str = 'none'
    scales_headers: bool = True
    # The codes of all headers and footers.
    header_codes: str = ''
    # Ranges such as A1:C10, of whole rows such as 1:2, and of whole columns such as A:A.
    print_areas: list[str] = field(default_factory=list)
    print_titles: list[str] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    # Only rows with a stated height or hidden ones.
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class WorkbookLayout:
    # None if the digits of the Normal font are unknown.
    grid: PrintedGrid | None
    sheets: dict[str, SheetLayout]


def read(path: str) -> WorkbookLayout | None:
    """Returns None if the file is no Open XML workbook."""
    with contextlib.suppress(
        KeyError, IndexError, ValueError, TooLarge, zipfile.BadZipFile, ElementTree.ParseError, expat.ExpatError
    ):
        with zipfile.ZipFile(path) as archive:
            package = Package(archive)
            workbook, targets = package.xml(WORKBOOK), package.relations(WORKBOOK)
            sheets = {
                sheet.get('name', ''): _sheet(package.bytes(targets[_relation_of(sheet)]))
                for sheet in _children(workbook, 'sheets')
            }
            _read_print_ranges(workbook, list(sheets.values()))
            font, size = _normal_font(package.xml(STYLES))
            grid = PrintedGrid(font, size, _device(package)) if PrintedGrid.knows(font) else None
            return WorkbookLayout(grid, sheets)
    return None


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
    """The resolution at which the program that saved the workbook lays out pages."""
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


def _sheet(markup: bytes) -> SheetLayout:
    layout, header_codes = SheetLayout(), []
    at = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal at
        match tag.rpartition(':')[2]:
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
            case 'headerFooter':
                layout.scales_headers = _is_true(attributes.get('scaleWithDoc', '1'))
                # Hardly any text follows. A handler for the text of all cells would be slow.
                parser.CharacterDataHandler = header_codes.append
            case 'col':
                layout.columns.append(_column(attributes))
            case 'row':
                at = int(attributes.get('r', at + 1))
                is_fixed = _is_true(attributes.get('customHeight'))
                row = Row(at - 1, _number(attributes.get('ht')), _is_hidden(attributes, 'ht'), is_fixed)
                if row.height is not None or row.is_hidden:
                    layout.rows.append(row)

    # A sheet may have millions of cells, so no tree is made of it.
    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.Parse(markup, True)
    layout.header_codes = ''.join(header_codes)
    return layout


def _column(attributes: dict[str, str]) -> Column:
    return Column(
        int(attributes['min']) - 1,
        int(attributes['max']) - 1,
        _number(attributes.get('width')),
        _is_hidden(attributes, 'width'),
    )
