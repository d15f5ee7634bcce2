"""Refuses truncated office files of formats that LibreOffice would load partially."""
import os
import struct

from engines.tools.libreoffice.sheets.sheets import Truncated
from engines.shared.runner.families import formats_of_family

COMPOUND = bytes.fromhex('d0cf11e0a1b11ae1')
FREE, END = 0xFFFFFFFF, 0xFFFFFFFE
FLAT = formats_of_family('opendocument-flat')
# The root element of a flat XML file must be within this number of bytes.
HEAD = 64 * 1024
WORD_PERFECT = b'\xffWPC'
# Values of the file type and the major version in the header of a WordPerfect 6 document. WordPerfect files for the
# Macintosh have other numbers.
DOCUMENT, WORD_PERFECT_6 = 10, 2


def check(path: str, kind: str) -> None:
    """Raises Truncated if the file at `path` is truncated. `kind` is the format of the file."""
    with open(path, 'rb') as file:
        head = file.read(HEAD)
        complete = not head.startswith(COMPOUND) or _is_compound_complete(file, head, os.path.getsize(path))
    if kind in FLAT:
        # Zero bytes are removed from the beginning of the file, because the text of a flat document may be UTF-16.
        complete = b'office:document' in head.replace(b'\0', b'')
    if kind == 'wpd' and len(head) >= 24 and (head[9], head[10]) == (DOCUMENT, WORD_PERFECT_6):
        # Some programs declare a slightly larger size than they write, so a file is accepted if at most a quarter is
        # missing.
        complete = os.path.getsize(path) >= struct.unpack_from('<I', head, 20)[0] * 3 // 4
    if not complete:
        raise Truncated('it is truncated')


def _is_compound_complete(file, head: bytes, size: int) -> bool:
    """Returns whether all used sectors are within the file. The last sector of the file may be incomplete."""
    if len(head) < 512:
        return False
    sector = 1 << min(struct.unpack_from('<H', head, 30)[0], 16)
    last = -1
    for number, table in enumerate(_tables(file, head, sector)):
        file.seek((table + 1) * sector)
        entries = file.read(sector)
        if len(entries) < sector:
            return False
        used = _used([entry for (entry,) in struct.iter_unpack('<I', entries)])
        last = number * (sector // 4) + used - 1 if used else last
    return (last + 1) * sector < size


def _used(entries: list[int]) -> int:
    """Returns the number of used entries in a FAT sector, without the filler at the end. The filler consists of
    free-sector marks or, in files from SheetJS, of end-of-chain marks."""
    count = len(entries)
    filler = entries[-1] if entries[-1] in (FREE, END) else None
    while count and entries[count - 1] == filler:
        count -= 1
    # If the filler consists of end-of-chain marks, the first mark is counted as used, because it may be the end of the
    # last chain.
    return count + 1 if filler == END else count


def _tables(file, head: bytes, sector: int):
    """Returns the sectors of the FAT. The header of the file lists the first FAT sectors, and a chain of DIFAT sectors
    lists all further FAT sectors."""
    count, following = struct.unpack_from('<I', head, 44)[0], struct.unpack_from('<I', head, 68)[0]
    named = list(struct.unpack_from('<109I', head, 76))
    while len(named) < count and following < END:
        file.seek((following + 1) * sector)
        names = file.read(sector)
        if len(names) < sector:
            raise Truncated('it is truncated')
        *more, following = (entry for (entry,) in struct.iter_unpack('<I', names))
        named += more
    return named[:count]
