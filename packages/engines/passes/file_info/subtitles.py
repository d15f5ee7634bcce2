"""Counts the cues of subtitles, and tells when the last one ends."""
import re
from typing import Iterator

from engines.passes.file_info.bounds import text_of

TIME = r'(?:\d+:)?\d+:\d+[.,]\d+'
# What begins a cue, with its end; lyrics say only when a line begins.
CUES = {
    'srt': re.compile(rf'^[ \t]*{TIME}[ \t]*-->[ \t]*({TIME})', re.MULTILINE),
    'vtt': re.compile(rf'^[ \t]*{TIME}[ \t]*-->[ \t]*({TIME})', re.MULTILINE),
    'sbv': re.compile(rf'^{TIME},({TIME})[ \t]*$', re.MULTILINE),
    'ass': re.compile(rf'^Dialogue:[^,\n]*,[ \t]*{TIME}[ \t]*,[ \t]*({TIME})', re.MULTILINE),
    'ssa': re.compile(rf'^Dialogue:[^,\n]*,[ \t]*{TIME}[ \t]*,[ \t]*({TIME})', re.MULTILINE),
    # In frames, of which only some files tell how many come in a second.
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
