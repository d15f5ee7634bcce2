"""Divides the pages into several files: by ranges, numbers of pages, bookmarks, blank pages or size."""
import os
import re
import subprocess

from engines.tools.pikepdf.bookmarks import top_bookmarks
from engines.tools.pikepdf.document import Document, numbers_in
from engines.tools.pikepdf.operations.blank import is_blank
from engines.tools.pikepdf.parts import Part

UNITS = {'kb': 1000, 'mb': 1000**2, 'kib': 1024, 'mib': 1024**2}


def apply(document: Document) -> None:
    how = document.options['split']
    count = len(document.pdf.pages)
    sized = re.fullmatch(r'(\d+(?:\.\d+)?)(kb|mb|kib|mib)', how)
    if how == 'bookmarks':
        document.parts = by_bookmarks(document, count)
    elif how == 'blank':
        document.parts = by_blank_pages(document, count)
    elif sized:
        document.parts = by_size(document, count, int(float(sized[1]) * UNITS[sized[2]]))
    elif how.isdigit():
        each = int(how)
        document.parts = [part_of(document, list(range(start, min(start + each, count + 1))))
                          for start in range(1, count + 1, each)]
    else:
        document.parts = [part_of(document, numbers_in(ranges, count)) for ranges in how.split(',')]


def part_of(document: Document, numbers: list[int]) -> Part:
    first, last = numbers[0], numbers[-1]
    pages = str(first) if first == last else f'{first}-{last}'
    return Part(f'{document.stem()}-{pages}', numbers)


def by_bookmarks(document: Document, count: int) -> list[Part]:
    """Begins a file at each bookmark of the highest level. Pages before the first bookmark become a file of their own."""
    starts: dict[int, str] = {}
    for title, number in top_bookmarks(document.pdf):
        starts.setdefault(number, title)
    if not starts:
        raise SystemExit('protean-reason: no_bookmarks')
    if 1 not in starts:
        starts[1] = document.stem()
    numbers = sorted(starts)
    digits = max(2, len(str(len(numbers))))
    ends = [*numbers[1:], count + 1]
    return [
        Part(f'{index:0{digits}}-{starts[first]}', list(range(first, end)))
        for index, (first, end) in enumerate(zip(numbers, ends), 1)
    ]


def by_blank_pages(document: Document, count: int) -> list[Part]:
    """Begins a file after each blank page, which belongs to no file, like the separator sheets of a scanner."""
    source = f'{document.work}/unsplit.pdf'
    document.pdf.save(source)
    runs: list[list[int]] = [[]]
    for number in range(1, count + 1):
        if is_blank(source, number):
            runs.append([])
        else:
            runs[-1].append(number)
    return [part_of(document, run) for run in runs if run] or [part_of(document, list(range(1, count + 1)))]


def by_size(document: Document, count: int, most: int) -> list[Part]:
    """Fills each file with as many pages as its size allows. A single page may be larger."""
    source = f'{document.work}/unsplit.pdf'
    document.pdf.save(source)
    parts, first = [], 1
    while first <= count:
        fits, fails = first, count + 1
        # Doubles the number of pages while they fit, then halves the distance.
        last = first
        while fails - fits > 1:
            last = min(first + 2 * (fits - first) + 1, count) if fails > count else (fits + fails) // 2
            if size_of(document, source, first, last) <= most:
                fits = last
                if last == count:
                    break
            else:
                fails = last
        parts.append(part_of(document, list(range(first, fits + 1))))
        first = fits + 1
    return parts


def size_of(document: Document, source: str, first: int, last: int) -> int:
    made = f'{document.work}/sized.pdf'
    command = ['qpdf', '--object-streams=generate', source, '--pages', '.', f'{first}-{last}', '--', made]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    return os.path.getsize(made)
