"""Reads the name of a colour profile."""
import struct

MAX = 4 * 1024 * 1024
HEADER = 128
MAX_TAGS = 200
MAX_NAME = 80


def description(profile: bytes) -> str | None:
    """Returns the value of the tag `desc` in its first language (ICC.1:2022, 9.2.41), or None if it is unreadable."""
    try:
        count = min(struct.unpack_from('>I', profile, HEADER)[0], MAX_TAGS)
        for n in range(count):
            tag, at, length = struct.unpack_from('>4sII', profile, HEADER + 4 + 12 * n)
            if tag == b'desc':
                return text_of(profile[at:at + length])
    except struct.error:
        pass
    return None


def text_of(tag: bytes) -> str | None:
    if tag[:4] == b'desc':
        length = struct.unpack_from('>I', tag, 8)[0]
        text = tag[12:12 + length].decode('latin-1')
    elif tag[:4] == b'mluc':
        length, at = struct.unpack_from('>II', tag, 20)
        text = tag[at:at + length].decode('utf-16-be', 'replace')
    else:
        return None
    return ''.join(letter for letter in text if letter.isprintable()).strip()[:MAX_NAME] or None
