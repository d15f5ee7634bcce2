"""Messages in Google's wire format, read without a schema: every field's values by its number."""
from collections import defaultdict

VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES = 0, 1, 2, 5
# No number has more bytes.
LONGEST = 10


class Damaged(ValueError):
    """The file is not what it says it is."""


def varint(data, at: int) -> tuple[int, int]:
    """The number at `at`, and where it ends."""
    value = 0
    for place, byte in enumerate(data[at : at + LONGEST]):
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return value, at + place + 1
    raise Damaged('a number breaks off')


class Message:
    """A field that is not there reads as none of its values; what is asked for alone has to be there."""

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

    def number(self, field: int, otherwise: int | None = None) -> int:
        return self._first(field, int, otherwise)

    def bytes(self, field: int):
        return self._first(field, memoryview, None)

    def text(self, field: int, otherwise: str | None = None) -> str:
        if otherwise is not None and not self.has(field):
            return otherwise
        return str(self.bytes(field), 'utf-8')

    def message(self, field: int) -> 'Message':
        return Message(self.bytes(field))

    def messages(self, field: int) -> list['Message']:
        return [Message(_checked(data, memoryview)) for data in self.all(field)]

    def reference(self, field: int) -> int:
        """Which object the field refers to."""
        return self.message(field).number(1)

    def references(self, field: int) -> list[int]:
        return [message.number(1) for message in self.messages(field)]

    def _first(self, field: int, kind: type, otherwise):
        values = self.all(field)
        if values:
            return _checked(values[0], kind)
        if otherwise is None:
            raise Damaged(f'field {field} is missing')
        return otherwise


def _checked(value, kind: type):
    if not isinstance(value, kind):
        raise Damaged('a field is of another kind')
    return value


def _value(data, at: int, kind: int):
    if kind == VARINT:
        return varint(data, at)
    if kind == LENGTH:
        length, at = varint(data, at)
    elif kind in (EIGHT_BYTES, FOUR_BYTES):
        length = 8 if kind == EIGHT_BYTES else 4
    else:
        raise Damaged(f'no field is of the kind {kind}')
    if at + length > len(data):
        raise Damaged('a field breaks off')
    return memoryview(data)[at : at + length], at + length
