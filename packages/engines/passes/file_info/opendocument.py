"""Counts the contents of OpenDocument text documents and presentations, and lists the fonts used by their text."""
import re
from typing import Iterator

from engines.passes.file_info.bounds import bytes_of
from engines.passes.file_info.markup import Package, parse
from engines.passes.file_info.words import known_links, words_in
from engines.shared.runner.families import formats_of_family

TEXTS = formats_of_family('opendocument-text')
SLIDES = formats_of_family('opendocument-slides')
FORMATS = (*TEXTS, *SLIDES)
FORMULA = 'application/vnd.oasis.opendocument.formula'
ADDRESS = re.compile(r'[a-z][a-z0-9+.-]*:', re.IGNORECASE)
LATIN = re.compile('[0-9A-Za-z]')
SPACES = ('p', 'h', 'tab', 's', 'line-break', 'table-cell')
# Elements whose text is not counted: deleted text, comments, speaker notes and the numbers of footnotes.
HIDDEN = ('tracked-changes', 'annotation', 'notes', 'note-citation')
FRAMED = ('image', 'object', 'object-ole')


def read(file) -> Iterator[dict]:
    if file.format.startswith('f'):
        content, styles, formulas = bytes_of(file.path), None, None
    else:
        package = Package(file.path)
        content, styles = package.read('content.xml'), package.read_if_any('styles.xml')
        formulas = formulas_in(package)
    count = Count()
    if styles is not None:
        parse(styles, count.style)
    count.add(content)
    facts = count.facts()
    if formulas is not None:
        facts['equations'] = formulas
        facts['pictures'] -= formulas
    yield facts if file.format in TEXTS else {**without(facts, 'fonts', 'lists', 'headings'), 'pages': count.pages}


def without(facts: dict, *names: str) -> dict:
    return {name: value for name, value in facts.items() if name not in names}


def formulas_in(package: Package) -> int:
    found: list[str] = []
    content = package.read_if_any('META-INF/manifest.xml')
    if content is not None:
        parse(content, lambda _, at: found.append('') if at.get('media-type') == FORMULA and at.get('full-path') != '/' else None)
    return len(found)


class Count:
    def __init__(self) -> None:
        self.counts = dict.fromkeys(('headings', 'tables', 'pictures', 'footnotes', 'equations', 'lists'), 0)
        self.outward: set[str] = set()
        self.has_inward = False
        self.pages = 0
        self.text: list[str] = []
        self.fonts: set[str] = set()
        self.faces: dict[str, str] = {}
        # Parent and font of each style, by style family and name. The default style of a family has an empty name.
        self.styles: dict[tuple[str, str], dict] = {}
        self.current: dict = {}

    def style(self, element: str, at: dict) -> None:
        if element == 'font-face':
            self.faces[at.get('name', '')] = at.get('font-family', '').strip('\'"')
        elif element in ('style', 'default-style'):
            self.current = self.styles.setdefault((at.get('family', ''), at.get('name', '')), {})
            self.current['parent'] = at.get('parent-style-name')
        elif element == 'text-properties' and at.get('font-name'):
            self.current['font'] = at['font-name']

    def font_of(self, spans: list[str], paragraph: str) -> str | None:
        for family, name in (*(('text', span) for span in reversed(spans)), ('paragraph', paragraph), ('paragraph', '')):
            seen: set[str] = set()
            while name is not None and (family, name) in self.styles and name not in seen:
                seen.add(name)
                found = self.styles[family, name]
                if 'font' in found:
                    return self.faces.get(found['font']) or found['font']
                name = found['parent']
        return None

    def add(self, content: bytes) -> None:
        path: list[str] = []
        spans: list[str] = []
        paragraphs: list[str] = []
        headings: list[int] = []
        frames: list[bool] = []
        hidden = 0
        # Whether the current list exists only to number headings, and is therefore not counted.
        numbers_headings = False

        def start(element, at):
            nonlocal hidden, numbers_headings
            path.append(element)
            if 'body' not in path:
                self.style(element, at)
                return
            hidden += element in HIDDEN
            if hidden:
                return
            self.counts['tables'] += element == 'table'
            if element == 'frame':
                frames.append(False)
            elif element in FRAMED and frames and path[-2] == 'frame':
                # A frame counts as one picture, although the frame of a formula or chart also contains a replacement
                # picture.
                self.counts['pictures'] += not frames[-1]
                frames[-1] = True
            self.counts['footnotes'] += element == 'note'
            self.counts['equations'] += element == 'math'
            if element == 'list' and path.count('list') == 1:
                numbers_headings = False
            self.pages += element == 'page' and path[-2] == 'presentation'
            if element in ('p', 'h'):
                paragraphs.append(at.get('style-name', ''))
            if element == 'h':
                numbers_headings = True
                headings.append(len(self.text))
            elif element == 'span':
                spans.append(at.get('style-name', ''))
            elif element == 'a' and ADDRESS.match(at.get('href', '')):
                self.outward.add(at['href'])
            elif element == 'a':
                self.has_inward = True
            if element in SPACES:
                self.text.append(' ')

        def text(piece):
            if hidden or not paragraphs or 'math' in path:
                return
            self.text.append(piece)
            if LATIN.search(piece):
                font = self.font_of(spans, paragraphs[-1])
                if font:
                    self.fonts.add(font)

        def end(element):
            nonlocal hidden
            path.pop()
            if 'body' not in path:
                return
            if hidden:
                hidden -= element in HIDDEN
                return
            if element in ('p', 'h') and paragraphs:
                paragraphs.pop()
            if element == 'h' and headings:
                self.counts['headings'] += bool(''.join(self.text[headings.pop():]).strip())
            elif element == 'span' and spans:
                spans.pop()
            elif element == 'frame' and frames:
                frames.pop()
            elif element == 'list' and 'list' not in path:
                self.counts['lists'] += not numbers_headings

        parse(content, start, text, end)

    def facts(self) -> dict:
        return {
            'words': words_in(''.join(self.text)),
            **self.counts,
            **known_links(self.outward, self.has_inward),
            'fonts': sorted(self.fonts),
        }
