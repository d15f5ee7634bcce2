"""Converts the outlines of a variable PostScript font (CFF2) to TrueType, with all its variations.

Each region of the variation store adds its deltas to the default outline. For each region, an outline with the full
deltas is built. The outlines of all regions and the default outline are converted to quadratic curves together, so that
all outlines get the same number of points. The differences between the points of the masters are the deltas of the
table `gvar`."""
from array import array
from collections.abc import Iterator

from fontTools.cu2qu import curves_to_quadratic
from fontTools.misc.roundTools import otRound
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphCoordinates
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.ttLib.tables.ttProgram import Program

from engines.tools.fonttools import outlines

Axes = tuple[tuple[str, tuple[float, float, float]], ...]
Point = tuple[float, float]
# The points of a glyph: for each contour, its points and whether they are on the curve.
Contours = list[tuple[list[Point], list[bool]]]


def to_true_type(font: TTFont) -> None:
    compact = font['CFF2'].cff.topDictIndex[0]
    # Compares with None, because in Debian 13's fontTools `len` of the object fails for CFF2.
    held = getattr(compact, 'VarStore', None)
    store = None if held is None else held.otVarStore
    tags = [axis.axisTag for axis in font['fvar'].axes]
    advances = advance_deltas(font, tags)
    # The maximum error is half of the usual limit, because the errors of several regions add up.
    error = font['head'].unitsPerEm * outlines.MAX_ERROR / 2
    drawn, variations = {}, {}
    for name in font.getGlyphOrder():
        regions, masters = masters_of(compact.CharStrings[name], store, tags)
        glyph, deltas = quadratic(masters, error)
        drawn[name] = glyph
        variations[name] = list(tuples(glyph, dict(zip(regions, deltas)), advances.get(name, {})))
    outlines.write_true_type(font, drawn)
    font['gvar'] = newTable('gvar')
    font['gvar'].version, font['gvar'].reserved = 1, 0
    font['gvar'].variations = variations


def region_axes(region, tags: list[str]) -> Axes:
    axes = zip(tags, region.VarRegionAxis)
    return tuple((tag, (one.StartCoord, one.PeakCoord, one.EndCoord)) for tag, one in axes if one.PeakCoord)


def advance_deltas(font: TTFont, tags: list[str]) -> dict[str, dict[Axes, int]]:
    """Returns how much each region changes the advance width of each glyph, from the table HVAR."""
    if 'HVAR' not in font:
        return {}
    table = font['HVAR'].table
    regions = [region_axes(region, tags) for region in table.VarStore.VarRegionList.Region]
    found = {}
    for number, name in enumerate(font.getGlyphOrder()):
        index = number if table.AdvWidthMap is None else table.AdvWidthMap.mapping.get(name, 0xFFFFFFFF)
        outer, inner = index >> 16, index & 0xFFFF
        if outer < len(table.VarStore.VarData):
            data = table.VarStore.VarData[outer]
            found[name] = dict(zip((regions[one] for one in data.VarRegionIndex), data.Item[inner]))
    return found


def masters_of(program, store, tags: list[str]) -> tuple[list[Axes], list[list]]:
    """Returns the regions of a glyph, and its drawing commands: the default commands, and the commands of each region."""
    used = []
    masters = [recorded(program, lambda index, deltas: used.append(index) or 0)]
    if not used:
        return [], masters
    numbers = store.VarData[used[0]].VarRegionIndex
    for position in range(len(numbers)):
        masters.append(recorded(program, lambda index, deltas, position=position: deltas[position]))
    return [region_axes(store.VarRegionList.Region[number], tags) for number in numbers], masters


def recorded(program, blend) -> list:
    pen = RecordingPen()
    program.draw(pen, blend)
    return pen.value


def quadratic(masters: list[list], error: float) -> tuple[Glyph, list[list[Point]]]:
    """Returns the default glyph, and the point offsets of each additional master."""
    converted = contours_of(masters, error)
    glyph = Glyph()
    default = converted[0]
    if not default:
        return glyph, [[] for _ in masters[1:]]
    points = [[point for contour, _ in master for point in contour] for master in converted]
    glyph.numberOfContours = len(default)
    glyph.coordinates = GlyphCoordinates([(otRound(x), otRound(y)) for x, y in points[0]])
    ends, count = [], 0
    for contour, _ in default:
        count += len(contour)
        ends.append(count - 1)
    glyph.endPtsOfContours = ends
    glyph.flags = array('B', [on for _, flags in default for on in flags])
    glyph.program = Program()
    glyph.program.fromBytecode(b'')
    moved = [
        [(otRound(x - x0), otRound(y - y0)) for (x, y), (x0, y0) in zip(master, points[0])] for master in points[1:]
    ]
    return glyph, moved


def contours_of(masters: list[list], error: float) -> list[Contours]:
    """Returns the contours of each master, with equal numbers of points and in the direction of TrueType."""
    found: list[Contours] = [[] for _ in masters]
    at: list[Point] = []
    for commands in zip(*masters):
        kind = commands[0][0]
        ends = [points[-1] for _, points in commands if points]
        if kind == 'moveTo':
            for contours, end in zip(found, ends):
                contours.append(([end], [True]))
        elif kind == 'lineTo':
            append(found, [[end] for end in ends])
        elif kind == 'curveTo':
            curves = [(start, *points) for start, (_, points) in zip(at, commands)]
            append(found, [spline[1:] for spline in curves_to_quadratic(curves, [error] * len(curves))])
        at = ends or at
    return [[turned(*contour) for contour in master] for master in without_closing_points(found)]


def append(found: list[Contours], splines: list[list[Point]]) -> None:
    """Adds a spline to the last contour of each master font. Only the last point of a spline is on the curve."""
    for contours, spline in zip(found, splines):
        points, flags = contours[-1]
        points.extend(spline)
        flags.extend([*[False] * (len(spline) - 1), True])


def without_closing_points(found: list[Contours]) -> list[Contours]:
    """Returns the contours of all masters. If the last point of a contour equals the first point in every master,
    the last point is removed."""
    for together in zip(*found):
        if all(len(points) > 1 and points[0] == points[-1] for points, _ in together):
            for points, flags in together:
                points.pop()
                flags.pop()
    return found


def turned(points: list[Point], flags: list[bool]) -> tuple[list[Point], list[bool]]:
    """Reverses a contour, because the outer contours of TrueType are clockwise. The first point of the contour remains
    the first point."""
    return [points[0], *points[:0:-1]], [flags[0], *flags[:0:-1]]


def tuples(glyph: Glyph, moved: dict[Axes, list[Point]], advances: dict[Axes, int]) -> Iterator[TupleVariation]:
    count = len(getattr(glyph, 'coordinates', ()))
    for region in dict.fromkeys((*moved, *advances)):
        points = moved.get(region) or [(0, 0)] * count
        # Phantom points mark the left, right, top and bottom of the glyph. The phantom points come after
        # the points of the outline.
        phantoms = [(0, 0), (advances.get(region, 0), 0), (0, 0), (0, 0)]
        if any(map(any, (*points, *phantoms))):
            yield TupleVariation(dict(region), [*points, *phantoms])
