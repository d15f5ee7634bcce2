"""Decodes the cells of a Numbers table. A cell consists of flags and one value for each flag that is set."""
import datetime
import struct
from decimal import Decimal
from typing import NamedTuple

from engines.codecs.iwork.wire import Damaged

EMPTY, NUMBER, TEXT, DATE, TRUTH, DURATION, ERROR, RICH, CURRENCY = 0, 2, 3, 5, 6, 7, 8, 9, 10
EPOCH = datetime.datetime(2001, 1, 1)
BIAS = 6176
# The flags of a cell, one bit each. LAYOUT lists each flag with the length of its value, in storage order.
DECIMAL, DOUBLE, SECONDS, TEXT_KEY, RICH_KEY, FORMAT_KEY = 0x1, 0x2, 0x4, 0x8, 0x10, 0x2000
CURRENCY_KEY = 0x4000
LAYOUT = ((DECIMAL, 16), (DOUBLE, 8), (SECONDS, 8), *((1 << bit, 4) for bit in range(3, 15)))

OLD_TEXT_KEY, OLD_DOUBLE, OLD_SECONDS, OLD_RICH_KEY = 0x10, 0x20, 0x40, 0x200
# Flags of values that Protean skips. In a cell, the values with the flags in OLD_BEFORE precede the key of the rich
# text, and the values with the flags in OLD_AFTER follow it. The first number of each pair is for versions 0 and 1 of
# the format, and the second number is for later versions.
OLD_BEFORE = (0x18E, 0xD8E)
OLD_AFTER = (0x1000, 0x3000)


class Cell(NamedTuple):
    kind: int
    # A number, the key of a string, a datetime, a bool, or a duration in seconds.
    value: object = None
    # Key of the cell's number format, if it has one.
    format_key: int | None = None


def read(data) -> Cell:
    if len(data) < 12:
        raise Damaged('a cell is truncated')
    return _new(data) if data[0] == 5 else _old(data)


def _new(data) -> Cell:
    flags, at, found = struct.unpack_from('<I', data, 8)[0], 12, {}
    for flag, length in LAYOUT:
        if flags & flag:
            found[flag] = data[at : at + length]
            at += length
    if at > len(data):
        raise Damaged('a cell is truncated')
    kind = data[1]
    format_key = found.get(CURRENCY_KEY if kind == CURRENCY else FORMAT_KEY)
    number = _decimal(found[DECIMAL]) if DECIMAL in found else _double(found.get(DOUBLE))
    return _cell(
        kind,
        number,
        found.get(SECONDS),
        found.get(RICH_KEY if kind == RICH else TEXT_KEY),
        None if format_key is None else _key(format_key),
    )


def _old(data) -> Cell:
    version = data[0]
    if version > 4:
        raise Damaged(f'unknown cell version {version}')
    flags, is_later = struct.unpack_from('<I', data, 4)[0], version > 1
    at, found = 12 if is_later else 8, {}
    at += 4 * (flags & OLD_BEFORE[is_later]).bit_count()
    for flag, length in ((OLD_RICH_KEY, 4), (OLD_AFTER[is_later], 0), (OLD_TEXT_KEY, 4), (OLD_DOUBLE, 8), (OLD_SECONDS, 8)):
        length = length or 4 * (flags & flag).bit_count()
        if flags & flag:
            found[flag] = data[at : at + length]
            at += length
    if at > len(data):
        raise Damaged('a cell is truncated')
    kind = data[1] if version == 4 else data[2]
    key = found.get(OLD_RICH_KEY if kind == RICH else OLD_TEXT_KEY)
    return _cell(kind, _double(found.get(OLD_DOUBLE)), found.get(OLD_SECONDS), key, None)


def _cell(kind: int, number, seconds, key, format_key: int | None) -> Cell:
    if kind in (EMPTY, ERROR):
        return Cell(kind)
    if kind in (TEXT, RICH):
        return Cell(kind, _key(key))
    if kind == DATE:
        return Cell(DATE, EPOCH + datetime.timedelta(milliseconds=round(_double(_required(seconds)) * 1000)))
    if kind == TRUTH:
        return Cell(TRUTH, _required(number) > 0)
    if kind == DURATION:
        return Cell(DURATION, float(_required(number)))
    if kind in (NUMBER, CURRENCY):
        return Cell(NUMBER, _required(number), format_key)
    raise Damaged(f'unknown cell type {kind}')


def _required(value):
    if value is None:
        raise Damaged('a cell has no value')
    return value


def _key(data) -> int:
    return struct.unpack('<I', _required(data))[0]


def _double(data) -> float | None:
    return None if data is None else struct.unpack('<d', data)[0]


def _decimal(data) -> Decimal:
    """Decodes a number that is stored in 128 bits: the digits as an integer, then the exponent and the sign."""
    bits = int.from_bytes(data, 'little')
    sign, exponent, digits = bits >> 127, (bits >> 113 & 0x3FFF) - BIAS, bits & ((1 << 113) - 1)
    return Decimal((sign, tuple(map(int, str(digits))), exponent))
