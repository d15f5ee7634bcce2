"""Uses FontForge to convert fonts that fontTools does not support: Type 1, Mac suitcases, FontForge sources."""
import io
import json
import re
import struct
import sys

import fontforge
from fontTools.cffLib import CFFFontSet
from fontTools.pens.basePen import NullPen
from fontTools.ttLib import TTFont

from engines.tools.fontforge import type1, ufoz
from engines.tools.fonttools import bounds, colours, instances, outlines
from engines.tools.fonttools.bounds import Unreadable
from engines.shared.runner.unsupported import unsupported

# Signatures of the font formats. The runner checks the signature of a file, because FontForge detects the format by
# content. FontForge would also open an SFD file (FontForge's source format), which may contain programs.
SIGNATURES = {
    'pfb': (b'\x80\x01',),
    'pfa': (b'%!PS-AdobeFont', b'%!FontType1', b'%!PS-Adobe-3.0 Resource-Font'),
    'cff': tuple(b'\1\0\4' + bytes((size,)) for size in range(1, 5)),
    'ttf': (b'\0\1\0\0', b'true'),
    'otf': (b'OTTO', b'\0\1\0\0', b'true'),
}
CURVES = {'ttf': True, 'dfont': True, 'otf': False, 'pfb': False, 'pfa': False}

TYPE_1 = ('pfb', 'pfa')
# Matches the line with the XUID, an id for printers. FontForge writes a random XUID if the source font has none.
RANDOM_ID = re.compile(rb'^XUID: .*\n', re.M)
# 1980-01-01 in seconds since 1970.
EARLIEST = 315_532_800


def main() -> None:
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        data = file.read()
    if step['from'] == 'ufoz':
        font = fontforge.open(ufoz.unpack(data, step['work']))
    elif data.startswith(SIGNATURES[step['from']]) and is_complete(data, step['from']):
        font = fontforge.open(static_copy(step) if step['from'] in ('ttf', 'otf') else step['input'])
        if step['from'] in TYPE_1 and not any(font.glyphs()):
            type1.redraw(step['input'], f'{step["work"]}/redrawn.otf')
            font = fontforge.open(f'{step["work"]}/redrawn.otf')
    else:
        raise Unreadable(f'not a complete {step["from"]} font')
    if all(glyph.foreground.isEmpty() and not glyph.references for glyph in font.glyphs()):
        raise Unreadable('the font has no outlines')
    if step['to'] == 'sfd':
        font.save(step['output'])
        remove_timestamps(step['output'], is_created_now=step['from'] in TYPE_1)
        return
    if step['to'] == 'ufoz':
        font.generate(f'{step["work"]}/font.ufo')
        ufoz.pack(f'{step["work"]}/font.ufo', step['output'])
        return
    font.is_quadratic = CURVES[step['to']]
    # FontForge writes a metrics file next to a Type 1 font unless a flag is given.
    font.generate(step['output'], flags=('round',) if step['to'] in TYPE_1 else ('opentype',))


def static_copy(step: dict) -> str:
    """Returns the path of a font with a single style, because FontForge does not read variations and would misread CFF2
    outlines."""
    with TTFont(step['input']) as font:
        if not outlines.has_any(font):
            unsupported('glyphs without outlines')
        colours.warn_of_loss(font, step)
        if not instances.is_variable(font) and 'instance' not in step['options']:
            return step['input']
        instances.make_static(font, step)
        path = f'{step["work"]}/static.{"ttf" if "glyf" in font else "otf"}'
        font.save(path)
        return path


def remove_timestamps(file: str, is_created_now: bool) -> None:
    """Makes FontForge sources reproducible: removes a random id and sets a constant modification time. With
    `is_created_now`, the creation time is also set to a constant."""
    times = rb'^((?:Creation|Modification)Time: )\d+' if is_created_now else rb'^(ModificationTime: )\d+'
    with open(file, 'rb') as stream:
        source = stream.read()
    with open(file, 'wb') as stream:
        stream.write(re.sub(times, rb'\g<1>%d' % EARLIEST, RANDOM_ID.sub(b'', source), flags=re.M))


def is_complete(data: bytes, kind: str) -> bool:
    """Returns whether the font is complete. FontForge accepts truncated fonts."""
    if kind in ('ttf', 'otf'):
        bounds.check(data)
        return True
    if kind == 'cff':
        return is_cff_complete(data)
    if kind == 'pfb':
        at = 0
        while data[at:at + 2] in (b'\x80\x01', b'\x80\x02') and at + 6 <= len(data):
            at += 6 + struct.unpack_from('<I', data, at + 2)[0]
        return data[at:at + 2] == b'\x80\x03'
    return kind != 'pfa' or b'cleartomark' in data[-1024:]


def is_cff_complete(data: bytes) -> bool:
    """Returns whether every outline can be decoded."""
    try:
        compact = CFFFontSet()
        compact.decompile(io.BytesIO(data), None)
        outlines = compact[0].CharStrings
        for name in outlines.keys():
            outlines[name].draw(NullPen())
    except Exception:  # Any parser error means that the file is corrupt.
        return False
    return True


if __name__ == '__main__':
    try:
        main()
    except Unreadable as error:
        sys.exit(str(error))
