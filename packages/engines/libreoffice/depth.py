"""Refuses an office file whose XML nests deeper than LibreOffice can follow in time, before it is loaded."""
import contextlib
import zipfile
import zlib
from collections.abc import Iterator
from xml.parsers import expat

from engines.libreoffice.truncation import FLAT

# Documents that people write stay below a hundred.
DEEPEST = 1000
BLOCK = 16 * 1024
ZIP = b'PK\x03\x04'
# XML as it is; web pages are no XML, and paragraphs in them need not end.
XML = (*FLAT, 'svg')


class TooDeep(Exception):
    """It nests deeper than it may."""


def check(path: str, kind: str) -> None:
    """Raises where `path`, a file of the kind `kind`, nests too deeply; what cannot be read is left to LibreOffice."""
    with open(path, 'rb') as file:
        is_zip = file.read(len(ZIP)) == ZIP
    if is_zip:
        with contextlib.suppress(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
            with zipfile.ZipFile(path) as package:
                for part in package.infolist():
                    if part.filename.endswith('.xml'):
                        _check(lambda part=part: package.open(part))
    elif kind in XML:
        _check(lambda: open(path, 'rb'))


def _check(opened) -> None:
    # Counting is a hundred times as fast as reading, and says enough of nearly every file.
    with opened() as file:
        suspicious = any(depth > DEEPEST for depth in _estimates(file))
    if suspicious:
        with opened() as file:
            _follow(file)


def _estimates(file) -> Iterator[int]:
    """How many elements are open after each block, if no text or comment has marks in it."""
    depth, held = 0, b''
    while block := file.read(BLOCK):
        data = (held + block).replace(b'\0', b'')
        # A mark of two letters is counted with its second.
        held = data[-1:] if data.endswith((b'<', b'/')) else b''
        data = data[: len(data) - len(held)]
        begun, ended = data.count(b'<'), data.count(b'</')
        depth += begun - data.count(b'<!') - data.count(b'<?') - 2 * ended - data.count(b'/>')
        yield depth


def _follow(file) -> None:
    depth = 0

    def begin(_name, _attributes):
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise TooDeep('protean-reason: too_deep')

    def end(_name):
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    with contextlib.suppress(expat.ExpatError):
        parser.ParseFile(file)
