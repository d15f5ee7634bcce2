"""Marks the cells of declared tables in a workbook: Excel tables, database ranges and filtered ranges."""
from engines.tools.libreoffice.sheets.sheet_formats import range_at
from engines.tools.libreoffice.sheets.sheet_tables import MARK, MAX_MARKS


def mark(document, sheets: list) -> None:
    """Gives the cells of each table a background colour as a mark. LibreOffice writes the colours into its web page,
    but not the positions of cells."""
    indexes = {sheet.RangeAddress.Sheet for sheet in sheets}
    for n, area in enumerate([area for area in _areas(document) if area.Sheet in indexes][:MAX_MARKS]):
        range_at(document.Sheets.getByIndex(area.Sheet), area).CellBackColor = MARK + n


def _areas(document) -> list:
    areas = [document.DatabaseRanges.getByIndex(n).DataArea for n in range(document.DatabaseRanges.Count)]
    # Calls `getPropertyValue`, because Python has no attribute for `UnnamedDatabaseRanges`. The document's property
    # list lacks `UnnamedDatabaseRanges`.
    unnamed = document.getPropertyValue('UnnamedDatabaseRanges')
    areas += [unnamed.getByTable(n).DataArea for n in range(document.Sheets.Count) if unnamed.hasByTable(n)]
    # Skips areas with a single row. Areas with a single row belong to filters that have no range in the file.
    return [area for area in areas if area.EndRow > area.StartRow]
