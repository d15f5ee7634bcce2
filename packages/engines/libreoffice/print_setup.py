"""Completes the print settings of sheets that LibreOffice leaves out when it reads an Open XML workbook."""
from engines.libreoffice.workbook_layout import SheetLayout, WorkbookLayout

# Excel's margins of a sheet that states none, in hundredths of a millimetre: 0.7 inches, 0.75 inches, and 0.3 inches to the header.
SIDE, END, HEADER = 1778, 1905, 762


def complete(document, sheets: list, book: WorkbookLayout | None) -> None:
    styles = document.StyleFamilies.getByName('PageStyles')
    for sheet in sheets if book else ():
        if layout := book.sheets.get(sheet.Name):
            _set_ranges(sheet, layout)
            if not layout.has_margins:
                _set_margins(styles.getByName(sheet.PageStyle))


def _set_ranges(sheet, layout: SheetLayout) -> None:
    """LibreOffice skips print ranges without dollar signs, which libraries write."""
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
