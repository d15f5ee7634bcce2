"""Reads the tables of a Numbers document, sheet by sheet: all cells with their strings, by row and column."""
import struct
from typing import NamedTuple

from engines.codecs.iwork import cells
from engines.codecs.iwork.wire import Damaged, Message

DOCUMENT, SHEET, GROUP, TABLE = 1, 2, 3008, 6000
ROOT = 1
NO_CELL = 0xFFFF
# Limits of one document. A document above these limits would take too long to convert. Even a small file can exceed the
# limits, because the file can refer to the same object repeatedly.
MAX_TABLES, MAX_CELLS, MAX_CHARACTERS = 1_000, 5_000_000, 200_000_000
# Type of a formula node that refers to a rectangle of cells.
RECTANGLE = 67


class TooMany(ValueError):
    """Raised if the document has more cells or text than a conversion allows."""


class Table(NamedTuple):
    sheet: str
    name: str
    # Maps row numbers to rows, and a row maps column numbers to cells. The value of a text cell is its string, not the
    # key of the string.
    rows: dict[int, dict[int, cells.Cell]]
    # Merged cells: top, left, bottom, right.
    merged: list[tuple[int, int, int, int]]
    # Number formats by the key that a cell stores.
    formats: dict[int, Message]


def tables(objects) -> list[Table]:
    return Document(objects).tables()


