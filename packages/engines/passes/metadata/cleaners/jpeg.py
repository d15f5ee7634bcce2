"""Removes the data of a JPEG that is not needed for display. The coded pixels stay unchanged."""
import struct

from engines.passes.metadata.cleaners.exif import is_bare, only_orientation, orientation_of
from engines.passes.metadata.cleaners.notes import Notes, Refused

SOI, EOI, SOS = 0xD8, 0xD9, 0xDA
ALONE = {0x01, *range(0xD0, 0xD8)}
COMMENT = 0xFE
APPLICATIONS = range(0xE0, 0xF0)
ICC, ADOBE, EXIF = b'ICC_PROFILE\0', b'Adobe', b'Exif\0\0'


def segments(data: bytes):
    """Yields each marker with its content, up to the end of the image. The content of the marker SOS includes the coded
    image data."""
    if data[:2] != b'\xff\xd8':
        raise Refused('not a JPEG')
    at = 2
    while at + 2 <= len(data):
        if data[at] != 0xFF:
            raise Refused('missing marker in a JPEG')
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == EOI:
            return
        if marker in ALONE:
            at += 2
            continue
        if at + 4 > len(data):
            break
        length = struct.unpack_from('>H', data, at + 2)[0]
        end = at + 2 + length
        if marker == SOS:
            end = end_of_scan(data, end)
        if length < 2 or end > len(data):
            break
        yield marker, data[at + 4:end]
        at = end
    # A truncated file keeps the segments before the truncation.


def end_of_scan(data: bytes, at: int) -> int:
    while True:
        at = data.find(b'\xff', at)
        if at < 0 or at + 1 >= len(data):
            return len(data)
        if data[at + 1] == 0 or data[at + 1] in ALONE or data[at + 1] == 0xFF:
            at += 1 if data[at + 1] == 0xFF else 2
            continue
        return at


def is_kept(marker: int, content: bytes) -> bool:
    if marker == COMMENT:
        return False
    if marker not in APPLICATIONS:
        return True
    # Without the Adobe marker, readers misinterpret CMYK colours.
    return (marker == 0xE2 and content.startswith(ICC)) or (marker == 0xEE and content.startswith(ADOBE) and len(content) == 12)


def clean(data: bytes, notes: Notes) -> bytes:
    written = [b'\xff\xd8']
    exif = b''
    scans = 0
    parts = list(segments(data))
    for marker, content in parts:
        if marker == 0xE1 and content.startswith(EXIF):
            exif = exif or content
        if marker == 0xEB and (b'jumb' in content or b'c2pa' in content):
            notes.credentials = True
    jfif = next((content for marker, content in parts if marker == 0xE0 and content.startswith(b'JFIF\0')), None)
    if jfif is not None and len(jfif) >= 12:
        # The two zero bytes after the resolution are the size of the removed thumbnail.
        written.append(segment(0xE0, jfif[:12] + b'\0\0'))
    orientation = orientation_of(exif) if exif else 1
    if orientation != 1:
        written.append(segment(0xE1, EXIF + only_orientation(orientation)))
    for marker, content in parts:
        if not is_kept(marker, content):
            continue
        if marker == SOS:
            # The length field covers only the header of the scan.
            written.append(b'\xff\xda' + struct.pack('>H', 2 + head_length(content)) + content)
            scans += 1
        else:
            written.append(segment(marker, content))
    if not scans:
        raise Refused('a JPEG has no picture')
    return b''.join(written) + b'\xff\xd9'


def head_length(content: bytes) -> int:
    """Returns the length of a scan header: 1 byte for the number of components, 2 bytes for each component, and 3 more
    bytes."""
    return 4 + 2 * content[0]


def segment(marker: int, content: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack('>H', len(content) + 2) + content


def traces(data: bytes) -> list[str]:
    found = []
    for marker, content in segments(data):
        is_orientation = marker == 0xE1 and content.startswith(EXIF) and is_bare(content)
        is_resolution = marker == 0xE0 and content.startswith(b'JFIF\0') and len(content) == 14
        if not (is_kept(marker, content) or is_orientation or is_resolution):
            found.append(f'JPEG marker {marker:02x}')
    if not data.endswith(b'\xff\xd9'):
        found.append('bytes after the end of a JPEG')
    return found
