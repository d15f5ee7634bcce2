"""Opens archives with each of the readers, with the additional steps that some formats need."""
import os
import shutil
import subprocess
from dataclasses import replace
from typing import Iterable, Iterator

from engines.tools.libarchive import binding, trees
from engines.tools.libarchive.entry import Entry, Unreadable
from engines.tools.libarchive.names import Names, is_read
from engines.tools.libarchive.rules import Meter

CHUNK = 256 * 1024


class Undecided(Exception):
    """Raised if an entry depends on other entries, so that all entries must be read before the first entry is
    written."""


def open_entries(reader: dict, file: str, work: str, meter: Meter, on_guess=lambda codec: None, once=False) -> Iterator[Entry]:
    """Yields the entries of `file`, read by the tool `reader`. `work` is an empty scratch folder.

    If the encoding of names is uncertain, `on_guess` is called with the guessed encoding. If `once` is true, the
    archive is read only once if possible: the iterator raises `Undecided` as soon as a second pass is needed."""
    tool = reader['tool']
    if tool == 'sevenzip':
        return trees.sevenzip_entries(file, reader['type'], work, meter, reader.get('password', ''))
    if tool == 'unar':
        return trees.unar_entries(file, work, meter, reader.get('defaultEncoding'), reader.get('password', ''))
    if tool == 'brotli':
        return iter([single(file, work, meter)])
    if tool == 'deb':
        return package_entries(file, work, meter)
    if is_empty_zip(file):
        return iter(())
    return entries_at_once(reader, file, work, meter) if once else stream_entries(reader, file, work, meter, on_guess)


def is_empty_zip(file: str) -> bool:
    """Returns whether the file is an empty zip, which contains only an end record. libarchive does not recognize an
    empty zip."""
    with open(file, 'rb') as stream:
        end = stream.read(22)
    return len(end) == 22 and end[:4] == b'PK\x05\x06' and end[8:12] == bytes(4)


def entries_at_once(reader: dict, file: str, work: str, meter: Meter) -> Iterator[Entry]:
    """Yields the same entries as `stream_entries`, but reads the archive once. Raises Undecided if a path occurs twice,
    a name is not UTF-8, or an entry is a hard link."""
    check(reader, file)
    seen: set[str] = set()
    for index, entry in enumerate(entries_as_stored(reader, file)):
        meter.entry()
        if entry.kind == 'copy' or entry.path in seen or not (is_read(entry.path) and is_read(entry.target)):
            raise Undecided
        seen.add(entry.path)
        yield spooled(entry, f'{work}/file{index}', meter) if entry.kind == 'file' and entry.size < 0 else entry


def stream_entries(reader: dict, file: str, work: str, meter: Meter, on_guess=lambda codec: None) -> Iterator[Entry]:
    """Yields libarchive's entries, with hard links as separate files. If several entries have the same path, yields
    only the last one."""
    check(reader, file)
    last, repeated, bodies = {}, set(), {}
    names = Names(file, reader['formats'])
    for index, entry in enumerate(entries_as_stored(reader, file)):
        meter.entry()
        names.see(entry.path, entry.target)
        last[entry.path] = index
        if entry.kind == 'copy':
            repeated.add(entry.target)
            # If a file has several hard links, cpio stores the data with the last link instead of the first.
            if entry.size > 0:
                bodies[entry.target] = spooled(entry, f'{work}/body{index}', meter)
    names.decide()
    if names.guess:
        on_guess(names.guess)
    originals = {}
    for index, entry in enumerate(entries_as_stored(reader, file)):
        if entry.kind == 'file' and (entry.size < 0 or entry.path in repeated):
            body = bodies.get(entry.path) or spooled(entry, f'{work}/file{index}', meter)
            entry = originals[entry.path] = replace(entry, size=body.size, read=body.read)
        if entry.kind == 'copy' and entry.target in originals:
            original = originals[entry.target]
            entry = replace(entry, kind='file', size=original.size, read=original.read)
        if entry.kind != 'copy' and last[entry.path] == index:
            yield replace(entry, path=names.read(entry.path), target=names.read(entry.target))