class Document:
    def __init__(self, objects):
        self._objects = objects
        self._tables, self._cells_left, self._characters_left = MAX_TABLES, MAX_CELLS, MAX_CHARACTERS

    def tables(self) -> list[Table]:
        if ROOT not in self._objects or self._objects[ROOT].kind != DOCUMENT:
            raise Damaged('it is not a Numbers document')
        # In a spreadsheet, field 1 contains the sheets. In a presentation, field 1 is empty, because the slides are in
        # field 2.
        found = []
        for number in self._message(ROOT, DOCUMENT).references(1):
            sheet = self._message(number, SHEET)
            self._count(tables=1)
            found += [self._table(sheet, drawable) for drawable in self._tables_in(sheet.references(2))]
        return found

    def _tables_in(self, numbers: list[int]) -> list[int]:
        """`numbers` contains ids of objects. Returns the ids of those objects that are tables, and of tables in groups."""
        found, seen, left = [], set(), list(reversed(numbers))
        while left:
            number = left.pop()
            kind = self._objects[number].kind if number in self._objects and number not in seen else None
            seen.add(number)
            if kind == TABLE:
                found.append(number)
            if kind == GROUP:
                left += reversed(self._message(number, GROUP).references(2))
        return found

    def _message(self, number: int, *kinds: int) -> Message:
        """Returns the object with this id. If `kinds` is not empty, the type of the object must be in `kinds`."""
        item = self._objects.get(number)
        if item is None or (kinds and item.kind not in kinds):
            raise Damaged(f'object {number} is missing')
        return Message(item.data)

    def _count(self, tables: int = 0, cells: int = 0, characters: int = 0) -> None:
        self._tables -= tables
        self._cells_left -= cells
        self._characters_left -= characters
        if min(self._tables, self._cells_left, self._characters_left) < 0:
            raise TooMany('it has too many cells or too much text')

    def _table(self, sheet: Message, number: int) -> Table:
        self._count(tables=1)
        model = self._message(self._message(number, TABLE).reference(2))
        store = model.message(4)
        texts = {
            cells.TEXT: {key: entry.text(3) for key, entry in self._list(store, 4)},
            cells.RICH: {key: self._rich_text(entry) for key, entry in self._list(store, 17)},
        }
        rows = {}
        for at, row in self._rows(store):
            if at >= model.number(6):
                raise Damaged('a row number exceeds the number of rows')
            rows[at] = {column: self._resolved(cell, texts) for column, cell in row}
        merged = self._merged_in_store(store) or _merged_by_formula(model)
        formats = {key: entry.message(6) for key, entry in self._list(store, 22) if entry.has(6)}
        return Table(sheet.text(1, ''), model.text(8, ''), rows, merged, formats)

    def _list(self, store: Message, field: int) -> list[tuple[int, Message]]:
        """Returns the entries of a list that `store` references. Long lists are split into parts."""
        if not store.has(field):
            return []
        head = self._message(store.reference(field))
        parts = [head, *(self._message(number) for number in head.references(4))]
        self._count(cells=sum(len(part.all(3)) for part in parts))
        return [(entry.number(1), entry) for part in parts for entry in part.messages(3)]

    def _rich_text(self, entry: Message) -> str:
        storage = self._message(self._message(entry.reference(9)).reference(1))
        text = ''.join(str(part, 'utf-8') for part in storage.all(3))
        self._count(characters=len(text))
        return text

    def _rows(self, store: Message):
        tiles = {tile.number(1, 0): tile.reference(2) for tile in store.message(3).messages(1)}
        for node in store.message(9).messages(1):
            if node.number(2) not in tiles:
                raise Damaged('a part of the table is missing')
            self._count(cells=1)
            tile = self._message(tiles[node.number(2)])
            for row in tile.messages(5):
                yield node.number(1) + row.number(1), self._cells(row)

    def _cells(self, row: Message) -> list[tuple[int, cells.Cell]]:
        # Until 2017, rows had a single storage format. Newer files contain each row in 2 storage formats.
        storage, offsets = (6, 7) if row.has(6) and row.has(7) else (3, 4)
        data, offset_table = row.bytes(storage), row.bytes(offsets)
        unit = 4 if storage == 6 and row.number(8, 0) else 1
        starts = [
            (column, offset * unit)
            for column, (offset,) in enumerate(struct.iter_unpack('<H', offset_table))
            if offset != NO_CELL
        ]
        if len(starts) != row.number(2):
            raise Damaged('a row does not have its declared number of cells')
        self._count(cells=1 + (starts[-1][0] if starts else 0))
        ends = [*(start for _, start in starts[1:]), len(data)]
        return [(column, cells.read(data[start:end])) for (column, start), end in zip(starts, ends)]

    def _resolved(self, cell: cells.Cell, texts: dict[int, dict[int, str]]) -> cells.Cell:
        if cell.kind not in texts:
            return cell
        text = texts[cell.kind].get(cell.value)
        if text is None:
            raise Damaged('a text is missing')
        self._count(characters=len(text))
        return cells.Cell(cells.TEXT, text)

    def _merged_in_store(self, store: Message) -> list[tuple[int, int, int, int]]:
        if not store.has(13):
            return []
        merged = self._message(store.reference(13)).messages(1)
        self._count(cells=len(merged))
        return [_rectangle(one.message(1).bytes(1), one.message(2).bytes(1)) for one in merged]


def _rectangle(origin, size) -> tuple[int, int, int, int]:
    (top, left), (height, width) = struct.unpack('<HH', origin), struct.unpack('<HH', size)
    return top, left, top + height - 1, left + width - 1


def _merged_by_formula(model: Message) -> list[tuple[int, int, int, int]]:
    """Returns the merged cells of newer documents. Newer documents store a formula for each merged cell. The first node
    of the formula refers to the rectangle of the merged cell."""
    if not model.has(47) or not model.message(47).has(2):
        return []
    formulas = [pair.message(2).message(1) for pair in model.message(47).message(2).messages(3)]
    nodes = [formula.messages(1)[0] for formula in formulas if formula.has(1)]
    named = [node.message(40) for node in nodes if node.number(1) == RECTANGLE and node.has(40)]
    return [
        (*(side.number(1) for side in sides), *(side.number(2, side.number(1)) for side in sides))
        for sides in ((one.message(4), one.message(3)) for one in named if one.has(3) and one.has(4))
    ]
