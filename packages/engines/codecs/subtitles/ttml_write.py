"""Writes TTML: a paragraph for each cue, a region for each place, and the names of the speakers."""
from xml.sax.saxutils import escape, quoteattr

from engines.codecs.subtitles import clock
from engines.codecs.subtitles.cue import BOTTOM, Cue, Look, Place, Run, Track

SPACES = ' '.join(
    f'xmlns{name}="http://www.w3.org/ns/ttml{part}"' for name, part in (('', ''), (':tts', '#styling'), (':ttm', '#metadata'))
)
ALIGNMENTS = ('left', 'center', 'right')
DISPLAYS = ('after', 'center', 'before')


def write(track: Track) -> str:
    places = list(dict.fromkeys(one.place for one in track.cues)) or [BOTTOM]
    names = {place: f'place-{n}' for n, place in enumerate(places, 1)}
    voices = {voice: f'voice-{n}' for n, voice in enumerate(dict.fromkeys(one.voice for one in track.cues if one.voice), 1)}
    agents = ''.join(
        f'      <ttm:agent xml:id="{name}" type="person"><ttm:name type="full">{escape(voice)}</ttm:name></ttm:agent>\n'
        for voice, name in voices.items()
    )
    regions = ''.join(_region(place, name) for place, name in names.items())
    comments = ''.join(f'    <!-- {_comment(note)} -->\n' for note in track.notes)
    paragraphs = ''.join(_paragraph(one, names[one.place], voices.get(one.voice, '')) for one in track.cues)
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<tt {SPACES} xml:lang="" xml:space="preserve">\n  <head>\n{comments}'
        + (f'    <metadata>\n{agents}    </metadata>\n' if agents else '')
        + f'    <layout>\n{regions}    </layout>\n  </head>\n'
        + f'  <body>\n    <div>\n{paragraphs}    </div>\n  </body>\n</tt>\n'
    )


def _comment(text: str) -> str:
    return text.replace('--', '- -').removesuffix('-')


def _region(place: Place, name: str) -> str:
    """Returns a region for a cue at `place`. Depending on the alignment of the cue, its anchor is on an edge or in the
    centre of the region."""
    x, y = place.point or (0.5, 0.5)
    width = (1 - x, 2 * min(x, 1 - x), x)[place.column] if place.point else 0.9
    height = (y, 2 * min(y, 1 - y), 1 - y)[place.row] if place.point else 0.9
    left = (x, x - width / 2, 0)[place.column] if place.point else 0.05
    top = (0, y - height / 2, y)[place.row] if place.point else 0.05
    attributes = {
        'tts:origin': f'{_percent(left)} {_percent(top)}',
        'tts:extent': f'{_percent(width)} {_percent(height)}',
        'tts:displayAlign': DISPLAYS[place.row],
        'tts:textAlign': ALIGNMENTS[place.column],
    }
    return f'      <region xml:id="{name}"{_attributes(attributes)}/>\n'


def _percent(share: float) -> str:
    return f'{min(1.0, max(0.0, share)) * 100:.2f}'.rstrip('0').rstrip('.') + '%'


def _paragraph(one: Cue, region: str, agent: str) -> str:
    speaker = f' ttm:agent="{agent}"' if agent else ''
    text = '<br/>'.join(''.join(map(_span, line)) for line in one.lines)
    return f'      <p begin="{clock.written(one.start)}" end="{clock.written(one.end)}" region="{region}"{speaker}>{text}</p>\n'


def _span(run: Run) -> str:
    text = escape(run.text)
    if run.look.ruby:
        parts = (('base', text), ('text', escape(run.look.ruby)))
        inner = ''.join(f'<span tts:ruby="{kind}">{part}</span>' for kind, part in parts)
        text = f'<span tts:ruby="container">{inner}</span>'
    styling = _attributes(_styling(run.look))
    return f'<span{styling}>{text}</span>' if styling else text


def _styling(look: Look) -> dict[str, str]:
    decorations = [word for mark, word in (('u', 'underline'), ('s', 'lineThrough')) if mark in look.marks]
    return {
        **({'tts:fontWeight': 'bold'} if 'b' in look.marks else {}),
        **({'tts:fontStyle': 'italic'} if 'i' in look.marks else {}),
        **({'tts:textDecoration': ' '.join(decorations)} if decorations else {}),
        **({'tts:color': f'#{look.colour}'} if look.colour else {}),
        **({'tts:backgroundColor': f'#{look.background}'} if look.background else {}),
        **({'tts:fontFamily': look.face} if look.face else {}),
        **({'tts:fontSize': f'{look.size}%'} if look.size else {}),
    }


def _attributes(given: dict[str, str]) -> str:
    return ''.join(f' {name}={quoteattr(value)}' for name, value in given.items())
