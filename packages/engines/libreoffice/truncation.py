"""Whether an office file is all there, for the kinds of which LibreOffice makes do with what it gets."""
import os
import struct

from engines.libreoffice.sheets import BreaksOff

COMPOUND = bytes.fromhex('d0cf11e0a1b11ae1')
FREE, END = 0xFFFFFFFF, 0xFFFFFFFE
FLAT = ('fodt', 'fods', 'fodp', 'fodg')
# How much of a flat file its root is looked for in.
HEAD = 64 * 1024
WORD_PERFECT_6 = 2


def check(path: str, kind: str) -> None:
    """Raises where `path`, a file of the kind `kind`, breaks off."""
    with open(path, 'rb') as file:
        head = file.read(HEAD)
        whole = not head.startswith(COMPOUND) or _compound_is_whole(file, head, os.path.getsize(path))
    if kind in FLAT:
        # In UTF-16 as well as in UTF-8.
        whole = b'office:document' in head.replace(b'\0', b'')
    if kind == 'wpd' and len(head) >= 24 and head[10] == WORD_PERFECT_6:
        # Some programs say a little more than they have written.
        whole = os.path.getsize(path) >= struct.unpack_from('<I', head, 20)[0] * 3 // 4
    if not whole:
        raise BreaksOff('it breaks off')


def _compound_is_whole(file, head: bytes, size: int) -> bool:
    """Every sector that its tables call used lies within the file; of the last one a part will do."""
    if len(head) < 512:
        return False
    sector = 1 << min(struct.unpack_from('<H', head, 30)[0], 16)
    last = -1
    for number, table in enumerate(_tables(file, head, sector)):
        file.seek((table + 1) * sector)
        entries = file.read(sector)
        if len(entries) < sector:
            return False
        used = [place for place, (entry,) in enumerate(struct.iter_unpack('<I', entries)) if entry != FREE]
        last = number * (sector // 4) + used[-1] if used else last
    return (last + 1) * sector < size


def _tables(file, head: bytes, sector: int):
    """Where the tables of sectors lie: the first are named in the header, more in a chain of lists."""
    count, following = struct.unpack_from('<I', head, 44)[0], struct.unpack_from('<I', head, 68)[0]
    named = list(struct.unpack_from('<109I', head, 76))
    while len(named) < count and following < END:
        file.seek((following + 1) * sector)
        names = file.read(sector)
        if len(names) < sector:
            raise BreaksOff('it breaks off')
        *more, following = (entry for (entry,) in struct.iter_unpack('<I', names))
        named += more
    return named[:count]
