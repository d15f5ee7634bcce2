"""Reads the first headers of a RAR archive, because unar reports encrypted names and missing volumes as damage."""
import struct

RAR_4, RAR_5 = b'Rar!\x1a\x07\x00', b'Rar!\x1a\x07\x01\x00'
# RAR 4: block types, and flags of the main header and of the end block.
MAIN_4, END_4 = 0x73, 0x7b
VOLUME_4, NEW_NUMBERS, ENCRYPTED_4, FIRST_VOLUME, NEXT_VOLUME_4, HAS_DATA_4 = 1, 0x10, 0x80, 0x100, 1, 0x8000
# RAR 5: block types, flags of every block, and flags of the main header and of the end block.
MAIN_5, ENCRYPTION_5, END_5 = 1, 4, 5
HAS_EXTRA, HAS_DATA_5 = 1, 2
VOLUME_5, HAS_NUMBER, NEXT_VOLUME_5 = 1, 2, 1
# Maximum number of blocks that are read. Each file of the archive has one block.
MOST_BLOCKS = 1_000_000


class Headers:
    """Properties that the headers state. `encrypted` means that the names of the files are encrypted. `partial` means
    that the archive is one of several volumes."""

    def __init__(self, encrypted: bool = False, partial: bool = False):
        self.encrypted = encrypted
        self.partial = partial


def headers_of(file: str) -> Headers:
    """Returns the headers of `file`. If `file` is not a RAR file, or if its headers are damaged, all values are
    false."""
    with open(file, 'rb') as stream:
        start = stream.read(8)
        try:
            if start == RAR_5:
                return headers_of_5(stream)
            stream.seek(len(RAR_4))
            return headers_of_4(stream) if start.startswith(RAR_4) else Headers()
        except (struct.error, IndexError):
            return Headers()


def headers_of_4(stream) -> Headers:
    kind, flags, _ = block_4(stream)
    if kind != MAIN_4:
        return Headers()
    if flags & ENCRYPTED_4:
        return Headers(encrypted=True)
    if not flags & VOLUME_4:
        return Headers()
    if flags & NEW_NUMBERS and not flags & FIRST_VOLUME:
        return Headers(partial=True)
    for _ in range(MOST_BLOCKS):
        try:
            kind, flags, size = block_4(stream)
        except struct.error:
            # Volumes of RAR 2 have no end block.
            return Headers(partial=True)
        if kind == END_4:
            return Headers(partial=bool(flags & NEXT_VOLUME_4))
        stream.seek(size, 1)
    return Headers()


def block_4(stream) -> tuple[int, int, int]:
    """Reads a block header of RAR 4. Returns the block's type, its flags and the size of the data that follows."""
    _, kind, flags, size = struct.unpack('<HBHH', stream.read(7))
    rest = stream.read(max(0, size - 7))
    return kind, flags, struct.unpack('<I', rest[:4])[0] if flags & HAS_DATA_4 else 0


def headers_of_5(stream) -> Headers:
    kind, fields, _ = block_5(stream)
    if kind == ENCRYPTION_5:
        return Headers(encrypted=True)
    if kind != MAIN_5 or not fields[0] & VOLUME_5:
        return Headers()
    if fields[0] & HAS_NUMBER:
        return Headers(partial=True)
    for _ in range(MOST_BLOCKS):
        kind, fields, size = block_5(stream)
        if kind == END_5:
            return Headers(partial=bool(fields[0] & NEXT_VOLUME_5))
        stream.seek(size, 1)
    return Headers()


def block_5(stream) -> tuple[int, list[int], int]:
    """Reads a block header of RAR 5. Returns the type of the block, the fields that are specific to the type, and the
    size of the data after the header."""
    stream.seek(4, 1)
    content = stream.read(number(stream))
    fields = list(numbers(content))
    kind, flags, *rest = fields
    if flags & HAS_EXTRA:
        rest = rest[1:]
    size = rest.pop(0) if flags & HAS_DATA_5 else 0
    return kind, rest, size


def number(stream) -> int:
    """Reads a number that is stored with 7 bits per byte, lowest bits first."""
    value, shift = 0, 0
    while shift < 70:
        byte = stream.read(1)[0]
        value |= (byte & 0x7f) << shift
        if byte < 0x80:
            return value
        shift += 7
    raise IndexError('a number is too long')


def numbers(content: bytes):
    """Yields the numbers at the start of a header. The function also yields meaningless values for the bytes after the
    header's numbers, so callers use only the first values."""
    value, shift = 0, 0
    for byte in content[:40]:
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value, shift = 0, 0
