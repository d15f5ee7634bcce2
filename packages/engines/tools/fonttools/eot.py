"""Reads and writes Embedded OpenType: Microsoft's header followed by an ordinary TrueType font."""
import ctypes
import struct

from engines.tools.fonttools.bounds import Unreadable

MAGIC = 0x504C
VERSIONS = (0x00010000, 0x00020001, 0x00020002)
COMPRESSED, SCRAMBLED = 0x4, 0x10000000
SCRAMBLE = 0x50
FIXED = 82


def unwrap(data: bytes) -> bytes:
    """Returns the embedded font."""
    if len(data) < FIXED:
        raise Unreadable('too short for an Embedded OpenType font')
    size, length, version, flags = struct.unpack_from('<IIII', data)
    magic = struct.unpack_from('<H', data, 34)[0]
    if magic != MAGIC or version not in VERSIONS or size > len(data) or length > size - FIXED:
        raise Unreadable('not an Embedded OpenType font')
    if flags & COMPRESSED:
        return decompressed(data)
    font = data[size - length:size]
    return bytes(byte ^ SCRAMBLE for byte in font) if flags & SCRAMBLED else font


def decompressed(data: bytes) -> bytes:
    """Decompresses MicroType Express with libeot, the only library that supports it."""
    try:
        library = ctypes.CDLL('libeot.so.0')
    except OSError as error:
        raise Unreadable('compressed, and libeot is not installed') from error
    described = ctypes.create_string_buffer(4096)
    font, length = ctypes.POINTER(ctypes.c_uint8)(), ctypes.c_uint()
    library.EOT2ttf_buffer.argtypes = [ctypes.c_char_p, ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    failed = library.EOT2ttf_buffer(data, len(data), described, ctypes.byref(font), ctypes.byref(length))
    if failed or not font:
        raise Unreadable(f'the compressed font inside is damaged ({failed})')
    return ctypes.string_at(font, length.value)


def wrap(font: bytes, tables) -> bytes:
    """Returns `font` with a header of version 2.1. `tables` is the same font, opened with fontTools."""
    os2, head, name = tables['OS/2'], tables['head'], tables['name']
    panose = bytes(getattr(os2.panose, field) for field in PANOSE)
    fixed = struct.pack(
        '<III10sBBIHH4I2II16sH', len(font), 0x00020001, 0, panose, 1, os2.fsSelection & 1, os2.usWeightClass, os2.fsType, MAGIC,
        os2.ulUnicodeRange1, os2.ulUnicodeRange2, os2.ulUnicodeRange3, os2.ulUnicodeRange4,
        getattr(os2, 'ulCodePageRange1', 0), getattr(os2, 'ulCodePageRange2', 0), head.checkSumAdjustment, bytes(16), 0)
    names = b''.join(sized(name.getDebugName(number) or '') for number in (1, 2, 5, 4))
    # The last string before the font lists the websites that may use the font. An empty list allows any website.
    rest = fixed + names + struct.pack('<H', 0) + font
    return struct.pack('<I', len(rest) + 4) + rest


PANOSE = ('bFamilyType', 'bSerifStyle', 'bWeight', 'bProportion', 'bContrast', 'bStrokeVariation', 'bArmStyle', 'bLetterForm',
          'bMidline', 'bXHeight')


def sized(text: str) -> bytes:
    data = text.encode('utf-16-le')
    return struct.pack('<H', len(data)) + data + bytes(2)
