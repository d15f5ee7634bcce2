"""Checks that every font is embedded in a format that PDF/A allows, and that every font maps character codes to
glyphs."""
import pikepdf

from engines.passes.pdfa.standard import Broken, Level
from engines.shared.pdf.objects import containers, get, has_members, name_of, number_of

SYMBOLIC, NONSYMBOLIC = 4, 32
ENCODINGS = ('/WinAnsiEncoding', '/MacRomanEncoding')
KINDS = ('/Type0', '/Type1', '/MMType1', '/TrueType', '/CIDFontType0', '/CIDFontType2')


def check(pdf, level: Level) -> None:
    for font in containers(pdf):
        kind = name_of(get(font, '/Subtype')) if has_members(font) else ''
        if name_of(get(font, '/Type')) != '/Font' and not (kind in KINDS and '/BaseFont' in font):
            continue
        if kind == '/Type3':
            continue
        if kind == '/Type0':
            check_composite(font)
            continue
        check_embedded(font, kind, level)
        if kind == '/TrueType':
            check_encoding(font, level)
        if kind == '/CIDFontType2':
            check_glyph_map(font)
        if kind in ('/Type1', '/MMType1', '/TrueType') and not all(key in font for key in ('/FirstChar', '/LastChar', '/Widths')):
            raise Broken('fonts', f'{name_of(get(font, "/BaseFont"))} has no widths')


def check_composite(font) -> None:
    encoding = get(font, '/Encoding')
    if not isinstance(encoding, pikepdf.Stream) and name_of(encoding) not in ('/Identity-H', '/Identity-V'):
        raise Broken('fonts', f'{name_of(encoding)} is not embedded')


def check_embedded(font, kind: str, level: Level) -> None:
    descriptor = get(font, '/FontDescriptor')
    program = next((key for key in ('/FontFile', '/FontFile2', '/FontFile3') if isinstance(get(descriptor, key), pikepdf.Stream)), None)
    name = name_of(get(font, '/BaseFont'))
    if program is None:
        raise Broken('fonts', f'{name} is not embedded')
    if program == '/FontFile3':
        allowed = ('/Type1C', '/CIDFontType0C') if level.part == 1 else ('/Type1C', '/CIDFontType0C', '/OpenType')
        if name_of(get(descriptor[program], '/Subtype')) not in allowed:
            raise Broken('fonts', f'{name} is embedded in a format that this part does not allow')
    if (kind in ('/TrueType', '/CIDFontType2')) != (program == '/FontFile2') and name_of(get(descriptor[program], '/Subtype')) != '/OpenType':
        raise Broken('fonts', f'{name} is embedded in another format than it declares')
    is_subset = name[7:8] == '+'
    if level.part == 1 and is_subset:
        if kind in ('/CIDFontType0', '/CIDFontType2') and not isinstance(get(descriptor, '/CIDSet'), pikepdf.Stream):
            raise Broken('fonts', f'{name} does not list its characters')
        if kind in ('/Type1', '/MMType1') and not isinstance(get(descriptor, '/CharSet'), pikepdf.String):
            raise Broken('fonts', f'{name} does not list its characters')


def check_encoding(font, level: Level) -> None:
    encoding = get(font, '/Encoding')
    flags = int(number_of(get(get(font, '/FontDescriptor'), '/Flags')))
    name = name_of(get(font, '/BaseFont'))
    if flags & SYMBOLIC:
        if encoding is not None:
            raise Broken('fonts', f'{name} is symbolic and has an encoding')
        return
    base = encoding if isinstance(encoding, pikepdf.Name) else get(encoding, '/BaseEncoding')
    if name_of(base) not in ENCODINGS or (level.part == 1 and has_members(encoding) and '/Differences' in encoding):
        raise Broken('fonts', f'{name} has letters and no encoding that PDF/A allows')


def check_glyph_map(font) -> None:
    glyphs = get(font, '/CIDToGIDMap')
    if not isinstance(glyphs, pikepdf.Stream) and name_of(glyphs) != '/Identity':
        raise Broken('fonts', f'{name_of(get(font, "/BaseFont"))} does not map its characters')
