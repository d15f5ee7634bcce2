"""Writes a font of boxes: A fills the em square, B fills the left half of the em square, and the space character is
empty and half an em wide."""
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM = 1000
WIDTHS = {'.notdef': 0, 'A': EM, 'B': EM // 2, 'space': 0}


def box(width: int):
    pen = TTGlyphPen(None)
    if width:
        pen.moveTo((0, 0))
        for point in ((0, EM), (width, EM), (width, 0)):
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


family, output = sys.argv[1:]
builder = FontBuilder(EM, isTTF=True)
builder.setupGlyphOrder(list(WIDTHS))
builder.setupCharacterMap({65: 'A', 66: 'B', 32: 'space'})
builder.setupGlyf({name: box(width) for name, width in WIDTHS.items()})
builder.setupHorizontalMetrics({name: (EM if name != 'space' else EM // 2, 0) for name in WIDTHS})
builder.setupHorizontalHeader(ascent=EM, descent=0)
builder.setupNameTable({'familyName': family, 'styleName': 'Regular', 'psName': family.replace(' ', '')})
builder.setupOS2(sTypoAscender=EM, sTypoDescender=0, usWinAscent=EM, usWinDescent=0)
builder.setupPost()
builder.save(output)
