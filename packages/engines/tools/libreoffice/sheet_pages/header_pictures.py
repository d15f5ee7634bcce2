"""Warns about pictures in headers and footers of Excel sheets. LibreOffice does not read pictures in headers and
footers."""
import contextlib
import re
import zipfile

from engines.tools.libreoffice.sheet_pages import excel_pages
from engines.tools.libreoffice.sheet_pages.sheet_layout import WorkbookLayout, with_layouts
from engines.tools.libreoffice.sheets.workbook_formats import CALC, EXCEL, OPEN_XML
from engines.shared.runner.warn import warn

# The only target formats that have headers and footers.
WITH_HEADERS = ('pdf', *CALC, *EXCEL)
# Matches the code of a picture. `&&` is an ampersand.
PICTURE = re.compile('(?<!&)(?:&&)*&G')
# Extension of drawings in headers, footers and comments.
DRAWING = '.vml'


def warn_of_loss(sheets: list, book: WorkbookLayout | None, request: dict) -> None:
    """Warns if a header or footer contains a picture. `book` is None if the target needs no page layout."""
    if request['from'] not in EXCEL or request['to'] not in WITH_HEADERS:
        return
    if book is None and _may_have_pictures(request):
        book = excel_pages.read(request)
    layouts = [layout for _, layout in with_layouts(sheets, book)]
    if any(layout.has_header_pictures and PICTURE.search(layout.header_codes) for layout in layouts):
        warn(request, 'content_left_out', 'pictures in headers and footers')


def _may_have_pictures(request: dict) -> bool:
    """Returns whether headers or footers of a workbook may contain pictures. If headers and footers contain no
    pictures, the layout of the workbook need not be read."""
    if request['from'] not in OPEN_XML:
        return True
    # LibreOffice repairs packages that zipfile cannot read.
    with contextlib.suppress(zipfile.BadZipFile), zipfile.ZipFile(request['input']) as package:
        return any(name.endswith(DRAWING) for name in package.namelist())
    return False
