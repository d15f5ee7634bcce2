"""SubRip and YouTube's SBV, in which a cue is a line of two times followed by lines of text."""
import re

from engines.subtitles import clock, tags
from engines.subtitles.cue import Cue, cue, in_order, plain, Run, Unreadable

SRT_TIMES = re.compile(rf'\s*{clock.TIME}\s*-->\s*{clock.TIME}(?:\s.*)?')
SBV_TIMES = re.compile(rf'\s*{clock.TIME}\s*,\s*{clock.TIME}\s*')

# The start of a line of times; where the rest does not match, the file is cut off.
STARTS = re.compile(r'\s*-?\d{1,3}:\d{1,2}:\d{1,2}[.,]\d+\s*(?:-|,\s*\d|,?\s*$)|.*\d\s*-->\s*\d')

SRT_TAG = re.compile(r'<(/?)([biu])\b[^<>]*>|</?font\b[^<>]*>|\{\\[^{}]*\}|\{/?[biuy]:?[biu]?\}', re.IGNORECASE)


def read_srt(text: str) -> list[Cue]:
    return _cues(text, SRT_TIMES, lambda shown: tags.read(shown, SRT_TAG))


def read_sbv(text: str) -> list[Cue]:
    return _cues(text, SBV_TIMES, lambda shown: [Run(shown.replace('[br]', '\n'))])


def write_srt(cues: list[Cue]) -> str:
    return '\n'.join(
        f'{n}\n{_time(one.start)} --> {_time(one.end)}\n' + ''.join(f'{tags.written(line)}\n' for line in one.lines)
        for n, one in enumerate(cues, 1)
    )


def write_sbv(cues: list[Cue]) -> str:
    return '\n'.join(
        f'{clock.written(one.start, hour_digits=1)},{clock.written(one.end, hour_digits=1)}\n'
        + ''.join(f'{plain(line)}\n' for line in one.lines)
        for one in cues
    )


def _time(time: int) -> str:
    return clock.written(time, ',')


def _cues(text: str, times: re.Pattern[str], runs) -> list[Cue]:
    found: list[tuple[int, int, list[str]]] = []
    for number, line in enumerate(text.split('\n'), 1):
        here = times.fullmatch(line)
        if here:
            _drop_counter(found)
            parts = here.groups()
            found.append((clock.milliseconds(*parts[:4]), clock.milliseconds(*parts[4:]), []))
        elif STARTS.match(line):
            raise Unreadable(f'line {number} has no two times')
        elif found:
            found[-1][2].append(line)
    _drop_counter(found)
    # The last cue may be empty; one that also ends before it starts is a line of times that was cut off.
    if found and not found[-1][2] and found[-1][1] < found[-1][0]:
        raise Unreadable('it breaks off within a time')
    return in_order([cue(start, end, runs('\n'.join(lines))) for start, end, lines in found])


def _drop_counter(found: list[tuple[int, int, list[str]]]) -> None:
    """Removes the number of the next cue, which follows a blank line or comes first."""
    if not found:
        return
    lines = found[-1][2]
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) > 1 and lines[-1].strip().isdecimal() and not lines[-2].strip():
        lines.pop()
