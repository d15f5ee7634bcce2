"""Writes the typeface as a font file: `typefoundry.py <kind> <file>`. Reads the typeface as JSON from standard input.
Kinds: ttf, otf, cff, eot, ttc, pfb, pfa, ufoz."""
import io
import json
import plistlib
import struct
import sys
import zipfile

from fontTools.fontBuilder import FontBuilder
from fontTools.misc import eexec
from fontTools.misc.psCharStrings import T1CharString
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.ttCollection import TTCollection

TYPEFACE = json.load(sys.stdin)
GLYPHS = TYPEFACE['glyphs']
ORDER = [glyph['name'] for glyph in GLYPHS]


def draw(glyph, pen):
    opened = False
    for kind, *numbers in glyph['path']:
        points = list(zip(numbers[::2], numbers[1::2]))
        if kind == 'M':
            if opened:
                pen.closePath()
            pen.moveTo(*points)
            opened = True
        else:
            (pen.lineTo if kind == 'L' else pen.qCurveTo)(*points)
    if opened:
        pen.closePath()


def true_type(glyph):
    pen = TTGlyphPen(None)
    draw(glyph, pen)
    return pen.glyph()


def post_script(glyph):
    pen = T2CharStringPen(glyph['width'], None)
    draw(glyph, ReverseContourPen(pen))
    return pen.getCharString()


def build(flavour, family):
    builder = FontBuilder(1000, isTTF=flavour == 'ttf')
    builder.setupGlyphOrder(ORDER)
    builder.setupCharacterMap({glyph['code']: glyph['name'] for glyph in GLYPHS if glyph['code'] is not None})
    if flavour == 'ttf':
        builder.setupGlyf({glyph['name']: true_type(glyph) for glyph in GLYPHS})
    else:
        name = family.replace(' ', '')
        builder.setupCFF(name, {'FullName': family, 'FamilyName': family}, {glyph['name']: post_script(glyph) for glyph in GLYPHS}, {})
    sides = {glyph['name']: (glyph['box'] or [0])[0] for glyph in GLYPHS}
    builder.setupHorizontalMetrics({glyph['name']: (glyph['width'], sides[glyph['name']]) for glyph in GLYPHS})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({'familyName': family, 'styleName': 'Regular', 'fullName': family, 'psName': family.replace(' ', ''),
                            'version': 'Version 1.000', 'uniqueFontIdentifier': f'{family} 1'})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    return builder.font


def saved(font):
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def cast_ttf():
    return saved(build('ttf', TYPEFACE['family']))


def cast_otf():
    return saved(build('otf', TYPEFACE['family']))


def cast_cff():
    return saved_table(build('otf', TYPEFACE['family']), 'CFF ')


def saved_table(font, tag):
    return TTFont(io.BytesIO(saved(font))).reader[tag]


def cast_ttc():
    collection = TTCollection()
    collection.fonts = [build('ttf', TYPEFACE['family']), build('ttf', TYPEFACE['family'] + ' Two')]
    return saved(collection)


def cast_eot():
    """Returns an EOT file of version 2.1. The font data of the file is obfuscated with XOR, which the format allows."""
    font = cast_ttf()
    name = TYPEFACE['family'].encode('utf-16-le')
    names = b''.join(struct.pack('<HH', 0, len(text)) + text for text in (name, b'', b'', name)) + struct.pack('<HH', 0, 0)
    size = 82 - 2 + len(names) - 2 + 2 + len(font)
    head = struct.pack('<IIII10sBBIHH16s8sI16s', size, len(font), 0x20001, 0x10000000, bytes(10), 1, 0, 400, 0, 0x504C,
                       bytes(16), bytes(8), 0, bytes(16)) + names
    return struct.pack('<I', len(head) + len(font)) + head[4:] + bytes(byte ^ 0x50 for byte in font)


