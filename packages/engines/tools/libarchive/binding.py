"""Reads and writes archives with libarchive through ctypes, as streams of entries without unpacking to disk."""
import ctypes
import errno
import os
from typing import Iterable, Iterator

from engines.tools.libarchive.entry import Entry, Encrypted, Unreadable
from engines.tools.libarchive.rules import Meter

CHUNK = 256 * 1024
EOF, WARN = 1, -20
KINDS = {0o100000: 'file', 0o040000: 'folder', 0o120000: 'link'}
TYPES = {kind: number for number, kind in KINDS.items()}

pointer, text, number, big = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_int64

# Signatures of libarchive functions. The list omits a function if its only parameter is an archive and its result is an
# int. Each row lists the result type, then the argument types.
SIGNATURES = {
    'archive_read_new': (pointer,),
    'archive_read_open_filename': (number, pointer, text, ctypes.c_size_t),
    'archive_read_add_passphrase': (number, pointer, text),
    'archive_read_next_header': (number, pointer, ctypes.POINTER(pointer)),
    'archive_read_data': (ctypes.c_ssize_t, pointer, pointer, ctypes.c_size_t),
    'archive_read_data_block': (number, pointer, pointer, pointer, pointer),
    'archive_read_free': (number, pointer),
    'archive_filter_code': (number, pointer, number),
    'archive_error_string': (text, pointer),
    'archive_errno': (number, pointer),
    'archive_write_new': (pointer,),
    'archive_write_set_options': (number, pointer, text),
    'archive_write_set_passphrase': (number, pointer, text),
    'archive_write_open_filename': (number, pointer, text),
    'archive_write_header': (number, pointer, pointer),
    'archive_write_data': (ctypes.c_ssize_t, pointer, text, ctypes.c_size_t),
    'archive_write_close': (number, pointer),
    'archive_write_free': (number, pointer),
    'archive_entry_new': (pointer,),
    'archive_entry_free': (None, pointer),
    'archive_entry_pathname': (text, pointer),
    'archive_entry_hardlink': (text, pointer),
    'archive_entry_symlink': (text, pointer),
    'archive_entry_filetype': (ctypes.c_uint, pointer),
    'archive_entry_mode': (ctypes.c_uint, pointer),
    'archive_entry_perm': (ctypes.c_uint, pointer),
    'archive_entry_size': (big, pointer),
    'archive_entry_sparse_reset': (number, pointer),
    'archive_entry_mtime': (big, pointer),
    'archive_entry_mtime_nsec': (ctypes.c_long, pointer),
    'archive_entry_mtime_is_set': (number, pointer),
    'archive_entry_is_encrypted': (number, pointer),
    'archive_entry_set_pathname': (None, pointer, text),
    'archive_entry_set_uid': (None, pointer, big),
    'archive_entry_set_gid': (None, pointer, big),
    'archive_entry_set_symlink': (None, pointer, text),
    'archive_entry_set_filetype': (None, pointer, ctypes.c_uint),
    'archive_entry_set_perm': (None, pointer, ctypes.c_uint),
    'archive_entry_set_size': (None, pointer, big),
    'archive_entry_set_mtime': (None, pointer, big, ctypes.c_long),
}


