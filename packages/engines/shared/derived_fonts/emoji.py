"""Derives two outline fonts from Noto Color Emoji. LibreOffice versions before 7.5 cannot embed bitmap fonts, but can
embed the first derived font in a PDF. The second derived font has private code points for charts (`private_emoji.py`).

The glyphs of the derived fonts draw nothing, but encode the glyph numbers of the source font. When the PDF is complete,
`tools/libreoffice/documents/emoji.py` replaces the empty glyphs with the pictures of the source font."""
import os
from array import array

from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphCoordinates
from fontTools.ttLib.tables.ttProgram import Program

from engines.shared.derived_fonts import private_emoji
from engines.shared.derived_fonts.names import (
    COLOUR_EMOJI,
    EMOJI_FAMILY,
    EMOJI_FILE,
    EMOJI_POSTSCRIPT_NAME,
    PRIVATE_EMOJI_FAMILY,
    PRIVATE_EMOJI_FILE,
    PRIVATE_EMOJI_POSTSCRIPT_NAME,
)

# Name IDs of the OpenType `name` table.
FAMILY_NAMES = (1, 4, 16)
POSTSCRIPT = 6
LIMITS = (
    *('maxPoints', 'maxContours', 'maxCompositePoints', 'maxCompositeContours', 'maxTwilightPoints', 'maxStorage'),
    *('maxFunctionDefs', 'maxInstructionDefs', 'maxStackElements', 'maxSizeOfInstructions', 'maxComponentElements'),
    'maxComponentDepth',
)


def derive(folder: str) -> None:
    """Writes the fonts into `folder` if the source font is installed."""
    if not os.path.exists(COLOUR_EMOJI):
        return
    with TTFont(COLOUR_EMOJI) as font:
        # Newer releases of the emoji font contain outlines instead of bitmaps. LibreOffice can embed outlines directly,
        # so no font is derived from a font with outlines.
        if 'CBDT' not in font:
            return
        pictured = frozenset(font['CBDT'].strikeData[0])
        for table in ('CBDT', 'CBLC'):
            del font[table]
        _add_outlines(font, pictured)
        _save(font, EMOJI_FAMILY, EMOJI_POSTSCRIPT_NAME, f'{folder}/{EMOJI_FILE}')
        private_emoji.encode(font)
        _save(font, PRIVATE_EMOJI_FAMILY, PRIVATE_EMOJI_POSTSCRIPT_NAME, f'{folder}/{PRIVATE_EMOJI_FILE}')


def _save(font: TTFont, family: str, postscript_name: str, file: str) -> None:
    for name in font['name'].names:
        if name.nameID in FAMILY_NAMES:
            name.string = family
        elif name.nameID == POSTSCRIPT:
            name.string = postscript_name
    os.makedirs(os.path.dirname(file))
    font.save(file)


def _add_outlines(font: TTFont, pictured: frozenset[str]) -> None:
    order = font.getGlyphOrder()
    outlines = newTable('glyf')
    outlines.glyphOrder = order
    outlines.glyphs = {name: _numbered(number) if name in pictured else Glyph() for number, name in enumerate(order)}
    font['glyf'], font['loca'] = outlines, newTable('loca')
    limits = font['maxp']
    limits.tableVersion = 0x00010000
    limits.maxZones = 1
    for field in LIMITS:
        setattr(limits, field, 0)
    font['head'].glyphDataFormat = 0


def _numbered(number: int) -> Glyph:
    """Returns an invisible glyph that encodes `number`. The contour of the glyph starts at x = `number` and encloses no
    area."""
    glyph = Glyph()
    glyph.numberOfContours = 1
    glyph.coordinates = GlyphCoordinates([(number, 0), (number, 1), (number, 0)])
    glyph.endPtsOfContours = [2]
    glyph.flags = array('B', [1, 1, 1])
    glyph.program = Program()
    glyph.program.fromBytecode(b'')
    return glyph
