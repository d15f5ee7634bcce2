"""Rewrites the times of a file without changing anything else, for formats that support more features than the cue
model."""
import re

from engines.codecs.subtitles import ass, clock, script, vtt
from engines.codecs.subtitles.timing import Times

# Matches an XML declaration with an encoding other than UTF-8. The result is always in UTF-8.
ENCODING = re.compile(r'(<\?xml[^>]*?encoding=)(["\'])(?!utf-8)[^"\']*\2', re.IGNORECASE)

# Matches < and & outside tags and entities, because some programs do not escape < and &.
BARE = re.compile(r'<(?!/?(?:[a-z]|[\d:]+\.\d+>)|/?>)|&(?!#?\w+;)', re.IGNORECASE)
ESCAPES = {'<': '&lt;', '&': '&amp;'}


def written(text: str, source: str, target: str, times: dict[Times, Times | None]) -> str | None:
    """Returns the source text with new times, including its styles and comments. Returns None if the target cannot be
    written from the source text, but only from the cues."""
    is_same = all(old == new for old, new in times.items())
    if {source, target} <= {'ass', 'ssa'}:
        return _tidy(script.written(text if is_same else _script(text, times), target))
    if source == target == 'vtt':
        return _tidy(_vtt(text, times, is_same))
    if source == target == 'ttml' and is_same:
        return _tidy(ENCODING.sub(r'\1\2utf-8\2', text, count=1))
    return None


def _tidy(text: str) -> str:
    return text.rstrip() + '\n'


def _script(text: str, times: dict[Times, Times | None]) -> str:
    lines = [_dialogue(row, times) if row.section == 'events' and row.kind == 'Dialogue' else row.line for row in ass.rows(text)]
    return '\n'.join(line for line in lines if line is not None)


def _dialogue(row: ass.Row, times: dict[Times, Times | None]) -> str | None:
    """Returns the line with new times, or None if its cue is outside the range. The fields of the returned line are in
    the order of the Format line, with the text last."""
    stated = {name: clock.read(row.values.get(name, '')) or 0 for name in ('start', 'end')}
    new = times.get((stated['start'], stated['end']))
    if not new:
        return None
    written_times = dict(zip(stated, map(ass.time_written, new)))
    return f'{row.kind}: ' + ','.join({**row.values, **written_times}.values())


def _vtt(text: str, times: dict[Times, Times | None], is_same: bool) -> str:
    head, *blocks = re.split(r'\n(?:[ \t]*\n)+', text)
    kept = [block for block in (_block(block, times, is_same) for block in blocks) if block is not None]
    return '\n\n'.join([_block(head, times, is_same) or 'WEBVTT', *kept])


def _block(block: str, times: dict[Times, Times | None], is_same: bool) -> str | None:
    """Returns the block with its new times, or None if its cue is outside the range."""
    lines = block.split('\n')
    at = next((n for n, line in enumerate(lines) if '-->' in line), None)
    found = vtt.TIMES.fullmatch(lines[at]) if at is not None and not vtt.ASIDE.match(block) else None
    if not found or at is None:
        return block
    *parts, settings = found.groups()
    old = (clock.milliseconds(*parts[:4]), clock.milliseconds(*parts[4:]))
    # `times` does not include cues without text, because readers drop such cues.
    new = times.get(old, old if is_same else None)
    if not new:
        return None
    if new != old:
        lines[at] = ' --> '.join(map(clock.written, new)) + (settings or '').rstrip()
    return '\n'.join([*lines[: at + 1], *(BARE.sub(lambda found: ESCAPES[found[0]], line) for line in lines[at + 1 :])])
