"""Reads TTML (Timed Text Markup Language). TTML has timed elements, such as paragraphs, which can be nested to any
depth."""
import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from xml.etree import ElementTree

from engines.codecs.subtitles import clock
from engines.codecs.subtitles.cue import BOTTOM, Cue, cue, in_order, Look, PLAIN, Place, Run, Track, Unreadable
from engines.codecs.subtitles.ttml_style import name_of, Styles, XML

UNITS = {'h': 3_600_000, 'm': 60_000, 's': 1000, 'ms': 1}


def read(text: str) -> Track:
    # Subtitles need no document type, and entities in a document type could expand without bound.
    if '<!DOCTYPE' in text or '<!ENTITY' in text:
        raise Unreadable('document types are not supported')
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise Unreadable(str(error)) from error
    if name_of(root.tag) != 'tt':
        raise Unreadable('not a Timed Text document')
    reader = _Reader(root)
    return Track(in_order(reader.cues()), _notes(text), reader.unheld)


def _notes(text: str) -> list[str]:
    """Returns the XML comments. A regular expression finds the comments, because the XML parser drops comments."""
    return [note for found in re.findall(r'<!--(.*?)-->', text, re.DOTALL) if (note := found.strip())]


def is_empty(text: str) -> bool:
    """Returns whether the file has a body without paragraphs. A file that can be parsed is complete, because a
    truncated file is not valid XML and raises ParseError."""
    names = [name_of(element.tag) for element in ElementTree.fromstring(text).iter()]
    return 'body' in names and 'p' not in names


class _Reader:
    def __init__(self, root: ElementTree.Element):
        self.root = root
        self.preserved = self._keeps(root, False)
        attributes = {name_of(name): value for name, value in root.attrib.items()}
        above, _, below = attributes.get('frameRateMultiplier', '1').replace(':', ' ').strip().partition(' ')
        self.frame_rate = Fraction(attributes.get('frameRate', '30')) * Fraction(above) / Fraction(below or 1)
        self.tick_rate = Fraction(attributes.get('tickRate', '0')) or self.frame_rate
        self.styles = Styles(root)
        self.unheld: set[str] = set()
        agents = [e for e in root.iter() if name_of(e.tag) == 'agent']
        self.agents = {e.get(f'{XML}id', ''): ' '.join(''.join(e.itertext()).split()) for e in agents}

    def cues(self) -> list[Cue | None]:
        bodies = [e for e in self.root if name_of(e.tag) == 'body']
        return [one for body in bodies for one in self._within(body, 0, None, _Context())]

    def _within(self, element, start: int, end: int | None, context: '_Context') -> list[Cue | None]:
        begin = start + (self._time(element.get('begin')) or 0)
        stop, lasting = self._time(element.get('end')), self._time(element.get('dur'))
        ends = [e for e in (stop and start + stop, lasting and begin + lasting, end) if e is not None]
        context = self._context(element, context)
        timed = any(child.get('begin') for child in element.iter() if child is not element)
        if name_of(element.tag) in ('p', 'span') and not timed:
            if not ends:
                raise Unreadable('a paragraph has no end')
            runs = self._runs(element, context.look, self._keeps(element, self.preserved))
            return [cue(begin, min(ends), runs, context.place, context.voice)]
        inner = [child for child in element if name_of(child.tag) in ('div', 'p', 'span')]
        return [one for child in inner for one in self._within(child, begin, min(ends, default=None), context)]

    def _context(self, element, before: '_Context') -> '_Context':
        """Returns the context that the element sets for its content."""
        region = element.get('region', '').strip() or before.region
        look = self.styles.region_look(region, before.look) if region != before.region else before.look
        place, alignment = self.styles.place(element, region, before.alignment)
        agent = next((value for name, value in element.attrib.items() if name_of(name) == 'agent'), '')
        voice = ', '.join(self.agents.get(name) or name for name in agent.split()) or before.voice
        if any(name_of(child.tag) == 'set' for child in element):
            self.unheld.add('effects')
        return _Context(self.styles.look(element, look), region, alignment, place, voice)

    def _keeps(self, element, otherwise: bool) -> bool:
        stated = element.get(f'{XML}space')
        return otherwise if stated is None else stated == 'preserve'

    def _runs(self, element, look: Look, keeps: bool) -> list[Run]:
        def text(value: str | None) -> Run:
            return Run((value or '') if keeps else re.sub(r'[ \t\n]+', ' ', value or ''), look)

        runs = [text(element.text)]
        for child in element:
            if name_of(child.tag) == 'br':
                runs.append(Run('\n', look))
            elif name_of(child.tag) == 'span':
                runs.extend(self._span(child, look, keeps))
            runs.append(text(child.tail))
        return runs

    def _span(self, element, look: Look, keeps: bool) -> list[Run]:
        runs = self._runs(element, self.styles.look(element, look), self._keeps(element, keeps))
        parts = [(child, _ruby(child)) for child in element if name_of(child.tag) == 'span']
        if _ruby(element) != 'container' or not any(kind == 'text' for _, kind in parts):
            return runs
        annotation = ''.join(''.join(child.itertext()) for child, kind in parts if kind == 'text').strip()
        bases = [run for child, kind in parts if kind == 'base' for run in self._runs(child, self.styles.look(child, look), keeps)]
        return [Run(run.text, replace(run.look, ruby=annotation) if run.text.strip() else run.look) for run in bases]

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
            raise Unreadable(f'“{text[:40]}” is not a time')
        return time


@dataclass(frozen=True)
class _Context:
    look: Look = PLAIN
    region: str = ''
    alignment: dict[str, str] = field(default_factory=dict)
    place: Place = BOTTOM
    voice: str = ''


def _ruby(element) -> str:
    return next((value for name, value in element.attrib.items() if name_of(name) == 'ruby'), '')
