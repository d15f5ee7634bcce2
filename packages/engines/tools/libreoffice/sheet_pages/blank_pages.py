"""Makes LibreOffice print the same blank pages as Excel. Excel prints blank pages that precede a page with content, and
pages whose empty cells have a background colour."""
from com.sun.star.beans import PropertyValue

# Maximum number of pages of an examined document. In a document with more pages, requesting the cells would take
# seconds.
MAX_PAGES = 1000
NO_FILL = -1
# LibreOffice's PDF export has no setting for blank pages, but it prints pages with any text, even a space.
BLANK = ' '

# The numbers of the first column, the first row, the last column and the last row of an area.
Area = tuple[int, int, int, int]
# The number of a sheet, and a printed area of the sheet.
Page = tuple[int, Area]


def keep(document) -> None:
    """Makes LibreOffice print blank pages. Excel drops only the blank pages at the end of a workbook (Microsoft KB
    288968), but LibreOffice drops all blank pages.

    The native formats of LibreOffice Calc do not use this function. Delimited text uses it, so that delimited text is
    printed as in Excel."""
    if document.getRendererCount(document, _options(is_dropping=False)) > MAX_PAGES:
        return
    pages, printed = _pages(document, is_dropping=False), set(_pages(document, is_dropping=True))
    while pages and pages[-1] not in printed and not _is_filled(_cells(document, pages[-1])):
        pages.pop()
    for page in pages:
        if page not in printed:
            sheet, (_, _, column, row) = page
            document.Sheets.getByIndex(sheet).getCellByPosition(column, row).String = BLANK


def areas_of(document) -> dict[int, Area]:
    """Returns the printed area of each sheet, by sheet number."""
    found: dict[int, Area] = {}
    for sheet, area in _pages(document, is_dropping=False):
        left, top, right, bottom = found.get(sheet, area)
        found[sheet] = (min(left, area[0]), min(top, area[1]), max(right, area[2]), max(bottom, area[3]))
    return found


def _options(is_dropping: bool) -> tuple:
    return (PropertyValue('IsSuppressEmptyPages', 0, is_dropping, 0),)


def _pages(document, is_dropping: bool) -> list[Page]:
    options, found = _options(is_dropping), []
    for number in range(document.getRendererCount(document, options)):
        for value in document.getRenderer(number, document, options):
            if value.Name == 'SourceRange':
                area = value.Value
                found.append((area.Sheet, (area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)))
    return found


def _cells(document, page: Page):
    sheet, area = page
    return document.Sheets.getByIndex(sheet).getCellRangeByPosition(*area)


def _is_filled(cells) -> bool:
    return any(same.CellBackColor != NO_FILL for same in cells.getCellFormatRanges())
