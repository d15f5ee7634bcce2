"""Derives small Latin faces that have the line metrics and advances of the fonts in office files.

The glyphs of a face come from a free font and are scaled horizontally to the advances of the original font. Chinese,
Japanese and Korean glyphs come from Noto CJK, which has the same advances as the original fonts. Programs take the line
pitch from the first font in the list of substitutes, so the derived face is the first font in this list."""
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from engines.shared.derived_fonts import advances
from engines.shared.derived_fonts.advances import UNITS
from engines.shared.derived_fonts.names import NOTO_CJK

ROWS = f'{os.path.dirname(__file__)}/faces.tsv'
NOTO = '/usr/share/fonts/truetype/noto/Noto'
CROSEXTRA = '/usr/share/fonts/truetype/crosextra/'
DEJAVU = '/usr/share/fonts/truetype/dejavu/DejaVu'
# The folder differs between Debian 12 and Debian 13.
LIBERATION = '/usr/share/fonts/truetype/liberation2/Liberation', '/usr/share/fonts/truetype/liberation/Liberation'
STYLES = {'regular': 'Regular', 'bold': 'Bold', 'italic': 'Italic', 'bold-italic': 'BoldItalic'}
# Files of each design by style. If a design has no italics, the programs that use the font slant its upright style.
DESIGNS: dict[str, Callable[[str], tuple[str, ...]]] = {
    'sans': lambda style: (f'{NOTO}Sans-{STYLES[style]}.ttf',),
    'serif': lambda style: (f'{NOTO}Serif-{STYLES[style]}.ttf',),
    'arial': lambda style: tuple(f'{folder}Sans-{STYLES[style]}.ttf' for folder in LIBERATION),
    'heavy': lambda style: tuple(
        f'{folder}Sans-Bold{"Italic" if style.endswith("italic") else ""}.ttf' for folder in LIBERATION
    ),
    'times': lambda style: tuple(f'{folder}Serif-{STYLES[style]}.ttf' for folder in LIBERATION),
    'carlito': lambda style: (f'{CROSEXTRA}Carlito-{STYLES[style]}.ttf',),
    'caladea': lambda style: (f'{CROSEXTRA}Caladea-{STYLES[style]}.ttf',),
    'mono': lambda style: tuple(f'{folder}Mono-{STYLES[style]}.ttf' for folder in LIBERATION),
    'serif-mono': lambda style: tuple(f'{folder}Mono-{STYLES[style]}.ttf' for folder in LIBERATION),
    'sans-mono': lambda style: (f'{DEJAVU}SansMono{"-Bold" if style.startswith("bold") else ""}.ttf',),
    'wide': lambda style: (f'{DEJAVU}Sans{"-Bold" if style.startswith("bold") else ""}.ttf',),
}
IDEOGRAPHIC_SPACE = 'u3000'
UPRIGHT_ONLY = ('sans-mono', 'wide')
# In Word, a line in an East Asian font is 1.3 times as high as the font. LibreOffice Writer adds the line gap to the
# height, but Impress does not.
EAST_ASIAN_GAP = 0.3
# Languages whose dashes, quotation marks and similar symbols are full-width. The glyphs of these symbols come from Noto
# CJK.
FULL_WIDTH_SYMBOLS = ('ja', 'zh-Hans', 'zh-Hant')
# Minimum and maximum horizontal scale of glyphs.
NARROWEST, WIDEST = 0.55, 1.3


@dataclass(frozen=True)
class Face:
    """One row of faces.tsv."""

    name: str
    others: tuple[str, ...]
    script: str
    design: str
    ascent: float
    descent: float
    advances: str
    factor: float

    @property
    def family(self) -> str:
        return f'Protean for {self.name}'

    @property
    def is_east_asian(self) -> bool:
        return self.script != 'latin'

    @property
    def kind(self) -> str:
        return 'Serif' if self.design.startswith('serif') else 'Sans'

    @property
    def line_gap(self) -> float:
        return EAST_ASIAN_GAP * (self.ascent + self.descent) if self.is_east_asian else 0

    @property
    def styles(self) -> tuple[str, ...]:
        slanted = not self.is_east_asian and self.design not in UPRIGHT_ONLY
        return tuple(STYLES) if slanted else ('regular', 'bold')


def rows() -> Iterator[Face]:
    """Yields all faces of the table."""
    with open(ROWS, encoding='utf-8') as lines:
        for line in lines:
            if line.startswith('#'):
                continue
            name, others, script, design, ascent, descent, widths, _source = line.rstrip('\n').split('\t')
            key, _, factor = widths.partition('*')
            names = () if others == '-' else tuple(others.split('|'))
            yield Face(name, names, script, design, int(ascent) / 1000, int(descent) / 1000, key, float(factor or 1))


def _design_file(face: Face, style: str) -> str | None:
    """Returns the installed font file that provides the glyphs of the face, or None."""
    return next((file for file in DESIGNS[face.design](style) if os.path.exists(file)), None)


