"""Describes the sizes and print settings that a workbook states for its sheets."""
from collections.abc import Iterator
from dataclasses import dataclass, field

from engines.tools.libreoffice.sheet_pages.printed_grid import PrintedGrid

# How errors are printed (ECMA-376 part 1, 18.18.60). Binary formats store the index of a value in this list.
ERRORS = ('displayed', 'blank', 'dash', 'NA')
# Binary formats store lengths in twentieths of a point, and widths in 1/256 of a character.
TWIPS, CHARACTER = 20, 256


@dataclass(frozen=True)
class Column:
    """Consecutive columns from `first` to `last`, counted from 0. `characters` is None if the file states no width."""

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
    # Number of digits that fit in a column without a stated width. None if the sheet has no element `sheetFormatPr`.
    characters: int | None = None
    default_characters: float | None = None
    default_height: float | None = None
    is_default_fixed: bool = False
    is_default_hidden: bool = False
    # Margins in inches, by their names in ECMA-376: left, right, top, bottom, header, footer.
    margins: dict[str, float] = field(default_factory=dict)
    # Width and height of upright paper in tenths of a millimetre. None if LibreOffice itself supports the paper size of
    # the sheet.
    paper: tuple[int, int] | None = None
    is_chart: bool = False
    is_portrait: bool = False
    prints_headings: bool = False
    is_black_and_white: bool = False
    errors: str = ERRORS[0]
    # Position of printed comments: none, asDisplayed or atEnd.
    comments: str = 'none'
    scales_headers: bool = True
    # Whether headers and footers begin at the left margin of the page.
    aligns_headers: bool = True
    # Whether the sheet has separate headers for even pages or for the first page. LibreOffice does not read these
    # headers.
    lacks_headers: bool = False
    # Codes of all headers and footers, and whether the sheet has pictures that the code &G shows.
    header_codes: str = ''
    has_header_pictures: bool = False
    # Ranges such as A1:C10, ranges of whole rows such as 1:2, and ranges of whole columns such as A:A.
    print_areas: list[str] = field(default_factory=list)
    print_titles: list[str] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    # The rows that are hidden or have a stated height.
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class WorkbookLayout:
    # The grid is None if the width of digits in the font of the style Normal is unknown.
    grid: PrintedGrid | None
    sheets: dict[str, SheetLayout]


def layout_of_sheet(sheet, book: WorkbookLayout | None) -> SheetLayout | None:
    return book.sheets.get(sheet.Name) if book else None


def with_layouts(sheets: list, book: WorkbookLayout | None) -> Iterator[tuple]:
    """Yields each sheet that has a layout, and the layout."""
    for sheet in sheets:
        if layout := layout_of_sheet(sheet, book):
            yield sheet, layout
