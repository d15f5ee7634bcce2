"""Converts outlines between cubic curves (CFF) and quadratic curves (TrueType)."""
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

# Maximum error of converted outlines, in em. In print, an error of MAX_ERROR is smaller than a printer's dot.
MAX_ERROR = 0.001

# Tables that a conversion of outlines removes.
POST_SCRIPT_ONLY = ('CFF ', 'CFF2', 'VORG')
TRUE_TYPE_ONLY = ('glyf', 'loca', 'cvt ', 'fpgm', 'prep', 'gasp', 'hdmx', 'LTSH', 'VDMX')


def is_true_type(font: TTFont) -> bool:
    return 'glyf' in font


def is_post_script(font: TTFont) -> bool:
    return 'CFF ' in font or 'CFF2' in font


def has_any(font: TTFont) -> bool:
    return is_true_type(font) or is_post_script(font)


def to_true_type(font: TTFont) -> None:
    glyphs, error = font.getGlyphSet(), font['head'].unitsPerEm * MAX_ERROR
    drawn = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, error, reverse_direction=True))
        drawn[name] = pen.glyph()
    write_true_type(font, drawn)


def write_true_type(font: TTFont, drawn: dict) -> None:
    """Replaces the outlines of the font with the glyphs `drawn`."""
    widths = {name: width for name, (width, _) in font['hmtx'].metrics.items()}
    drop(font, POST_SCRIPT_ONLY)
    font['loca'], font['glyf'] = newTable('loca'), newTable('glyf')
    font['glyf'].glyphOrder, font['glyf'].glyphs = font.getGlyphOrder(), drawn
    set_maxima(font)
    for name, glyph in drawn.items():
        glyph.recalcBounds(font['glyf'])
        font['hmtx'][name] = (widths[name], getattr(glyph, 'xMin', 0))
    font['head'].glyphDataFormat = 0
    post = font['post']
    post.formatType, post.extraNames, post.mapping, post.glyphOrder = 2.0, [], {}, font.getGlyphOrder()
    font.sfntVersion = '\0\1\0\0'


def set_maxima(font: TTFont) -> None:
    maxima = font['maxp']
    maxima.tableVersion = 0x00010000
    maxima.maxZones = 1
    for field in ('maxTwilightPoints', 'maxStorage', 'maxFunctionDefs', 'maxInstructionDefs', 'maxStackElements',
                  'maxSizeOfInstructions', 'maxComponentElements', 'maxPoints', 'maxContours', 'maxCompositePoints',
                  'maxCompositeContours', 'maxComponentDepth'):
        setattr(maxima, field, 0)


def to_post_script(font: TTFont) -> None:
    write_post_script(font, font.getGlyphSet(), is_reversed=True)


def write_post_script(font: TTFont, glyphs, is_reversed: bool) -> None:
    """Replaces the outlines of the font with the outlines of the glyph set. `is_reversed` reverses the direction of the
    outlines."""
    metrics, drawn = font['hmtx'].metrics, {}
    for name in font.getGlyphOrder():
        pen = T2CharStringPen(metrics[name][0], glyphs)
        glyphs[name].draw(ReverseContourPen(pen) if is_reversed else pen)
        drawn[name] = pen.getCharString()
    scale = 1 / font['head'].unitsPerEm
    drop(font, (*TRUE_TYPE_ONLY, 'CFF2'))
    FontBuilder(font=font).setupCFF('Unnamed', {'FontMatrix': [scale, 0, 0, scale, 0, 0]}, drawn, {})
    copy_names(font)
    # FontBuilder stores the glyph names together with the outlines, so the table `post` no longer contains glyph names.
    font['post'].formatType = 3.0
    font['maxp'].tableVersion = 0x00005000
    font.sfntVersion = 'OTTO'


def copy_names(font: TTFont) -> None:
    """Copies the names of the font to its table `CFF`, which stores names separately."""
    names, compact = font['name'], font['CFF '].cff
    family = names.getDebugName(1) or 'Unnamed'
    compact.fontNames[0] = names.getDebugName(6) or ''.join(family.split())
    compact.topDictIndex[0].FamilyName = family
    compact.topDictIndex[0].FullName = names.getDebugName(4) or family


def drop(font: TTFont, tables: tuple[str, ...]) -> None:
    for tag in (*tables, 'DSIG'):
        if tag in font:
            del font[tag]
