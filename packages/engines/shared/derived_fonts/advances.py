"""Reads the advance widths of the derived faces."""
import os
import unicodedata
from functools import cache

from fontTools.ttLib import TTFont

# Number of units per em in which advances are stored.
UNITS = 2048
ASCII = range(0x20, 0x7F)
EXTRA = '¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿×÷ÆÐØÞßæðøþıŁłŒœ–—‘’‚“”„†‡•…‰‹›€™'
SYMBOLS = tuple(map(ord, EXTRA))
ACCENTED = range(0xC0, 0x180)
TABLE = f'{os.path.dirname(__file__)}/advances.tsv'


@cache
def _table() -> dict[tuple[str, str], dict[int, int]]:
    with open(TABLE, encoding='utf-8') as lines:
        rows = [line.rstrip('\n').split('\t') for line in lines if not line.startswith('#')]
    return {(name, style): _characters(ascii_advances, extra) for name, style, ascii_advances, extra in rows}


def _characters(ascii_advances: str, extra: str) -> dict[int, int]:
    known = dict(zip(ASCII, map(int, ascii_advances.split(' '))))
    return known | {code: int(advance) for code, advance in zip(SYMBOLS, extra.split(' ')) if advance != '-'}


def with_accents(known: dict[int, int]) -> dict[int, int]:
    """Adds accented letters with the widths of their base letters, and the no-break space with the width of a space.
    Returns all advances."""
    bases = {code: ord(unicodedata.normalize('NFD', chr(code))[0]) for code in ACCENTED}
    accented = {code: known[base] for code, base in bases.items() if base in known}
    return {0xA0: known[0x20], **accented, **known}


def stored(name: str, style: str) -> dict[int, int]:
    """Returns the advances of a font by code point. If the table has no row for the style, returns the advances of the
    bold or regular style."""
    rows = _table()
    upright = 'bold' if style.startswith('bold') else 'regular'
    found = next(one for one in (style, upright, 'regular') if (name, one) in rows)
    return rows[name, found]


def installed(font: TTFont) -> dict[int, int]:
    """Returns the advances of an installed font by code point."""
    glyphs, scale = font.getBestCmap(), UNITS / font['head'].unitsPerEm
    return {code: round(font['hmtx'][glyphs[code]][0] * scale) for code in (*ASCII, *SYMBOLS) if code in glyphs}
