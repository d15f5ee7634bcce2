"""Removes metadata from a JPEG picture: EXIF, XMP, comments and previews. The pixels and the colour profile of the
picture stay."""

START, START_OF_SCAN, COMMENT = 0xD8, 0xDA, 0xFE
FIRST_APPLICATION, LAST_APPLICATION = 0xE0, 0xEF
# Application segments that are kept: JFIF, the colour profile and Adobe's colour transform.
KEPT = {0xE0: b'JFIF\0', 0xE2: b'ICC_PROFILE\0', 0xEE: b'Adobe'}


def without_metadata(data: bytes) -> bytes:
    """Returns the picture without metadata. If the segments cannot be read, returns the picture unchanged."""
    if data[:2] != bytes([0xFF, START]):
        return data
    parts, at = [data[:2]], 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == START_OF_SCAN:
            return b''.join([*parts, data[at:]])
        end = at + 2 + int.from_bytes(data[at + 2:at + 4], 'big')
        is_metadata = kind == COMMENT or FIRST_APPLICATION <= kind <= LAST_APPLICATION
        if not is_metadata or data[at + 4:end].startswith(KEPT.get(kind, b'\xff\0')):
            parts.append(data[at:end])
        at = end
    return data
