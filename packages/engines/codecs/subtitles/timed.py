"""Reads and writes SubRip and YouTube's SBV. In SubRip and SBV, a cue is a line with 2 times followed by lines of
text."""
import re

from engines.codecs.subtitles import clock, overrides, tags
from engines.codecs.subtitles.cue import Cue, cue, in_order, Place, plain, Run, Track, Unreadable

SRT_TIMES = re.compile(rf'\s*{clock.TIME}\s*-->\s*{clock.TIME}(\s.*)?')
SBV_TIMES = re.compile(rf'\s*{clock.TIME}\s*,\s*{clock.TIME}\s*()')

# Matches the beginning of a line that contains the times of a cue. If a line with times is not completely valid, the
# file is truncated.
STARTS = re.compile(r'\s*-?\d{1,3}:\d{1,2}:\d{1,2}[.,]\d+\s*(?:-|,\s*\d|,?\s*$)|.*\d\s*-->\s*\d')

COORDINATE = re.compile(r'\b([XY][12])\s*:\s*(\d{1,5})', re.IGNORECASE)
# Screen size for coordinates in SubRip: the size of a DVD, as in FFmpeg.
DVD_WIDTH, DVD_HEIGHT = 720, 480


def read_srt(text: str) -> Track:
    unheld: set[str] = set()

    def cue_of(start: int, end: int, lines: str, after_times: str) -> Cue | None:
        runs, state = tags.read(lines)
        unheld.update(state.unheld)
        return cue(start, end, runs, state.place(_coordinates(after_times)))

    return Track(_cues(text, SRT_TIMES, cue_of), unheld=unheld)


def read_sbv(text: str) -> Track:
    return Track(_cues(text, SBV_TIMES, lambda start, end, lines, _: cue(start, end, [Run(lines.replace('[br]', '\n'))])))


def _coordinates(text: str | None) -> Place:
    """Converts coordinates to the place of the text: the centre of a rectangle, or a single corner at which the text
    starts."""
    found = {name.upper(): int(number) for name, number in COORDINATE.findall(text or '')}
    if 'X1' not in found or 'Y1' not in found:
        return Place()
    x1, y1 = found['X1'], found['Y1']
    x2, y2 = found.get('X2', x1), found.get('Y2', y1)
    is_corner = (x1, y1) == (x2, y2) or x2 < x1 or y2 < y1
    point = (x1, y1) if is_corner else ((x1 + x2) / 2, (y1 + y2) / 2)
    return Place(7 if is_corner else 5, (point[0] / DVD_WIDTH, point[1] / DVD_HEIGHT), (x1, x2, y1, y2))


def write_srt(track: Track) -> str:
    return '\n'.join(
        f'{n}\n{_time(one.start)} --> {_time(one.end)}{_box(one.place)}\n'
        + ('' if one.place.box else overrides.place_written(one.place))
        + ''.join(f'{tags.with_fonts(line)}\n' for line in one.lines)
        for n, one in enumerate(track.cues, 1)
    )


def _box(place: Place) -> str:
    return ''.join(f' {name}:{number}' for name, number in zip(('X1', 'X2', 'Y1', 'Y2'), place.box or ()))


def write_sbv(track: Track) -> str:
    return '\n'.join(
        f'{clock.written(one.start, hour_digits=1)},{clock.written(one.end, hour_digits=1)}\n'
        + ''.join(f'{plain(line)}\n' for line in one.lines)
        for one in track.cues
    )


def _time(time: int) -> str:
    return clock.written(time, ',')


def _cues(text: str, times: re.Pattern[str], cue_of) -> list[Cue]:
    found: list[tuple[int, int, list[str], str]] = []
    for number, line in enumerate(text.split('\n'), 1):
        here = times.fullmatch(line)
        if here:
            _drop_counter(found)
            parts = here.groups()
            found.append((clock.milliseconds(*parts[:4]), clock.milliseconds(*parts[4:8]), [], parts[8]))
        elif STARTS.match(line):
            raise Unreadable(f'line {number} lacks a start or end time')
        elif found:
            found[-1][2].append(line)
    _drop_counter(found)
    # The last cue may be empty. If the last cue is empty and ends before it starts, its timing line is truncated.
    if found and not found[-1][2] and found[-1][1] < found[-1][0]:
        raise Unreadable('the file is truncated within a time')
    return in_order([cue_of(start, end, '\n'.join(lines), after) for start, end, lines, after in found])


def _drop_counter(found: list[tuple[int, int, list[str], str]]) -> None:
    """Removes a number after a blank line at the end of the last cue, because the number is the counter of a missing
    cue."""
    if not found:
        return
    lines = found[-1][2]
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) > 1 and lines[-1].strip().isdecimal() and not lines[-2].strip():
        lines.pop()
