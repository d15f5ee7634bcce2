"""Keeps the stored cells of pivot tables. When LibreOffice opens a workbook, it would fill the pivot tables again, in a
different layout."""
import os
import re
import zipfile

from engines.tools.libreoffice.sheets.workbook_formats import OPEN_XML
from engines.shared.runner.package_copy import write_copy
from engines.shared.runner.warn import warn

RELATIONS = re.compile(r'xl/worksheets/_rels/[^/]+\.rels')
PIVOT_TABLE = re.compile(rb'<(?:\w+:)?Relationship\b[^>]*?/pivotTable"[^>]*?/>')
MAX_RELATIONS = 1024 * 1024


def prepared(path: str, request: dict, keeps_cells_only: bool) -> str:
    """Returns `path`, or the path of a copy with cells instead of pivot tables. Warns about the lost pivot tables if
    the target supports them."""
    copy = _as_cells(path, request['from'], request['work'])
    if copy != path and not keeps_cells_only:
        warn(request, 'content_left_out', 'pivot tables; their cells are kept')
    return copy


def _as_cells(path: str, kind: str, work: str) -> str:
    if kind not in OPEN_XML or not zipfile.is_zipfile(path):
        return path
    with zipfile.ZipFile(path) as book:
        if not any(name.startswith('xl/pivotTables/') for name in book.namelist()):
            return path
        parts = [part for part in book.infolist() if RELATIONS.fullmatch(part.filename) and part.file_size < MAX_RELATIONS]
        changed = {part.filename: PIVOT_TABLE.sub(b'', book.read(part)) for part in parts}
        copy = os.path.join(work, f'without-pivots-{os.path.basename(path)}')
        write_copy(book, copy, changed)
    return copy
