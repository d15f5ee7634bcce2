"""Cleans zip packages of office documents. The module of each format, such as `ooxml.py`, cleans the markup. This
module cleans embedded pictures, drawings, documents and OLE containers."""
import io
import os
import tempfile
import zipfile

import olefile

from engines.passes.metadata.cleaners import ooxml, opendocument, package, pictures, svg
from engines.passes.metadata.cleaners.notes import MAX_DEPTH, Notes, Refused

ZIP = b'PK\x03\x04'
OLE = olefile.MAGIC
SUMMARIES = ('\x05SummaryInformation', '\x05DocumentSummaryInformation')


def clean(kind, source: str, result: str, notes: Notes, depth: int = 0) -> None:
    """Cleans an Open XML or OpenDocument package. `kind` is the module `ooxml` or `opendocument`."""
    def change(name: str, data: bytes) -> bytes | None:
        if kind.is_left_out(name):
            return None
        return kind.clean_part(name, data, notes) if kind.is_part(name) else clean_member(name, data, notes, depth)

    package.rewrite(source, result, change)


def traces(kind, file: str, depth: int = 0) -> list[str]:
    def look(name: str, data: bytes) -> list[str]:
        found = kind.traces_of_part(name, data) if kind.is_part(name) else traces_of_member(name, data, depth)
        return [f'{name}: {trace}' for trace in found]

    return package.traces(file, kind.is_left_out, look)


def clean_member(name: str, data: bytes, notes: Notes, depth: int) -> bytes:
    """Cleans a member of a package that is not markup of the document format, such as a picture."""
    if pictures.kind_of(data):
        return pictures.clean(data, notes)
    if name.lower().endswith('.svg'):
        return svg.clean(data, notes)
    if data.startswith(ZIP):
        return nested(data, notes, depth + 1)
    if data.startswith(OLE):
        return without_summaries(data)
    return data


def traces_of_member(name: str, data: bytes, depth: int) -> list[str]:
    if pictures.kind_of(data):
        return pictures.traces(data)
    if name.lower().endswith('.svg'):
        return svg.traces(data)
    if data.startswith(ZIP):
        kind = kind_inside(data)
        return with_file(data, lambda file: traces(kind, file, depth + 1)) if kind else []
    if data.startswith(OLE):
        return summaries(data)
    return []


def kind_inside(data: bytes):
    """Returns the cleaning module for a zip file that is an embedded document, or None for any other zip file."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist()[:package.MAX_MEMBERS])
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return None
    if '[Content_Types].xml' in names:
        return ooxml
    return opendocument if 'content.xml' in names else None


def nested(data: bytes, notes: Notes, depth: int) -> bytes:
    if depth > MAX_DEPTH:
        raise Refused('documents are nested too deeply', 'too_deep')
    kind = kind_inside(data)
    if kind is None:
        return data

    def cleaned(file: str) -> bytes:
        clean(kind, file, f'{file}.clean', notes, depth)
        with open(f'{file}.clean', 'rb') as result:
            return result.read()

    return with_file(data, cleaned)


def with_file(data: bytes, work):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'file')
        with open(file, 'wb') as stream:
            stream.write(data)
        return work(file)


def summary_streams(ole: olefile.OleFileIO):
    return [path for path in ole.listdir() if path[-1] in SUMMARIES]


def without_summaries(data: bytes) -> bytes:
    """Returns the OLE document with its property sets blanked in place."""
    try:
        def cleaned(file: str) -> bytes:
            with olefile.OleFileIO(file, write_mode=True) as ole:
                for path in summary_streams(ole):
                    ole.write_stream(path, blank_summary(ole.get_size(path)))
            with open(file, 'rb') as result:
                return result.read()

        return with_file(data, cleaned)
    except (OSError, ValueError, IndexError) as error:
        raise Refused(f'an old container cannot be read: {error}') from error


def blank_summary(size: int) -> bytes:
    """Returns a property set with a single empty section, padded with zeros."""
    head = b'\xfe\xff\0\0\0\0\0\0' + bytes(16) + b'\1\0\0\0' + bytes(16) + b'\x30\0\0\0' + b'\x08\0\0\0\0\0\0\0'
    return (head + bytes(max(0, size - len(head))))[:size]


def summaries(data: bytes) -> list[str]:
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as ole:
            return [f'{path[-1][1:]} in an old container' for path in summary_streams(ole) if any(ole.openstream(path).read()[56:])]
    except (OSError, ValueError, IndexError):
        return ['an old container cannot be inspected']
