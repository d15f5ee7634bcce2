"""Decides which entries of an archive are accepted: within size limits, inside the tree, and of a harmless type."""
import re
from typing import Iterable, Iterator

from engines.tools.libarchive.entry import Entry, Refused

MAX_ENTRIES = 50_000
MAX_BYTES = 1 << 30
# The unpacked size of a large archive may be at most this multiple of the archive's size. The output limit of a
# conversion also bounds the unpacked size.
MAX_GROWTH = 2
MAX_RATIO = 200
# Every archive may unpack to this size, whatever its compression ratio, because so little content is harmless.
TINY_BYTES = 32 << 20


class Meter:
    """Counts the entries and bytes of an archive, and raises as soon as there are too many."""

    def __init__(self, packed_size: int):
        self.max_bytes = max(min(MAX_BYTES, max(TINY_BYTES, packed_size * MAX_RATIO)), packed_size * MAX_GROWTH)
        self.entries = 0
        self.bytes = 0

    def entry(self) -> None:
        self.entries += 1
        if self.entries > MAX_ENTRIES:
            raise Refused(f'The archive contains more than {MAX_ENTRIES} entries.', 'too_many_files')

    def add(self, size: int) -> None:
        self.bytes += size
        if self.bytes > self.max_bytes:
            raise Refused(f'The archive would unpack to more than {self.max_bytes} bytes.', 'result_too_large')

    def metered(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self.add(len(chunk))
            yield chunk


def inner_path(name: str) -> str | None:
    """Returns `name` as a normalised path below the root, or None if the path is outside the root or is the root
    itself."""
    name = re.sub(r'^(//\?/|[A-Za-z]:)', '', name.replace('\\', '/'))
    parts = [part for part in name.split('/') if part not in ('', '.')]
    if '..' in parts or not parts:
        return None
    return '/'.join(parts)


def stays_inside(path: str, target: str) -> bool:
    """Returns whether a link at `path` to `target` stays below the root, including through other accepted links."""
    if target.startswith('/') or '\\' in target or re.match('[A-Za-z]:', target):
        return False
    parts = [part for part in target.split('/') if part not in ('', '.')]
    ups = 0
    while ups < len(parts) and parts[ups] == '..':
        ups += 1
    # `..` after a name is refused. If the name is a link, `..` would start from the target of that link.
    return bool(parts) and '..' not in parts[ups:] and ups <= path.count('/')


class Tree:
    """The accepted paths of an archive. Ensures that no entry is written through a link or replaces a folder."""

    def __init__(self) -> None:
        self.folders: set[str] = set()
        self.links: set[str] = set()
        self.files: set[str] = set()

    def accepts(self, entry: Entry) -> bool:
        ancestors = parents(entry.path)
        if any(path in self.links or path in self.files for path in ancestors):
            return False
        if entry.kind != 'folder' and entry.path in self.folders:
            return False
        if entry.kind == 'folder' and (entry.path in self.files or entry.path in self.links):
            return False
        if entry.kind == 'link' and not stays_inside(entry.path, entry.target):
            return False
        self.folders.update(ancestors)
        {'folder': self.folders, 'link': self.links}.get(entry.kind, self.files).add(entry.path)
        return True


def parents(path: str) -> list[str]:
    parts = path.split('/')
    return ['/'.join(parts[:count]) for count in range(1, len(parts))]


def accepted(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yields the accepted entries with normalised paths. Drops entries whose paths lead outside the archive."""
    tree = Tree()
    for entry in entries:
        path = inner_path(entry.path)
        if path is None:
            continue
        entry.path = path
        # Drops set-uid, set-gid and sticky bits.
        entry.mode &= 0o777
        if tree.accepts(entry):
            yield entry
