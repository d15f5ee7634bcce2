"""Reads the styles and regions of TTML, which define the formatting of text and its position on the screen."""
import re
from dataclasses import replace
from xml.etree import ElementTree

from engines.codecs.subtitles import colours
from engines.codecs.subtitles.cue import anchored, BOTTOM, Look, Place

XML = '{http://www.w3.org/XML/1998/namespace}'

COLUMNS = {'left': 0, 'start': 0, 'right': 2, 'end': 2}
ROWS = {'before': 2, 'center': 1, 'after': 0}
# A point within this distance from an edge is treated as a point on the edge, because players add a margin at the edge.
# The distance is a fraction of the screen size.
MARGIN = 0.12


def name_of(tag: object) -> str:
    """Returns the local name, because several namespaces are in use. Returns an empty string for comments."""
    return tag.rpartition('}')[2] if isinstance(tag, str) else ''


class Styles:
    def __init__(self, root: ElementTree.Element):
        self.named = {e.get(f'{XML}id', ''): e for e in root.iter() if name_of(e.tag) == 'style' and e.get(f'{XML}id')}
        regions = [e for e in root.iter() if name_of(e.tag) == 'region']
        extent = _lengths({name_of(name): value for name, value in root.attrib.items()}.get('extent', ''))
        cells = re.fullmatch(r'\s*(\d+)\s+(\d+)\s*', self.attributes(root).get('cellResolution', '32 15'))
        self.screen = extent if extent and extent[0][1] == 'px' else [(1920.0, 'px'), (1080.0, 'px')]
        self.cells = (float(cells[1]), float(cells[2])) if cells and '0' not in cells.groups() else (32.0, 15.0)
        # A document without regions shows its text at the bottom centre.
        self.regions = {e.get(f'{XML}id', ''): self._region(e) for e in regions}

    def attributes(self, element) -> dict[str, str]:
        """Returns the attributes of the element and of the styles to which it refers. Later styles override earlier
        styles, and the attributes of the element override all styles."""
        found: dict[str, str] = {}
        for name in element.get('style', '').split():
            if name in self.named and self.named[name] is not element:
                found |= self._own(self.named[name])
        return found | self._own(element)

    def _own(self, element) -> dict[str, str]:
        parents = [self.named[name] for name in element.get('style', '').split() if name in self.named and self.named[name] is not element]
        inherited = {name_of(name): value for parent in parents for name, value in parent.attrib.items()}
        return inherited | {name_of(name): value.strip() for name, value in element.attrib.items() if name_of(name) not in ('id', 'style')}

    def look(self, element, before: Look) -> Look:
        return _look(self.attributes(element), before)

    def region_look(self, name: str, before: Look) -> Look:
        return _look(self.regions[name][1], before) if name in self.regions else before

    def place(self, element, region: str, otherwise: dict[str, str]) -> tuple[Place, dict[str, str]]:
        """Returns where a paragraph is placed, and the position and alignment attributes that its descendants
        inherit."""
        stated = {name: value for name, value in self.attributes(element).items() if name in ('textAlign', 'displayAlign', 'origin', 'extent')}
        given = {**otherwise, **stated}
        if region not in self.regions and 'origin' not in given:
            return BOTTOM, given
        return self._place({**self.regions.get(region, (BOTTOM, {}))[1], **given}), given

    def _region(self, element) -> tuple[Place, dict[str, str]]:
        given = self.attributes(element)
        for child in element:
            if name_of(child.tag) == 'style':
                given |= self.attributes(child)
        return self._place(given), given

    def _place(self, given: dict[str, str]) -> Place:
        column = COLUMNS.get(given.get('textAlign', 'center' if 'displayAlign' in given or 'origin' in given else ''), 1)
        row = ROWS.get(given.get('displayAlign', 'before'), 2)
        x, y = self._shares(given.get('origin', '')) or (0.0, 0.0)
        width, height = self._shares(given.get('extent', '')) or (1 - x, 1 - y)
        point = (x + width * column / 2, y + height * (2 - row) / 2)
        # If a region is low on the screen, text at the top of the region counts as text at the bottom of the screen.
        if row == 2 and point[1] > 0.75:
            row, point = 0, (point[0], y + height)
        edge = (column / 2, 1 - row / 2)
        is_at_edge = all(abs(have - due) <= MARGIN for have, due in zip(point, edge))
        return Place(anchored(column, row), None if is_at_edge else point)

    def _shares(self, text: str) -> tuple[float, float] | None:
        lengths = _lengths(text)
        if not lengths:
            return None
        whole = [{'%': 100.0, 'px': self.screen[n][0], 'c': self.cells[n], 'vw': 100.0, 'vh': 100.0}.get(unit) for n, (_, unit) in enumerate(lengths)]
        if not all(whole):
            return None
        return lengths[0][0] / (whole[0] or 1), lengths[1][0] / (whole[1] or 1)


def _lengths(text: str) -> list[tuple[float, str]]:
    found = re.findall(r'(-?[\d.]+)(%|px|c|vw|vh)', text)
    return [(float(number), unit) for number, unit in found] if len(found) == 2 and all(n.count('.') < 2 and re.search(r'\d', n) for n, _ in found) else []


def _look(given: dict[str, str], look: Look) -> Look:
    if 'fontWeight' in given:
        look = look.marked('b', given['fontWeight'] == 'bold')
    if 'fontStyle' in given:
        look = look.marked('i', given['fontStyle'] in ('italic', 'oblique'))
    for word in given.get('textDecoration', '').split():
        look = look.marked('u', word == 'underline') if word in ('underline', 'none', 'noUnderline') else look
        look = look.marked('s', word == 'lineThrough') if word in ('lineThrough', 'none', 'noLineThrough') else look
    if 'color' in given:
        colour = colours.read(given['color'])
        look = replace(look, colour='' if colour == 'ffffff' and not look.colour else colour or look.colour)
    if 'backgroundColor' in given:
        look = replace(look, background=colours.read(given['backgroundColor']))
    face = given.get('fontFamily', '').split(',')[0].strip('"\' ')
    if face:
        # The default typeface and the sans-serif typefaces of the TTML standard are treated like a missing typeface.
        look = replace(look, face='' if face in ('default', 'sansSerif', 'proportionalSansSerif', 'sans-serif') else face)
    size = re.fullmatch(r'(\d+(?:\.\d+)?)(%|c|em)(?:\s.*)?', given.get('fontSize', ''))
    if size:
        percent = round(float(size[1]) * (1 if size[2] == '%' else 100))
        look = replace(look, size=0 if percent == 100 else percent)
    return look