def entries_as_stored(reader: dict, file: str) -> Iterator[Entry]:
    return binding.read_entries(file, reader['formats'], reader.get('filters', ()), reader.get('password', ''))


def check(reader: dict, file: str) -> None:
    """Detects corruption that libarchive does not report."""
    verify_checksum(reader, file)
    if reader['formats'] == ['ar']:
        check_members(file)


# Programs that verify the checksum of a compressed stream, by compression filter. libarchive verifies these checksums
# incompletely or not at all.
TESTERS = {'gzip': 'gzip', 'lz4': 'lz4'}


def verify_checksum(reader: dict, file: str) -> None:
    tester = TESTERS.get(''.join(reader.get('filters', ())))
    if tester and shutil.which(tester):
        done = subprocess.run([tester, '-t', file], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        # gzip's status 2 is a warning, for example about trailing bytes.
        if done.returncode not in (0, 2):
            raise Unreadable(done.stderr.decode('utf-8', 'replace'))


def check_members(file: str) -> None:
    """Detects a corrupt header in an ar archive, which libarchive treats as the end of the archive."""
    with open(file, 'rb') as stream:
        size, at = stream.seek(0, os.SEEK_END), 8
        while at < size:
            stream.seek(at)
            header = stream.read(60)
            if len(header) < 60 or header[58:] != b'`\n' or not header[48:58].strip().isdigit():
                raise Unreadable('the archive is truncated')
            at += 60 + (int(header[48:58]) + 1) // 2 * 2
        if at > size + 1:
            raise Unreadable('the archive is truncated')


def spooled(entry: Entry, file: str, meter: Meter) -> Entry:
    """Stores the data of the entry in `file`, and returns an entry that reads from `file`, so that the size is known
    and the data can be read again."""
    with open(file, 'wb') as spool:
        for chunk in meter.metered(entry.read()):
            spool.write(chunk)
    return replace(entry, size=os.path.getsize(file), read=lambda: trees.contents(file))


def single(file: str, work: str, meter: Meter) -> Entry:
    """Returns the only entry of a brotli stream."""
    unpacked = Entry(path='data', kind='file', mode=0o644, read=lambda: piped(['brotli', '-dc', file]))
    return spooled(unpacked, f'{work}/data', meter)


def piped(command: list[str]) -> Iterable[bytes]:
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as tool:
        while chunk := tool.stdout.read(CHUNK):
            yield chunk
    if tool.returncode != 0:
        raise Unreadable(f'{command[0]} ended with status {tool.returncode}')


# A Debian package is an ar archive of two archives: the installed files, and the metadata.
PACKAGE_PARTS = {'control.tar': 'DEBIAN/', 'data.tar': ''}
FILTERS = {'': 'none', '.gz': 'gzip', '.xz': 'xz', '.zst': 'zstd', '.bz2': 'bzip2', '.lzma': 'lzma'}


def package_entries(file: str, work: str, meter: Meter) -> Iterator[Entry]:
    """Yields the installed files of a .deb, and its metadata below `DEBIAN/`, as `dpkg-deb --raw-extract` lays them out."""
    parts = []
    for member in binding.read_entries(file, ['ar'], []):
        stem, dot, ending = member.path.partition('.tar')
        if stem + dot in PACKAGE_PARTS:
            spooled(member, f'{work}/{stem}.tar', meter)
            parts.append((PACKAGE_PARTS[stem + dot], f'{work}/{stem}.tar', FILTERS.get(ending, 'none')))
    if len(parts) != len(PACKAGE_PARTS):
        raise Unreadable('not a Debian package: its two parts are missing')
    for prefix, part, kind in parts:
        scratch = f'{part}.d'
        os.mkdir(scratch)
        for entry in stream_entries({'formats': ['tar'], 'filters': [kind]}, part, scratch, meter):
            entry.path = prefix + entry.path
            if entry.kind == 'copy':
                entry.target = prefix + entry.target
            yield entry
