"""Counts the files and folders listed in an archive, and adds up the file sizes."""
import posixpath
import stat
import zipfile
from typing import Iterator

from engines.passes.file_info.bounds import Unread, output_of

ZIPS = ('zip', 'jar', 'apk', 'ipa', 'xpi', 'whl', 'nupkg', 'kmz')
LISTED = ('7z', 'rar', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst', 'tar.lz4', 'cpio', 'iso', 'xar', 'ar', 'cab', 'deb', 'rpm', 'lzh')
FORMATS = (*ZIPS, *LISTED)
# Number of fields in a line of the listing: permissions, links, owner, group, size, three time fields, name.
FIELDS = 9


def read(file) -> Iterator[dict]:
    yield counted(zipped(file.path) if file.format in ZIPS else listed(file.path))


def zipped(path: str) -> Iterator[tuple[str, int]]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            # A link counts as 0 bytes, because its content is only the target path.
            yield member.filename, 0 if stat.S_ISLNK(member.external_attr >> 16) else member.file_size


def listed(path: str) -> Iterator[tuple[str, int]]:
    for line in output_of('bsdtar', '--numeric-owner', '-tvf', path, '--passphrase', 'none').splitlines():
        fields = line.split(None, FIELDS - 1)
        if len(fields) < FIELDS or not fields[4].isdigit():
            raise Unread('an entry without a size')
        name = fields[-1].partition(' -> ')[0] if line.startswith('l') else fields[-1]
        yield f'{name.rstrip("/")}/' if line.startswith('d') else name, int(fields[4])


def counted(entries: Iterator[tuple[str, int]]) -> dict:
    """Counts the files and folders among the entries, and adds up the file sizes. An entry consists of a name and a
    size. A name with a trailing slash is a folder. Each parent path of a name also counts as a folder."""
    files = size = 0
    folders: set[str] = set()
    for name, length in entries:
        path = posixpath.normpath(name.lstrip('/'))
        if not name.endswith('/'):
            files, size, path = files + 1, size + length, posixpath.dirname(path)
        while path not in ('', '.') and path not in folders:
            folders.add(path)
            path = posixpath.dirname(path)
    return {'files': files, 'folders': len(folders), 'bytes': size}
