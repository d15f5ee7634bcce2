"""Reads the objects of an iWork document, which is a zip. The files in the zip consist of blocks compressed with
Snappy, and the blocks contain the objects. Each object has an id and a type."""
import io
import zipfile
from typing import NamedTuple

import snappy

from engines.codecs.iwork.wire import Damaged, Message, varint

ENDING = '.iwa'
# Before 2014, the `.iwa` files were in a zip with this name inside the document's zip. Since 2014, the `.iwa` files are
# directly in the document's zip.
INNER = 'Index.zip'
PROTECTION = '.iwpv2'
# Snappy cannot expand a block to more than this multiple of the block's compressed size. A block that declares a
# greater length is truncated.
RATIO = 32
MAX_BYTES = 384 * 1024 * 1024


class Item(NamedTuple):
    kind: int
    data: memoryview


class TooLarge(ValueError):
    """Raised if the document expands to more data than a conversion allows."""


def objects(file) -> dict[int, Item]:
    """Returns all objects of the document `file`, a path or a stream, by id."""
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        if any(name.endswith(PROTECTION) for name in names):
            raise Damaged('it is encrypted')
        if INNER in names:
            return objects(io.BytesIO(_read(archive, INNER)))
        found, left = {}, MAX_BYTES
        for name in names:
            if name.endswith(ENDING):
                data = _unpacked(_read(archive, name), left)
                left -= len(data)
                found.update(_items(memoryview(data)))
    if not found:
        raise Damaged('it contains no Numbers document')
    return found


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > MAX_BYTES:
        raise TooLarge(f'{name} is too large')
    return archive.read(name)


def _unpacked(data: bytes, max_bytes: int) -> bytes:
    blocks, at = [], 0
    while at < len(data):
        if data[at] != 0:
            raise Damaged('a block has an unknown compression')
        length = int.from_bytes(data[at + 1 : at + 4], 'little')
        block = data[at + 4 : at + 4 + length]
        at += 4 + length
        expanded, _ = varint(block, 0)
        if len(block) < length or expanded > RATIO * length:
            raise Damaged('a block is truncated')
        max_bytes -= expanded
        if max_bytes < 0:
            raise TooLarge('its objects are too large')
        blocks.append(snappy.uncompress(block))
    return b''.join(blocks)


def _items(data: memoryview):
    """Yields the id and the content of each object. An object is stored as a description and one or more messages. The
    description of an object declares the length of each of its messages."""
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
            raise Damaged('an object is truncated')
        # All messages after the first are changes to the first message. Only documents that several people edit contain
        # messages with changes.
        yield number, Item(parts[0].number(1), data[first : first + parts[0].number(3)])
