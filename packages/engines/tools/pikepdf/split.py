"""Splits a PDF into several PDFs: by ranges, by number of pages, by bookmarks, at blank pages, or by size."""
import functools
import json
import os
import re
import sys
import unicodedata
from typing import NamedTuple

import pikepdf

from engines.shared.pdf.page_ranges import pages_in
from engines.shared.runner.warn import listed, warn
from engines.tools.pikepdf import outline
from engines.tools.pikepdf.blank import blank_pages
from engines.tools.pikepdf.destinations import Destinations
from engines.tools.pikepdf.saving import save
from engines.tools.pikepdf.selection.pages import Selection

MAX_NAME = 80
MAX_PARTS = 1000


class Part(NamedTuple):
    # Pages, counted from 0.
    pages: list[int]
    title: str = ''


def main() -> None:
    step = json.loads(sys.argv[1])
    with pikepdf.open(step['input']) as pdf:
        count = len(pdf.pages)
        splitter = Splitter(pdf)
        parts = parts_of(step, splitter, count)
        if not parts:
            sys.exit('protean-reason: nothing_to_split')
        if len(parts) > MAX_PARTS:
            sys.exit('protean-reason: too_many_files')
        names = names_of(parts, stem_of(step), count)
        for part, name in zip(parts, names):
            splitter.save(part.pages, os.path.join(step['outputDir'], f'{name}.pdf'))


class Splitter:
    """Saves parts of a PDF."""

    def __init__(self, pdf):
        self.pdf = pdf

    @functools.cached_property
    def _selection(self) -> Selection:
        return Selection(self.pdf)

    def save(self, pages: list[int], file: str) -> None:
        self._selection.keep(pages)
        save(self.pdf, file, locked=self.pdf.is_encrypted)
        self._selection.restore()


def parts_of(step: dict, splitter: Splitter, count: int) -> list[Part]:
    how, _, value = step['options']['split'].partition(':')
    if how == 'every':
        return [Part(list(range(n, min(n + int(value), count)))) for n in range(0, count, int(value))]
    if how == 'bookmarks':
        return by_bookmarks(splitter.pdf, count)
    if how == 'blank_pages':
        return by_blank_pages(step, count)
    if how == 'size':
        return by_size(step, splitter, int(value), count)
    return by_ranges(step['options']['split'], count)


def by_ranges(text: str, count: int) -> list[Part]:
    parts = []
    for part in text.split(','):
        pages = pages_in(part, count)
        if pages.step < 0:
            sys.exit('protean-reason: no_such_page')
        parts.append(Part([number - 1 for number in pages]))
    return parts


def by_bookmarks(pdf, count: int) -> list[Part]:
    destinations = Destinations(pdf)
    found = outline.listed_pages(outline.read(pdf, destinations), destinations)
    if not found:
        sys.exit('protean-reason: no_bookmarks')
    starts = sorted({page: title for title, page in reversed(found)}.items())
    if starts[0][0] > 0:
        starts.insert(0, (0, ''))
    ends = [page for page, _ in starts[1:]] + [count]
    return [Part(list(range(start, end)), title) for (start, title), end in zip(starts, ends)]


def by_blank_pages(step: dict, count: int) -> list[Part]:
    blank = blank_pages(step['input'], count, step['work'])
    parts: list[list[int]] = [[]]
    for n in range(count):
        if n in blank:
            parts.append([])
        else:
            parts[-1].append(n)
    return [Part(part) for part in parts if part]


def by_size(step: dict, splitter: Splitter, limit: int, count: int) -> list[Part]:
    """Puts as many pages into each part as the size limit allows."""
    parts, start, guess = [], 0, 1
    too_large = []
    while start < count:
        size = min(guess, count - start)
        fits, fails = 0, count - start + 1
        # Finds the number of pages: doubles the number while the part is small enough, then searches by bisection.
        while fails - fits > 1:
            if size_of(step, splitter, start, start + size) <= limit:
                fits = size
                size = min(2 * size, count - start) if fails > count - start else (fits + fails) // 2
            else:
                fails = size
                size = (fits + fails) // 2
            if fits == count - start:
                break
        if fits == 0:
            too_large.append(str(start + 1))
        taken = max(fits, 1)
        parts.append(Part(list(range(start, start + taken))))
        start, guess = start + taken, taken
    if too_large:
        warn(step, 'parts_too_large', listed(too_large))
    return parts


def size_of(step: dict, splitter: Splitter, start: int, end: int) -> int:
    file = os.path.join(step['work'], 'sized.pdf')
    splitter.save(list(range(start, end)), file)
    return os.path.getsize(file)


def stem_of(step: dict) -> str:
    return plain(os.path.splitext(step.get('name', ''))[0]) or 'pages'


def names_of(parts: list[Part], stem: str, count: int) -> list[str]:
    """Returns names such as `report-01-03`, or `01-Introduction` for a part with a title."""
    width = len(str(count))
    order = len(str(len(parts)))
    names: list[str] = []
    for n, part in enumerate(parts, 1):
        first, last = (f'{page + 1:0{width}}' for page in (part.pages[0], part.pages[-1]))
        title = plain(part.title)
        name = f'{n:0{max(order, 2)}}-{title}' if title else f'{stem}-{first}' + ('' if first == last else f'-{last}')
        names.append(f'{name}-{n}' if name in names else name)
    return names


def plain(text: str) -> str:
    """Returns the text in a form that is allowed in a file name."""
    kept = ''.join(one if unicodedata.category(one)[0] in 'LMN' or one in '._-' else ' ' for one in unicodedata.normalize('NFC', text))
    return re.sub(' +', '-', kept.strip(' .-_'))[:MAX_NAME].strip('.-')


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
