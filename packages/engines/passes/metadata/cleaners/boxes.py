"""Cleans pictures whose files consist of boxes (AVIF, HEIC, JPEG XL, JPEG 2000): removes the boxes that contain
metadata and do not affect the pixels."""
import struct

from engines.passes.metadata.cleaners.notes import Notes, Refused

# Top-level boxes that are needed to show AVIF or HEIC. All other top-level boxes are blanked, not removed, so that
# offsets stay valid.
HEIF_KEPT = {b'ftyp', b'meta', b'mdat', b'moov', b'idat', b'free', b'skip'}
JXL_KEPT = {b'JXL ', b'ftyp', b'jxll', b'jxlc', b'jxlp', b'jxli', b'jbrd'}
JP2_KEPT = {b'jP  ', b'ftyp', b'jp2h', b'jp2c'}
DESCRIBING = (b'Exif', b'mime', b'uri ')
COMMENT = 0xFF64


def boxes(data, at: int = 0, end: int | None = None):
    """Yields the kind and position of each box, and the start and end of its content."""
    end = len(data) if end is None else end
    while at + 8 <= end:
        length, kind = struct.unpack_from('>I4s', data, at)
        content = at + 8
        if length == 1 and at + 16 <= end:
            length, content = struct.unpack_from('>Q', data, at + 8)[0], at + 16
        stop = end if length == 0 else at + length
        if stop < content or stop > end:
            raise Refused('a box is longer than its parent')
        yield bytes(kind), at, content, stop
        at = stop


def find(data, path: tuple[bytes, ...], at: int = 0, end: int | None = None):
    """Returns the start and end of the content of the first box at the path."""
    for kind, _, content, stop in boxes(data, at, end):
        if kind == path[0]:
            inside = content + 4 if kind == b'meta' else content
            return (inside, stop) if len(path) == 1 else find(data, path[1:], inside, stop)
    return None


def clean_heif(data: bytes, notes: Notes) -> bytes:
    cleaned = bytearray(data)
    for kind, at, content, stop in list(boxes(cleaned)):
        if kind in HEIF_KEPT and kind not in (b'free', b'skip'):
            continue
        notes.credentials |= b'c2pa' in bytes(cleaned[content:min(stop, content + 4096)])
        cleaned[at + 4:at + 8] = b'free'
        cleaned[content:stop] = bytes(stop - content)
    for begin, length in descriptions(cleaned):
        cleaned[begin:begin + length] = bytes(length)
    # Changes the kind of the items to `free`, because readers ignore items of unknown kinds.
    for place, stop in describing_items(cleaned).values():
        cleaned[place:stop] = b'free' + bytes(stop - place - 4)
    return bytes(cleaned)


def traces_of_heif(data: bytes) -> list[str]:
    found = [f'box {kind!r}' for kind, _, _, _ in boxes(data) if kind not in HEIF_KEPT]
    found += ['a box that is not empty' for kind, _, content, stop in boxes(data) if kind in (b'free', b'skip') and any(data[content:stop])]
    return found + ['an item with camera data' for begin, length in descriptions(data) if any(data[begin:begin + length])]


def descriptions(data) -> list[tuple[int, int]]:
    """Returns the positions and lengths of the EXIF and XMP data."""
    meta = find(data, (b'meta',))
    items = describing_items(data)
    if meta is None or not items:
        return []
    located = find(data, (b'iloc',), *meta)
    idat = find(data, (b'idat',), *meta)
    return extents(data, located, idat, set(items)) if located else []


def describing_items(data) -> dict[int, tuple[int, int]]:
    """Finds the EXIF and XMP items. Maps the number of each item to two positions in the item list: the position of its
    type, and the end of its entry."""
    table = find(data, (b'meta', b'iinf'))
    if table is None:
        return {}
    begin, end = table
    first = begin + (6 if data[begin] == 0 else 8)
    found = {}
    for kind, _, content, stop in boxes(data, first, end):
        if kind != b'infe' or data[content] < 2:
            continue
        wide = data[content] == 3
        number = struct.unpack_from('>I' if wide else '>H', data, content + 4)[0]
        place = content + (10 if wide else 8)
        if bytes(data[place:place + 4]) in DESCRIBING:
            found[number] = place, stop
    return found


def extents(data, located, idat, items: set[int]) -> list[tuple[int, int]]:
    at, end = located
    version = data[at]
    sizes = data[at + 4] >> 4, data[at + 4] & 15, data[at + 5] >> 4, data[at + 5] & 15 if version else 0
    at += 6

    def number(length: int) -> int:
        nonlocal at
        if at + length > end:
            raise Refused('an item list is truncated')
        at += length
        return int.from_bytes(data[at - length:at], 'big')

    found = []
    for _ in range(number(4 if version == 2 else 2)):
        item = number(4 if version == 2 else 2)
        method = number(2) & 15 if version else 0
        number(2)
        base = number(sizes[2])
        for _ in range(number(2)):
            number(sizes[3])
            place, length = base + number(sizes[0]), number(sizes[1])
            if item in items and method in (0, 1):
                start = place + (idat[0] if method == 1 and idat else 0)
                found.append((start, max(0, min(length, len(data) - start))))
    return found


def clean_jxl(data: bytes, notes: Notes) -> bytes:
    # A bare codestream cannot contain metadata.
    return data if data[:2] == b'\xff\x0a' else only(data, JXL_KEPT, notes)


def traces_of_jxl(data: bytes) -> list[str]:
    return [] if data[:2] == b'\xff\x0a' else [f'box {kind!r}' for kind, _, _, _ in boxes(data) if kind not in JXL_KEPT]


def clean_jp2(data: bytes, notes: Notes) -> bytes:
    written = []
    for kind, at, content, stop in boxes(data):
        notes.credentials |= kind == b'jumb'
        if kind == b'jp2c':
            stream = without_comments(data[content:stop])
            written.append(struct.pack('>I4s', 8 + len(stream), kind) + stream)
        elif kind in JP2_KEPT:
            written.append(data[at:stop])
    return b''.join(written)


def traces_of_jp2(data: bytes) -> list[str]:
    found = [f'box {kind!r}' for kind, _, _, _ in boxes(data) if kind not in JP2_KEPT]
    for kind, _, content, stop in boxes(data):
        if kind == b'jp2c' and any(marker == COMMENT for marker, _ in head_markers(data[content:stop])):
            found.append('a comment in a codestream')
    return found


def head_markers(stream: bytes):
    """Yields the marker segments before the first tile, each with its marker and bytes."""
    at = 2
    while at + 4 <= len(stream) and stream[at:at + 2] != b'\xff\x90':
        marker, length = struct.unpack_from('>HH', stream, at)
        yield marker, stream[at:at + 2 + length]
        at += 2 + length


def without_comments(stream: bytes) -> bytes:
    if stream[:2] != b'\xff\x4f':
        raise Refused('missing codestream')
    markers = list(head_markers(stream))
    rest = stream[2 + sum(len(whole) for _, whole in markers):]
    return stream[:2] + b''.join(whole for marker, whole in markers if marker != COMMENT) + rest


def only(data: bytes, kept: set[bytes], notes: Notes) -> bytes:
    written = []
    for kind, at, content, stop in boxes(data):
        notes.credentials |= kind == b'jumb' or (kind == b'brob' and data[content:content + 4] == b'jumb')
        if kind in kept:
            written.append(data[at:stop])
    return b''.join(written)
