"""Counts the sheets of Excel 97–2003 workbooks and the attachments of Outlook messages, which are compound files."""
import struct
from typing import Iterator

from engines.passes.file_info.bounds import MAX_TEXT, Unread
from engines.shared.runner.families import formats_of_family

WORKBOOKS = formats_of_family('excel-97')
FORMATS = (*WORKBOOKS, 'msg')
# Record types of the workbook globals ([MS-XLS] 2.3). Each record begins with its type and length.
BOUND_SHEET, FILE_PASS, END = 0x85, 0x2F, 0x0A
# Types of the counted sheets: 0 for worksheets and dialog sheets, and 2 for chart sheets. Macro sheets are not counted,
# because other formats do not have macro sheets.
KINDS_OF_SHEETS = (0, 2)
ATTACHMENT = '__attach_version1.0_'
PROPERTIES = '__properties_version1.0'
# Offset of the first property entry of an attachment, and size of each entry ([MS-OXMSG] 2.4.2). An entry has a tag,
# flags and a value.
FIRST_PROPERTY, PROPERTY = 8, 16
HIDDEN, CONTENT_ID = 0x7FFE000B, 0x3712001F


def read(file) -> Iterator[dict]:
    import olefile

    with olefile.OleFileIO(file.path) as container:
        if file.format == 'msg':
            yield attachments_of(container)
        else:
            yield {'sheets': sheets_in(stream(container, 'Workbook' if container.exists('Workbook') else 'Book'))}


def stream(container, name: str) -> bytes:
    if container.get_size(name) > MAX_TEXT:
        raise Unread('too large')
    return container.openstream(name).read()


def sheets_in(records: bytes) -> int:
    """Counts the sheets listed in the workbook globals, the first part of the stream."""
    at = sheets = 0
    while at + 4 <= len(records):
        kind, length = struct.unpack_from('<HH', records, at)
        content = records[at + 4:at + 4 + length]
        if kind == FILE_PASS:
            raise Unread('encrypted')
        if kind == BOUND_SHEET:
            if len(content) < 6 or content[5] not in KINDS_OF_SHEETS:
                raise Unread('unsupported kind of sheet')
            sheets += 1
        elif kind == END:
            return sheets
        at += 4 + length
    raise Unread('truncated')


def attachments_of(container) -> dict:
    """Returns the number of attachments that are not hidden. A visible attachment with a content id may be a picture
    in the text. If there is a visible attachment with a content id, returns an empty result, because the number of
    attachments would be uncertain."""
    attached = {path[0] for path in container.listdir(streams=True, storages=True) if path[0].startswith(ATTACHMENT)}
    tags = [tags_of(stream(container, f'{name}/{PROPERTIES}')) for name in attached]
    is_shown = any(CONTENT_ID in of and not of.get(HIDDEN) for of in tags)
    return {} if is_shown else {'attachments': sum(1 for of in tags if not of.get(HIDDEN))}


def tags_of(properties: bytes) -> dict[int, int]:
    entries = range(FIRST_PROPERTY, len(properties) - PROPERTY + 1, PROPERTY)
    return {tag: value for tag, _, value in (struct.unpack_from('<IIQ', properties, at) for at in entries)}