def load() -> ctypes.CDLL:
    library = ctypes.CDLL('libarchive.so.13')
    for name, (result, *arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def call(library: ctypes.CDLL, name: str, archive: int, *arguments) -> int:
    """Calls a function that returns a status. Raises an error if the status is worse than a warning."""
    function = getattr(library, name)
    if name not in SIGNATURES:
        function.restype, function.argtypes = number, [pointer]
    status = function(archive, *arguments)
    if status < WARN:
        raise error_of(library, archive)
    return status


def error_of(library: ctypes.CDLL, archive: int) -> Unreadable | Encrypted | OSError:
    if library.archive_errno(archive) == errno.ENOSPC:
        # A full disk is not an error of this reader, so trying another reader would not help.
        return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    text_of_error = message(library, archive)
    if 'passphrase' in text_of_error.lower():
        return Encrypted(text_of_error)
    return Unreadable.by_message(text_of_error)


def message(library: ctypes.CDLL, archive: int) -> str:
    return (library.archive_error_string(archive) or b'unknown error').decode('utf-8', 'replace')


def headers(library: ctypes.CDLL, file: str, formats: Iterable[str], filters: Iterable[str] = (), password: str = '') -> Iterator:
    """Yields a pair for each entry of `file`: the archive and the header of the entry. The archive and the header are
    valid until the next entry is requested."""
    archive = library.archive_read_new()
    try:
        for name in formats:
            call(library, f'archive_read_support_format_{name}', archive)
        for name in filters:
            call(library, f'archive_read_support_filter_{name}', archive)
        if password:
            call(library, 'archive_read_add_passphrase', archive, password.encode())
        call(library, 'archive_read_open_filename', archive, os.fsencode(file), CHUNK)
        handle = pointer()
        read_next, place = library.archive_read_next_header, ctypes.byref(handle)
        while (status := read_next(archive, place)) != EOF:
            if status < WARN:
                raise error_of(library, archive)
            yield archive, handle
    finally:
        library.archive_read_free(archive)


def read_entries(file: str, formats: Iterable[str], filters: Iterable[str], password: str = '') -> Iterator[Entry]:
    """Yields the entries of `file` in stored order. The data of an entry can be read until the next entry is requested."""
    library = load()
    expects_filter = any(name != 'none' for name in filters)
    # libarchive does not know the size of a raw stream. In xar archives, the offsets of data blocks have another
    # meaning and are ignored.
    sized, sparse = 'raw' not in formats, 'xar' not in formats
    for archive, handle in headers(library, file, formats, filters, password):
        if expects_filter and library.archive_filter_code(archive, 0) == 0:
            raise Unreadable('not compressed as its format requires')
        if library.archive_entry_is_encrypted(handle) and not password:
            raise Encrypted(password)
        entry = to_entry(library, archive, handle, sized)
        if entry:
            holes = library.archive_entry_sparse_reset(handle) > 0
            size = library.archive_entry_size(handle) if holes else 0
            entry.read = lambda size=size: read_data(library, archive, size, sparse)
            yield entry


def to_entry(library: ctypes.CDLL, archive: int, handle: pointer, sized: bool) -> Entry | None:
    hard = library.archive_entry_hardlink(handle)
    kind = 'copy' if hard else KINDS.get(library.archive_entry_filetype(handle) or 0o100000)
    if kind is None:
        return None
    seconds = library.archive_entry_mtime(handle) + library.archive_entry_mtime_nsec(handle) / 1e9
    return Entry(
        path=decoded(library.archive_entry_pathname(handle)),
        kind=kind,
        mode=library.archive_entry_perm(handle),
        mtime=seconds if library.archive_entry_mtime_is_set(handle) else None,
        target=decoded(hard or library.archive_entry_symlink(handle) or b''),
        size=library.archive_entry_size(handle) if sized else -1,
    )


def decoded(name: bytes | None) -> str:
    """Decodes a name as UTF-8. Keeps bytes that are not valid UTF-8 as surrogates, so that `names.py` can decode them
    later."""
    return (name or b'').decode('utf-8', 'surrogateescape')


def read_data(library: ctypes.CDLL, archive: int, size_with_holes: int, sparse: bool) -> Iterator[bytes]:
    """Yields the data of the current entry, with zeros in place of holes. A hole at the end is filled up to
    `size_with_holes`. If `sparse` is false, ignores offsets."""
    block, size, offset, done = pointer(), ctypes.c_size_t(), big(), 0
    place = [ctypes.byref(block), ctypes.byref(size), ctypes.byref(offset)]
    while (status := call(library, 'archive_read_data_block', archive, *place)) != EOF:
        # A warning is treated as an error, because libarchive only warns about a wrong checksum.
        if status < 0:
            raise error_of(library, archive)
        while sparse and done < offset.value:
            yield bytes(min(CHUNK, offset.value - done))
            done += min(CHUNK, offset.value - done)
        yield ctypes.string_at(block, size.value)
        done += size.value
    while done < size_with_holes:
        yield bytes(min(CHUNK, size_with_holes - done))
        done += min(CHUNK, size_with_holes - done)


class Writer:
    """Writes checked entries to `file`. `style` contains the format, the filter and the options."""

    def __init__(self, file: str, style: dict, meter: Meter):
        self.library, self.meter = load(), meter
        self.archive = self.library.archive_write_new()
        self.call(f'archive_write_set_format_{style["format"]}')
        self.call(f'archive_write_add_filter_{style.get("filter", "none")}')
        if style.get('options'):
            self.call('archive_write_set_options', style['options'].encode())
        if style.get('password'):
            self.call('archive_write_set_passphrase', style['password'].encode())
        self.call('archive_write_open_filename', os.fsencode(file))

    def __enter__(self) -> 'Writer':
        return self

    def __exit__(self, kind, *_) -> None:
        """Writes the end of the archive, unless an exception was raised."""
        try:
            if kind is None:
                self.call('archive_write_close')
        finally:
            self.library.archive_write_free(self.archive)

    def call(self, name: str, *arguments) -> None:
        if call(self.library, name, self.archive, *arguments) < 0 and name != 'archive_write_set_options':
            raise error_of(self.library, self.archive)

    def add(self, entry: Entry) -> None:
        handle = self.library.archive_entry_new()
        try:
            self.describe(handle, entry)
            self.call('archive_write_header', handle)
        finally:
            self.library.archive_entry_free(handle)
        if entry.kind == 'file' and entry.size > 0:
            self.add_data(entry)

    def describe(self, handle: int, entry: Entry) -> None:
        library = self.library
        library.archive_entry_set_pathname(handle, entry.path.encode())
        library.archive_entry_set_filetype(handle, TYPES[entry.kind])
        library.archive_entry_set_perm(handle, entry.mode)
        library.archive_entry_set_size(handle, entry.size if entry.kind == 'file' else 0)
        if entry.kind == 'link':
            library.archive_entry_set_symlink(handle, entry.target.encode())
        if entry.mtime is not None:
            seconds = int(entry.mtime // 1)
            library.archive_entry_set_mtime(handle, seconds, int((entry.mtime - seconds) * 1e9))

    def add_data(self, entry: Entry) -> None:
        written = 0
        for chunk in self.meter.metered(entry.read()):
            written += len(chunk)
            if self.library.archive_write_data(self.archive, chunk, len(chunk)) != len(chunk):
                raise error_of(self.library, self.archive)
        if written != entry.size:
            raise Unreadable(f'{entry.path} has {written} bytes instead of the declared {entry.size}')
