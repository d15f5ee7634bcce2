"""Keeps the elements of an XML file before the break, and closes those that are open there."""
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
        raise NothingLeft('no element is whole')
    with open(step['output'], 'wb') as file:
        file.write(closed)
    return amount(elements, 'element')


def close(data: bytes) -> tuple[bytes | None, int]:
    """The text before the break with all elements closed, and their number; None where none is open."""
    if data.startswith(WIDE):
        # The bytes between two tags are counted, and closing tags are written, in a text of single bytes.
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
    """Without a tag or an entity that has begun at the end."""
    if data.rfind(b'<') > data.rfind(b'>'):
        data = data[: data.rfind(b'<')]
    begun = data.rfind(b'&', max(0, len(data) - 12))
    return data[:begun] if begun >= 0 and b';' not in data[begun:] else data
