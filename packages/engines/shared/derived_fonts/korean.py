"""Derives Korean faces from Noto CJK, and widens the syllables to the full width that they have in Windows fonts.

The faces contain the characters of KS X 1001 and all syllables, because programs search for a single font with all
letters of a line."""
import os
from types import SimpleNamespace

from fontTools.subset import Options
from fontTools.ttLib import TTCollection, TTFont

from engines.shared.derived_fonts.names import NOTO_CJK

SYLLABLES = range(0xAC00, 0xD7A4)
JAMO = range(0x3131, 0x3190)
# In EUC-KR, both bytes of a character are in the range `EUC`.
EUC = range(0xA1, 0xFF)
KINDS = ('Sans', 'Serif')
WEIGHTS = ('Regular', 'Bold')
# Layout and signature tables, which are removed because they are valid only for the complete font.
DROPPED = ('GSUB', 'GPOS', 'BASE', 'DSIG')
# Subtable formats of `cmap`: for the Basic Multilingual Plane, and for all planes.
BASIC, FULL = 4, 12


def family(kind: str) -> str:
    return f'Protean {kind} KR'


def derive(kind: str, weight: str, folder: str) -> None:
    """Writes one face into `folder` if Noto CJK is installed."""
    source = NOTO_CJK.format(kind=kind, weight=weight)
    if not os.path.exists(source):
        return
    # Recalculating the bounding boxes of the glyphs would take 20 s.
    with TTFont(source, fontNumber=_korean_index(source, kind), lazy=True, recalcBBoxes=False) as font:
        _keep(font, _characters())
        _widen(font)
        _rename(font, kind, weight)
        font.save(f'{folder}/{_postscript_name(kind, weight)}.otf')


def _korean_index(collection: str, kind: str) -> int:
    with TTCollection(collection, lazy=True) as fonts:
        return next(n for n, font in enumerate(fonts) if font['name'].getDebugName(1) == f'Noto {kind} CJK KR')


def _characters() -> set[int]:
    text = ''.join(bytes((row, cell)).decode('euc_kr', 'ignore') for row in EUC for cell in EUC)
    return {*map(ord, text), *SYLLABLES, *JAMO}


def _keep(font: TTFont, characters: set[int]) -> None:
    """Reduces the font to `characters`. The fontTools subsetter would rewrite each outline, which takes 20 s."""
    names = {code: name for code, name in font.getBestCmap().items() if code in characters}
    kept = {'.notdef', *names.values()}
    font['CFF '].subset_glyphs(SimpleNamespace(glyphs=kept, glyphs_emptied=set(), options=Options()))
    order = [name for name in font.getGlyphOrder() if name in kept]
    # Without vertical metrics, programs would use the line height as the advance in vertical text.
    for tag in ('hmtx', 'vmtx'):
        font[tag].metrics = {name: font[tag][name] for name in order}
    origins = font['VORG'].VOriginRecords
    font['VORG'].VOriginRecords = {name: origin for name, origin in origins.items() if name in kept}
    font['maxp'].numGlyphs = len(order)
    tables = [table for table in font['cmap'].tables if table.isUnicode() and table.format in (BASIC, FULL)]
    for table in tables:
        table.cmap = {code: name for code, name in names.items() if table.format == FULL or code < 0x10000}
    font['cmap'].tables = tables
    for tag in DROPPED:
        if tag in font:
            del font[tag]
    font.setGlyphOrder(order)


def _widen(font: TTFont) -> None:
    """Sets the advance of all syllables to 1 em, with unchanged outlines."""
    em = font['head'].unitsPerEm
    names = font.getBestCmap()
    for code in (*SYLLABLES, *JAMO):
        if code in names:
            font['hmtx'][names[code]] = (em, font['hmtx'][names[code]][1])
    # The outline table must contain the same widths as the table of advances. All syllables use the default width of
    # their part of the outline table.
    for part in font['CFF '].cff[0].FDArray:
        if part.FontName.endswith('-Hangul'):
            part.Private.defaultWidthX = em


def _postscript_name(kind: str, weight: str) -> str:
    return f'Protean{kind}KR-{weight}'


def _rename(font: TTFont, kind: str, weight: str) -> None:
    name = _postscript_name(kind, weight)
    values = {1: family(kind), 2: weight, 3: name, 4: f'{family(kind)} {weight}', 6: name}
    font['name'].names = [record for record in font['name'].names if record.nameID in (*values, 0, 5, 13)]
    for record in font['name'].names:
        record.string = values.get(record.nameID, record.toUnicode())
    outlines = font['CFF '].cff
    outlines.fontNames = [name]
    outlines[0].FullName, outlines[0].FamilyName = values[4], values[1]
    # A CFF font with CIDs consists of several parts (FDArray), each with its own font name. A PDF writer uses the font
    # name of the part that contains the glyphs, so each part of the font needs the new name.
    for part in outlines[0].FDArray:
        part.FontName = f'{name}-{part.FontName.rpartition("-")[2]}'
