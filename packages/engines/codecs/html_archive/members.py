"""Reads the files in a zip or tar by name, one at a time. Skips links, devices and files with a path that leads outside
the archive."""
import gzip
import lzma
import mimetypes
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from urllib.parse import unquote

# Maximum total number of bytes that are read, and maximum number of files.
MAX_BYTES = 256 * 1024 * 1024
MAX_MEMBERS = 20_000

# The operating system's table of media types is not used, because it differs between Debian releases.
TYPES = mimetypes.MimeTypes(filenames=())
for extension, kind in {
    '.avif': 'image/avif', '.eot': 'application/vnd.ms-fontobject', '.otf': 'font/otf', '.svg': 'image/svg+xml',
    '.ttf': 'font/ttf', '.webp': 'image/webp', '.woff': 'font/woff', '.woff2': 'font/woff2',
}.items():  # fmt: skip
    TYPES.add_type(kind, extension)

BROKEN = (
    tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, OSError, RuntimeError, ValueError,
)  # fmt: skip


class NotArchive(Exception):
    """Raised if the archive is damaged, encrypted or too large. The message may be a `protean-reason:` line with one of
    the reasons in contract/reasons.ts."""


def kind_of(name: str) -> str:
    return TYPES.guess_type(name)[0] or 'application/octet-stream'


class Members:
    def __init__(self, file: str, ext: str, work: str):
        self._left = MAX_BYTES
        self._read: dict[str, bytes] = {}
        try:
            if ext == 'zip':
                self._archive = zipfile.ZipFile(file)
                self._members = self._zipped()
            else:
                # A tar.gz is decompressed to a file first, because each backward seek in a compressed archive would
                # restart the decompression.
                self._archive = tarfile.open(unpacked(file, f'{work}/unpacked.tar') if ext == 'tar.gz' else file, 'r:')
                self._members = self._taped()
        except BROKEN as error:
            raise NotArchive(f'the archive cannot be read: {error}') from error
        # A link also finds a file whose name differs only in case, because many pages were written on systems that
        # ignore case in file names.
        self._by_lower = {name.lower(): name for name in reversed(list(self._members))}

    def __enter__(self) -> 'Members':
        return self

    def __exit__(self, *_) -> None:
        self._archive.close()

    def names(self) -> Iterator[str]:
        """Returns the names of all files except the files that macOS adds."""
        return (name for name in self._members if not name.startswith('__MACOSX/'))

    def named(self, address: str) -> str | None:
        """Returns the name of the file at a path, which may be percent-encoded, or None if the archive has no such
        file."""
        for name in (address, unquote(address)):
            found = name if name in self._members else self._by_lower.get(name.lower())
            if found is not None:
                return found
        return None

    def read(self, name: str) -> bytes:
        if name not in self._read:
            self._read[name] = self._content(self._members[name])
        return self._read[name]

    def check(self) -> None:
        """Reads all files that have not been read yet. Raises NotArchive if a file is damaged."""
        for name, member in self._members.items():
            if name not in self._read:
                self._content(member)

    def _content(self, member) -> bytes:
        size = member.file_size if isinstance(member, zipfile.ZipInfo) else member.size
        self._left -= size
        if self._left < 0:
            raise NotArchive('protean-reason: result_too_large')
        try:
            opened = self._archive.open(member) if isinstance(member, zipfile.ZipInfo) else self._archive.extractfile(member)
            with opened as stream:
                content = stream.read(size + 1)
        except BROKEN as error:
            raise NotArchive(f'a file in the archive cannot be read: {error}') from error
        if len(content) != size:
            raise NotArchive('a file in the archive is incomplete')
        return content

    def _zipped(self) -> dict[str, zipfile.ZipInfo]:
        infos = self._archive.infolist()
        check_count(len(infos))
        files = [info for info in infos if not info.is_dir() and not stat.S_ISLNK(info.external_attr >> 16)]
        return {name: info for info in files if (name := plain(info.filename))}

    def _taped(self) -> dict[str, tarfile.TarInfo]:
        files = {}
        for count, member in enumerate(self._archive):
            check_count(count)
            if member.isreg() and (name := plain(member.name)):
                files[name] = member
        return files


def unpacked(file: str, to: str) -> str:
    left = MAX_BYTES
    with gzip.open(file) as packed, open(to, 'wb') as plain_file:
        while piece := packed.read(1 << 20):
            left -= len(piece)
            if left < 0:
                raise NotArchive('protean-reason: result_too_large')
            plain_file.write(piece)
    return to


def check_count(count: int) -> None:
    if count > MAX_MEMBERS:
        raise NotArchive('protean-reason: too_many_files')


def plain(name: str) -> str | None:
    """Returns the path with forward slashes, relative to the root of the archive. Returns None if the path leads
    outside the archive."""
    parts = [part for part in re.sub(r'^[A-Za-z]:', '', name.replace('\\', '/')).split('/') if part not in ('', '.')]
    return None if '..' in parts or not parts else '/'.join(parts)
