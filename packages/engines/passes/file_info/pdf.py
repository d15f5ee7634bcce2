"""Counts the pages, words, links and pictures of a PDF, classifies its pages, and lists the fonts used by its text."""
import re
import tempfile
from typing import Iterator

from engines.passes.file_info.bounds import MB, output_of
from engines.passes.file_info.credentials import known_credentials
from engines.passes.file_info.words import words_in
from engines.shared.pdf.page_kinds import page_kinds
from engines.shared.pdf.page_ranges import page_ranges
from engines.shared.pdf.poppler_input import poppler_input

FORMATS = ('pdf',)
# Maximum number of pages for which words and pictures are counted, because counting takes long.
MAX_PAGES = 1000
MAX_FONTS = 100
SUBSET = re.compile(r'^[A-Z]{6}\+')
UNNAMED = '[none]'
PAGE_COUNT = re.compile(r'^Pages:\s+(\d+)$', re.MULTILINE)


def read(file) -> Iterator[dict]:
    pages = int(PAGE_COUNT.search(output_of('pdfinfo', file.path))[1])
    yield {'pages': pages}
    # If no manifest is found, omits the field, because a compressed part of the PDF may contain a manifest.
    yield {name: value for name, value in known_credentials(file.path).items() if value}
    if pages > MAX_PAGES:
        return
    yield pages_by_kind(page_kinds(file.path))
    yield {'fonts': fonts_in(output_of('pdffonts', file.path))}
    with tempfile.TemporaryDirectory() as folder:
        shown = poppler_input(file.path, folder)
        yield {'words': words_in(output_of('pdftotext', '-enc', 'UTF-8', shown, '-', size=16 * MB))}
        yield {'links': links_in(output_of('pdfinfo', '-url', file.path))}
        pictures = pictures_in(output_of('pdfimages', '-list', shown))
    # Omits a picture count of 0, because the PDF may contain vector drawings, which pdfimages does not list.
    yield {'pictures': pictures} if pictures else {}


def pages_by_kind(kinds: list[str | None]) -> dict:
    found = {f'{name}_pages': page_ranges([n for n, one in enumerate(kinds, 1) if one == kind]) for kind, name in (('scan', 'scanned'), ('mixed', 'mixed'))}
    return {name: ranges for name, ranges in found.items() if ranges}


def fonts_in(table: str) -> list[str]:
    """Returns the font names in the output of pdffonts. The second line of the output of pdffonts consists of dashes.
    The first run of dashes in the second line is as long as the longest font name."""
    lines = table.splitlines()
    width = len(lines[1].partition(' ')[0]) if len(lines) > 1 else 0
    names = {SUBSET.sub('', line[:width].strip()) for line in lines[2:]}
    return sorted(names - {'', UNNAMED})[:MAX_FONTS]


def links_in(table: str) -> int:
    rows = [row.split(None, 2) for row in table.splitlines()[1:]]
    return len({row[2] for row in rows if len(row) == 3})


def pictures_in(table: str) -> int:
    """Returns the number of pictures that pdfimages lists in its output `table`. A mask counts as part of its
    picture."""
    return sum(1 for row in table.splitlines()[2:] if row.split()[2] == 'image')
