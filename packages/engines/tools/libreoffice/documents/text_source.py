"""Prepares an OpenDocument text for LibreOffice: replaces charts with tables for targets that do not support charts.

Warns about changed numbers and missing linked files."""
import contextlib
import os
import re
import zipfile
from xml.etree import ElementTree

from engines.tools.libreoffice.documents.word_source import WITHOUT_CHARTS
from engines.shared.office.charts.open_document_tables import with_tables
from engines.shared.runner.package_copy import write_copy
from engines.shared.runner.warn import warn
from engines.shared.runner.families import formats_of_family

PACKAGES = formats_of_family('opendocument-text', 'opendocument-package')
FLAT = formats_of_family('opendocument-text', 'opendocument-flat')
CONTENT = 'content.xml'
START = rb'\b[^>]*\btext:(?:restart-numbering="true"|start-value="\d)'
# Matches an empty section of a master document. A section of a master document is empty if its linked file is missing
# from the upload.
EMPTY_LINK = re.compile(rb'<text:section\b[^>]*>\s*<text:section-source\b[^>]*/>\s*(?:<text:p\b[^>]*/>\s*)?</text:section>')
# For each target format, matches elements at which the numbering restarts in the source but continues in the target.
# LibreOffice does not write the restart of the numbering to the target.
LOST_STARTS = {
    'rtf': re.compile(rb'<text:(?:h|list|list-item|numbered-paragraph)' + START),
    **dict.fromkeys(formats_of_family('word-97'), re.compile(rb'<text:h' + START)),
}


def prepared(path: str, request: dict) -> str:
    """Returns `path`, or the path of a copy of the document with the changes."""
    starts = LOST_STARTS.get(request['to'])
    if request['from'] in FLAT and starts:
        with open(path, 'rb') as file:
            _tell(starts, file.read(), request)
    if request['from'] not in PACKAGES:
        return path
    # LibreOffice itself refuses damaged files.
    with contextlib.suppress(KeyError, UnicodeDecodeError, zipfile.BadZipFile, ElementTree.ParseError), zipfile.ZipFile(path) as archive:
        data = archive.read(CONTENT)
        if starts:
            _tell(starts, data, request)
        if left := len(EMPTY_LINK.findall(data)):
            warn(request, 'documents_left_out', f'{left} linked')
        text = data.decode() if request['to'] in WITHOUT_CHARTS else ''
        if text and (shown := with_tables(archive, text)) is not text:
            copy = os.path.join(request['work'], f'prepared-{os.path.basename(path)}')
            write_copy(archive, copy, {CONTENT: shown.encode()})
            return copy
    return path


def _tell(starts: 're.Pattern[bytes]', content: bytes, request: dict) -> None:
    if found := len(starts.findall(content)):
        warn(request, 'numbers_changed', str(found))
