"""SubStation Alpha v4 and v4+ (Advanced): sections of comma-separated fields, emphasis as override tags."""
import re
from dataclasses import dataclass

from engines.subtitles import clock
from engines.subtitles.cue import Cue, cue, in_order, Run, Unreadable

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
OVERRIDE = re.compile(r'\\(?:([biup])(\d*)(?=[\\\s]|$)|r([^\\]*))')


# A word joiner after a literal backslash keeps it from being read as an escape.
WORD_JOINER = '\u2060'
LITERALS = {'N': '\n', 'n': ' ', 'h': '\u00a0', WORD_JOINER: '\\'}


@dataclass(frozen=True)
class Row:
    """A line of a section: `kind` is the text before its colon, `values` are by the names of the Format line."""

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
            raise Unreadable(f'line {number} breaks off')
        found.append(Row(section, '' if header else kind, dict(zip(fields, map(str.strip, values))), line))
    return found


def read(text: str) -> list[Cue]:
    found = rows(text)
    styles = {row.values['name']: _emphasis(row.values) for row in found if row.kind == 'Style' and 'name' in row.values}
    return in_order([_cue(row.values, styles) for row in found if row.section == 'events' and row.kind == 'Dialogue'])


def is_empty(text: str) -> bool:
    """Whether its sections are all there, down to the names of the fields that lines would have."""
    found = rows(text)
    formats = [row.line for row in found if row.section == 'events' and row.kind == 'Format']
    whole = any(re.fullmatch(r'Format:.*,\s*Text\s*', line, re.IGNORECASE) for line in formats)
    return whole and not any(row.section == 'events' and row.kind == 'Dialogue' for row in found)


def _emphasis(values: dict[str, str]) -> frozenset[str]:
    names = (('bold', 'b'), ('italic', 'i'), ('underline', 'u'))
    return frozenset(style for name, style in names if values.get(name, '0') not in ('0', ''))


def _cue(values: dict[str, str], styles: dict[str, frozenset[str]]) -> Cue | None:
    start, end = clock.read(values.get('start', '')), clock.read(values.get('end', ''))
    if start is None or end is None:
        raise Unreadable('a line of dialogue has no two times')
    return cue(start, end, _runs(values.get('text', ''), styles, styles.get(values.get('style', '').lstrip('*'), frozenset())))


def _runs(text: str, styles: dict[str, frozenset[str]], base: frozenset[str]) -> list[Run]:
    runs, now, drawn, at = [], base, False, 0
    for found in TOKEN.finditer(text):
        runs.append(Run('' if drawn else text[at : found.start()], now))
        at = found.end()
        literal, overrides, blank = found.groups()
        if overrides is None:
            runs.append(Run(LITERALS.get(literal or blank, literal), now))
            continue
        for name, value, style in OVERRIDE.findall(overrides):
            if name == 'p':
                drawn = value not in ('', '0')
            elif name:
                on = name in base if value == '' else int(value) == 1 or int(value) >= 600
                now = now | {name} if on else now - {name}
            else:
                now = styles.get(style.strip(), base)
    return [*runs, Run('' if drawn else text[at:], now)]


def write(cues: list[Cue]) -> str:
    lines = (
        f'Dialogue: 0,{_time(one.start)},{_time(one.end)},Default,,0,0,0,,'
        + '\\N'.join(''.join(map(_written, line)) for line in one.lines)
        for one in cues
    )
    return HEADER + EVENT_FIELDS + '\n' + ''.join(f'{line}\n' for line in lines)


def _time(time: int) -> str:
    return clock.written(time, hour_digits=1, hundredths=True)


def _written(run: Run) -> str:
    text = re.sub(r'\\(?=[Nnh{}])', lambda backslash: backslash[0] + WORD_JOINER, run.text)
    text = re.sub(r'([{}])', r'\\\1', text)
    for name in sorted(run.styles):
        text = f'{{\\{name}1}}{text}{{\\{name}0}}'
    return text
