"""Reduces a font to the characters of the option `subset` and the tables that shape them."""
import re

from fontTools import subset
from fontTools.ttLib import TTFont

RANGES = re.compile(r'\s*U\+', re.I)


def cut(font: TTFont, wanted: str) -> None:
    """Reduces the font to the wanted characters. `wanted` is a string of characters, or ranges such as
    `U+20-7E,U+A0`."""
    options = subset.Options(layout_features=['*'], name_IDs=['*'], notdef_outline=True, glyph_names=True)
    cutter = subset.Subsetter(options)
    if RANGES.match(wanted):
        cutter.populate(unicodes=subset.parse_unicodes(re.sub(r'U\+', '', wanted, flags=re.I)))
    else:
        cutter.populate(text=wanted)
    cutter.subset(font)
