"""The objects of a document of Apple's: Snappy blocks in the files of a zip, each object with its number and its kind."""
import io
import zipfile
from typing import NamedTuple

import snappy

from engines.iwork.wire import Damaged, Message, varint

ENDING = '.iwa'
# Since 2014 the files lie in the document's own zip, before in one within it.
INNER = 'Index.zip'
PROTECTION = '.iwpv2'
# A Snappy block of so many bytes holds no more than this many times as much, whatever it says.
RATIO = 32
MAX_BYTES = 384 * 1024 * 1024


class Item(NamedTuple):
    kind: int
    data: memoryview


class TooLarge(ValueError):
    """It unpacks to more than one conversion may hold."""


def objects(file) -> dict[int, Item]:
    """Every object in the document `file`, a path or a stream, by its number."""
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        if any(name.endswith(PROTECTION) for name in names):
            raise Damaged('it is protected by a password')
        if INNER in names:
            return objects(io.BytesIO(_read(archive, INNER)))
        found, left = {}, MAX_BYTES
        for name in names:
            if name.endswith(ENDING):
                data = _unpacked(_read(archive, name), left)
                left -= len(data)
                found.update(_items(memoryview(data)))
    if not found:
        raise Damaged('it holds no document of Numbers')
    return found


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > MAX_BYTES:
        raise TooLarge(f'{name} is too large')
    return archive.read(name)


def _unpacked(data: bytes, most: int) -> bytes:
    blocks, at = [], 0
    while at < len(data):
        if data[at] != 0:
            raise Damaged('a block is packed in an unknown way')
        length = int.from_bytes(data[at + 1 : at + 4], 'little')
        block = data[at + 4 : at + 4 + length]
        at += 4 + length
        says, _ = varint(block, 0)
        if len(block) < length or says > RATIO * length:
            raise Damaged('a block breaks off')
        most -= says
        if most < 0:
            raise TooLarge('its objects are too large')
        blocks.append(snappy.uncompress(block))
    return b''.join(blocks)


def _items(data: memoryview):
    """Each of a file's objects is its description, and then the messages that the description gives the lengths of."""
    at = 0
    while at < len(data):
        length, at = varint(data, at)
        described = Message(data[at : at + length])
        at += length
        number, parts = described.number(1), described.messages(2)
        if not parts:
            raise Damaged('an object is empty')
        first = at
        for part in parts:
            at += part.number(3)
        if at > len(data):
            raise Damaged('an object breaks off')
        # What follows the first message changes it, which only documents that are being edited by several have.
        yield number, Item(parts[0].number(1), data[first : first + parts[0].number(3)])
