"""Copies the files of a zip to a tar archive in a single short loop if no entry would change. The short loop is several
times as fast as reading the zip entry by entry."""
import ctypes
import os

from engines.tools.libarchive import binding, rules
from engines.tools.libarchive.entry import Refused, Unreadable

FILE, FOLDER = binding.TYPES['file'], binding.TYPES['folder']
BUFFER = 1 << 20

# All visible ASCII characters except the backslash and the colon. `rules.inner_path` replaces each backslash, and the
# colon after a drive letter.
PLAIN = bytes({*range(0x20, 0x7f)} - {*b'\\:'})
# Paths up to this length fit into every tar header. With a longer path, libarchive would also write access times.
LONGEST = 99


class Special(Exception):
    """Raised if a copied entry would differ from the entry that reading entry by entry writes, or if an entry differs
    from its header."""


def copied(step: dict, reader: dict, packed: int) -> bool:
    """Copies the files of `input` to `output`. Returns True if the output equals the result of reading entry by entry.
    If the results may differ, removes the output and returns False."""
    style = step['writer']
    if reader.get('formats') != ['zip_seekable'] or style['format'] != 'pax_restricted':
        return False
    if 'time' in step or 'password' in reader or step.get('pictures'):
        return False
    try:
        with binding.Writer(step['output'], style, rules.Meter(packed)) as writer:
            copy(step['input'], writer)
        return True
    except (Special, Refused, Unreadable):
        # If this function returns False, the caller reads entry by entry, and reports the reason if the zip is refused.
        os.remove(step['output'])
        return False


def copy(file: str, writer: binding.Writer) -> None:
    library, out, meter = writer.library, writer.archive, writer.meter
    mode_of, size_of, path_of = library.archive_entry_mode, library.archive_entry_size, library.archive_entry_pathname
    set_path, set_user, set_group = library.archive_entry_set_pathname, library.archive_entry_set_uid, library.archive_entry_set_gid
    write_header, read, write = library.archive_write_header, library.archive_read_data, library.archive_write_data
    space = ctypes.create_string_buffer(BUFFER)
    place, content = binding.pointer(ctypes.addressof(space)), ctypes.c_char_p(ctypes.addressof(space))
    nobody, most = binding.big(0), ctypes.c_size_t(BUFFER)
    files, folders = [], []
    for archive, handle in binding.headers(library, file, ['zip_seekable']):
        mode, size = mode_of(handle), size_of(handle)
        kind, path = mode & ~0o777, path_of(handle) or b''
        if kind not in (FILE, FOLDER):
            raise Special
        if path.startswith(b'./'):
            path = path[2:]
            if not path:
                continue
            set_path(handle, path)
        (files if kind == FILE else folders).append(path)
        meter.entry()
        meter.add(size)
        # Results never contain the owners of files.
        set_user(handle, nobody)
        set_group(handle, nobody)
        if write_header(out, handle) < 0:
            raise binding.error_of(library, out)
        left = size
        # Requests more bytes than the file contains. libarchive then reaches the end of the entry and verifies its
        # checksum.
        while (done := read(archive, place, most)) > 0:
            if write(out, content, done) != done:
                raise binding.error_of(library, out)
            left -= done
            if done < BUFFER:
                break
        if done < 0 or left != 0:
            raise Special
    if not are_plain(files, folders):
        raise Special


def are_plain(files: list[bytes], folders: list[bytes]) -> bool:
    """Returns whether `rules.accepted` accepts all paths in `files` and `folders` unchanged and each path occurs only
    once."""
    paths = files + [path.removesuffix(b'/') for path in folders]
    listed = b'\n'.join(paths)
    if not paths or len({*paths}) != len(paths) or max(map(len, paths)) > LONGEST:
        return False
    if listed.translate(None, PLAIN) != b'\n' * (len(paths) - 1):
        return False
    if not {b'', b'.', b'..'}.isdisjoint(listed.replace(b'/', b'\n').split(b'\n')):
        return False
    above = {path.rpartition(b'/')[0] for path in paths}
    for path in [*above]:
        while path := path.rpartition(b'/')[0]:
            above.add(path)
    return above.isdisjoint(files)
