"""Repacks the intact members of a zip. Finds the members by their local headers, because a truncated zip has lost its
central directory."""
import bz2
import mmap
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from engines.passes.repair.outcome import NothingLeft, TooMuch, amount, most_bytes

LOCAL, DIRECTORY, END, DESCRIPTOR = b'PK\3\4', b'PK\1\2', b'PK\5\6', b'PK\7\10'
STORED, DEFLATED, BZIPPED = 0, 8, 12
ENCRYPTED, STREAMED, UTF8 = 1, 8, 0x800
MAX_MEMBERS = 100_000
PIECE = 1 << 16


class Member(NamedTuple):
    """A member of a zip. `whole` is true if the checksum is correct. If `whole` is false, `data` contains the bytes
    before the damage."""

    name: str
    data: bytes
    whole: bool


def repair(step) -> str:
    total, saved = None, 0
    with open(step['input'], 'rb') as file, mapped(file) as data, packed(step['output']) as out:
        total = declared(data)
        seen = set()
        for member in members(data):
            if not member.whole or member.name in seen:
                continue
            seen.add(member.name)
            add(out, member.name, member.data)
            saved += not member.name.endswith('/')
    if not saved:
        raise NothingLeft('no member is intact')
    return amount(saved, 'file', total)


def is_damaged(step) -> bool:
    """Returns whether a member is missing or has a wrong checksum."""
    with open(step['input'], 'rb') as file, mapped(file) as data:
        found = [member.whole for member in members(data) if not member.name.endswith('/')]
        return not all(found) or len(found) < (declared(data) or 0)


def mapped(file):
    return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def packed(name: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED)


def add(out: zipfile.ZipFile, name: str, data: bytes, stored: bool = False) -> None:
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_STORED if stored or name.endswith('/') else zipfile.ZIP_DEFLATED
    info.external_attr = (0o040755 << 16 | 0x10) if name.endswith('/') else 0o100644 << 16
    out.writestr(info, data)


def declared(data) -> int | None:
    """Returns the number of files in the central directory, or None if the end record is missing."""
    end = data.rfind(END)
    if end < 0 or end + 22 > len(data):
        return None
    count, at = struct.unpack_from('<H', data, end + 10)[0], struct.unpack_from('<I', data, end + 16)[0]
    folders = 0
    for _ in range(count):
        if data[at : at + 4] != DIRECTORY or at + 46 > len(data):
            return count
        name, extra, comment = struct.unpack_from('<HHH', data, at + 28)
        folders += data[at + 46 : at + 46 + name].endswith(b'/')
        at += 46 + name + extra + comment
    return count - folders


class Searches:
    """Limits the searches for the ends of members. `left` is the number of remaining searches that are allowed for the
    file."""

    left = 200_000


def members(data) -> Iterator[Member]:
    """Yields each member with a local header, in file order."""
    at, count, total, most = data.find(LOCAL), 0, 0, most_bytes(len(data))
    searches = Searches()
    while 0 <= at <= len(data) - 30:
        count += 1
        member, end = member_at(data, at, most - total, searches)
        if member:
            total += len(member.data)
            yield member
        if count > MAX_MEMBERS:
            raise TooMuch('too_many_files')
        at = data.find(LOCAL, end)


def member_at(data, at: int, space: int, searches: Searches) -> tuple[Member | None, int]:
    """Returns the member at the offset `at`, or None if the member cannot be read, and the offset from which to search
    for the next member."""
    flags, method = struct.unpack_from('<HH', data, at + 6)
    crc, packed_size, size, name_length, extra_length = struct.unpack_from('<IIIHH', data, at + 14)
    start = at + 30 + name_length + extra_length
    name = data[at + 30 : at + 30 + name_length].decode('utf-8' if flags & UTF8 else 'cp437', 'replace')
    name = name.replace('\0', '')
    if not name or flags & ENCRYPTED or method not in (STORED, DEFLATED, BZIPPED) or start > len(data):
        return None, at + 4
    sizes = packed_size, size
    if flags & STREAMED and packed_size == 0:
        sizes = None
    elif 0xFFFFFFFF in sizes:
        sizes = long_sizes(data[at + 30 + name_length : start], size, packed_size)
    if sizes is None and method == STORED:
        return stored_until_descriptor(data, name, start, searches)
    if method == STORED:
        content, end = data[start : start + sizes[0]], start + sizes[0]
        if len(content) > space:
            raise TooMuch('result_too_large')
    else:
        limit = len(data) if sizes is None else min(len(data), start + sizes[0])
        content, end = unpacked(data, start, limit, method, space)
    if sizes is None:
        crc = described(data, end)
    whole = crc is not None and end <= len(data) and zlib.crc32(content) == crc
    # The next member may begin before the declared end of a damaged member.
    return Member(name, content, whole), end if whole else start


def long_sizes(extra: bytes, size: int, packed_size: int) -> tuple[int, int] | None:
    """Returns the compressed and the uncompressed size of a ZIP64 member from its extra field, or None if they are
    missing."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from('<HH', extra, at)
        if kind == 1 and length >= 16:
            size, packed_size = struct.unpack_from('<QQ', extra, at + 4)
            return packed_size, size
        at += 4 + length
    return None


def stored_until_descriptor(data, name: str, start: int, searches: Searches) -> tuple[Member, int]:
    """Returns an uncompressed member whose size is stored after its data instead of in its header."""
    at = start
    while searches.left > 0 and (at := data.find(DESCRIPTOR, at)) >= 0 and at + 16 <= len(data):
        searches.left -= 1
        crc, length = struct.unpack_from('<II', data, at + 4)
        if length == at - start:
            content = data[start:at]
            return Member(name, content, zlib.crc32(content) == crc), at + 16
        at += 4
    return Member(name, b'', False), start


def unpacked(data, start: int, limit: int, method: int, space: int) -> tuple[bytes, int]:
    """Returns the decompressed data before the damage, and the end of the compressed data."""
    reader = zlib.decompressobj(-15) if method == DEFLATED else bz2.BZ2Decompressor()
    parts, size, at = [], 0, start
    while at < limit and not reader.eof:
        piece = data[at : min(limit, at + PIECE)]
        at += len(piece)
        try:
            part = reader.decompress(piece)
        except (zlib.error, OSError, EOFError):
            # Decompresses the piece again byte by byte, up to the damaged byte.
            part = by_bytes(data, start, at - len(piece), piece, method)
            parts.append(part)
            return b''.join(parts), len(data) + 1
        parts.append(part)
        size += len(part)
        if size > space:
            raise TooMuch('result_too_large')
    end = at - len(reader.unused_data)
    return b''.join(parts), end if reader.eof else len(data) + 1


def by_bytes(data, start: int, at: int, piece: bytes, method: int) -> bytes:
    """Decompresses a damaged piece byte by byte. Returns the decompressed data before the damage."""
    reader = zlib.decompressobj(-15) if method == DEFLATED else bz2.BZ2Decompressor()
    for begin in range(start, at, PIECE):
        reader.decompress(data[begin : min(at, begin + PIECE)])
    parts = []
    try:
        for n in range(len(piece)):
            parts.append(reader.decompress(piece[n : n + 1]))
    except (zlib.error, OSError, EOFError):
        pass
    return b''.join(parts)


def described(data, end: int) -> int | None:
    """Returns the checksum in the data descriptor after the member, or None."""
    if data[end : end + 4] == DESCRIPTOR:
        end += 4
    return struct.unpack_from('<I', data, end)[0] if end + 4 <= len(data) else None
