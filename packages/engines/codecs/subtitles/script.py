"""Converts scripts between SubStation Alpha v4 and v4+, keeping styles, positions and effects."""
import re

from engines.codecs.subtitles import ass, overrides

EVENTS = {'ass': ass.EVENT_FIELDS.split(', '), 'ssa': ['Marked', *ass.EVENT_FIELDS.split(', ')[1:]]}

STYLES = {
    'ass': (
        'Name Fontname Fontsize PrimaryColour SecondaryColour OutlineColour BackColour Bold Italic Underline StrikeOut '
        'ScaleX ScaleY Spacing Angle BorderStyle Outline Shadow Alignment MarginL MarginR MarginV Encoding'
    ).split(),
    'ssa': (
        'Name Fontname Fontsize PrimaryColour SecondaryColour TertiaryColour BackColour Bold Italic BorderStyle '
        'Outline Shadow Alignment MarginL MarginR MarginV AlphaLevel Encoding'
    ).split(),
}
SECTION = {'ass': '[V4+ Styles]', 'ssa': '[V4 Styles]'}
TYPE = {'ass': 'v4.00+', 'ssa': 'v4.00'}

# Default values for fields that are missing in the source script.
DEFAULTS = {'layer': '0', 'marked': 'Marked=0', 'scalex': '100', 'scaley': '100', 'name': '', 'effect': '', 'text': ''}

ALIGNMENTS = {
    'ass': {old: str(new) for old, new in overrides.KEYPAD.items()},
    'ssa': {str(new): old for old, new in overrides.KEYPAD.items()},
}


def written(text: str, to: str) -> str:
    """Returns the script as version `to`, unchanged if it already has that version."""
    if SECTION[to].lower() in text.lower():
        return text
    lines = [_line(row, to) for row in ass.rows(text)]
    if not any(line.lower().startswith('scripttype:') for line in lines):
        lines = [more for line in lines for more in ([line, f'ScriptType: {TYPE[to]}'] if line == '[Script Info]' else [line])]
    return '\n'.join(lines)


def _line(row: ass.Row, to: str) -> str:
    if row.section.endswith('styles'):
        return _row(row, to, STYLES[to], SECTION[to], _style)
    if row.section == 'events':
        return _row(row, to, EVENTS[to], '[Events]', _event)
    return f'ScriptType: {TYPE[to]}' if row.kind.lower() == 'scripttype' else row.line


def _row(row: ass.Row, to: str, fields: list[str], header: str, convert) -> str:
    if row.kind == 'Format':
        return 'Format: ' + ', '.join(fields)
    if row.values:
        values = convert(row.values, to)
        return f'{row.kind}: ' + ','.join(values.get(name.lower(), DEFAULTS.get(name.lower(), '0')) for name in fields)
    return header if row.line.strip().startswith('[') else row.line


def _style(values: dict[str, str], to: str) -> dict[str, str]:
    changed = {name: _colour(value, to) if name.endswith('colour') else value for name, value in values.items()}
    changed['alignment'] = ALIGNMENTS[to].get(values.get('alignment', ''), '2')
    # SSA (script version 4) draws outline and shadow in one colour, BackColour.
    if to == 'ssa':
        changed['backcolour'] = changed['tertiarycolour'] = changed.get('outlinecolour', '0')
    else:
        changed['outlinecolour'] = changed.get('backcolour', '&H00000000')
    return changed


def _colour(text: str, to: str) -> str:
    found = re.fullmatch(r'&H([0-9a-f]+)&?|(-?\d+)', text.strip(), re.IGNORECASE)
    colour = 0 if not found else int(found[1], 16) if found[1] else int(found[2])
    return str(colour & 0xFFFFFF) if to == 'ssa' else f'&H{colour & 0xFFFFFF:08X}'


def _event(values: dict[str, str], to: str) -> dict[str, str]:
    before, after = (r'\\an([1-9])(?!\d)', '\\a') if to == 'ssa' else (r'\\a(1[01]|[1-9])(?!\d)', '\\an')
    text = re.sub(before, lambda found: after + ALIGNMENTS[to].get(found[1], '2'), values.get('text', ''))
    return {name: value for name, value in {**values, 'text': text}.items() if name not in ('layer', 'marked')}
