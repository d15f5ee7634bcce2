"""Lets fontTools write fonts with many glyphs, such as Chinese and Japanese fonts, within the time of a request."""
import brotli
from fontTools.ttLib import getTableModule, woff2

# For a font above this size in bytes, the highest Brotli quality takes twice as long and saves less than 2%.
LARGE_BYTES = 2 << 20
# For a font above this size in bytes, compression with Brotli quality 10 exceeds the time limit of a request. Bitmap
# fonts often exceed HUGE_BYTES.
HUGE_BYTES = 6 << 20


def quality_for(size: int) -> int:
    if size > HUGE_BYTES:
        return 9
    return 10 if size > LARGE_BYTES else 11


class Brotli:
    """Replacement for the brotli module in fontTools. Compresses large fonts with a lower quality."""

    MODE_FONT = brotli.MODE_FONT
    decompress = staticmethod(brotli.decompress)

    @staticmethod
    def compress(data: bytes, mode: int) -> bytes:
        return brotli.compress(data, mode=mode, quality=quality_for(len(data)))


def glyph_id(glyf, name: str) -> int:
    """Returns the index of a glyph from a map, because fontTools in Debian 12 would search the list of all names for
    each component of a composite glyph."""
    known = vars(glyf).get('protean_ids')
    if known is None or len(known) != len(glyf.glyphOrder):
        known = glyf.protean_ids = {name: number for number, name in enumerate(glyf.glyphOrder)}
    return known[name]


def prepare() -> None:
    """Replaces two slow parts of fontTools with the code in this module. Call `prepare` before a font is written."""
    woff2.brotli = Brotli
    getTableModule('glyf').table__g_l_y_f.getGlyphID = glyph_id
