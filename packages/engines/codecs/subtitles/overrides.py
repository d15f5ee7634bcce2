"""Override tags of SubStation Alpha, which SubRip files use too: `{\\an8}`, `{\\c&H0000FF&}`, `{\\pos(x,y)}`."""
import re
from dataclasses import dataclass, field, replace

from engines.codecs.subtitles import colours
from engines.codecs.subtitles.cue import Look, PLAIN, Place

# Screen size of scripts that declare none, and of scripts that Protean writes.
WIDTH, HEIGHT = 384, 288

PART = re.compile(r'\\([^\\(]*(?:\([^)]*\))?)')
POINT = re.compile(r'(?:pos|move)\(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)')

# Maps v4 alignments to v4+ alignments. v4+ numbers alignments like a numeric keypad, v4 numbers them by row: bottom,
# top, middle.
KEYPAD = {'1': 1, '2': 2, '3': 3, '5': 7, '6': 8, '7': 9, '9': 4, '10': 5, '11': 6}

# Tags that need no warning: wrapping and font encoding have no visible effect, and positions are read separately.
HARMLESS = re.compile(r'q\d|fe\d*|an\d?|a\d*|pos.*|p0|', re.IGNORECASE)


@dataclass
class State:
    """Formatting of the text after the last tag that was read, and settings of the whole cue."""

    base: Look = PLAIN
    # Font size that is treated as 100%. The font size is in pixels of the script's screen.
    usual_size: float = 16
    styles: dict[str, Look] = field(default_factory=dict)
    anchor: int | None = None
    point: tuple[float, float] | None = None
    drawn: bool = False
    unheld: set[str] = field(default_factory=set)

    def __post_init__(self):
        self.look = self.base

    def place(self, otherwise: Place = Place()) -> Place:
        if self.point:
            return Place(self.anchor or otherwise.anchor, self.point)
        return replace(otherwise, anchor=self.anchor) if self.anchor else otherwise

    def apply(self, block: str, screen: tuple[float, float]) -> None:
        for part in PART.findall(block):
            self._apply(part.strip(), screen)

    def _apply(self, part: str, screen: tuple[float, float]) -> None:
        point = POINT.match(part)
        align = re.fullmatch(r'an([1-9])|a(\d\d?)', part)
        if point:
            self.point = self.point or (float(point[1]) / screen[0], float(point[2]) / screen[1])
        if align and self.anchor is None:
            self.anchor = int(align[1]) if align[1] else KEYPAD.get(align[2])
        if re.fullmatch(r'p\d+', part):
            self.drawn = part != 'p0'
            self.unheld |= {'drawings'} if self.drawn else set()
        elif re.match(r'k[of]?\d|K\d', part):
            self.unheld.add('karaoke')
        elif (look := self._look(part)) is not None:
            self.look = look
        elif not HARMLESS.fullmatch(part):
            self.unheld.add('effects')

    def _look(self, part: str) -> Look | None:
        """Returns the formatting after the tag, or None if the tag does not change the formatting."""
        mark = re.fullmatch(r'([bius])(\d*)', part)
        colour = re.fullmatch(r'1?c(?:&?H?([0-9a-f]+)&?)?', part, re.IGNORECASE)
        if mark:
            on = mark[1] in self.base.marks if mark[2] == '' else int(mark[2]) == 1 or int(mark[2]) >= 600
            return self.look.marked(mark[1], on)
        if colour:
            return replace(self.look, colour=colours.from_bgr(int(colour[1], 16)) if colour[1] else self.base.colour)
        if part.startswith('fn'):
            return replace(self.look, face=part[2:].strip() or self.base.face)
        if re.fullmatch(r'fs[\d.]*', part):
            size = re.sub('[^0-9.]', '', part)
            return replace(self.look, size=round(float(size) * 100 / self.usual_size) if size.strip('.') else self.base.size)
        if re.match('r(?![nd])', part):
            return self.styles.get(part[1:].strip(), self.base)
        return None


def place_written(place: Place) -> str:
    """Returns the tags that put a cue at `place`, or an empty string for the bottom centre."""
    point = place.point and f'{{\\pos({_number(place.point[0] * WIDTH)},{_number(place.point[1] * HEIGHT)})}}'
    return f'{{\\an{place.anchor}}}{point or ""}' if place.point or place.anchor != 2 else ''


def _number(value: float) -> str:
    return f'{value:.1f}'.removesuffix('.0')


def changed(before: Look, after: Look, usual_size: float = 16) -> str:
    """Returns the tags that change one formatting to another."""
    tags = [f'\\{name}{int(name in after.marks)}' for name in sorted(before.marks ^ after.marks)]
    if before.colour != after.colour:
        tags.append(f'\\c&H{colours.to_bgr(after.colour)}&' if after.colour else '\\c')
    if before.face != after.face:
        tags.append('\\fn' + re.sub(r'[\\{}]', '', after.face))
    if before.size != after.size:
        tags.append(f'\\fs{max(1, round(after.size * usual_size / 100))}' if after.size else '\\fs')
    return ''.join(f'{{{tag}}}' for tag in tags)
