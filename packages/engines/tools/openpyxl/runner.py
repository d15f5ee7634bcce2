"""Writes Excel workbooks from JSON. Exits with status 1 for a file that is corrupt or too large.

A list of records becomes a sheet with the field names in the first row. If all members of a map are lists of records,
each list becomes a sheet. Maps in a record become columns such as `a.b`, and lists in a record become JSON text."""
import datetime
import json
import math
import re
import sys

import openpyxl
from openpyxl.cell import WriteOnlyCell

from engines.tools.openpyxl import workbook

# If nested maps in records would need more columns than this, they are treated as dictionaries and not spread over
# columns.
MAX_SPREAD = 300
MAX_ROWS, MAX_COLUMNS, MAX_CHARACTERS = 1_048_576, 16_384, 32_767
# A cell stores a double, which is exact up to this number of digits.
MAX_DIGITS = 15


def main() -> int:
    step = json.loads(sys.argv[1])
    try:
        write_book(read_json(step['input']), step['output'], date_in if step.get('dates') else lambda text: None)
    except Exception as error:  # Any error of a reader means that the file is corrupt.
        print(str(error).split('\n', 1)[0] or type(error).__name__, file=sys.stderr)
        return 1
    return 0


def read_json(file: str):
    with open(file, 'rb') as source:
        return json.loads(source.read(), parse_int=parse_int, parse_float=parse_float, parse_constant=refuse)


def parse_int(digits: str):
    return digits if len(digits.lstrip('-')) > MAX_DIGITS else int(digits)


def parse_float(digits: str):
    value = float(digits)
    return value if math.isfinite(value) else digits


def refuse(word: str):
    raise ValueError(f'{word} is not JSON')


def write_book(value, file: str, parse_date) -> None:
    book = openpyxl.Workbook(write_only=True)
    for name, rows in tables_of(value, 'Sheet1'):
        sheet = book.create_sheet(re.sub(r'[\[\]:*?/\\\x00-\x1f]|^\'|\'$', '_', name)[:31] or 'Sheet1')
        for row in rows:
            sheet.append([cell_of(sheet, held, parse_date) for held in row])
    workbook.write(book, file)


def tables_of(value, name: str):
    """Returns the name and rows of each sheet. If `value` is a map with a single member, uses the member instead of the
    map. A map whose members are all tables becomes one sheet per table."""
    if isinstance(value, dict) and len(value) > 1 and all(is_table(member) for member in value.values()):
        return [(key, rows_of(member)) for key, member in value.items()]
    if isinstance(value, dict) and len(value) == 1:
        [(key, member)] = value.items()
        if isinstance(member, dict) or is_table(member):
            return tables_of(member, key)
    return [(name, rows_of(value))]


def is_table(value) -> bool:
    return isinstance(value, list) and any(isinstance(member, (dict, list)) for member in value)


def rows_of(value):
    members = value if isinstance(value, list) else [value]
    if members and all(isinstance(member, list) for member in members):
        return fitting(members, max(len(member) for member in members))
    records = [member if isinstance(member, dict) else {'value': member} for member in members]
    records = flattened(records)
    columns = list(dict.fromkeys(key for record in records for key in record))
    return fitting([columns, *([record.get(name) for name in columns] for record in records)], len(columns))


def flattened(records):
    """Returns the records with a separate column for each value in nested maps. Returns the records unchanged if two
    values would share a column, or if there would be hundreds of columns. If maps have hundreds of keys, the keys are
    probably data and not column names."""
    flat = []
    for record in records:
        members = [leaf for name, value in record.items() for leaf in leaves(name, value)]
        flat.append(dict(members))
        if len(flat[-1]) < len(members):
            return records
    width, most = len({name for record in flat for name in record}), len({name for record in records for name in record})
    return flat if width <= max(MAX_SPREAD, most) else records


def leaves(name: str, value):
    if not isinstance(value, dict) or not value:
        return [(name, value)]
    return [leaf for member, held in value.items() for leaf in leaves(f'{name}.{member}', held)]


def fitting(rows, width: int):
    if len(rows) > MAX_ROWS or width > MAX_COLUMNS:
        raise ValueError(f'{len(rows)} rows and {width} columns exceed the limits of a sheet')
    return rows


def date_in(text: str):
    """Returns the date or datetime in `text`. Returns None for other text, and for dates that a cell cannot
    contain."""
    # Dates in 1900 stay text, because Excel miscounts the days of that year.
    if not re.fullmatch(r'(?:19(?!00)|[2-9]\d)\d\d-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?)?', text):
        return None
    try:
        return datetime.datetime.fromisoformat(text) if 'T' in text else datetime.date.fromisoformat(text)
    except ValueError:
        return None


def cell_of(sheet, value, parse_date):
    if value is None or isinstance(value, (bool, int, float)):
        return value
    moment = parse_date(value) if isinstance(value, str) else None
    if moment is not None:
        return moment
    text = escaped(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f'a cell cannot contain more than {MAX_CHARACTERS} characters')
    cell = WriteOnlyCell(sheet, value=text)
    # Without the data type `s`, a string that begins with = would be a formula.
    cell.data_type = 's'
    return cell


def escaped(text: str) -> str:
    """Writes characters that XML cannot contain as `_xHHHH_`, the escape of workbooks. Text that already looks like
    `_xHHHH_` is escaped too."""
    marked = re.sub(r'_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', text)
    return re.sub(r'[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]', lambda found: f'_x{ord(found[0]):04X}_', marked)


if __name__ == '__main__':
    sys.exit(main())
