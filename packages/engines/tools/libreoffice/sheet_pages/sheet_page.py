"""Completes the web page that LibreOffice makes from a workbook: splits sheets into tables, and adds headings, charts
and comments."""
from engines.tools.libreoffice.sheet_pages import sheet_areas, sheet_headings
from engines.tools.libreoffice.sheets import sheet_charts, sheet_comments, sheet_tables
from engines.shared.office.charts.chart import html_of
from engines.shared.runner.families import formats_of_family

# Targets that keep the layout of a sheet instead of splitting it into tables.
LAYOUTS = (
    *('html', 'xhtml', 'rtf', 'pptx', 'icml'),
    *formats_of_family('ooxml-text'),
    *formats_of_family('word-97'),
    *formats_of_family('opendocument-text'),
)


def prepare(document, sheets: list, request: dict) -> None:
    """Marks the table areas of the sheets if the target shows tables. Called before the page is stored."""
    if _shows_tables(request):
        sheet_areas.mark(document, sheets)


def _shows_tables(request: dict) -> bool:
    return request.get('target', 'html') not in LAYOUTS


def settle(document, request: dict, file: str) -> None:
    """Rewrites `file`, the web page that LibreOffice made from `document`."""
    with open(file, encoding='utf-8', newline='') as page:
        text = page.read()
    sheets = [document.Sheets.getByName(name) for name in request['chosen']]
    if _shows_tables(request):
        text = sheet_tables.TABLE.sub(lambda table: sheet_tables.split(table[0]), text)
    charts = sheet_charts.charts_of(document, request['input'])
    comments = request['comments']
    for sheet in reversed(sheets):
        behind = [html_of(chart) for chart in charts.get(sheet.Name, [])]
        if comments.get(sheet.Name):
            behind.append(sheet_comments.html_of(comments[sheet.Name]))
        if behind:
            text = sheet_headings.with_content_behind(text, sheet.Name, '\n'.join(behind))
    text = sheet_headings.settled(text, request['from'], request['chosen'], request.get('target', 'html'))
    with open(file, 'w', encoding='utf-8', newline='') as page:
        page.write(text)
