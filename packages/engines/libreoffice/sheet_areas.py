"""Marks the cells of the tables that a workbook names: tables of Excel, database ranges and filtered ranges."""

# The marked cells get this background colour, and the next ones for further tables. No one sees it.
MARK = 0x01FE00
MAX_MARKS = 255


def mark(document, sheets: list) -> None:
    """LibreOffice writes the background of each cell into its web page, but not where a cell is in its sheet."""
    indexes = {sheet.RangeAddress.Sheet for sheet in sheets}
    for n, area in enumerate([area for area in _areas(document) if area.Sheet in indexes][:MAX_MARKS]):
        cells = document.Sheets.getByIndex(area.Sheet).getCellRangeByPosition(
            area.StartColumn, area.StartRow, area.EndColumn, area.EndRow
        )
        cells.CellBackColor = MARK + n


def _areas(document) -> list:
    areas = [document.DatabaseRanges.getByIndex(n).DataArea for n in range(document.DatabaseRanges.Count)]
    # The list of properties leaves this one out, so it has no attribute.
    unnamed = document.getPropertyValue('UnnamedDatabaseRanges')
    areas += [unnamed.getByTable(n).DataArea for n in range(document.Sheets.Count) if unnamed.hasByTable(n)]
    # A single row is a filter that does not say what it filters.
    return [area for area in areas if area.EndRow > area.StartRow]
