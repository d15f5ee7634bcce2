"""Reads and writes with fontforge the fonts that fontTools does not: Type 1, Mac suitcases, fontforge's own."""
import io
import json
import re
import struct
import sys

import fontforge
from fontTools.cffLib import CFFFontSet
from fontTools.pens.basePen import NullPen

from engines.fontforge import type1, ufoz
from engines.fonttools import bounds
from engines.fonttools.bounds import Unreadable

# How each kind begins. Left to see for itself, fontforge would open its own as well, which may carry a program.
BEGINNINGS = {
    'pfb': (b'\x80\x01',),
    'pfa': (b'%!PS-AdobeFont', b'%!FontType1', b'%!PS-Adobe-3.0 Resource-Font'),
    'cff': tuple(b'\1\0\4' + bytes((size,)) for size in range(1, 5)),
    'ttf': (b'\0\1\0\0', b'true'),
    'otf': (b'OTTO', b'\0\1\0\0', b'true'),
}
CURVES = {'ttf': True, 'dfont': True, 'otf': False, 'pfb': False, 'pfa': False}

TYPE_1 = ('pfb', 'pfa')
# The number by which printers are to tell fonts apart, drawn by lot where the font has none.
CHANCE = re.compile(rb'^XUID: .*\n', re.M)
# Seconds since 1970: the first of January 1980.
EARLIEST = 315_532_800


def main() -> None:
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        data = file.read()
    if step['from'] == 'ufoz':
        font = fontforge.open(ufoz.unpack(data, step['work']))
    elif data.startswith(BEGINNINGS[step['from']]) and ends_well(data, step['from']):
        font = fontforge.open(step['input'])
        if step['from'] in TYPE_1 and not any(font.glyphs()):
            type1.redraw(step['input'], f'{step["work"]}/redrawn.otf')
            font = fontforge.open(f'{step["work"]}/redrawn.otf')
    else:
        raise Unreadable(f'not a whole {step["from"]} font')
    if all(glyph.foreground.isEmpty() and not glyph.references for glyph in font.glyphs()):
        raise Unreadable('there is not one outline in the font')
    if step['to'] == 'sfd':
        font.save(step['output'])
        forget_when(step['output'], made_now=step['from'] in TYPE_1)
        return
    if step['to'] == 'ufoz':
        font.generate(f'{step["work"]}/font.ufo')
        ufoz.pack(f'{step["work"]}/font.ufo', step['output'])
        return
    font.is_quadratic = CURVES[step['to']]
    # Naming any flag keeps the metrics from being written beside a Type 1 font.
    font.generate(step['output'], flags=('round',) if step['to'] in TYPE_1 else ('opentype',))


def forget_when(file: str, made_now: bool) -> None:
    """The same font twice is the same source: when it was saved is taken out, and made where the font does not say."""
    noted = rb'^((?:Creation|Modification)Time: )\d+' if made_now else rb'^(ModificationTime: )\d+'
    with open(file, 'rb') as stream:
        source = stream.read()
    with open(file, 'wb') as stream:
        stream.write(re.sub(noted, rb'\g<1>%d' % EARLIEST, CHANCE.sub(b'', source), flags=re.M))


def ends_well(data: bytes, kind: str) -> bool:
    """fontforge makes do with what stands before the place where a font breaks off."""
    if kind in ('ttf', 'otf'):
        bounds.check(data)
        return True
    if kind == 'cff':
        return compact_is_whole(data)
    if kind == 'pfb':
        at = 0
        while data[at:at + 2] in (b'\x80\x01', b'\x80\x02') and at + 6 <= len(data):
            at += 6 + struct.unpack_from('<I', data, at + 2)[0]
        return data[at:at + 2] == b'\x80\x03'
    return kind != 'pfa' or b'cleartomark' in data[-1024:]


def compact_is_whole(data: bytes) -> bool:
    """Whether every outline can be drawn; what cannot be read at all is not whole either."""
    try:
        compact = CFFFontSet()
        compact.decompile(io.BytesIO(data), None)
        outlines = compact[0].CharStrings
        for name in outlines.keys():
            outlines[name].draw(NullPen())
    except Exception:  # Whatever the reader trips over, it is the file that put it there.
        return False
    return True


if __name__ == '__main__':
    try:
        main()
    except Unreadable as error:
        sys.exit(str(error))
