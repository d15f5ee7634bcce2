"""Reads zip packages within limits and rewrites them: keeps the members, and removes times and comments."""
import zipfile
from typing import Callable

from engines.passes.metadata.cleaners.notes import Refused

CHUNK = 1024 * 1024
MAX_MEMBERS = 20_000
# Maximum size of a member, because members are cleaned in memory.
MAX_MEMBER = 192 * 1024 * 1024
MAX_TOTAL = 1024 * 1024 * 1024

# Function that returns the new content of a member, or None to remove the member.
Change = Callable[[str, bytes], 'bytes | None']


class Package:
    def __init__(self, file: str):
        try:
            self.archive = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, ValueError, NotImplementedError, UnicodeDecodeError) as error:
            raise Refused(f'not a zip: {error}') from error
        self.left = MAX_TOTAL
        self.members = self.archive.infolist()
        if len(self.members) > MAX_MEMBERS:
            raise Refused('too many members', 'too_many_files')
        if any(member.flag_bits & 1 for member in self.members):
            raise Refused('a member is encrypted', 'password_required')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.archive.close()

    @property
    def names(self) -> list[str]:
        return [member.filename for member in self.members]

    def read(self, member: zipfile.ZipInfo | str) -> bytes:
        """Reads and returns a member. Limits the actual decompressed size, because the header may declare a wrong
        size."""
        pieces, size = [], 0
        try:
            with self.archive.open(member) as stream:
                while piece := stream.read(CHUNK):
                    size += len(piece)
                    self.left -= len(piece)
                    if size > MAX_MEMBER or self.left < 0:
                        raise Refused('a member is too large', 'too_complex')
                    pieces.append(piece)
        except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, KeyError) as error:
            raise Refused(f'a member cannot be read: {error}') from error
        except Exception as error:
            # A decompression error is recognized by the name of its class, because zlib and other decoders define
            # separate classes.
            if type(error).__name__ != 'error' and type(error).__name__ != 'LZMAError':
                raise
            raise Refused(f'a member cannot be read: {error}') from error
        return b''.join(pieces)


def is_safe(name: str) -> bool:
    """Returns whether the path stays within the package."""
    return not name.startswith(('/', '\\')) and '..' not in name.replace('\\', '/').split('/') and ':' not in name


def rewrite(source: str, result: str, change: Change) -> None:
    """Rewrites a zip package. The members of the package keep their order. Uncompressed members stay uncompressed, and
    compressed members are deflated. If several members have the same name, only the last member is kept, because
    readers use the last member."""
    with Package(source) as package, zipfile.ZipFile(result, 'w', zipfile.ZIP_DEFLATED) as written:
        last = {member.filename: member for member in package.members}
        for member in package.members:
            name = member.filename
            if last[name] is not member or name.endswith('/') or not is_safe(name):
                continue
            content = change(name, package.read(member))
            if content is None:
                continue
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_STORED if member.compress_type == zipfile.ZIP_STORED else zipfile.ZIP_DEFLATED
            info.create_system = 0
            written.writestr(info, content)


def traces(file: str, is_left_out: Callable[[str], object], look: Callable[[str, bytes], list[str]]) -> list[str]:
    """Returns the metadata that is left: metadata of the zip itself, members that should have been removed, and the
    metadata that `look` finds in all other members."""
    with Package(file) as package:
        found = traces_of_members(package)
        for member in package.members:
            name, data = member.filename, package.read(member)
            found += [name] if is_left_out(name) else look(name, data)
    return found


def traces_of_members(package: Package) -> list[str]:
    """Returns the metadata in the directory of the zip."""
    found = ['zip comment'] if package.archive.comment else []
    for member in package.members:
        # Ignores the first 20 bytes of the extra fields, because the zip64 field for large sizes has 20 bytes.
        if member.date_time != (1980, 1, 1, 0, 0, 0) or member.comment or member.extra.replace(member.extra[:20], b'', 1):
            found.append(f'time or comment of {member.filename}')
    return found
