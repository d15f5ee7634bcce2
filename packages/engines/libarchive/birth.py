"""Takes out of a disc image or a xar when it was made, which libarchive notes whatever it is told."""
import hashlib
import re
import struct
import zlib

SECTOR = 2048
# The descriptors of a disc begin here, and end with one of this kind.
FIRST, LAST_KIND = 16, 255
VOLUMES = (1, 2)
# The first of January 1980 as descriptors spell it, as records do, and as the program's own line does.
SPELLED, COUNTED = b'1980010100000000\0', bytes((80, 1, 1, 0, 0, 0, 0))
LINE = re.compile(rb'(INFO )\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}')
# Where what does not fit into a directory is written on: block, place and length.
GOES_ON = re.compile(rb'CE\x1c\x01(.{4}).{20}', re.S)
STORED = re.compile(rb'<length>(\d+)</length>\s*<offset>(\d+)</offset>')
# How long the check sum is with which the heap begins.
SUM = 20
CREATED = re.compile(rb'(<creation-time>)[^<]*')


def settle(file: str) -> None:
    """Rewrites the file in place; other kinds stay as they are."""
    with open(file, 'r+b') as stream:
        if stream.read(4) == b'xar!':
            settle_xar(stream)
        elif read(stream, FIRST)[1:6] == b'CD001':
            settle_disc(stream)


def settle_disc(stream) -> None:
    spelled = read(stream, FIRST)[813:830]
    counted = bytes((int(spelled[:4]) - 1900, *(int(spelled[at:at + 2]) for at in range(4, 14, 2)), spelled[16]))
    number, descriptor = FIRST, read(stream, FIRST)
    sectors = set()
    while descriptor[0] != LAST_KIND:
        if descriptor[0] in VOLUMES:
            sectors |= directories(stream, descriptor)
        number += 1
        descriptor = read(stream, number)
    # Behind the last one stands the line of the program that wrote it.
    for place in range(FIRST, number + 2):
        write(stream, place, LINE.sub(rb'\g<1>Tue Jan  1 00:00:00 1980', read(stream, place)).replace(spelled, SPELLED))
    for place in sectors | {*range(FIRST, number)}:
        write(stream, place, read(stream, place).replace(counted, COUNTED))


def directories(stream, volume: bytes) -> set[int]:
    """The sectors that hold the records of all directories of a volume, which its table of paths lists."""
    size, first = struct.unpack_from('<I4xI', volume, 132)
    stream.seek(first * SECTOR)
    table, at, sectors = stream.read(size), 0, set()
    while at < len(table):
        place = struct.unpack_from('<I', table, at + 2)[0]
        length = struct.unpack_from('<I', read(stream, place), 10)[0]
        for sector in range(place, place + -(-length // SECTOR)):
            sectors.add(sector)
            sectors |= {struct.unpack('<I', block)[0] for block in GOES_ON.findall(read(stream, sector))}
        at += 8 + table[at] + table[at] % 2
    return sectors


def settle_xar(stream) -> None:
    stream.seek(0)
    mark, head, version, packed, _, kind = struct.unpack('>4sHHQQI', stream.read(28))
    stream.seek(head)
    contents = CREATED.sub(rb'\g<1>1980-01-01T00:00:00', zlib.decompress(stream.read(packed)))
    table = zlib.compress(contents, 9)
    # Behind what the contents tell of lies what happened to be in memory.
    heap = stream.read(max((int(place) + int(size) for size, place in STORED.findall(contents)), default=SUM))
    # The heap begins with the table's own check sum, which is one of these.
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
