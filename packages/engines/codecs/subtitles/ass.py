"""Reads and writes scripts in SubStation Alpha v4 and v4+ (Advanced). A script has sections, with comma-separated
fields in each line. Styles and override tags define the formatting of text."""
import re
from dataclasses import dataclass

from engines.codecs.subtitles import clock, colours, overrides
from engines.codecs.subtitles.cue import BOTTOM, Cue, cue, in_order, Look, PLAIN, Place, Run, spoken, Track, Unreadable

EVENT_FIELDS = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'

HEADER = """[Script Info]
ScriptType: v4.00+
PlayResX: 384
PlayResY: 288
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,16,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

[Events]
Format: """

TOKEN = re.compile(r'\\([{}\u2060])|\{([^{}]*)\}|\\([Nnh])')

# The word joiner is written after a literal backslash, because players would otherwise read some backslashes as the
# start of an escape.
WORD_JOINER = '\u2060'
LITERALS = {'N': '\n', 'n': ' ', 'h': '\u00a0', WORD_JOINER: '\\'}


@dataclass(frozen=True)
class Row:
    """A line of a section. `kind` is the text before the colon of the line. The keys of `values` are the field names
    from the Format line."""

    section: str
    kind: str
    values: dict[str, str]
    line: str


def rows(text: str) -> list[Row]:
    section, fields, found = '', [], []
    for number, line in enumerate(text.split('\n'), 1):
        header = re.fullmatch(r'\s*\[(.+)\]\s*', line)
        kind, _, rest = line.partition(':')
        if header:
            section, fields = header[1].strip().lower(), []
        elif kind == 'Format':
            fields = [name.strip().lower() for name in rest.split(',')]
        values = rest.strip().split(',', len(fields) - 1) if fields and kind in ('Style', 'Dialogue', 'Comment') else []
        if values and len(values) < len(fields):
            raise Unreadable(f'line {number} is truncated')
        found.append(Row(section, '' if header else kind, dict(zip(fields, map(str.strip, values))), line))
    return found


@dataclass(frozen=True)
class Style:
    look: Look = PLAIN
    place: Place = BOTTOM
    size: float = 16


def read(text: str) -> Track:
    found = rows(text)
    screen = _screen(found)
    styles = {row.values['name'].lstrip('*'): _style(row) for row in found if row.kind == 'Style' and 'name' in row.values}
    unheld: set[str] = set()
    events = [row for row in found if row.section == 'events']
    cues = in_order([_cue(row.values, styles, screen, unheld) for row in events if row.kind == 'Dialogue'])
    notes = [row.values.get('text', '') for row in events if row.kind == 'Comment']
    return Track(cues, [note for note in notes if note], unheld)


def is_empty(text: str) -> bool:
    """Returns whether the script is complete but has no dialogue. A complete script contains the whole Format line of
    its events."""
    found = rows(text)
    formats = [row.line for row in found if row.section == 'events' and row.kind == 'Format']
    whole = any(re.fullmatch(r'Format:.*,\s*Text\s*', line, re.IGNORECASE) for line in formats)
    return whole and not any(row.section == 'events' and row.kind == 'Dialogue' for row in found)


def _screen(found: list[Row]) -> tuple[float, float]:
    stated = {row.kind.strip().lower(): row.line.partition(':')[2].strip() for row in found if row.section == 'script info'}
    width, height = (float(stated[name]) if _is_number(stated.get(name, '')) else 0 for name in ('playresx', 'playresy'))
    if width and height:
        return width, height
    return (width or height * 4 / 3 or overrides.WIDTH, height or width * 3 / 4 or overrides.HEIGHT)


def _is_number(text: str) -> bool:
    return re.fullmatch(r'\d{1,5}(\.\d+)?', text) is not None and float(text) > 0


def _style(row: Row) -> Style:
    """Returns the style that a row defines. Leaves the typeface and the size out of the style's `Look`, because the
    `Look` of a text has a typeface or a size only if it differs from the style."""
    values = row.values
    names = (('bold', 'b'), ('italic', 'i'), ('underline', 'u'), ('strikeout', 's'))
    marks = frozenset(mark for name, mark in names if values.get(name, '0') not in ('0', ''))
    alignment = values.get('alignment', '2')
    keypad = overrides.KEYPAD.get(alignment) if row.section == 'v4 styles' else int(alignment) if alignment in '123456789' else 2
    colour = _colour(values.get('primarycolour', ''))
    return Style(
        Look(marks, '' if colour == 'ffffff' else colour),
        Place(keypad or 2),
        float(values['fontsize']) if _is_number(values.get('fontsize', '')) else 16,
    )


def _colour(text: str) -> str:
    found = re.fullmatch(r'&H([0-9a-f]+)&?|(-?\d+)', text.strip(), re.IGNORECASE)
    return '' if not found else colours.from_bgr((int(found[1], 16) if found[1] else int(found[2])) & 0xFFFFFF)


def _cue(values: dict[str, str], styles: dict[str, Style], screen: tuple[float, float], unheld: set[str]) -> Cue | None:
    start, end = clock.read(values.get('start', '')), clock.read(values.get('end', ''))
    if start is None or end is None:
        raise Unreadable('a dialogue line lacks a start or end time')
    style = styles.get(values.get('style', '').lstrip('*'), Style())
    looks = {name: one.look for name, one in styles.items()}
    state = overrides.State(style.look, style.size, looks)
    runs = _runs(values.get('text', ''), state, screen)
    unheld |= state.unheld | ({'effects'} if values.get('effect') else set())
    return cue(start, end, runs, state.place(style.place), values.get('name', '') or values.get('actor', ''))


def _runs(text: str, state: overrides.State, screen: tuple[float, float]) -> list[Run]:
    runs, at = [], 0
    for found in TOKEN.finditer(text):
        runs.append(Run('' if state.drawn else text[at : found.start()], state.look))
        at = found.end()
        literal, block, blank = found.groups()
        if block is None:
            runs.append(Run(LITERALS.get(literal or blank, literal), state.look))
        else:
            state.apply(block, screen)
    return [*runs, Run('' if state.drawn else text[at:], state.look)]


def write(track: Track) -> str:
    comments = (f'Comment: 0,0:00:00.00,0:00:00.00,Default,,0,0,0,,{_literal(note, " ")}' for note in track.notes)
    lines = (
        f'Dialogue: 0,{time_written(one.start)},{time_written(one.end)},Default,{one.voice.replace(",", " ")},0,0,0,,'
        + overrides.place_written(one.place)
        + _text(one)
        for one in track.cues
    )
    return HEADER + EVENT_FIELDS + '\n' + ''.join(f'{line}\n' for line in (*comments, *lines))


def time_written(time: int) -> str:
    return clock.written(time, hour_digits=1, hundredths=True)


def _text(one: Cue) -> str:
    parts, now = [], PLAIN
    for n, line in enumerate(one.lines):
        parts.append('\\N' * (n > 0))
        for run in line:
            parts += [overrides.changed(now, run.look), _literal(spoken(run))]
            now = run.look
    # Like other programs, ends all emphasis at the end of the cue.
    return ''.join(parts) + ''.join(f'{{\\{name}0}}' for name in sorted(now.marks))


def _literal(text: str, line_break: str = '\\N') -> str:
    text = re.sub(r'\\(?=[Nnh{}])', lambda backslash: backslash[0] + WORD_JOINER, text)
    return re.sub(r'([{}])', r'\\\1', text).replace('\n', line_break)
