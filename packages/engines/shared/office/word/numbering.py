"""Computes the paragraph numbers that a Word document shows."""
import copy
import re
from dataclasses import dataclass, field, replace

from engines.shared.office.word.document import Document, Element, W, is_on, number, value
from engines.shared.office.word.number_formats import formatted
from engines.shared.office.word.styles import Styles

PLACE = re.compile(r'%([1-9])')
SUFFIXES = {'nothing': '', 'space': ' '}


@dataclass(frozen=True)
class Level:
    start: int = 0
    format: str = 'decimal'
    custom: str = ''
    text: str = ''
    restart: int | None = None
    is_legal: bool = False
    suffix: str = ' '
    style: str = ''
    properties: Element | None = None
    indent: Element | None = None


@dataclass
class Instance:
    """A numbering instance: its abstract definition, its levels, and start values for its first use. Instances with the
    same abstract definition share counters."""

    abstract: str
    levels: dict[int, Level]
    starts: dict[int, int] = field(default_factory=dict)
    has_overrides: bool = False


@dataclass(frozen=True)
class Label:
    """The label of a paragraph, and the separator after the label."""

    text: str
    suffix: str
    instance: str
    at: int
    level: Level
    is_bullet: bool
    number: int = 0
    format: str = ''
    # Whether the numbering starts at 1 and no other instance shares the definition.
    is_usual: bool = False


class Numbering:
    def __init__(self, document: Document, styles: Styles):
        self.styles = styles
        root = document.tree(document.part('numbering'))
        self.abstracts: dict[str, Element] = {}
        self.numbers: dict[str, Element] = {}
        for one in () if root is None else root:
            if one.tag == W + 'abstractNum':
                self.abstracts[one.get(W + 'abstractNumId', '')] = one
            elif one.tag == W + 'num':
                self.numbers[one.get(W + 'numId', '')] = one
        self.instances: dict[str, Instance | None] = {}
        self.counters: dict[str, dict[int, int]] = {}

    def instance(self, name: str) -> Instance | None:
        if name not in self.instances:
            self.instances[name] = self.read_instance(name)
        return self.instances[name]

    def read_instance(self, name: str) -> Instance | None:
        given = self.numbers.get(name)
        if given is None:
            return None
        abstract = self.abstracts.get(value(given, 'abstractNumId'))
        seen: list[Element] = []
        # A definition may link to a list style, which in turn refers to another definition.
        while abstract is not None and value(abstract, 'numStyleLink') and abstract not in seen:
            seen.append(abstract)
            linked = self.numbers.get(self.styles.of_numbering(value(abstract, 'numStyleLink')))
            abstract = self.abstracts.get(value(linked, 'abstractNumId'))
        if abstract is None:
            return None
        levels = {number(one.get(W + 'ilvl', '0')): read_level(one) for one in abstract.findall(W + 'lvl')}
        found = Instance(abstract.get(W + 'abstractNumId', ''), levels)
        for one in given.findall(W + 'lvlOverride'):
            found.has_overrides = True
            at = number(one.get(W + 'ilvl', '0'))
            level = one.find(W + 'lvl')
            if level is not None:
                found.levels[at] = read_level(level)
            start = value(one, 'startOverride')
            if start:
                found.starts[at] = number(start)
                found.levels[at] = replace(found.levels.get(at, Level()), start=number(start))
        return found

    def of_paragraph(self, properties: Element | None) -> tuple[str, int]:
        """Returns the name of the numbering instance of a paragraph, and the level of the paragraph. The name of the
        instance is empty if the paragraph has no numbering."""
        direct = None if properties is None else properties.find(W + 'numPr')
        style = self.styles.of_paragraph(properties)
        name, by_style, ids = self.styles.numbering(style)
        if value(direct, 'numId'):
            own = value(direct, 'numId')
            return ('', 0) if own == '0' else (own, number(value(direct, 'ilvl') or by_style or '0'))
        if not name or name == '0':
            return '', 0
        instance = self.instance(name)
        linked = (at for at, level in (instance.levels.items() if instance else ()) if level.style in ids and level.style)
        if value(direct, 'ilvl'):
            return name, number(value(direct, 'ilvl'))
        return name, next(linked, number(by_style or '0'))

    def label(self, properties: Element | None) -> Label | None:
        """Returns the label of the next paragraph in text order, or None for a paragraph without a label. Advances the
        counters."""
        name, at = self.of_paragraph(properties)
        instance = self.instance(name) if name else None
        level = instance.levels.get(at) if instance else None
        if instance is None or level is None:
            return None
        # Bullets are counted too, because lower levels restart after a bullet.
        counters = self.count(instance, at)
        if level.format == 'bullet':
            return Label(level.text, level.suffix, name, at, level, True)
        language = self.styles.language(properties)
        text = PLACE.sub(lambda place: self.written(instance, counters, int(place[1]) - 1, level, language), level.text)
        hidden = None if level.properties is None else level.properties.find(W + 'vanish')
        if hidden is not None and is_on(hidden):
            text = ''
        return Label(text, level.suffix, name, at, level, False, counters[at], format_of(level, level), level.start == 1 and self.is_alone(instance))

    def is_alone(self, instance: Instance) -> bool:
        sharing = sum(value(one, 'abstractNumId') == instance.abstract for one in self.numbers.values())
        return sharing == 1 and not instance.has_overrides

    def indent(self, label: Label) -> Element | None:
        return None if label.level.indent is None else copy.copy(label.level.indent)

    def count(self, instance: Instance, at: int) -> dict[int, int]:
        counters = self.counters.setdefault(instance.abstract, {})
        if at in instance.starts:
            counters[at] = instance.starts.pop(at)
        elif at in counters:
            counters[at] += 1
        else:
            counters[at] = instance.levels[at].start
        for deeper, level in instance.levels.items():
            if deeper > at and (level.restart is None or 0 < level.restart and at < level.restart):
                counters.pop(deeper, None)
        return counters

    def written(self, instance: Instance, counters: dict[int, int], at: int, level: Level, language: str) -> str:
        own = instance.levels.get(at)
        if own is None:
            return ''
        return formatted(counters.get(at, own.start), format_of(own, level), own.custom, language)


def format_of(own: Level, level: Level) -> str:
    """Returns the number format of the level `own` if its number is a part of the label of `level`. `isLgl` in `level`
    makes all numbers of the label decimal."""
    return 'decimal' if level.is_legal and own.format not in ('none', 'bullet') else own.format


def read_level(element: Element) -> Level:
    given = element.find(W + 'numFmt')
    restart = value(element, 'lvlRestart')
    legal = element.find(W + 'isLgl')
    return Level(
        start=number(value(element, 'start', '0')),
        format='decimal' if given is None else given.get(W + 'val', 'decimal'),
        custom='' if given is None else given.get(W + 'format', ''),
        text=value(element, 'lvlText'),
        restart=number(restart) if restart else None,
        is_legal=legal is not None and is_on(legal),
        suffix=SUFFIXES.get(value(element, 'suff'), ' '),
        style=value(element, 'pStyle'),
        properties=element.find(W + 'rPr'),
        indent=element.find(f'{W}pPr/{W}ind'),
    )
