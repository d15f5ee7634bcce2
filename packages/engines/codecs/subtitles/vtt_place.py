"""Reads and writes the cue settings of WebVTT, and reads its regions. Settings and regions define the position of a cue
on the screen."""
import re

from engines.codecs.subtitles.cue import anchored, BOTTOM, Place

# Height of a line of text as a fraction of the screen height.
LINE_HEIGHT = 0.0533
PERCENT = re.compile(r'(-?\d+(?:\.\d+)?)%')
COLUMNS = {'left': 0, 'start': 0, 'line-left': 0, 'right': 2, 'end': 2, 'line-right': 2}
ROWS = {'start': 2, 'center': 1, 'end': 0}
ALIGNMENTS = ('left', 'center', 'right')
# Minimum distance from the top at which a cue is treated as a cue at the bottom, as a fraction of the screen height.
BOTTOM_BEGINS = 0.8


def read(settings: str, regions: dict[str, Place]) -> tuple[Place, bool]:
    """Returns the place of the cue, and whether its text is vertical."""
    given = dict(part.split(':', 1) for part in settings.split() if ':' in part)
    is_vertical = 'vertical' in given
    region = regions.get(given.get('region', ''))
    if region and 'line' not in given:
        return region, is_vertical
    align = given.get('align', 'center')
    position, _, position_align = given.get('position', '').partition(',')
    column = COLUMNS.get(position_align or align, 1)
    x = _fraction(position)
    line, _, line_align = given.get('line', '').partition(',')
    row, y = _line(line, line_align)
    if is_vertical:
        return BOTTOM, True
    at_edge = x is None or x == column / 2
    if y is None and at_edge:
        return Place(anchored(column, row)), False
    usual_y = {0: 1 - LINE_HEIGHT, 1: 0.5, 2: LINE_HEIGHT}[row]
    return Place(anchored(column, row), (column / 2 if x is None else x, usual_y if y is None else y)), False


def _fraction(text: str) -> float | None:
    found = PERCENT.fullmatch(text)
    return min(1.0, max(0.0, float(found[1]) / 100)) if found else None


def _line(line: str, align: str) -> tuple[int, float | None]:
    """Returns the row of the anchor, and its distance from the top as a fraction of the screen height. The distance is
    None if the row alone determines the position."""
    share = _fraction(line)
    if share is not None:
        row = ROWS.get(align, 2)
        if share >= BOTTOM_BEGINS and row == 2 or share == 1:
            return 0, None
        if share == 0.5 and row != 0:
            return 1, None
        return row, None if share == 0 else share
    if not re.fullmatch(r'-?\d{1,4}', line):
        return 0, None
    number = int(line)
    if number >= 0:
        return 2, number * LINE_HEIGHT if number else None
    return 0, 1 + (number + 1) * LINE_HEIGHT if number < -1 else None


def regions(blocks: list[str]) -> dict[str, Place]:
    """Returns the places of the regions that the blocks define, by region name."""
    found: dict[str, Place] = {}
    for block in blocks:
        given = dict(part.split(':', 1) for part in block.split()[1:] if ':' in part)
        (x, y), (anchor_x, anchor_y) = _pair(given.get('viewportanchor')), _pair(given.get('regionanchor'))
        place = Place(anchored(round(anchor_x * 2), 2 - round(anchor_y * 2)), (x, y))
        found[given.get('id', '')] = place if (x, y) != (0, 1) else BOTTOM
    return found


def _pair(text: str | None) -> tuple[float, float]:
    """Parses x and y as fractions. The default of x is 0%, and the default of y is 100%."""
    x, _, y = (text or '0%,100%').partition(',')
    return _fraction(x) or 0.0, _fraction(y) or 0.0


def written(place: Place) -> str:
    """Returns the settings with a space before each setting, or an empty string for the bottom centre."""
    align = f' align:{ALIGNMENTS[place.column]}' if place.column != 1 else ''
    if place.point:
        x, y = place.point
        line_align = {2: '', 1: ',center', 0: ',end'}[place.row]
        return f' position:{_percent(x)} line:{_percent(y)}{line_align}{align}'
    line = {0: '', 1: ' line:50%', 2: ' line:0'}[place.row]
    return line + (f' position:{place.column * 50}%{align}' if align else '')


def _percent(share: float) -> str:
    return f'{min(1.0, max(0.0, share)) * 100:.2f}'.rstrip('0').rstrip('.') + '%'
