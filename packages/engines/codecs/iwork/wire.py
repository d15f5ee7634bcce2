"""Reads Protocol Buffers messages without a schema. The number of a field identifies the values of the field."""
from collections import defaultdict

VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES = 0, 1, 2, 5
# Maximum number of bytes in a varint.
MAX_VARINT_BYTES = 10


class Damaged(ValueError):
    """Raised if the file is damaged."""


def varint(data, at: int) -> tuple[int, int]:
    """Returns the number at the offset `at`, and the offset of the first byte after the number."""
    value = 0
    for index, byte in enumerate(data[at : at + MAX_VARINT_BYTES]):
        value |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            return value, at + index + 1
    raise Damaged('a number is truncated')


class Message:
    """A message. A method that returns all values of a field accepts a missing field. A method that returns a single
    value raises Damaged for a missing field without a default."""

    def __init__(self, data):
        self._fields = defaultdict(list)
        at = 0
        while at < len(data):
            key, at = varint(data, at)
            value, at = _value(data, at, key & 7)
            self._fields[key >> 3].append(value)

    def all(self, field: int) -> list:
        return self._fields.get(field, [])

    def has(self, field: int) -> bool:
        return field in self._fields

    def number(self, field: int, default: int | None = None) -> int:
        return self._first(field, int, default)

    def bytes(self, field: int):
        return self._first(field, memoryview, None)

    def text(self, field: int, default: str | None = None) -> str:
        if default is not None and not self.has(field):
            return default
        return str(self.bytes(field), 'utf-8')

    def message(self, field: int) -> 'Message':
        return Message(self.bytes(field))

    def messages(self, field: int) -> list['Message']:
        return [Message(_checked(data, memoryview)) for data in self.all(field)]

    def reference(self, field: int) -> int:
        """Returns the id of the object to which the field refers."""
        return self.message(field).number(1)

    def references(self, field: int) -> list[int]:
        return [message.number(1) for message in self.messages(field)]

    def _first(self, field: int, kind: type, default):
        values = self.all(field)
        if values:
            return _checked(values[0], kind)
        if default is None:
            raise Damaged(f'field {field} is missing')
        return default


def _checked(value, kind: type):
    if not isinstance(value, kind):
        raise Damaged('a field has another type')
    return value


def _value(data, at: int, kind: int):
    if kind == VARINT:
        return varint(data, at)
    if kind == LENGTH:
        length, at = varint(data, at)
    elif kind in (EIGHT_BYTES, FOUR_BYTES):
        length = 8 if kind == EIGHT_BYTES else 4
    else:
        raise Damaged(f'unknown wire type {kind}')
    if at + length > len(data):
        raise Damaged('a field is truncated')
    return memoryview(data)[at : at + length], at + length
