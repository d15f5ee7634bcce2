"""Counts the contents of a Word document, and lists the fonts used by its text."""
import re
from typing import Iterator

from engines.passes.file_info.markup import Package, parse
from engines.passes.file_info.words import known_links, words_in
from engines.shared.runner.families import formats_of_family

FORMATS = formats_of_family('ooxml-text')
BODY = 'word/document.xml'
NOTES = ('word/footnotes.xml', 'word/endnotes.xml')
HEADING = re.compile(r'heading [1-9]$', re.IGNORECASE)
FIELD = re.compile(r'HYPERLINK\s+"([a-z][a-z0-9+.-]*:[^"]+)"', re.IGNORECASE)
ADDRESS = re.compile(r'[a-z][a-z0-9+.-]*:', re.IGNORECASE)
# If a text run has one of these properties, its font is not counted. Hidden text is not shown, and text in complex
# scripts uses another attribute for its font.
UNUSED_FONT = ('vanish', 'rtl', 'cs')
LATIN = re.compile('[0-9A-Za-z]')
SPACES = ('p', 'tab', 'br', 'cr', 'tc')
BODY_TEXT_LEVEL = 9
# Elements that count as pictures: bitmaps, charts, diagrams, and pictures from Word versions before 2007. A shape with
# text is not a picture.
PICTURES = ('blip', 'chart', 'relIds', 'imagedata')


def read(file) -> Iterator[dict]:
    package = Package(file.path)
    parts = [BODY, *NOTES, *package.matching('word/header', '.xml'), *package.matching('word/footer', '.xml')]
    styles = Styles(package)
    count = Count(styles)
    for part in parts:
        if part in package.names:
            count.add(package, part)
    yield count.facts(bool(package.matching('word/media/')))


class Styles:
    """The styles of a document. Stores the parent and the font of each style, and whether it is a style for headings or
    lists."""

    def __init__(self, package: Package) -> None:
        self.by_id: dict[str, dict] = {}
        self.default: dict = {}
        self.theme = theme_fonts(package)
        self.default_id: str | None = None
        self.found: dict[tuple, object] = {}
        content = package.read_if_any('word/styles.xml')
        if content is None:
            return
        # Properties of the style that is being read. Properties before the first style belong to the document defaults.
        current = self.default

        def start(element, at):
            nonlocal current
            if element == 'style':
                current = self.by_id.setdefault(at.get('styleId', ''), {})
                if at.get('type') == 'paragraph' and at.get('default') in ('1', 'true'):
                    self.default_id = at.get('styleId')
            elif element == 'basedOn':
                current['parent'] = at.get('val')
            elif element == 'name' and HEADING.match(at.get('val', '')):
                current['level'] = 0
            else:
                note_property(current, element, at, self.theme)

        parse(content, start)

    def value(self, key: str, *ids: str | None):
        """Searches the styles and their parents, then the document defaults. Returns the first value of `key` that is
        found."""
        if (key, *ids) not in self.found:
            self.found[key, *ids] = self.look_up(key, ids)
        return self.found[key, *ids]

    def look_up(self, key: str, ids: tuple[str | None, ...]):
        for name in (*ids, self.default_id):
            seen: set[str] = set()
            while name is not None and name in self.by_id and name not in seen:
                seen.add(name)
                if key in self.by_id[name]:
                    return self.by_id[name][key]
                name = self.by_id[name].get('parent')
        return self.default.get(key)


def note_property(of: dict, element: str, at: dict, theme: dict[str, str]) -> None:
    """Records a property of a style, paragraph or run."""
    if element == 'rFonts':
        font = theme.get(at['asciiTheme'][:5]) if 'asciiTheme' in at else at.get('ascii')
        if font:
            of['font'] = font
    elif element == 'outlineLvl' and at.get('val', '').isdigit():
        of['level'] = int(at['val'])
    elif element == 'numId':
        of['list'] = at.get('val')


def theme_fonts(package: Package) -> dict[str, str]:
    fonts: dict[str, str] = {}
    inside = ''

    def start(element, at):
        nonlocal inside
        if element in ('majorFont', 'minorFont'):
            inside = element[:5]
        elif element == 'latin' and inside and at.get('typeface'):
            fonts.setdefault(inside, at['typeface'])

    for name in package.matching('word/theme/theme', '.xml')[:1]:
        parse(package.read(name), start)
    return fonts


