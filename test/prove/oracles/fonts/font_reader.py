"""Reads a font, if possible with FreeType: `font_reader.py <extension> <file> <characters>`.

Prints JSON with the family name, the type of the outlines, and the width and bounding box of each of the characters.
"""
import io
import json
import plistlib
import re
import struct
import sys
import zipfile

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.pointPen import PointToSegmentPen
from fontTools.pens.recordingPen import RecordingPointPen
from fontTools.ufoLib.glifLib import readGlyphFromString
from PIL import Image, ImageDraw, ImageFont

EM = 1000


def unwrapped(data):
    """Returns the font in an Embedded OpenType (EOT) file, and the family name in the header. Checks the fields of the
    EOT header."""
    size, length, version, flags = struct.unpack_from('<IIII', data)
    assert (size, version, flags) == (len(data), 0x20001, 0), 'a plain header'
    assert struct.unpack_from('<H', data, 34)[0] == 0x504C
    font = data[size - length:]
    tables = {font[at:at + 4]: struct.unpack_from('>II', font, at + 8) for at in range(12, 12 + 16 * struct.unpack_from('>H', font, 4)[0], 16)}
    head = tables[b'head'][0]
    assert struct.unpack_from('<I', data, 60)[0] == struct.unpack_from('>I', font, head + 8)[0], 'the check sum adjustment'
    name = data[84:84 + struct.unpack_from('<H', data, 82)[0]].decode('utf-16-le')
    return font, name


def by_freetype(data, characters):
    def opened(size):
        return ImageFont.truetype(io.BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)

    font = opened(EM)
    missing = shape(font, '\U0010fffd')
    found = {}
    for character in characters:
        seen = shape(font, character)
        if seen != missing:
            found[ord(character)] = seen
    return {'family': font.getname()[0], 'outlines': kind_of(data), 'characters': found}


def shape(font, character):
    """Draws a character at 1 pixel per font unit. Returns the width of the character, and the bounding box of the
    pixels that the character covers by more than half."""
    page, (x, y) = Image.new('L', (2 * EM, 2 * EM)), (EM // 2, 3 * EM // 2)
    ImageDraw.Draw(page).text((x, y), character, font=font, fill=255, anchor='ls')
    ink = page.point(lambda value: 255 if value > 127 else 0).getbbox()
    box = [ink[0] - x, y - ink[3], ink[2] - x, y - ink[1]] if ink else None
    return {'width': font.getlength(character), 'box': box}


def kind_of(data):
    if data[:4] in (b'wOFF', b'wOF2'):
        data = data[4:]
    if data[:4] == b'OTTO' or data[:2] in (b'\x80\x01', b'%!', b'\x01\x00'):
        return 'PostScript'
    return 'TrueType'


def from_sfd(text, characters):
    """Reads FontForge's text format (SFD). Returns the family name, and the width and box of each character."""
    found = {}
    for glyph in re.findall(r'^StartChar:.*?^EndChar', text, re.M | re.S):
        code = int(re.search(r'^Encoding: \S+ (-?\d+)', glyph, re.M)[1])
        spline = re.search(r'^SplineSet\n(.*?)^EndSplineSet', glyph, re.M | re.S)
        points = [tuple(map(float, pair)) for pair in re.findall(r'(\S+) (\S+) [mlc] ', spline[1])] if spline else []
        xs, ys = [x for x, _ in points], [y for _, y in points]
        if chr(max(code, 0)) in characters:
            box = [min(xs), min(ys), max(xs), max(ys)] if points else None
            found[code] = {'width': float(re.search(r'^Width: (\S+)', glyph, re.M)[1]), 'box': box}
    return {'family': re.search('^FamilyName: (.*)', text, re.M)[1], 'outlines': '', 'characters': found}


def from_ufoz(data, characters):
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        root = next(name for name in packed.namelist() if name.endswith('/metainfo.plist')).removesuffix('metainfo.plist')
        info = plistlib.loads(packed.read(root + 'fontinfo.plist'))
        scale, found = EM / info['unitsPerEm'], {}
        for file in plistlib.loads(packed.read(root + 'glyphs/contents.plist')).values():
            text = packed.read(f'{root}glyphs/{file}').decode()
            pen = RecordingPointPen()
            readGlyphFromString(text, glyph := type('Glyph', (), {})(), pen)
            bounds = BoundsPen(None)
            pen.replay(PointToSegmentPen(bounds))
            for code in getattr(glyph, 'unicodes', []):
                if chr(code) in characters:
                    box = bounds.bounds and [side * scale for side in bounds.bounds]
                    found[code] = {'width': glyph.width * scale, 'box': box}
    return {'family': info['familyName'], 'outlines': '', 'characters': found}


kind, file, characters = sys.argv[1:]
with open(file, 'rb') as stream:
    content = stream.read()
if kind == 'sfd':
    answer = from_sfd(content.decode(), characters)
elif kind == 'ufoz':
    answer = from_ufoz(content, characters)
elif kind == 'eot':
    content, name = unwrapped(content)
    answer = {**by_freetype(content, characters), 'family': name}
else:
    answer = by_freetype(content, characters)
print(json.dumps(answer))
