"""Repairs the SVG that MuPDF writes. Exits with 1 if the SVG is still malformed or contains elements that MuPDF does
not write.

MuPDF does not escape "<" in text, and escapes nothing in layer names, so a page of a PDF could break the markup of the
SVG or inject elements.
"""
import glob
import json
import os
import re
import sys
from typing import BinaryIO, Iterable
from xml.parsers import expat
from xml.sax.saxutils import escape

# MuPDF 1.25 omits the unit of the size, which is points.
SIZE = re.compile(rb'(<svg [^>]*? width="[0-9.]+)(" height="[0-9.]+)(")')
LETTER = re.compile(rb' data-text="(?:(<)|&#x([0-9a-f]+);)"')
LAYER = re.compile(rb'(<g id="layer_\d+" data-name=")(.*)(">\n)', re.DOTALL)
# All elements that MuPDF writes.
ELEMENTS = frozenset('svg defs g path use image mask clipPath pattern rect text tspan'.split())
NOT_IN_XML = re.compile('[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')


class UnexpectedElement(ValueError):
    """Raised if a layer name was parsed as markup."""


def main() -> int:
    step = json.loads(sys.argv[1])
    try:
        for file in sorted(glob.glob(f'{step["outputDir"]}/*.svg')):
            repair(file)
    except (expat.ExpatError, UnexpectedElement) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def repair(file: str) -> None:
    """Rewrites `file` line by line, because a page full of images may be larger than memory."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = check
    repaired = f'{file}.repaired'
    with open(file, 'rb') as source, open(repaired, 'wb') as output:
        for line in lines(source):
            line = LAYER.sub(with_plain_name, LETTER.sub(with_letter, SIZE.sub(rb'\1pt\2pt\3', line)))
            parser.Parse(line)
            output.write(line)
        parser.Parse(b'', True)
    os.replace(repaired, file)


def lines(source: BinaryIO) -> Iterable[bytes]:
    """Yields the lines of the file `source`. If a layer name contains line breaks, yields the start tag of the layer as
    one line."""
    for line in source:
        if line.startswith(b'<g id="layer_'):
            while not line.endswith(b'">\n') and (more := source.readline()):
                line += more
        yield line


def with_letter(found: re.Match[bytes]) -> bytes:
    less, code = found.groups()
    if less:
        return b' data-text="&lt;"'
    # Removes the text of a character that XML cannot contain. The outline that draws the character stays.
    number = int(code, 16)
    return found[0] if number < 0x110000 and not NOT_IN_XML.match(chr(number)) else b''


def with_plain_name(found: re.Match[bytes]) -> bytes:
    name = NOT_IN_XML.sub('', found[2].decode('utf-8', 'replace'))
    return found[1] + escape(name, {'"': '&quot;', '\n': ' '}).encode() + found[3]


def check(name: str, attributes: dict[str, str]) -> None:
    if name not in ELEMENTS or any(attribute.startswith('on') for attribute in attributes):
        raise UnexpectedElement(f'MuPDF writes no {name} with {", ".join(attributes)}')


if __name__ == '__main__':
    sys.exit(main())
