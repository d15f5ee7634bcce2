"""Reads and writes MicroDVD. A cue is a line that begins with its first and last frame number. Only some MicroDVD files
declare the frame rate."""
import re
from dataclasses import replace

from engines.codecs.subtitles import colours
from engines.codecs.subtitles.cue import anchored, Cue, cue, in_order, Look, PLAIN, Place, plain, Run, Track, Unreadable

LINE = re.compile(r'\s*\{(\d+)\}\{(\d*)\}(.*)')
# Matches a frame rate. In some files, the first cue is very short, and its text is the frame rate of the file.
RATE = re.compile(r'\s*(\d{1,3}(?:[.,]\d+)?)\s*(?:fps)?\s*', re.IGNORECASE)
# Control codes. Codes in capitals apply to all lines of the cue.
CODE = re.compile(r'\{([A-Za-z]):([^{}]*)\}')

# Frame rate of cinema films, which programs assume by default.
USUAL_RATE = 24_000 / 1001

# Maximum duration of a cue without an end, in milliseconds.
LONGEST_OPEN = 5000


def rate_of(text: str) -> float | None:
    """Returns the frame rate that the file declares, or None."""
    first = LINE.match(text)
    declared = RATE.fullmatch(first[3]) if first and int(first[1]) <= 1 and int(first[2] or 0) <= 1 else None
    rate = float(declared[1].replace(',', '.')) if declared else 0
    return rate if rate > 0 else None


def read(text: str) -> Track:
    declared = rate_of(text)
    rate = declared or USUAL_RATE
    found = [parts for n, line in enumerate(text.split('\n'), 1) if (parts := _parts(line, n))]
    if declared:
        del found[0]
    found.sort(key=lambda parts: parts[0])
    cues: list[Cue | None] = []
    for n, (first, last, words) in enumerate(found):
        start = _milliseconds(first, rate)
        open_end = _milliseconds(found[n + 1][0], rate) if n + 1 < len(found) else start + LONGEST_OPEN
        end = min(open_end, start + LONGEST_OPEN) if last is None else _milliseconds(last, rate)
        cues.append(cue(start, end, _runs(words), _place(words)))
    return Track(in_order(cues))


def write(track: Track, rate: float = USUAL_RATE) -> str:
    """Returns the text of the file. The frame rate is first, for players that do not use the rate of the video."""
    rows = [f'{{1}}{{1}}{rate:.3f}', *(_row(one, rate) for one in track.cues)]
    return ''.join(f'{row}\n' for row in rows)


def _parts(line: str, number: int) -> tuple[int, int | None, str] | None:
    found = LINE.fullmatch(line)
    if found:
        return int(found[1]), int(found[2]) if found[2] else None, found[3]
    if re.match(r'\s*\{\d', line):
        raise Unreadable(f'line {number} lacks a start or end frame')
    return None


def _milliseconds(frame: int, rate: float) -> int:
    return round(frame * 1000 / rate)


def _runs(words: str) -> list[Run]:
    runs: list[Run] = []
    everywhere = PLAIN
    for n, row in enumerate(words.split('|')):
        codes = CODE.findall(row)
        for name, value in codes:
            everywhere = _look(everywhere, name.lower(), value) if name.isupper() else everywhere
        here = everywhere
        for name, value in codes:
            here = _look(here, name, value)
        shown = CODE.sub('', row)
        # A slash at the beginning is an older notation for an italic line.
        if shown.startswith('/'):
            shown, here = shown[1:], here.marked('i', True)
        runs += [Run('\n')] * (n > 0) + [Run(shown, here)]
    return runs


def _look(look: Look, name: str, value: str) -> Look:
    if name == 'y':
        return replace(look, marks=look.marks | frozenset(value.lower().split(',')) & {'b', 'i', 'u', 's'})
    if name == 'c' and re.fullmatch(r'\$[0-9a-f]{6}', value, re.IGNORECASE):
        return replace(look, colour=colours.from_bgr(int(value[1:], 16)))
    return replace(look, face=value) if name == 'f' and value else look


def _place(words: str) -> Place:
    return Place(anchored(1, 2)) if any(name == 'P' and value == '0' for name, value in CODE.findall(words)) else Place()


def _row(one: Cue, rate: float) -> str:
    frames = ''.join(f'{{{round(time * rate / 1000)}}}' for time in (one.start, one.end))
    return frames + '{P:0}' * (one.place.row == 2) + '|'.join(map(_line, one.lines))


def _line(line: list[Run]) -> str:
    """Returns a line of text, preceded by its formatting codes. The format supports only formatting of whole lines."""
    marks = frozenset.intersection(*(run.look.marks for run in line))
    names = {run.look.colour for run in line}
    colour = names.pop() if len(names) == 1 else ''
    codes = f'{{y:{",".join(sorted(marks))}}}' if marks else ''
    codes += f'{{c:${colours.to_bgr(colour)}}}' if colour else ''
    # A vertical bar would end the line and cannot be escaped, so a similar character replaces it.
    return codes + plain(line).replace('|', '¦')
