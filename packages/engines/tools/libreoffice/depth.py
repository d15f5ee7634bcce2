"""Before LibreOffice loads an office file, refuses the file if its XML is nested too deeply for LibreOffice."""
import contextlib
import zipfile
import zlib
from collections.abc import Iterator
from xml.parsers import expat

from engines.tools.libreoffice.truncation import FLAT

# Ordinary documents stay below 100 levels.
MAX_DEPTH = 1000
BLOCK = 16 * 1024
ZIP = b'PK\x03\x04'
# Formats that are a single XML file. HTML is excluded, because its paragraphs may be unclosed.
XML_FORMATS = (*FLAT, 'svg')


class TooDeep(Exception):
    """Raised if the XML is nested too deeply."""


def check(path: str, kind: str) -> None:
    """Raises TooDeep if `path`, a file of the format `kind`, is nested too deeply. Ignores unreadable files, which
    LibreOffice refuses."""
    with open(path, 'rb') as file:
        is_zip = file.read(len(ZIP)) == ZIP
    if is_zip:
        with contextlib.suppress(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
            with zipfile.ZipFile(path) as package:
                for part in package.infolist():
                    if part.filename.endswith('.xml'):
                        _check(lambda part=part: package.open(part))
    elif kind in XML_FORMATS:
        _check(lambda: open(path, 'rb'))


def _check(opened) -> None:
    # Counting angle brackets is 100 times as fast as parsing, and suffices for nearly all files.
    with opened() as file:
        suspicious = any(depth > MAX_DEPTH for depth in _estimates(file))
    if suspicious:
        with opened() as file:
            _parse(file)


def _estimates(file) -> Iterator[int]:
    """Yields the estimated nesting depth after each block of the file. The estimate is exact if no text or comment
    contains angle brackets."""
    depth, carry = 0, b''
    while block := file.read(BLOCK):
        data = (carry + block).replace(b'\0', b'')
        # A block that ends with `<` or `/` may cut `</` or `/>` in two. Therefore, such a last character is moved to
        # the next block.
        carry = data[-1:] if data.endswith((b'<', b'/')) else b''
        data = data[: len(data) - len(carry)]
        begun, ended = data.count(b'<'), data.count(b'</')
        depth += begun - data.count(b'<!') - data.count(b'<?') - 2 * ended - data.count(b'/>')
        yield depth


def _parse(file) -> None:
    depth = 0

    def begin(_name, _attributes):
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise TooDeep('protean-reason: too_deep')

    def end(_name):
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    with contextlib.suppress(expat.ExpatError):
        parser.ParseFile(file)
