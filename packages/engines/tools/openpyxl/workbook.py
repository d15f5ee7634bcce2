"""Writes workbooks. Equal workbooks become equal files."""
import datetime
import zipfile

from openpyxl.writer.excel import ExcelWriter

from engines.shared.runner import zip_times

# Time in the metadata of all workbooks, because equal data must give equal workbooks.
EARLIEST = datetime.datetime(1980, 1, 1)


def write(book, file: str) -> None:
    book.properties.created = book.properties.modified = EARLIEST
    # `Workbook.save` of openpyxl 3.1 replaces the time of the last change with the current time.
    with zipfile.ZipFile(file, 'w', zipfile.ZIP_DEFLATED) as archive:
        ExcelWriter(book, archive).save()
    zip_times.reset(file)