class Count:
    def __init__(self, styles: Styles) -> None:
        self.styles = styles
        self.counts = dict.fromkeys(('headings', 'tables', 'pictures', 'footnotes', 'equations'), 0)
        self.outward: set[str] = set()
        self.has_inward = self.has_objects = False
        self.lists: set[str] = set()
        self.fonts: set[str] = set()
        self.text: list[str] = []
        # Parser state: open elements, open paragraphs and the open run. Text boxes cause nested paragraphs.
        self.path: list[str] = []
        self.paragraphs: list[dict] = []
        self.run: dict = {}
        self.fallbacks = 0

    def add(self, package: Package, part: str) -> None:
        outside = outward_relations(package, part)
        counts_words = part == BODY or part in NOTES

        def start(element, at):
            self.path.append(element)
            self.fallbacks += element == 'Fallback'
            if not self.fallbacks:
                self.open(element, at, outside)
            if counts_words and element in SPACES:
                self.text.append(' ')

        def text(piece):
            if self.fallbacks or self.path[-1] not in ('t', 'instrText'):
                return
            if self.path[-1] == 'instrText':
                self.outward.update(FIELD.findall(piece))
                return
            if counts_words:
                self.text.append(piece)
            self.note_text(piece)

        def end(element):
            self.path.pop()
            if not self.fallbacks and element == 'p' and self.paragraphs:
                self.close(self.paragraphs.pop())
            self.fallbacks -= element == 'Fallback'

        parse(package.read(part), start, text, end)

    def open(self, element: str, at: dict, outside: dict[str, str]) -> None:
        if element == 'p':
            self.paragraphs.append({})
        elif element == 'r':
            self.run = {}
        elif element == 'pStyle' and self.paragraphs:
            self.paragraphs[-1]['style'] = at.get('val')
        elif element == 'rStyle':
            self.run['style'] = at.get('val')
        elif element in UNUSED_FONT and at.get('val') not in ('0', 'false'):
            self.run['has_no_font'] = True
        elif element == 'tbl':
            self.counts['tables'] += 1
        elif element in PICTURES:
            self.counts['pictures'] += 1
        elif element == 'object':
            self.has_objects = True
        elif element in ('footnoteReference', 'endnoteReference'):
            self.counts['footnotes'] += 1
        elif element == 'oMath':
            self.counts['equations'] += 1
        elif element == 'hyperlink':
            target = outside.get(at.get('id', ''), '')
            if ADDRESS.match(target):
                self.outward.add(target)
            else:
                self.has_inward = True
        elif element == 'fldSimple':
            self.outward.update(FIELD.findall(at.get('instr', '')))
        elif 'pPr' in self.path and self.paragraphs:
            # Run properties within paragraph properties apply only to the paragraph mark, so their fonts are ignored.
            if element != 'rFonts':
                note_property(self.paragraphs[-1], element, at, self.styles.theme)
        elif 'rPr' in self.path:
            note_property(self.run, element, at, self.styles.theme)

    def note_text(self, piece: str) -> None:
        if not self.paragraphs or not piece.strip():
            return
        paragraph = self.paragraphs[-1]
        paragraph['has_text'] = True
        if LATIN.search(piece) and not self.run.get('has_no_font'):
            font = self.run.get('font') or self.styles.value('font', self.run.get('style'), paragraph.get('style'))
            if font:
                self.fonts.add(font)

    def close(self, paragraph: dict) -> None:
        if not paragraph.get('has_text'):
            return
        style = paragraph.get('style')
        level = paragraph.get('level', self.styles.value('level', style))
        in_list = paragraph.get('list', self.styles.value('list', style))
        if level is not None and level < BODY_TEXT_LEVEL:
            self.counts['headings'] += 1
        elif in_list not in (None, '0'):
            self.lists.add(in_list)

    def facts(self, has_media: bool) -> dict:
        counts = dict(self.counts)
        # Omits a picture count of 0 if the file has media, because the page background may be a picture.
        if has_media and not counts['pictures']:
            del counts['pictures']
        # Omits an equation count of 0 if the file has embedded objects, because an object may be an equation.
        if self.has_objects and not counts['equations']:
            del counts['equations']
        return {
            'words': words_in(''.join(self.text)),
            **counts,
            'lists': len(self.lists),
            **known_links(self.outward, self.has_inward),
            'fonts': sorted(self.fonts),
        }


def outward_relations(package: Package, part: str) -> dict[str, str]:
    """Returns the external link targets of a part by relationship id."""
    folder, _, name = part.rpartition('/')
    found: dict[str, str] = {}

    def start(_, at):
        if at.get('TargetMode') == 'External' and at.get('Type', '').endswith('/hyperlink'):
            found[at.get('Id', '')] = at.get('Target', '')

    content = package.read_if_any(f'{folder}/_rels/{name}.rels')
    if content is not None:
        parse(content, start)
    return found
