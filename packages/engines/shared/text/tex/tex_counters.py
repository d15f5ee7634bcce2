"""Counts the sections, equations, floats and theorems of a LaTeX document, and records the target of each label."""
import re

from engines.shared.text.tex import tex_references
from engines.shared.text.tex.tex_lists import KINDS, Lists, plain_text
from engines.shared.text.tex.tex_names import Names
from engines.shared.text.tex.tex_source import letters, roman

SECTIONS = ('part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph')
FLOATS = {'figure': 'figure', 'table': 'table', 'longtable': 'table', 'algorithm': 'algorithm', 'listing': 'listing'}
COUNT = re.compile(r'\\(arabic|alph|Alph|roman|Roman)\s*\{(\w+)\}|\\the([a-z]+)(?![A-Za-z])')


class Numbers:
    def __init__(self, text: str):
        found = re.search(r'\\documentclass(?:\[[^\]]*\])?\{([^}]*)\}', text)
        self.is_book = bool(found) and found[1].strip() in ('book', 'report', 'memoir', 'scrbook', 'scrreprt')
        self.levels = SECTIONS[1:] if self.is_book else SECTIONS[2:]
        # Number of section levels that have numbers. If `numbered` is 0 or more, parts (`\\part`) also have numbers.
        self.numbered = 3
        self.counters = dict.fromkeys([*SECTIONS, 'equation', *FLOATS.values()], 0)
        # For each counter that restarts: the counter or section level whose next number makes it restart.
        self.within = dict.fromkeys(['equation', *FLOATS.values()], 'chapter') if self.is_book else {}
        # Number format of each counter, set by commands such as \\renewcommand{\\thesection}.
        self.formats: dict[str, str] = {}
        self.theorems: dict[str, tuple[str, str]] = {}
        self.is_appendix = False
        self.labels: dict[str, str] = {}
        self.citations: dict[str, str] = {}
        # Target of the next label: number, kind and title.
        self.current, self.kind, self.title = '', 'section', ''
        self.targets: dict[str, tex_references.Target] = {}
        self.names = Names(text)
        # Open environments, with the number of items in each.
        self.lists: list[list] = []
        # Number of subfigures with captions in the open figure.
        self.parts = 0
        # Number of the open `subequations`, and the equation counter to restore at its end.
        self.group, self.ungrouped = '', 0
        self.is_slides = bool(found) and found[1].strip() == 'beamer'
        self.numbered_lists = Lists(self.counters, self.is_slides)
        # Files to which the document refers. The referenced files are missing, because only a single file is converted.
        self.missing_files: list[str] = []
        # References that cannot be resolved: references to pages, and references without a target.
        self.unresolved: set[str] = set()

    def point_at(self, number: str, kind: str, title: str = '') -> None:
        """Sets the target of the next labels."""
        self.current, self.kind, self.title = number, kind, title

    def refer(self, key: str) -> None:
        self.labels[key] = self.current
        self.targets[key] = tex_references.Target(self.kind, self.title)

    def step(self, name: str) -> str:
        self.counters[name] = self.counters.get(name, 0) + 1
        below = self.levels[self.levels.index(name) + 1:] if name in self.levels else ()
        for other in below:
            self.counters[other] = 0
        for other, outer in self.within.items():
            if outer == name or name in self.levels and outer in below:
                self.counters[other] = 0
        return self.written(name)

    def count(self, kind: str, name: str) -> str:
        return KINDS[kind][1](self.counters.get(name, 0))

    def has_number(self, section: str) -> bool:
        if section == 'part':
            return self.numbered >= 0 and not self.is_slides
        return section in self.levels and self.levels.index(section) < self.numbered

    def begin_group(self) -> None:
        number = self.step('equation')
        self.group, self.ungrouped = number, self.counters['equation']
        self.counters['equation'] = 0
        self.point_at(number, 'equation')

    def end_group(self) -> None:
        if self.group:
            self.group, self.counters['equation'] = '', self.ungrouped

    def written(self, name: str) -> str:
        count = self.counters.get(name, 0)
        if name in self.formats:
            own, self.formats = self.formats, {key: value for key, value in self.formats.items() if key != name}
            text = COUNT.sub(lambda found: self.count(found[1], found[2]) if found[1] else self.written(found[3]), own[name])
            self.formats = own
            return plain_text(text)
        if name == 'part':
            return roman(count).upper()
        if name == 'equation' and self.group:
            return self.group + letters(count)
        if name in self.levels:
            at = self.levels.index(name)
            if at > 0:
                return f'{self.written(self.levels[at - 1])}.{count}'
            return letters(count).upper() if self.is_appendix else str(count)
        outer = self.within.get(name)
        return f'{self.written(outer)}.{count}' if outer and self.counters.get(outer) else str(count)
