"""Appends changed and new objects to a PDF as an incremental update, so that all earlier bytes and signatures stay.
qpdf and pikepdf are not used, because they always write the whole file.
"""
import hashlib
import re
import struct

import pikepdf

START = re.compile(rb'startxref\s+(\d+)\s+%%EOF\s*$')
# The position of the cross-reference table must be stated within this number of bytes at the end of the file.
TAIL = 2048


class Update:
    def __init__(self, pdf, data: bytes):
        self._pdf = pdf
        self._data = data
        found = START.search(data[-TAIL:])
        # A file with a damaged cross-reference table is refused, because readers would ignore the update.
        if not found or int(found[1]) >= len(data):
            raise SystemExit('protean-reason: damaged')
        self._previous = int(found[1])
        # Creates an unused object only to get its number. The unused object is not written. Objects that are created
        # later have higher numbers than this unused object.
        self._first_new = self._next_number() + 1
        self._changed: dict[int, object] = {}

    def _next_number(self) -> int:
        return self._pdf.make_indirect(pikepdf.Dictionary()).objgen[0]

    def change(self, thing) -> None:
        """Records that an indirect object was changed."""
        self._changed[thing.objgen[0]] = thing

    def written(self) -> bytes:
        """Returns the whole file with the update."""
        added = {number: self._pdf.get_object(number, 0) for number in range(self._first_new, self._next_number())}
        parts, offsets = [self._data, b'\n'], {}
        position = len(self._data) + 1
        for number, thing in sorted({**self._changed, **added}.items()):
            generation = thing.objgen[1] if number in self._changed else 0
            body = f'{number} {generation} obj\n'.encode() + serialized(thing) + b'\nendobj\n'
            offsets[number] = (position, generation)
            parts.append(body)
            position += len(body)
        is_table = self._data[self._previous:].lstrip().startswith(b'xref')
        parts.append(self._table(offsets, position) if is_table else self._stream(offsets, position))
        parts.append(b'startxref\n%d\n%%%%EOF\n' % position)
        return b''.join(parts)

    def _trailer(self, size: int) -> dict[str, str]:
        trailer = self._pdf.trailer
        entries = {'/Size': str(size), '/Prev': str(self._previous), '/Root': trailer.Root.unparse().decode()}
        if '/Info' in trailer:
            entries['/Info'] = trailer.Info.unparse().decode()
        if '/ID' in trailer:
            first = bytes(trailer.ID[0])
            second = hashlib.md5(self._data[-TAIL:] + first).digest()
            entries['/ID'] = f'[<{first.hex()}> <{second.hex()}>]'
        return entries

    def _table(self, offsets: dict, position: int) -> bytes:
        lines = [b'xref\n']
        for start, run in runs(sorted(offsets)):
            lines.append(b'%d %d\n' % (start, len(run)))
            lines += [b'%010d %05d n \n' % offsets[number] for number in run]
        entries = self._trailer(max([*offsets, self._first_new - 1]) + 1)
        dictionary = ' '.join(f'{key} {value}' for key, value in entries.items()).encode()
        return b''.join(lines) + b'trailer\n<< ' + dictionary + b' >>\n'

    def _stream(self, offsets: dict, position: int) -> bytes:
        own = max([*offsets, self._first_new - 1]) + 1
        offsets = {**offsets, own: (position, 0)}
        sections = runs(sorted(offsets))
        rows = b''.join(struct.pack('>BIH', 1, *offsets[number]) for _, run in sections for number in run)
        index = ' '.join(f'{start} {len(run)}' for start, run in sections)
        entries = {'/Type': '/XRef', '/W': '[1 4 2]', '/Index': f'[{index}]', '/Length': str(len(rows))}
        entries |= self._trailer(own + 1)
        dictionary = ' '.join(f'{key} {value}' for key, value in entries.items()).encode()
        return b'%d 0 obj\n<< ' % own + dictionary + b' >>\nstream\n' + rows + b'\nendstream\nendobj\n'


def runs(numbers: list[int]) -> list[tuple[int, list[int]]]:
    """Groups consecutive numbers. Returns the first number of each group, together with all numbers of the group."""
    found: list[tuple[int, list[int]]] = []
    for number in numbers:
        if found and found[-1][1][-1] == number - 1:
            found[-1][1].append(number)
        else:
            found.append((number, [number]))
    return found


def serialized(thing) -> bytes:
    if not isinstance(thing, pikepdf.Object):
        # pikepdf returns numbers and booleans as plain values.
        return pikepdf.Array([thing]).unparse().strip(b'[ ]')
    if not isinstance(thing, pikepdf.Stream):
        return thing.unparse(resolved=True)
    content = thing.read_raw_bytes()
    entries = pikepdf.Dictionary({key: value for key, value in thing.items() if key != '/Length'})
    entries.Length = len(content)
    return entries.unparse() + b'\nstream\n' + content + b'\nendstream'