def derive(face: Face, style: str, folder: str) -> None:
    """Writes the face into `folder`, unless its design is not installed."""
    source = _design_file(face, style)
    if source is None:
        return
    with TTFont(source, lazy=True) as design:
        wanted = _advances(face, style, design)
        font = _built(face, style, design, wanted)
    font.save(f'{folder}/{postscript_name(face, style)}.ttf')


def _advances(face: Face, style: str, design: TTFont) -> dict[int, int]:
    known = _known_advances(face, style, design)
    if face.script in FULL_WIDTH_SYMBOLS:
        known = {code: advance for code, advance in known.items() if code not in advances.SYMBOLS}
    return advances.with_accents(known)


def _known_advances(face: Face, style: str, design: TTFont) -> dict[int, int]:
    match face.advances:
        case 'half':
            return dict.fromkeys(advances.ASCII, UNITS // 2)
        case 'own':
            return advances.installed(design)
        case 'cjk':
            weight = 'Bold' if style.startswith('bold') else 'Regular'
            with TTFont(NOTO_CJK.format(kind=face.kind, weight=weight), fontNumber=0, lazy=True) as font:
                return advances.installed(font)
        case name:
            return {code: round(width * face.factor) for code, width in advances.stored(name, style).items()}


def _built(face: Face, style: str, design: TTFont, wanted: dict[int, int]) -> FontBuilder:
    names = design.getBestCmap()
    glyph_set = design.getGlyphSet()
    scale = UNITS / design['head'].unitsPerEm
    glyphs, widths = {'.notdef': TTGlyphPen(None).glyph()}, {'.notdef': UNITS // 2}
    codes = {}
    for code, advance in sorted(wanted.items()):
        if code not in names:
            continue
        name = f'u{code:04X}'
        glyphs[name], widths[name] = _fitted(glyph_set, names[code], scale, advance), advance
        codes[code] = name
    if face.is_east_asian:
        # If all glyphs had the same width, fontconfig would treat the face as monospaced, and use another monospaced
        # face for missing letters.
        glyphs[IDEOGRAPHIC_SPACE], widths[IDEOGRAPHIC_SPACE] = TTGlyphPen(None).glyph(), UNITS
        codes[0x3000] = IDEOGRAPHIC_SPACE
    font = FontBuilder(UNITS, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap(codes)
    font.setupGlyf(glyphs)
    table = font.font['glyf']
    font.setupHorizontalMetrics({name: (width, getattr(table[name], 'xMin', 0)) for name, width in widths.items()})
    _add_line_metrics(font, face, style)
    font.setupNameTable(_names(face, style, design))
    font.setupPost(isFixedPitch=int(len(set(widths.values())) == 1))
    return font


def _fitted(glyph_set, name: str, scale: float, advance: int):
    """Returns the glyph, scaled horizontally within the limits and centred in its advance."""
    outline = DecomposingRecordingPen(glyph_set)
    glyph_set[name].draw(outline)
    own = glyph_set[name].width * scale
    factor = min(WIDEST, max(NARROWEST, advance / own)) if own else 1
    pen = TTGlyphPen(None)
    outline.replay(TransformPen(pen, (scale * factor, 0, 0, scale, (advance - own * factor) / 2, 0)))
    return pen.glyph()


def _add_line_metrics(font: FontBuilder, face: Face, style: str) -> None:
    ascent, descent, gap = (round(part * UNITS) for part in (face.ascent, face.descent, face.line_gap))
    bold, italic = style.startswith('bold'), style.endswith('italic')
    font.setupHorizontalHeader(ascent=ascent, descent=-descent, lineGap=gap)
    font.setupOS2(
        sTypoAscender=ascent,
        sTypoDescender=-descent,
        sTypoLineGap=gap,
        usWinAscent=ascent,
        usWinDescent=descent,
        usWeightClass=700 if bold else 400,
        fsSelection=(0x20 if bold else 0) | (1 if italic else 0) or 0x40,
    )
    font.updateHead(macStyle=(1 if bold else 0) | (2 if italic else 0))


def _names(face: Face, style: str, design: TTFont) -> dict[str, str]:
    label = {'regular': 'Regular', 'bold': 'Bold', 'italic': 'Italic', 'bold-italic': 'Bold Italic'}[style]
    copyright_notice, licence = (design['name'].getDebugName(number) or '' for number in (0, 13))
    return {
        'copyright': copyright_notice,
        'familyName': face.family,
        'styleName': label,
        'uniqueFontIdentifier': f'{face.family} {label}',
        'fullName': f'{face.family} {label}',
        'psName': postscript_name(face, style),
        'version': 'Version 1.0',
        'licenseDescription': licence,
    }


def postscript_name(face: Face, style: str) -> str:
    """Returns the PostScript name of a style, which is also the name of the font file."""
    return f'{re.sub("[^A-Za-z]", "", face.family)}-{STYLES[style]}'
