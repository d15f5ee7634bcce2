"""Prepares a workbook for pages, web pages and single-sheet formats: selects sheets, values and comments, and fits
rows."""
from engines.tools.libreoffice.sheet_pages import (
    blank_pages,
    excel_pages,
    header_fields,
    header_layout,
    header_pictures,
    page_format,
    print_options,
    print_setup,
    row_heights,
    sheet_headings,
    sheet_page,
    shown_comments,
)
from engines.tools.libreoffice.sheets import cell_values, early_dates, sheet_charts, sheet_comments, sheet_files
from engines.tools.libreoffice.sheet_pages.sheet_layout import WorkbookLayout
from engines.tools.libreoffice.sheets.workbook_formats import CALC, EXCEL, FLAT, PAGES
from engines.shared.runner.warn import warn


def is_view(request: dict) -> bool:
    """Returns whether the target stores displayed cells without formulas."""
    return request['to'] in PAGES or request['store'].get('single', False)


def prepare(document, request: dict) -> list[str]:
    """Prepares the workbook for its conversion. Returns the names of the sheets to convert."""
    sheets, layout = list(document.Sheets), excel_pages.layout_of(request)
    is_page, is_single = request['to'] in PAGES, request['store'].get('single', False)
    if request['from'] in sheet_headings.SHEETLESS:
        page_format.remove_headers_and_footers(document)
    if is_view(request):
        cell_values.keep_results(document)
        sheets = _choose_sheets(document, request)
        drawn = _draw_comments(document, sheets, layout, request)
        printed = print_options.sheets_with_comments(layout, 'atEnd')
        request['comments'] = sheet_comments.take(sheets, request, printed, drawn)
        for sheet in sheets:
            cell_values.name_errors(sheet, is_single)
    if request['to'] == 'pdf':
        for sheet in sheets:
            cell_values.shrink_numbers(document, sheet)
    if request['to'] in FLAT:
        sheet_comments.draw(sheets)
    early_dates.settle(document, request)
    _write_values(document, sheets, request)
    if is_page:
        excel_pages.set_columns(document, sheets, layout)
        fitted = {sheet.Name: row_heights.fit(sheet) for sheet in sheets}
        excel_pages.set_rows(sheets, layout, fitted)
    if request['to'] == 'pdf':
        print_setup.complete(document, sheets, layout)
        print_options.apply(document, sheets, layout)
        header_fields.settle(document, sheets, layout, request)
        for sheet in sheets:
            sheet_comments.print_behind(document, sheet, request['comments'].get(sheet.Name, []))
        if request['from'] not in CALC:
            blank_pages.keep(document)
        if request['from'] in EXCEL:
            header_layout.settle(document, sheets, layout)
    header_pictures.warn_of_loss(sheets, layout, request)
    if request['to'] == 'html':
        sheet_page.prepare(document, sheets, request)
    else:
        _warn_of_charts(sheets, is_single, request)
    return [sheet.Name for sheet in sheets]


def _draw_comments(document, sheets: list, layout: WorkbookLayout | None, request: dict) -> int:
    """Draws the comments on each sheet with the print setting "Comments: As displayed on sheet". Returns the number of
    drawn comments."""
    if 'comments' in request['options']:
        return 0
    names = print_options.sheets_with_comments(layout, 'asDisplayed')
    return sum(shown_comments.draw(document, sheet) for sheet in sheets if sheet.Name in names)


def _warn_of_charts(sheets: list, is_single: bool, request: dict) -> None:
    lost = len(sheet_charts.later_charts(request['input']))
    if is_single:
        lost += sum(map(sheet_charts.count, sheets))
    if lost:
        warn(request, 'charts_left_out', str(lost))


def _choose_sheets(document, request: dict) -> list:
    """Returns the sheets that the result shows. Hides all other sheets of the document, because LibreOffice does not
    print hidden sheets."""
    sheets, options = list(document.Sheets), request['options']
    if 'sheet' in options:
        name = sheet_files.find(document, options['sheet'])
        chosen = [sheet for sheet in sheets if sheet.Name == name]
    else:
        chosen = [sheet for sheet in sheets if sheet.IsVisible]
        hidden = len(sheets) - len(chosen)
        wanted = options.get('sheets', 'visible' if request['to'] in PAGES else 'all')
        if hidden:
            warn(request, 'hidden_sheets', f'{hidden} {"left out" if wanted == "visible" else "converted"}')
        if wanted == 'all':
            chosen = sheets
    # Shows the chosen sheets before the others are hidden, because LibreOffice cannot hide the last visible sheet.
    for sheet in chosen:
        sheet.IsVisible = True
    names = {sheet.Name for sheet in chosen}
    for sheet in sheets:
        sheet.IsVisible = sheet.Name in names
    return chosen


def _write_values(document, sheets: list, request: dict) -> None:
    values = request['options'].get('values')
    for sheet in sheets:
        if values == 'raw':
            cell_values.write_raw(document, sheet)
        elif values == 'shown' and request['to'] != 'pdf':
            cell_values.write_shown(document, sheet)
