"""Which members of an archive are let through: within bounds, inside the tree, and of a harmless kind."""
import re
from typing import Iterable, Iterator

from engines.libarchive.entry import Entry, Refused

MAX_ENTRIES = 10_000
MAX_BYTES = 1 << 30
MAX_RATIO = 200
# Small archives of zeros are not bombs: below this the ratio is not asked for.
TINY_BYTES = 32 << 20


class Meter:
    """Counts what comes out of an archive and stops as soon as it is too much."""

    def __init__(self, packed_size: int):
        self.most = min(MAX_BYTES, max(TINY_BYTES, packed_size * MAX_RATIO))
        self.entries = 0
        self.bytes = 0

    def entry(self) -> None:
        self.entries += 1
        if self.entries > MAX_ENTRIES:
            raise Refused(f'The archive holds more than {MAX_ENTRIES} entries.', 'too_many_files')

    def take(self, size: int) -> None:
        self.bytes += size
        if self.bytes > self.most:
            raise Refused(f'The archive would unpack to more than {self.most} bytes.', 'result_too_large')

    def metered(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self.take(len(chunk))
            yield chunk


def inner_path(name: str) -> str | None:
    """`name` as a clean path below the root; None where it climbs out or names the root itself."""
    name = re.sub(r'^(//\?/|[A-Za-z]:)', '', name.replace('\\', '/'))
    parts = [part for part in name.split('/') if part not in ('', '.')]
    if '..' in parts or not parts:
        return None
    return '/'.join(parts)


def stays_inside(path: str, target: str) -> bool:
    """Whether a link at `path` to `target` ends below the root, even through other links that do."""
    if target.startswith('/') or '\\' in target or re.match('[A-Za-z]:', target):
        return False
    parts = [part for part in target.split('/') if part not in ('', '.')]
    climbs = 0
    while climbs < len(parts) and parts[climbs] == '..':
        climbs += 1
    # A climb after a descent may start from wherever a link on the way leads.
    return bool(parts) and '..' not in parts[climbs:] and climbs <= path.count('/')


class Tree:
    """The paths let through so far, so that nothing is written through a link or over a folder."""

    def __init__(self) -> None:
        self.folders: set[str] = set()
        self.links: set[str] = set()
        self.files: set[str] = set()

    def admits(self, entry: Entry) -> bool:
        above = parents(entry.path)
        if any(path in self.links or path in self.files for path in above):
            return False
        if entry.kind != 'folder' and entry.path in self.folders:
            return False
        if entry.kind == 'folder' and (entry.path in self.files or entry.path in self.links):
            return False
        if entry.kind == 'link' and not stays_inside(entry.path, entry.target):
            return False
        self.folders.update(above)
        {'folder': self.folders, 'link': self.links}.get(entry.kind, self.files).add(entry.path)
        return True


def parents(path: str) -> list[str]:
    parts = path.split('/')
    return ['/'.join(parts[:count]) for count in range(1, len(parts))]


def vetted(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries that may be passed on, under clean paths; whatever points outside is left out."""
    tree = Tree()
    for entry in entries:
        path = inner_path(entry.path)
        if path is None:
            continue
        entry.path = path
        # Owners' programs are nobody's business elsewhere: set-uid, set-gid and sticky bits are dropped.
        entry.mode &= 0o777
        if tree.admits(entry):
            yield entry
