"""Counts the contents of a PowerPoint presentation."""
from typing import Iterator

from engines.passes.file_info.bounds import Unread
from engines.passes.file_info.markup import Package, parse
from engines.passes.file_info.words import known_links, words_in
from engines.passes.file_info.wordprocessing import ADDRESS, outward_relations
from engines.shared.runner.families import formats_of_family

FORMATS = formats_of_family('ooxml-slides')
TITLES = ('title', 'ctrTitle')


def read(file) -> Iterator[dict]:
    package = Package(file.path)
    slides = package.matching('ppt/slides/slide', '.xml')
    listed: list[str] = []
    parse(package.read('ppt/presentation.xml'), lambda element, at: listed.append(at.get('id', '')) if element == 'sldId' else None)
    yield {'pages': len(listed)}
    if len(slides) != len(listed):
        raise Unread('slide list refers to other parts')
    count = Count()
    for slide in slides:
        count.add(package, slide)
    yield count.facts(bool(package.matching('ppt/media/')))


class Count:
    def __init__(self) -> None:
        self.counts = dict.fromkeys(('headings', 'tables', 'pictures', 'equations'), 0)
        self.outward: set[str] = set()
        self.has_inward = False
        self.text: list[str] = []

    def add(self, package: Package, slide: str) -> None:
        outside = outward_relations(package, slide)
        path: list[str] = []
        # Index in the text at which the current title starts.
        title_at: int | None = None

        def start(element, at):
            nonlocal title_at
            path.append(element)
            if element in ('p', 'br', 'tc'):
                self.text.append(' ')
            if 'Fallback' in path:
                return
            self.counts['tables'] += element == 'tbl'
            self.counts['pictures'] += element in ('pic', 'chart', 'oleObj', 'relIds')
            self.counts['equations'] += element == 'oMath'
            if element == 'ph' and at.get('type') in TITLES:
                title_at = len(self.text)
            elif element == 'hlinkClick' and ADDRESS.match(outside.get(at.get('id', ''), '')):
                self.outward.add(outside[at['id']])
            elif element == 'hlinkClick':
                self.has_inward = True

        def text(piece):
            if path[-1] == 't' and 'Fallback' not in path:
                self.text.append(piece)

        def end(element):
            nonlocal title_at
            path.pop()
            if element == 'sp' and title_at is not None:
                self.counts['headings'] += bool(''.join(self.text[title_at:]).strip())
                title_at = None

        parse(package.read(slide), start, text, end)

    def facts(self, has_media: bool) -> dict:
        counts = dict(self.counts)
        # The number of pictures is omitted if the slides have no pictures but the file has media, because the slide
        # master may contain a picture that all slides show.
        if has_media and not counts['pictures']:
            del counts['pictures']
        return {'words': words_in(''.join(self.text)), **counts, **known_links(self.outward, self.has_inward)}
