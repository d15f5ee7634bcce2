"""Reads the user unit of each page of a PDF. The size of a page is the size of its page box, multiplied by the user
unit.

Poppler ignores user units, so QPDF reads the user units of the pages."""
import json
import re
import subprocess
import zlib

# Maximum number of decompressed bytes, from the beginning of each object stream, that are searched for the key
# `/UserUnit`.
MAX_UNPACKED = 16 * 1024 * 1024
OBJECT_STREAM = re.compile(rb'/ObjStm\b.{0,400}?\bstream\r?\n', re.DOTALL)


def user_units(data: bytes, file: str) -> list[float]:
    """Returns the unit of every page, or an empty list if all pages have the default of 1."""
    if not may_have_units(data):
        return []
    listing = ['qpdf', '--json=2', '--json-key=pages', '--json-key=qpdf', '--json-stream-data=none', file]
    try:
        listed = json.loads(subprocess.run(listing, capture_output=True, check=False).stdout)
    except (OSError, ValueError):
        return []
    objects = listed['qpdf'][1]
    units = [unit_of(objects.get(f'obj:{page["object"]}', {}).get('value', {}), objects) for page in listed['pages']]
    return units if any(unit != 1 for unit in units) else []


def may_have_units(data: bytes) -> bool:
    """Returns whether the key `/UserUnit` may occur in the file. For most files, the function returns False, so QPDF,
    which reads the whole document, need not run."""
    if b'/UserUnit' in data:
        return True
    streams = list(OBJECT_STREAM.finditer(data))
    return any(b'/Encrypt' in data or b'/UserUnit' in unpacked(data[found.end() :]) for found in streams)


def unpacked(data: bytes) -> bytes:
    """Returns the beginning of a deflated stream, or nothing for other filters."""
    try:
        return zlib.decompressobj().decompress(data, MAX_UNPACKED)
    except zlib.error:
        return b''


def unit_of(page: dict[str, object], objects: dict[str, dict[str, object]]) -> float:
    unit = page.get('/UserUnit', 1)
    if isinstance(unit, str):
        unit = objects.get(f'obj:{unit}', {}).get('value', 1)
    return float(unit) if isinstance(unit, (int, float)) and unit > 0 else 1
