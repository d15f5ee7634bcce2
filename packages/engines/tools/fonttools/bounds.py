"""Refuses fonts that are too large, and fonts with tables that extend beyond the file. Refuses WOFF tables whose
decompressed length differs from the declared length."""
import struct
import zlib

MAX_BYTES = 64 << 20


class Unreadable(Exception):
    """Raised if the font is corrupt, encrypted, or of an unsupported kind."""


def check(data: bytes) -> None:
    """Checks `data`, a font file: plain, WOFF or WOFF 2."""
    check_size(data)
    signature = data[:4]
    if signature == b'wOFF':
        check_woff(data)
    elif signature == b'wOF2':
        # Brotli data does not declare its decompressed size, so only the memory limit of the sandbox bounds the size.
        require(len(data) >= 48 and struct.unpack_from('>I', data, 16)[0] <= MAX_BYTES)
    elif signature != b'ttcf':
        check_plain(data)


def check_size(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise Unreadable('the font is too large')


def require(truth: bool) -> None:
    if not truth:
        raise Unreadable('the table directory is invalid')


def check_plain(data: bytes) -> None:
    require(len(data) >= 12)
    count = struct.unpack_from('>H', data, 4)[0]
    require(len(data) >= 12 + 16 * count)
    for number in range(count):
        offset, length = struct.unpack_from('>II', data, 12 + 16 * number + 8)
        require(offset + length <= len(data))


def check_woff(data: bytes) -> None:
    require(len(data) >= 44)
    count, total = struct.unpack_from('>H2xI', data, 12)
    require(len(data) >= 44 + 20 * count and total <= MAX_BYTES)
    total_length = 0
    for number in range(count):
        offset, packed, length = struct.unpack_from('>III', data, 44 + 20 * number + 4)
        require(offset + packed <= len(data) and packed <= length)
        total_length += length
        require(total_length <= MAX_BYTES)
        if packed < length:
            unpacker = zlib.decompressobj()
            # To detect a wrong length, it is enough to decompress one byte more than declared.
            require(len(unpacker.decompress(data[offset:offset + packed], length + 1)) == length)
