"""Replaces the creation time that libarchive always writes into ISO images and xar archives."""
import hashlib
import re
import struct
import zlib

SECTOR = 2048
# In an ISO 9660 image: the sector of the first volume descriptor, and the type of the last volume descriptor.
FIRST, LAST_KIND = 16, 255
VOLUMES = (1, 2)
# The date 1980-01-01 in the notations of volume descriptors and of directory records.
VOLUME_TIME, RECORD_TIME = b'1980010100000000\0', bytes((80, 1, 1, 0, 0, 0, 0))
WRITER_LINE = re.compile(rb'(INFO )\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}')
# A Rock Ridge entry that continues a directory record in another block: block, offset and length.
CONTINUATION = re.compile(rb'CE\x1c\x01(.{4}).{20}', re.S)
STORED = re.compile(rb'<length>(\d+)</length>\s*<offset>(\d+)</offset>')
# The length of the checksum at the beginning of the heap.
CHECKSUM_LENGTH = 20
CREATED = re.compile(rb'(<creation-time>)[^<]*')


def reset(file: str) -> None:
    """Replaces the creation time in an ISO image or xar archive, in place. Files in all other formats stay
    unchanged."""
    with open(file, 'r+b') as stream:
        if stream.read(4) == b'xar!':
            reset_xar(stream)
        elif read(stream, FIRST)[1:6] == b'CD001':
            reset_iso(stream)


def reset_iso(stream) -> None:
    volume_time = read(stream, FIRST)[813:830]
    record_time = bytes((int(volume_time[:4]) - 1900, *(int(volume_time[at:at + 2]) for at in range(4, 14, 2)), volume_time[16]))
    number, descriptor = FIRST, read(stream, FIRST)
    sectors = set()
    while descriptor[0] != LAST_KIND:
        if descriptor[0] in VOLUMES:
            sectors |= directories(stream, descriptor)
        number += 1
        descriptor = read(stream, number)
    # The sector after the last descriptor contains a line with the program that wrote the image, and the time.
    for place in range(FIRST, number + 2):
        write(stream, place, WRITER_LINE.sub(rb'\g<1>Tue Jan  1 00:00:00 1980', read(stream, place)).replace(volume_time, VOLUME_TIME))
    for place in sectors | {*range(FIRST, number)}:
        write(stream, place, read(stream, place).replace(record_time, RECORD_TIME))


def directories(stream, volume: bytes) -> set[int]:
    """Returns the sectors of all directories in the path table of a volume."""
    size, first = struct.unpack_from('<I4xI', volume, 132)
    stream.seek(first * SECTOR)
    table, at, sectors = stream.read(size), 0, set()
    while at < len(table):
        place = struct.unpack_from('<I', table, at + 2)[0]
        length = struct.unpack_from('<I', read(stream, place), 10)[0]
        for sector in range(place, place + -(-length // SECTOR)):
            sectors.add(sector)
            sectors |= {struct.unpack('<I', block)[0] for block in CONTINUATION.findall(read(stream, sector))}
        at += 8 + table[at] + table[at] % 2
    return sectors


def reset_xar(stream) -> None:
    stream.seek(0)
    mark, head, version, packed, _, kind = struct.unpack('>4sHHQQI', stream.read(28))
    stream.seek(head)
    contents = CREATED.sub(rb'\g<1>1980-01-01T00:00:00', zlib.decompress(stream.read(packed)))
    table = zlib.compress(contents, 9)
    # The bytes after the stored files are uninitialized memory.
    heap = stream.read(max((int(place) + int(size) for size, place in STORED.findall(contents)), default=CHECKSUM_LENGTH))
    # The heap begins with the checksum of the table.
    summed = {1: hashlib.sha1, 2: hashlib.md5}[kind](table).digest()
    stream.seek(0)
    stream.write(struct.pack('>4sHHQQI', mark, head, version, len(table), len(contents), kind))
    stream.seek(head)
    stream.write(table + summed + heap[len(summed):])
    stream.truncate()


def read(stream, sector: int) -> bytes:
    stream.seek(sector * SECTOR)
    return stream.read(SECTOR)


def write(stream, sector: int, data: bytes) -> None:
    stream.seek(sector * SECTOR)
    stream.write(data)
