"""WebVTT: blocks separated by blank lines, of which those with an arrow are cues."""
import html
import re

from engines.subtitles import clock, tags
from engines.subtitles.cue import Cue, cue, in_order, Unreadable

TIMES = re.compile(rf'\s*{clock.TIME}\s*-->\s*{clock.TIME}(?:\s.*)?')
# Blocks that show nothing.
ASIDE = re.compile(r'(?:NOTE|STYLE|REGION)(?:\s|$)')
TAG = re.compile(r'<(/?)([biu]?)(?:[.\s][^<>]*|[^<>]*)>')


def read(text: str) -> list[Cue]:
    if not re.match(r'WEBVTT(?:[ \t\n]|$)', text):
        raise Unreadable('it does not begin with WEBVTT')
    _, *blocks = re.split(r'\n(?:[ \t]*\n)+', text.strip('\n'))
    # Some files lack the blank line after the header.
    return in_order([_cue(block.split('\n')) for block in (*_first(text), *blocks)])


def is_empty(text: str) -> bool:
    """Whether it is one with nothing to show, and not one that ends within its first cue."""
    _, *blocks = re.split(r'\n(?:[ \t]*\n)+', text.strip('\n'))
    return all(ASIDE.match(block) for block in blocks)


def _first(text: str) -> list[str]:
    head = text.split('\n\n', 1)[0].split('\n', 1)
    return [head[1]] if len(head) > 1 and '-->' in head[1] else []


def _cue(lines: list[str]) -> Cue | None:
    at = next((n for n, line in enumerate(lines) if '-->' in line), None)
    if at is None or re.match(r'NOTE(?:\s|$)', lines[0]):
        return None
    times = TIMES.fullmatch(lines[at])
    if not times:
        raise Unreadable(f'there are no two times in “{lines[at][:40]}”')
    parts = times.groups()
    runs = tags.read('\n'.join(lines[at + 1 :]), TAG, html.unescape)
    return cue(clock.milliseconds(*parts[:4]), clock.milliseconds(*parts[4:]), runs)


def write(cues: list[Cue]) -> str:
    return 'WEBVTT\n' + ''.join(
        f'\n{clock.written(one.start)} --> {clock.written(one.end)}\n'
        + ''.join(f'{tags.written(line, _escape)}\n' for line in one.lines)
        for one in cues
    )


def _escape(text: str) -> str:
    return html.escape(text, quote=False)
