"""Reads the family, glyph count and axes of a font, and whether it is hinted."""
from typing import Iterator

FORMATS = ('ttf', 'otf', 'woff', 'woff2', 'ttc')
MAX_AXES = 20
HINTING = ('fpgm', 'prep', 'cvt ')


def read(file) -> Iterator[dict]:
    from fontTools.ttLib import TTFont

    with TTFont(file.path, fontNumber=0, lazy=True) as font:
        yield {'glyphs': font['maxp'].numGlyphs}
        yield {'axes': [axis.axisTag.strip() for axis in font['fvar'].axes][:MAX_AXES] if 'fvar' in font else []}
        # CFF fonts are omitted, because they store hints within the outlines.
        if 'glyf' in font:
            yield {'hinted': any(tag in font for tag in HINTING)}
        family = font['name'].getDebugName(16) or font['name'].getDebugName(1)
        yield {'fonts': [family]} if family else {}