def type1_program(glyph):
    """Returns a Type 1 outline as relative moves. Replaces each quadratic curve with a cubic curve. Each cubic handle
    is at two thirds of the way from an end of the curve to the quadratic handle."""
    program, (x, y) = [0, glyph['width'], 'hsbw'], (0, 0)
    for kind, *numbers in glyph['path']:
        points = list(zip(numbers[::2], numbers[1::2]))
        if kind == 'Q':
            (cx, cy), (ex, ey) = points
            points = [(x + (cx - x) * 2 // 3, y + (cy - y) * 2 // 3), (ex + (cx - ex) * 2 // 3, ey + (cy - ey) * 2 // 3), (ex, ey)]
        if kind == 'M' and len(program) > 3:
            program.append('closepath')
        for px, py in points:
            program += [px - x, py - y]
            x, y = px, py
        program.append({'M': 'rmoveto', 'L': 'rlineto', 'Q': 'rrcurveto'}[kind])
    return [*program, 'closepath', 'endchar'] if glyph['path'] else [*program, 'endchar']


def type1_parts():
    name = TYPEFACE['family'].replace(' ', '')
    clear = f'''%!PS-AdobeFont-1.0: {name} 001.000
12 dict begin
/FontInfo 5 dict dup begin
/FullName ({TYPEFACE['family']}) readonly def
/FamilyName ({TYPEFACE['family']}) readonly def
/Weight (Regular) readonly def
end readonly def
/FontName /{name} def
/PaintType 0 def
/FontType 1 def
/FontMatrix [0.001 0 0 0.001 0 0] readonly def
/Encoding StandardEncoding def
/FontBBox {{0 0 720 720}} readonly def
currentdict end
currentfile eexec
'''.encode()
    secret = b'dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n' \
             b'/ND {noaccess def} executeonly def\n/NP {noaccess put} executeonly def\n' \
             b'/BlueValues [] def\n/MinFeature {16 16} def\n/password 5839 def\n/lenIV 4 def\n' \
             b'2 index /CharStrings %d dict dup begin\n' % len(GLYPHS)
    for glyph in GLYPHS:
        code = T1CharString(program=type1_program(glyph))
        code.compile()
        data, _ = eexec.encrypt(bytes(4) + code.bytecode, 4330)
        secret += b'/%s %d RD %s ND\n' % (glyph['name'].encode(), len(data), data)
    secret += b'end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n'
    return clear, eexec.encrypt(b'0000' + secret, 55665)[0], (b'0' * 64 + b'\n') * 8 + b'cleartomark\n'


def cast_pfb():
    return b''.join(b'\x80' + struct.pack('<BI', kind, len(part)) + part for kind, part in zip((1, 2, 1), type1_parts())) + b'\x80\x03'


def cast_pfa():
    clear, secret, zeros = type1_parts()
    text = secret.hex().encode()
    return clear + b''.join(text[at:at + 64] + b'\n' for at in range(0, len(text), 64)) + zeros


def glif(glyph):
    """Returns a glyph in UFO's format GLIF. The type of a point describes the segment that ends at the point. The first
    point of a contour is not repeated at its end."""
    contours = []
    for kind, *numbers in glyph['path']:
        *off, on = zip(numbers[::2], numbers[1::2])
        if kind == 'M':
            contours.append([(on, 'line')])
            continue
        contours[-1] += [(point, None) for point in off]
        if kind == 'Q' and on == contours[-1][0][0]:
            contours[-1][0] = (on, 'qcurve')
        else:
            contours[-1].append((on, 'qcurve' if kind == 'Q' else 'line'))
    outline = ''.join('<contour>' + ''.join(
        f'<point x="{x}" y="{y}"' + (f' type="{kind}"' if kind else '') + '/>' for (x, y), kind in contour
    ) + '</contour>' for contour in contours)
    code = '' if glyph['code'] is None else f'<unicode hex="{glyph["code"]:04X}"/>'
    return (f'<?xml version="1.0" encoding="UTF-8"?><glyph name="{glyph["name"]}" format="2">'
            f'<advance width="{glyph["width"]}"/>{code}<outline>{outline}</outline></glyph>').encode()


def cast_ufoz():
    family, files = TYPEFACE['family'], {glyph['name']: f'glyph{number}.glif' for number, glyph in enumerate(GLYPHS)}
    parts = {
        'metainfo.plist': plistlib.dumps({'creator': 'protean', 'formatVersion': 3}),
        'fontinfo.plist': plistlib.dumps({'familyName': family, 'styleName': 'Regular', 'unitsPerEm': 1000, 'ascender': 800,
                                          'descender': -200, 'capHeight': 720, 'xHeight': 480}),
        'layercontents.plist': plistlib.dumps([['public.default', 'glyphs']]),
        'lib.plist': plistlib.dumps({'public.glyphOrder': ORDER}),
        'glyphs/contents.plist': plistlib.dumps(files),
        **{f'glyphs/{files[glyph["name"]]}': glif(glyph) for glyph in GLYPHS},
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(f'Harbour.ufo/{name}', data)
    return out.getvalue()


kind, file = sys.argv[1:]
with open(file, 'wb') as result:
    result.write(globals()[f'cast_{kind}']())
