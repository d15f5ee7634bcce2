"""Applies print settings that LibreOffice ignores when it reads an Open XML workbook."""
import math

from engines.tools.libreoffice.sheet_pages.excel_pages import POINT
from engines.tools.libreoffice.sheet_pages.printed_grid import MAC
from engines.tools.libreoffice.sheet_pages.sheet_layout import SheetLayout, WorkbookLayout, with_layouts

# Excel's default margins in hundredths of a millimetre: 0.7 inches, 0.75 inches, and 0.3 inches to the header.
SIDE, END, HEADER = 1778, 1905, 762
INCH = 2540
# Distance that Excel leaves between headers and the edges of the paper if headers are not aligned with the margins.
UNALIGNED = SIDE
# Factor that converts paper sizes from tenths to hundredths of a millimetre.
TENTH = 10
# Difference between the widths of row headings in LibreOffice (10 mm) and in Excel (23 points).
HEADINGS = 1000 - 23 * POINT


def complete(document, sheets: list, book: WorkbookLayout | None) -> None:
    styles = document.StyleFamilies.getByName('PageStyles')
    for sheet, layout in with_layouts(sheets, book):
        style = styles.getByName(sheet.PageStyle)
        _set_ranges(sheet, layout)
        _set_paper(style, layout)
        if style.ScaleToPagesX or style.ScaleToPagesY:
            # Excel ignores manual breaks in sheets that it fits to pages.
            sheet.removeAllManualPageBreaks()
        if layout.margins:
            _set_heights(style, layout.margins)
        else:
            _set_margins(style)
        if book.grid and book.grid.dots_per_inch == MAC:
            _round_margins(style)
        if layout.prints_headings:
            style.LeftMargin = max(0, style.LeftMargin - round(HEADINGS))
        if not layout.aligns_headers:
            _move_headers(style)


def _set_paper(style, layout: SheetLayout) -> None:
    size = tuple(side * TENTH for side in layout.paper) if layout.paper else (style.Width, style.Height)
    # LibreOffice prints every chart sheet in landscape.
    is_landscape = not layout.is_portrait if layout.is_chart else style.IsLandscape
    if layout.paper or layout.is_chart:
        style.IsLandscape = is_landscape
        style.Width, style.Height = sorted(size, reverse=is_landscape) if layout.is_chart else _turned(size, is_landscape)


def _turned(size: tuple[int, int], is_landscape: bool) -> tuple[int, int]:
    return size[::-1] if is_landscape else size


def _move_headers(style) -> None:
    """Moves headers and footers to Excel's distance from the paper's edge. If the margins are wider than Excel's
    distance, headers and footers stay aligned with the margins, because LibreOffice cannot print headers beyond the
    margins."""
    for side in ('Left', 'Right'):
        for part in ('Header', 'Footer'):
            setattr(style, f'{part}{side}Margin', max(0, UNALIGNED - getattr(style, f'{side}Margin')))


def height_of(style, part: str) -> int:
    """Returns the height of the header or footer, or 0 if it is turned off."""
    return getattr(style, f'{part}Height') if getattr(style, f'{part}IsOn') else 0


def _set_ranges(sheet, layout: SheetLayout) -> None:
    """Sets print ranges that the workbook states without dollar signs. Some libraries write print ranges without dollar
    signs, and LibreOffice skips these ranges."""
    if layout.print_areas and not sheet.getPrintAreas():
        sheet.setPrintAreas(tuple(sheet.getCellRangeByName(area).RangeAddress for area in layout.print_areas))
    for first, last in (titles.split(':') for titles in layout.print_titles):
        if first.isdigit() and not sheet.PrintTitleRows:
            sheet.setTitleRows(sheet.getCellRangeByName(f'A{first}:A{last}').RangeAddress)
            sheet.PrintTitleRows = True
        elif first.isalpha() and not sheet.PrintTitleColumns:
            sheet.setTitleColumns(sheet.getCellRangeByName(f'{first}1:{last}1').RangeAddress)
            sheet.PrintTitleColumns = True


def _set_margins(style) -> None:
    style.LeftMargin = style.RightMargin = SIDE
    style.TopMargin, style.BottomMargin = (HEADER if is_on else END for is_on in (style.HeaderIsOn, style.FooterIsOn))
    style.HeaderHeight = style.FooterHeight = END - HEADER


def _set_heights(style, margins: dict[str, float]) -> None:
    """Sets the heights of headers and footers. For xls files, LibreOffice would compute the heights from the text."""
    for part, outer, inner in (('Header', 'header', 'top'), ('Footer', 'footer', 'bottom')):
        height = round((margins.get(inner, 0) - margins.get(outer, 0)) * INCH)
        if getattr(style, f'{part}IsOn') and height > 0:
            distance = getattr(style, f'{part}BodyDistance')
            setattr(style, f'{part}Height', height)
            setattr(style, f'{part}BodyDistance', distance)


def _round_margins(style) -> None:
    """Rounds margins to whole points, as Excel for Mac does."""
    for side in ('LeftMargin', 'RightMargin'):
        setattr(style, side, _whole_points(getattr(style, side)))
    for margin, part in (('TopMargin', 'Header'), ('BottomMargin', 'Footer')):
        outer, inner = getattr(style, margin), height_of(style, part)
        setattr(style, margin, _whole_points(outer))
        if inner:
            setattr(style, f'{part}Height', _whole_points(outer + inner) - _whole_points(outer))


def _whole_points(length: int) -> int:
    """Rounds a length down to a whole number of points. The argument and the result are in hundredths of a millimetre.
    A tolerance allows for LibreOffice's rounding."""
    return round(math.floor(length / POINT + 0.05) * POINT)
