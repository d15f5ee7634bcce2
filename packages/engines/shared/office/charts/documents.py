"""Copies a Word or OpenDocument text document and replaces each chart with tables, for readers that do not support
charts."""
import os
import zipfile

from engines.shared.office.charts import open_document_tables, word
from engines.shared.runner.package_copy import write_copy

PARTS = {'docx': 'word/document.xml', 'odt': 'content.xml'}


def with_chart_tables(file: str, kind: str, work: str) -> str:
    """Returns `file`, or the path of a changed copy with the same name. Returns a damaged file unchanged, because its
    reader reports the damage."""
    part = PARTS[kind]
    try:
        with zipfile.ZipFile(file) as archive:
            before = archive.read(part)
            after = word.with_tables(archive, part, before) if kind == 'docx' else _open_document(archive, before)
            if after is before:
                return file
            # The copy keeps the file name, because calibre uses it as the title of a book without a title.
            copy = os.path.join(work, 'charts', os.path.basename(file))
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            write_copy(archive, copy, {part: after})
            return copy
    except (KeyError, UnicodeDecodeError, zipfile.BadZipFile, word.ElementTree.ParseError):
        return file


def _open_document(archive: zipfile.ZipFile, data: bytes) -> bytes:
    content = data.decode()
    after = open_document_tables.with_tables(archive, content)
    return data if after is content else after.encode()
