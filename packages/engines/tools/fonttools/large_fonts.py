"""Lets fontTools write fonts of many glyphs, such as those of Chinese and Japanese, within the time of a request."""
import brotli
from fontTools.ttLib import getTableModule, woff2

# Above this size the highest quality takes twice as long and saves less than 2%.
LARGE_BYTES = 2 << 20
# Above this size, which fonts of pictures have, quality 10 takes longer than a request may.
HUGE_BYTES = 6 << 20


def quality_for(size: int) -> int:
    if size > HUGE_BYTES:
        return 9
    return 10 if size > LARGE_BYTES else 11


class Brotli:
    """What fontTools uses of brotli."""

    MODE_FONT = brotli.MODE_FONT
    decompress = staticmethod(brotli.decompress)

    @staticmethod
    def compress(data: bytes, mode: int) -> bytes:
        return brotli.compress(data, mode=mode, quality=quality_for(len(data)))


def glyph_id(glyf, name: str) -> int:
    """The position of a glyph. fontTools of Debian 12 looks through all names for each part of each composite glyph."""
    known = vars(glyf).get('protean_ids')
    if known is None or len(known) != len(glyf.glyphOrder):
        known = glyf.protean_ids = {name: number for number, name in enumerate(glyf.glyphOrder)}
    return known[name]


def prepare() -> None:
    """Has to be called before a font is written."""
    woff2.brotli = Brotli
    getTableModule('glyf').table__g_l_y_f.getGlyphID = glyph_id
