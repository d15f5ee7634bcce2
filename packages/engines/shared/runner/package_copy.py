"""Copies a document that is a zip file, and replaces some of its parts."""
import zipfile
from typing import Callable

# Compression level for a temporary copy, which only the next program reads.
FAST = 1
# OpenDocument and EPUB require that the entry `mimetype` is uncompressed, so that readers find the type at the start of
# the file.
STORED = 'mimetype'


def write_copy(archive: zipfile.ZipFile, file: str, replaced: dict[str, bytes]) -> None:
    """Writes `file` with fast compression. A part is replaced even if its new content is empty."""
    write_parts(
        archive, file,
        lambda entry: replaced[entry.filename] if entry.filename in replaced else archive.read(entry),
        FAST,
    )


def write_parts(archive: zipfile.ZipFile, file: str, content: Callable[[zipfile.ZipInfo], bytes], level: int) -> None:
    """Writes `file` with the names and times of the archive's entries. `content` returns the new content of each
    entry."""
    with zipfile.ZipFile(file, 'w', zipfile.ZIP_DEFLATED) as copy:
        for entry in archive.infolist():
            # Creates a new ZipInfo, because `writestr` changes the offset in the ZipInfo that it receives, and
            # `archive` still needs the original offset.
            named = zipfile.ZipInfo(entry.filename, entry.date_time)
            how = zipfile.ZIP_STORED if entry.filename == STORED else zipfile.ZIP_DEFLATED
            copy.writestr(named, content(entry), how, level)
