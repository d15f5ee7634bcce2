"""Reads and writes LRC lyrics. A line is shown until the time of the next line. The time of an empty line ends the
display of the previous line."""
import re

from engines.codecs.subtitles.cue import Run, Track, Unreadable, cue, plain

LINE = re.compile(r'\s*((?:\[\d+:\d{1,2}(?:[.:]\d{1,3})?\]\s*)+)(.*)')
STAMP = re.compile(r'\[(\d+):(\d{1,2})(?:[.:](\d{1,3}))?\]')
OFFSET = re.compile(r'\s*\[offset:\s*([+-]?\d+)\s*\]', re.IGNORECASE)
# Timestamps of individual words (enhanced LRC).
WORD = re.compile(r'<\d+:\d{1,2}(?:[.:]\d{1,3})?>\s?')

# Duration of the last line in milliseconds. LRC stores the start time of each line, but not its end.
LAST_DURATION = 5000


def read(text: str) -> Track:
    offset = next((int(found[1]) for line in text.split('\n') if (found := OFFSET.match(line))), 0)
    shown: dict[int, list[str]] = {}
    for line in text.split('\n'):
        if re.match(r'\s*\[\d+:[\d.:]*$', line):
            raise Unreadable('the file is truncated within a time')
        found = LINE.match(line)
        for minutes, seconds, fraction in STAMP.findall(found[1]) if found else ():
            time = (int(minutes) * 60 + int(seconds)) * 1000 + int(fraction.ljust(3, '0') or 0)
            # A positive offset shows the lines earlier.
            shown.setdefault(max(0, time - offset), []).append(WORD.sub('', found[2]))
    times = sorted(shown)
    ends = [*times[1:], times[-1] + LAST_DURATION] if times else []
    cues = [cue(time, end, [Run('\n'.join(shown[time]))]) for time, end in zip(times, ends)]
    return Track([one for one in cues if one], unheld={'word times'} if WORD.search(text) else set())


def write(track: Track) -> str:
    cues = track.cues
    rows: list[str] = []
    for one, after in zip(cues, [*cues[1:], None]):
        rows.append(_stamp(one.start) + ' '.join(map(plain, one.lines)))
        if after is None or _hundredths(one.end) < _hundredths(after.start):
            rows.append(_stamp(one.end))
    return ''.join(f'{row}\n' for row in rows)


def _hundredths(time: int) -> int:
    return (time + 5) // 10


def _stamp(time: int) -> str:
    seconds, fraction = divmod(_hundredths(time), 100)
    return f'[{seconds // 60:02}:{seconds % 60:02}.{fraction:02}]'
