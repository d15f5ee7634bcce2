"""Sets the time of every zip member to the earliest possible time, so that equal contents produce identical files."""
import mmap
import struct
import zipfile

END, DIRECTORY, LOCAL = b'PK\5\6', b'PK\1\2', b'PK\3\4'
# 1980-01-01 00:00 in the format of a zip: the time of day, then the date.
EARLIEST = struct.pack('<HH', 0, 0x0021)
# Offset value that marks a ZIP64 file, which stores the real offset elsewhere.
ZIP64_OFFSET = 0xFFFFFFFF


def reset(file: str) -> None:
    """Sets the times in the zip at `file`, in place."""
    with open(file, 'r+b') as stream, mmap.mmap(stream.fileno(), 0) as data:
        end = data.rfind(END)
        at = struct.unpack_from('<I', data, end + 16)[0] if end >= 0 else ZIP64_OFFSET
        while at != ZIP64_OFFSET and data[at : at + 4] == DIRECTORY:
            name, extra, comment = struct.unpack_from('<HHH', data, at + 28)
            local = struct.unpack_from('<I', data, at + 42)[0]
            data[at + 12 : at + 16] = EARLIEST
            if local != ZIP64_OFFSET and data[local : local + 4] == LOCAL:
                data[local + 10 : local + 14] = EARLIEST
            at += 46 + name + extra + comment


def add(packed: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Adds a file with the earliest possible time, which is the default of ZipInfo."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o100644 << 16
    packed.writestr(info, data)
