"""Detects an archive that is one of several volumes. The readers would report a single volume as damaged, or extract
only a part of the archive."""
import os
import struct

from engines.tools.libarchive import rar

# The end record of a zip, and the mark at the start of the first volume.
ZIP_END, ZIP_START = b'PK\x05\x06', b'PK\x07\x08PK\x03\x04'
# Length of a zip's end record without a comment, and with the longest possible comment.
SHORT_END, LONG_END = 22, 22 + 0xffff
# In archives with a 64-bit directory, the end record may contain this value instead of the number of the volume.
IN_ZIP64 = 0xffff
CAB_PREVIOUS, CAB_NEXT = 1, 2


def volume_kind(file: str, is_zip: bool) -> str | None:
    """If `file` is a volume of an archive with several volumes, returns the name of the archive's kind. `is_zip` states
    whether the file is declared as a zip, because the later volumes of a zip do not begin like a zip."""
    with open(file, 'rb') as stream:
        start = stream.read(36)
        if start.startswith(b'MSCF') and len(start) == 36 and start[30] & (CAB_PREVIOUS | CAB_NEXT):
            return 'cabinet'
        if is_zip and (start.startswith(ZIP_START) or is_last_zip_volume(stream)):
            return 'zip'
    return 'RAR' if rar.headers_of(file).partial else None


def is_last_zip_volume(stream) -> bool:
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - LONG_END))
    tail = stream.read()
    at = tail.rfind(ZIP_END)
    if at < 0 or at + SHORT_END > len(tail):
        return False
    number, = struct.unpack_from('<H', tail, at + 4)
    comment, = struct.unpack_from('<H', tail, at + SHORT_END - 2)
    return number not in (0, IN_ZIP64) and at + SHORT_END + comment == len(tail)
