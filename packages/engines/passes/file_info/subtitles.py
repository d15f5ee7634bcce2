"""Counts the cues of subtitles, and reads the latest end time."""
import re
from typing import Iterator

from engines.passes.file_info.bounds import text_of

TIME = r'(?:\d+:)?\d+:\d+[.,]\d+'
# Matches the start of a cue and captures its end time. Lyrics have only start times.
CUES = {
    'srt': re.compile(rf'^[ \t]*{TIME}[ \t]*-->[ \t]*({TIME})', re.MULTILINE),
    'vtt': re.compile(rf'^[ \t]*{TIME}[ \t]*-->[ \t]*({TIME})', re.MULTILINE),
    'sbv': re.compile(rf'^{TIME},({TIME})[ \t]*$', re.MULTILINE),
    'ass': re.compile(rf'^Dialogue:[^,\n]*,[ \t]*{TIME}[ \t]*,[ \t]*({TIME})', re.MULTILINE),
    'ssa': re.compile(rf'^Dialogue:[^,\n]*,[ \t]*{TIME}[ \t]*,[ \t]*({TIME})', re.MULTILINE),
    # End times are not captured, because they are frame numbers, and only some files declare the frame rate.
    'sub': re.compile(r'^\{\d+\}\{\d*\}()', re.MULTILINE),
    'lrc': re.compile(r'\[\d+:\d+(?:[.:]\d+)?\]()'),
}
FORMATS = tuple(CUES)


def read(file) -> Iterator[dict]:
    ends = CUES[file.format].findall(text_of(file.path))
    timed = [seconds(end) for end in ends if end]
    yield {'cues': len(ends), **({'seconds': max(timed)} if timed else {})}


def seconds(text: str) -> float:
    total = 0.0
    for part in text.replace(',', '.').split(':'):
        total = total * 60 + float(part)
    return round(total, 2)
