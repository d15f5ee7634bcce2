"""TTML (Timed Text Markup Language): paragraphs with times, nested to any depth."""
import re
from fractions import Fraction
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from engines.subtitles import clock
from engines.subtitles.cue import Cue, cue, in_order, Run, Unreadable

XML = '{http://www.w3.org/XML/1998/namespace}'

# Attributes and values that set or unset an emphasis.
MEANINGS = (('fontWeight', 'bold', 'b'), ('fontStyle', 'italic', 'i'), ('fontStyle', 'oblique', 'i'), ('textDecoration', 'underline', 'u'))
NEGATIONS = (('fontWeight', 'normal', 'b'), ('fontStyle', 'normal', 'i'), ('textDecoration', 'none', 'u'))

UNITS = {'h': 3_600_000, 'm': 60_000, 's': 1000, 'ms': 1}


def read(text: str) -> list[Cue]:
    # Subtitles need no document type, and its entities could expand without bound.
    if '<!DOCTYPE' in text or '<!ENTITY' in text:
        raise Unreadable('a document type is not read')
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise Unreadable(str(error)) from error
    if _name(root.tag) != 'tt':
        raise Unreadable('it is no timed text')
    return in_order(_Reader(root).cues())


def is_empty(text: str) -> bool:
    """Whether it has a body without a paragraph. Markup that was read to its end is not cut off."""
    names = [_name(element.tag) for element in ElementTree.fromstring(text).iter()]
    return 'body' in names and 'p' not in names


def _name(tag: object) -> str:
    """The local name, as several namespaces are in use; comments have none."""
    return tag.rpartition('}')[2] if isinstance(tag, str) else ''


class _Reader:
    def __init__(self, root: ElementTree.Element):
        self.root = root
        self.preserved = self._keeps(root, False)
        attributes = {_name(name): value for name, value in root.attrib.items()}
        above, _, below = attributes.get('frameRateMultiplier', '1').replace(':', ' ').strip().partition(' ')
        self.frame_rate = Fraction(attributes.get('frameRate', '30')) * Fraction(above) / Fraction(below or 1)
        self.tick_rate = Fraction(attributes.get('tickRate', '0')) or self.frame_rate
        self.named = {e.get(f'{XML}id', ''): e for e in root.iter() if _name(e.tag) == 'style'}

    def cues(self) -> list[Cue | None]:
        bodies = [e for e in self.root if _name(e.tag) == 'body']
        return [one for body in bodies for one in self._within(body, 0, None, frozenset())]

    def _within(self, element, start: int, end: int | None, styles: frozenset[str]) -> list[Cue | None]:
        begin = start + (self._time(element.get('begin')) or 0)
        stop, lasting = self._time(element.get('end')), self._time(element.get('dur'))
        ends = [e for e in (stop and start + stop, lasting and begin + lasting, end) if e is not None]
        styles = self._styles(element, styles)
        timed = any(child.get('begin') for child in element.iter() if child is not element)
        if _name(element.tag) in ('p', 'span') and not timed:
            if not ends:
                raise Unreadable('a paragraph has no end')
            return [cue(begin, min(ends), self._runs(element, styles, self._keeps(element, self.preserved)))]
        inner = [child for child in element if _name(child.tag) in ('div', 'p', 'span')]
        return [one for child in inner for one in self._within(child, begin, min(ends, default=None), styles)]

    def _keeps(self, element, otherwise: bool) -> bool:
        stated = element.get(f'{XML}space')
        return otherwise if stated is None else stated == 'preserve'

    def _runs(self, element, styles: frozenset[str], keeps: bool) -> list[Run]:
        def text(value: str | None) -> Run:
            return Run((value or '') if keeps else re.sub(r'[ \t\n]+', ' ', value or ''), styles)

        runs = [text(element.text)]
        for child in element:
            if _name(child.tag) == 'br':
                runs.append(Run('\n', styles))
            elif _name(child.tag) == 'span':
                runs.extend(self._runs(child, self._styles(child, styles), self._keeps(child, keeps)))
            runs.append(text(child.tail))
        return runs

    def _styles(self, element, styles: frozenset[str]) -> frozenset[str]:
        referred = (self.named[name] for name in element.get('style', '').split() if name in self.named)
        for source in (*referred, element):
            attributes = [(_name(name), value) for name, value in source.attrib.items()]
            styles -= {style for name, value, style in NEGATIONS if (name, value) in attributes}
            styles |= {style for name, value, style in MEANINGS if (name, value) in attributes}
        return styles

    def _time(self, text: str | None) -> int | None:
        if text is None:
            return None
        framed = re.fullmatch(r'\s*(\d+):(\d+):(\d+):(\d+)(?:\.\d+)?\s*', text)
        if framed:
            return clock.milliseconds(*framed.groups()[:3], None) + round(int(framed[4]) * 1000 / self.frame_rate)
        counted = re.fullmatch(r'\s*(\d+(?:\.\d+)?)(h|ms|m|s|f|t)\s*', text)
        if counted:
            rates = {'f': self.frame_rate, 't': self.tick_rate}
            unit = UNITS.get(counted[2]) or Fraction(1000) / rates[counted[2]]
            return round(Fraction(counted[1]) * unit)
        time = clock.read(text)
        if time is None:
            raise Unreadable(f'“{text[:40]}” is no time')
        return time


def write(cues: list[Cue]) -> str:
    paragraphs = ''.join(
        f'      <p begin="{clock.written(one.start)}" end="{clock.written(one.end)}">'
        + '<br/>'.join(''.join(map(_span, line)) for line in one.lines)
        + '</p>\n'
        for one in cues
    )
    spaces = 'xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"'
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<tt {spaces} xml:lang="" xml:space="preserve">\n'
        f'  <body>\n    <div>\n{paragraphs}    </div>\n  </body>\n</tt>\n'
    )


def _span(run: Run) -> str:
    styling = ''.join(f' tts:{name}="{value}"' for name, value, style in MEANINGS if style in run.styles and value != 'oblique')
    return f'<span{styling}>{escape(run.text)}</span>' if styling else escape(run.text)
