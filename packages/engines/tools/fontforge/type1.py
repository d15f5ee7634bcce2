"""Rebuilds a Type 1 font as OpenType with fontTools, for fonts in which FontForge finds no glyphs."""
from fontTools.agl import toUnicode
from fontTools.fontBuilder import FontBuilder
from fontTools.misc import eexec
from fontTools.misc.psCharStrings import T1CharString
from fontTools.misc.psLib import suckfont
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.t1Lib import T1Font

from engines.tools.fonttools.bounds import Unreadable


def redraw(source: str, target: str) -> None:
    """Writes the font at `source` to `target`. Raises Unreadable if fontTools cannot read the font."""
    try:
        font = T1Font(source)
        build(suckfont(font.data, font.encoding), target)
    except Exception as error:  # Any parser error means that the file is corrupt.
        raise Unreadable('its outlines cannot be read') from error


def build(facts: dict, target: str) -> None:
    glyphs = outlines(facts)
    names = ['.notdef', *sorted(name for name in glyphs.keys() if name != '.notdef')]
    drawn, metrics = {}, {}
    for name in names:
        width, left, outline = draw(glyphs, name)
        drawn[name], metrics[name] = outline, (width, left)
    builder = FontBuilder(round(1 / facts['FontMatrix'][0]), isTTF=False)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(text): name for name in names if len(text := toUnicode(name)) == 1})
    about = facts.get('FontInfo', {})
    builder.setupCFF(facts['FontName'], {'FullName': about.get('FullName', facts['FontName'])}, drawn, {})
    builder.setupHorizontalMetrics(metrics)
    _, lowest, _, highest = facts['FontBBox']
    builder.setupHorizontalHeader(ascent=round(highest), descent=round(lowest))
    builder.setupNameTable({
        'familyName': about.get('FamilyName', facts['FontName']),
        'styleName': about.get('Weight', 'Regular'),
        'fullName': about.get('FullName', facts['FontName']),
        'psName': facts['FontName'],
    })
    builder.setupOS2()
    builder.setupPost()
    builder.save(target)


def outlines(facts: dict) -> dict:
    """Returns the glyphs as T1Font decodes them. Fonts without subroutines are supported."""
    private, routines = facts['Private'], []
    random_bytes = private.get('lenIV', 4)

    def program(code: bytes) -> T1CharString:
        return T1CharString(eexec.decrypt(code, 4330)[0][random_bytes:], subrs=routines)

    routines += [program(code) for code in private.get('Subrs', ())]
    return {name: program(code) for name, code in facts['CharStrings'].items()}


def draw(glyphs, name: str):
    """Returns the width, the left side bearing, and the outline of a glyph."""
    if name not in glyphs:
        return 500, 0, T2CharStringPen(500, None).getCharString()
    edges = BoundsPen(glyphs)
    glyphs[name].draw(edges)
    # The width is known only after drawing.
    width = round(glyphs[name].width)
    pen = T2CharStringPen(width, glyphs)
    glyphs[name].draw(pen)
    return width, round(edges.bounds[0]) if edges.bounds else 0, pen.getCharString()
