"""Gives every member of a zip the earliest time that one can tell, so that the same contents twice are the same file."""
import mmap
import struct
import zipfile

END, DIRECTORY, LOCAL = b'PK\5\6', b'PK\1\2', b'PK\3\4'
# The first of January 1980 at midnight, as a zip counts: the time of day, then the day.
EARLIEST = struct.pack('<HH', 0, 0x0021)
# What an offset says that stands elsewhere, as it does in files of more than four gigabytes.
ELSEWHERE = 0xFFFFFFFF


def reset(file: str) -> None:
    """Sets the times in the zip at `file`, in place."""
    with open(file, 'r+b') as stream, mmap.mmap(stream.fileno(), 0) as data:
        end = data.rfind(END)
        at = struct.unpack_from('<I', data, end + 16)[0] if end >= 0 else ELSEWHERE
        while at != ELSEWHERE and data[at : at + 4] == DIRECTORY:
            name, extra, comment = struct.unpack_from('<HHH', data, at + 28)
            local = struct.unpack_from('<I', data, at + 42)[0]
            data[at + 12 : at + 16] = EARLIEST
            if local != ELSEWHERE and data[local : local + 4] == LOCAL:
                data[local + 10 : local + 14] = EARLIEST
            at += 46 + name + extra + comment


def add(packed: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Adds a plain file at that time, which is the one that ZipInfo begins with."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o100644 << 16
    packed.writestr(info, data)
