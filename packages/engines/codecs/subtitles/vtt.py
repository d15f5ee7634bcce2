"""Reads and writes WebVTT. A file consists of blocks separated by blank lines. A block with an arrow (`-->`) is a
cue."""
import re

from engines.codecs.subtitles import clock, vtt_place, vtt_text
from engines.codecs.subtitles.cue import Cue, cue, in_order, Track, Unreadable
from engines.codecs.subtitles.vtt_style import Sheet

TIMES = re.compile(rf'\s*{clock.TIME}\s*-->\s*{clock.TIME}(\s.*)?')
# Matches blocks that are not cues.
ASIDE = re.compile(r'(?:NOTE|STYLE|REGION)(?:\s|$)')


def read(text: str) -> Track:
    if not re.match(r'WEBVTT(?:[ \t\n]|$)', text):
        raise Unreadable('missing WEBVTT header')
    blocks = _blocks(text)
    notes = [block[4:].strip() for block in blocks if re.match(r'NOTE\s', block)]
    sheet = Sheet('\n'.join(block[5:] for block in blocks if re.match(r'STYLE\s', block)))
    regions = vtt_place.regions([block for block in blocks if re.match(r'REGION\s', block)])
    unheld: set[str] = set()
    # Some files lack the blank line after the header.
    cues = in_order([_cue(block.split('\n'), sheet, regions, unheld) for block in (*_first(text), *blocks)])
    return Track(cues, [note for note in notes if note], unheld)


def _blocks(text: str) -> list[str]:
    return re.split(r'\n(?:[ \t]*\n)+', text.strip('\n'))[1:]


def is_empty(text: str) -> bool:
    """Returns whether the file is complete but has no cues. A file that is truncated within the first cue is not
    complete."""
    return all(ASIDE.match(block) for block in _blocks(text))


def _first(text: str) -> list[str]:
    head = text.split('\n\n', 1)[0].split('\n', 1)
    return [head[1]] if len(head) > 1 and '-->' in head[1] else []


def _cue(lines: list[str], sheet: Sheet, regions: dict, unheld: set[str]) -> Cue | None:
    at = next((n for n, line in enumerate(lines) if '-->' in line), None)
    if at is None or re.match(r'(?:NOTE|STYLE|REGION)(?:\s|$)', lines[0]):
        return None
    times = TIMES.fullmatch(lines[at])
    if not times:
        raise Unreadable(f'missing start or end time in “{lines[at][:40]}”')
    *parts, settings = times.groups()
    base = sheet.look_of_cue(lines[at - 1] if at else '')
    runs, voice, has_times = vtt_text.read('\n'.join(lines[at + 1 :]), sheet, base)
    place, is_vertical = vtt_place.read(settings or '', regions)
    unheld |= ({'word times'} if has_times else set()) | ({'vertical text'} if is_vertical else set())
    return cue(clock.milliseconds(*parts[:4]), clock.milliseconds(*parts[4:]), runs, place, voice)


def write(track: Track) -> str:
    return (
        'WEBVTT\n'
        + vtt_text.styles(track.cues)
        + ''.join(f'\nNOTE\n{_note(note)}\n' for note in track.notes)
        + ''.join(
            f'\n{clock.written(one.start)} --> {clock.written(one.end)}{vtt_place.written(one.place)}\n' + vtt_text.written(one)
            for one in track.cues
        )
    )


def _note(note: str) -> str:
    """Returns the comment without arrows and blank lines, which WebVTT does not allow in comments."""
    return re.sub(r'\n\s*\n', '\n', note).replace('-->', '->')


