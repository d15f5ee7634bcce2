"""Copies a document that is a zip file with some of its parts replaced."""
import zipfile


def write_copy(archive: zipfile.ZipFile, file: str, replaced: dict[str, bytes]) -> None:
    """Writes `file` with fast compression, because only the next program reads it."""
    with zipfile.ZipFile(file, 'w', zipfile.ZIP_DEFLATED) as copy:
        for entry in archive.infolist():
            # Uses a new entry, because `writestr` would change the offset in the entry of the archive.
            named = zipfile.ZipInfo(entry.filename, entry.date_time)
            copy.writestr(named, replaced.get(entry.filename) or archive.read(entry), zipfile.ZIP_DEFLATED, 1)
