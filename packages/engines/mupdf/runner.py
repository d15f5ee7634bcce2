"""Makes the SVG files that MuPDF has drawn well-formed; one that still is not, or holds more than shapes, ends with status 1.

MuPDF escapes neither a "<" among the letters of a text nor anything in the names of layers, so that a page could break
off its markup or add to it.
"""
import glob
import json
import os
import re
import sys
from typing import BinaryIO, Iterable
from xml.parsers import expat
from xml.sax.saxutils import escape

LETTER = re.compile(rb' data-text="(?:(<)|&#x([0-9a-f]+);)"')
LAYER = re.compile(rb'(<g id="layer_\d+" data-name=")(.*)(">\n)', re.DOTALL)
# All that MuPDF ever draws with.
SHAPES = frozenset('svg defs g path use image mask clipPath pattern rect text tspan'.split())
NOT_IN_XML = re.compile('[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')


class MoreThanShapes(ValueError):
    """A name of a layer has become markup."""


def main() -> int:
    step = json.loads(sys.argv[1])
    try:
        for file in sorted(glob.glob(f'{step["outputDir"]}/*.svg')):
            mend(file)
    except (expat.ExpatError, MoreThanShapes) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def mend(file: str) -> None:
    """Writes `file` anew line by line: a page full of pictures is larger than memory."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = check
    mended = f'{file}.mended'
    with open(file, 'rb') as drawn, open(mended, 'wb') as output:
        for line in lines(drawn):
            line = LAYER.sub(with_plain_name, LETTER.sub(with_letter, line))
            parser.Parse(line)
            output.write(line)
        parser.Parse(b'', True)
    os.replace(mended, file)


def lines(drawn: BinaryIO) -> Iterable[bytes]:
    """The lines, of which one goes on for as long as the name of a layer does."""
    for line in drawn:
        if line.startswith(b'<g id="layer_'):
            while not line.endswith(b'">\n') and (more := drawn.readline()):
                line += more
        yield line


def with_letter(found: re.Match[bytes]) -> bytes:
    less, code = found.groups()
    if less:
        return b' data-text="&lt;"'
    # A letter that XML has no place for is left out, its shape stays.
    number = int(code, 16)
    return found[0] if number < 0x110000 and not NOT_IN_XML.match(chr(number)) else b''


def with_plain_name(found: re.Match[bytes]) -> bytes:
    name = NOT_IN_XML.sub('', found[2].decode('utf-8', 'replace'))
    return found[1] + escape(name, {'"': '&quot;', '\n': ' '}).encode() + found[3]


def check(name: str, attributes: dict[str, str]) -> None:
    if name not in SHAPES or any(attribute.startswith('on') for attribute in attributes):
        raise MoreThanShapes(f'a page of shapes has no {name} with {", ".join(attributes)}')


if __name__ == '__main__':
    sys.exit(main())
