"""Writes colour fonts, and variable fonts with the axes wght and wdth, to a folder: `variable_fonts.py FOLDER`."""
import io
import os
import sys

from fontTools import varLib
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, InstanceDescriptor, SourceDescriptor
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.otlLib.builder import buildStatTable
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables import sbixGlyph, sbixStrike
from PIL import Image

FAMILY = 'Protean Variable'
GLYPHS = ('.notdef', 'space', 'A', 'O')
# The tag, name, minimum, default and maximum of each axis.
AXES = (('wght', 'Weight', 100, 400, 900), ('wdth', 'Width', 75, 100, 125))
INSTANCES = {'Regular': (400, 100), 'Bold': (700, 100), 'Condensed Light': (100, 75)}
MASTERS = ((400, 100), (100, 100), (900, 100), (400, 75), (400, 125))
WIDTH, STEM, HEIGHT = 600, 80, 700


def advance(weight: float, width: float) -> int:
    return round(WIDTH + (weight - 400) / 5 + (width - 100) * 4)


def draw(pen, name: str, right: int, stem: int, is_quadratic: bool) -> None:
    if name == 'A':
        for place in ((50, 0), (right / 2, HEIGHT), (right - 50, 0), (right - 50 - stem, 0), (right / 2, HEIGHT - 2 * stem)):
            (pen.lineTo if place != (50, 0) else pen.moveTo)(tuple(map(round, place)))
        pen.closePath()
    if name == 'O':
        left, middle, top = 50, round(right / 2), HEIGHT
        curve = pen.qCurveTo if is_quadratic else pen.curveTo
        pen.moveTo((middle, 0))
        curve((left, 0), (left, top), (middle, top))
        curve((right - left, top), (right - left, 0), (middle, 0))
        pen.closePath()


def master(path: str, weight: int, width: int) -> None:
    is_quadratic = path.endswith('ttf')
    right, stem = advance(weight, width), round(STEM * weight / 400)
    builder = FontBuilder(1000, isTTF=is_quadratic)
    builder.setupGlyphOrder(list(GLYPHS))
    builder.setupCharacterMap({ord(' '): 'space', ord('A'): 'A', ord('O'): 'O'})
    glyphs = {}
    for name in GLYPHS:
        pen = TTGlyphPen(None) if is_quadratic else T2CharStringPen(right, None)
        draw(pen, name, right, stem, is_quadratic)
        glyphs[name] = pen.glyph() if is_quadratic else pen.getCharString()
    if is_quadratic:
        builder.setupGlyf(glyphs)
    else:
        builder.setupCFF('ProteanVariable-Regular', {}, glyphs, {})
    builder.setupHorizontalMetrics({name: (right, 50) for name in GLYPHS})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({
        **{'familyName': FAMILY, 'styleName': 'Regular', 'fullName': f'{FAMILY} Regular'},
        **{'psName': 'ProteanVariable-Regular', 'licenseDescription': 'Made by a test.'},
    })
    builder.setupOS2(sTypoAscender=800, sxHeight=round(450 + weight / 10), fsType=4)
    builder.setupPost()
    kerning = f'feature kern {{ pos A O {-40 - weight // 20}; }} kern;'
    addOpenTypeFeaturesFromString(builder.font, f'languagesystem DFLT dflt; {kerning}')
    builder.save(path)


def variable(folder: str, ext: str) -> None:
    space = DesignSpaceDocument()
    for tag, name, low, default, high in AXES:
        axis = AxisDescriptor(tag=tag, name=name, minimum=low, default=default, maximum=high)
        axis.map = [(100, 100), (400, 400), (700, 600), (900, 900)] if tag == 'wght' else []
        space.addAxis(axis)
    for number, (weight, width) in enumerate(MASTERS):
        path = f'{folder}/master-{number}.{ext}'
        master(path, weight, width)
        location = {'Weight': weight, 'Width': width}
        space.addSource(SourceDescriptor(path=path, name=str(number), familyName=FAMILY, location=location))
    for name, (weight, width) in INSTANCES.items():
        location = {'Weight': space.axes[0].map_forward(weight), 'Width': width}
        space.addInstance(InstanceDescriptor(familyName=FAMILY, styleName=name, location=location))
    font = varLib.build(space)[0]
    named = ((400, 'Regular', 2), (700, 'Bold', 0))
    weights = [{'value': value, 'name': name, 'flags': flags} for value, name, flags in named]
    buildStatTable(font, [{'tag': 'wght', 'name': 'Weight', 'values': weights}, {'tag': 'wdth', 'name': 'Width'}])
    font.save(f'{folder}/variable.{ext}')
    for number in range(len(MASTERS)):
        os.remove(f'{folder}/master-{number}.{ext}')


def coloured(folder: str) -> None:
    plain = f'{folder}/static.ttf'
    master(plain, 400, 100)
    stops = {'ColorStop': [(0, 0, 1.0), (1, 1, 1.0)], 'Extend': 'pad'}
    gradient = {'Format': 4, 'ColorLine': stops, 'x0': 0, 'y0': 0, 'x1': 500, 'y1': 700, 'x2': 0, 'y2': 500}
    layers = {'Format': 1, 'Layers': [{'Format': 10, 'Glyph': name, 'Paint': gradient} for name in 'AO']}
    for version, glyphs in ((0, {'A': [('A', 0), ('O', 1)]}), (1, {'A': layers})):
        font = TTFont(plain)
        font['COLR'] = buildCOLR(glyphs, version=version)
        font['CPAL'] = buildCPAL([[(1, 0, 0, 1), (0, 0, 1, 1)]])
        font.save(f'{folder}/colr-{version}.ttf')
    font = TTFont(plain)
    font['SVG '] = newTable('SVG ')
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path id="glyph2" fill="red" d="M0 0H500V-700z"/></svg>'
    font['SVG '].docList = [(drawing, 2, 2)]
    font.save(f'{folder}/svg.ttf')
    font = TTFont(plain)
    font['sbix'] = pictures()
    font.save(f'{folder}/sbix.ttf')


def pictures():
    picture = io.BytesIO()
    Image.new('RGBA', (32, 32), (255, 0, 0, 255)).save(picture, 'PNG')
    strike = sbixStrike.Strike(ppem=32, resolution=72)
    for name in GLYPHS:
        is_drawn = name == 'A'
        strike.glyphs[name] = sbixGlyph.Glyph(
            glyphName=name, graphicType='png ' if is_drawn else None, imageData=picture.getvalue() if is_drawn else None,
            originOffsetX=0, originOffsetY=0)
    table = newTable('sbix')
    table.version, table.flags, table.strikes = 1, 1, {32: strike}
    return table


if __name__ == '__main__':
    for kind in ('ttf', 'otf'):
        variable(sys.argv[1], kind)
    coloured(sys.argv[1])
