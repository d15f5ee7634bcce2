"""Reads and writes text with tags, as in SubRip: emphasis and fonts as in HTML, and override tags of SubStation Alpha
in braces."""
import html
import re
from dataclasses import replace

from engines.codecs.subtitles import colours, overrides
from engines.codecs.subtitles.cue import Look, Run, spoken

MARKS = ('b', 'i', 'u', 's')

TAG = re.compile(r'<(/?)([bius])\b[^<>]*>|<(/?)font\b([^<>]*)>|\{(\\[^{}]*)\}|\{(/?)([biuy]):?[biu]?\}', re.IGNORECASE)
ATTRIBUTE = re.compile(r'([a-z]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s"\'>]+))', re.IGNORECASE)
# Entities that subtitle programs write. An ampersand that does not begin one of these entities is treated as text.
ENTITY = re.compile('&(?:amp|lt|gt|nbsp|quot|apos|lrm|rlm|#39);')

# Font sizes in SubRip are pixels of a screen with 288 lines, as in FFmpeg. The usual font size in SubRip is 16.
USUAL_SIZE = 16


def read(text: str) -> tuple[list[Run], overrides.State]:
    """Returns the runs, and the settings of override tags for the whole cue."""
    runs: list[Run] = []
    state = overrides.State()
    fonts: list[Look] = []
    at = 0
    for found in TAG.finditer(text):
        runs.append(Run('' if state.drawn else _resolved(text[at : found.start()]), state.look))
        at = found.end()
        closing, name, font_closing, attributes, block, brace_closing, brace = found.groups()
        if block:
            state.apply(block, (overrides.WIDTH, overrides.HEIGHT))
        elif name or (brace and brace.lower() != 'y'):
            state.look = state.look.marked((name or brace).lower(), not (closing or brace_closing))
        elif attributes is not None and not font_closing:
            fonts.append(state.look)
            state.look = _font(state.look, attributes)
        elif font_closing and fonts:
            before = fonts.pop()
            state.look = replace(state.look, colour=before.colour, face=before.face, size=before.size)
    return [*runs, Run('' if state.drawn else _resolved(text[at:]), state.look)], state


def _resolved(text: str) -> str:
    return ENTITY.sub(lambda found: html.unescape(found[0]), text)


def _font(look: Look, attributes: str) -> Look:
    for name, *quoted in ATTRIBUTE.findall(attributes):
        value = ''.join(quoted).strip()
        if name.lower() == 'color':
            look = replace(look, colour=colours.read(value) or look.colour)
        elif name.lower() == 'face':
            look = replace(look, face=value)
        elif name.lower() == 'size' and re.fullmatch(r'\d{1,3}', value):
            look = replace(look, size=round(int(value) * 100 / USUAL_SIZE))
    return look


def written(line: list[Run], escape=str) -> str:
    """Returns the line with emphasis, but without fonts and colours."""
    return ''.join(_marked(run.look, escape(spoken(run))) for run in line)


def with_fonts(line: list[Run]) -> str:
    return ''.join(_font_written(run.look, _marked(run.look, _escaped(spoken(run)))) for run in line)


def _marked(look: Look, text: str) -> str:
    names = [name for name in MARKS if name in look.marks]
    return ''.join(f'<{name}>' for name in names) + text + ''.join(f'</{name}>' for name in reversed(names))


def _font_written(look: Look, text: str) -> str:
    attributes = [
        *([f' color="#{look.colour}"'] if look.colour else []),
        *([f' face="{_attribute(look.face)}"'] if look.face else []),
        *([f' size="{max(1, round(look.size * USUAL_SIZE / 100))}"'] if look.size else []),
    ]
    return f'<font{"".join(attributes)}>{text}</font>' if attributes else text


def _attribute(text: str) -> str:
    return re.sub('["<>]', '', text)


def _escaped(text: str) -> str:
    """Escapes only text that would be read as a tag or an entity, because SubRip does not define escapes."""
    text = ENTITY.sub(lambda found: '&amp;' + found[0][1:], text)
    return TAG.sub(lambda found: found[0].replace('<', '&lt;'), text) if '<' in text else text
