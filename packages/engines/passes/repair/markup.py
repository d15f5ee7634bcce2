"""Keeps the elements before the damage in an XML file, and closes the elements that are still open."""
import codecs
import re
from xml.parsers import expat

from engines.passes.repair.outcome import NothingLeft, amount

WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def repair(step) -> str:
    with open(step['input'], 'rb') as file:
        data = file.read()
    closed, elements = close(data)
    if closed is None:
        raise NothingLeft('no element is intact')
    with open(step['output'], 'wb') as file:
        file.write(closed)
    return amount(elements, 'element')


def close(data: bytes) -> tuple[bytes | None, int]:
    """Returns the text before the damage with all elements closed, and the number of elements. If no element was read,
    the returned text is None."""
    if data.startswith(WIDE):
        # Converts UTF-16 to UTF-8, because error positions are byte offsets and the closing tags are added in UTF-8.
        text = data.decode('utf-16', 'replace').lstrip('\ufeff')
        data = re.sub(r'^(<\?xml[^>]*?)\s+encoding=("[^"]*"|\'[^\']*\')', r'\1', text).encode()
    open_elements, seen = [], 0
    parser = expat.ParserCreate()

    def begins(name, _):
        nonlocal seen
        seen += 1
        open_elements.append(name)

    parser.StartElementHandler = begins
    parser.EndElementHandler = lambda name: open_elements.pop()
    try:
        parser.Parse(data, True)
        return data, seen
    except expat.ExpatError:
        end = parser.ErrorByteIndex
    if not seen or end <= 0:
        return None, 0
    text = without_begun(data[:end])
    tags = ''.join(f'</{name}>' for name in reversed(open_elements))
    return text + tags.encode('utf-8'), seen


def without_begun(data: bytes) -> bytes:
    """Returns the text without a truncated tag or entity at its end."""
    if data.rfind(b'<') > data.rfind(b'>'):
        data = data[: data.rfind(b'<')]
    begun = data.rfind(b'&', max(0, len(data) - 12))
    return data[:begun] if begun >= 0 and b';' not in data[begun:] else data
