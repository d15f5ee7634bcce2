"""Searches a redacted PDF again with two readers. Removes matches that are left in patterns, masks or unused
drawings."""
import os
import subprocess
import sys
import unicodedata

import pikepdf

from engines.passes.redaction import loose
from engines.passes.redaction.finder import Finder
from engines.passes.redaction.geometry import on_content
from engines.passes.redaction.places import Place, Places, search
from engines.passes.redaction.reading import Box, pages_of
from engines.shared.pdf.operators import SHOWS_TEXT
from engines.shared.pdf.poppler_input import poppler_input

# Minimum width and height of a picture that can contain a readable word, in pixels.
MIN_WIDTH, MIN_HEIGHT = 40, 12


def clean_rest(pdf, step: dict, finder: Finder, places: Places) -> tuple[int, set[int]]:
    """Empties drawings that still contain a match, and adds the places of matches on pages to `places`. Returns the
    number of emptied drawings, and the pages that must become pictures. A page must become a picture if a match, or
    text in a box, is left on the page. A page must also become a picture if the PDF tool cannot cut boxes out of the
    patterns or masks of the page."""
    file = os.path.join(step['work'], 'rest.pdf')
    # Searches a copy of the PDF. Objects have the same numbers in the copy of the PDF and in the original.
    pdf.save(file)
    with pikepdf.open(file) as copy:
        count = len(copy.pages)
        drawn = loose.all_drawings(copy)
        loose.add_pages(copy, drawn)
        copy.save(os.path.join(step['work'], 'rest-pages.pdf'))
    pages = pages_of(os.path.join(step['work'], 'rest-pages.pdf'))
    found = search(pages, finder)
    here = loose.all_drawings(pdf)
    for n in found.places:
        if n >= count:
            here[n - count].write(b'')
    as_pictures = {n for n in found.places if n < count}
    for n in as_pictures:
        page = pdf.pages[n].obj
        places.setdefault(n, []).extend(Place(*(on_content(page, box) for box in one)) for one in found.places[n])
    for n, here in places.items():
        page = pdf.pages[n].obj
        left = [on_content(page, one.box) for one in pages[n].characters if one.text.strip() and not is_accent(one.text)]
        if any(is_inside(box, one.text) for box in left for one in here) or has_patterns(page):
            as_pictures.add(n)
    return sum(n >= count for n in found.places), as_pictures


def is_accent(text: str) -> bool:
    """Returns whether the text has only combining marks. MuPDF cannot remove combining marks, because they have no
    width."""
    return all(unicodedata.combining(one) for one in text)


def is_inside(box: Box, place: Box) -> bool:
    """Returns whether the centre of `box` is inside the box `place`."""
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return place.x0 < x < place.x1 and place.y0 < y < place.y1


def has_patterns(page) -> bool:
    """Returns whether the page uses patterns or masks with pictures, text or curves. Boxes cannot be cut out of
    patterns and masks that contain pictures, text or curves."""
    waiting, seen = [page.get('/Resources')], set()
    while waiting:
        resources = waiting.pop()
        if not isinstance(resources, pikepdf.Dictionary):
            continue
        for thing in containers_of(resources):
            if thing.is_indirect:
                if thing.objgen in seen:
                    continue
                seen.add(thing.objgen)
            if thing.get('/PatternType') == 1 or thing.get('/S') == '/Luminosity' or thing.get('/S') == '/Alpha':
                drawing = thing if isinstance(thing, pikepdf.Stream) else thing.get('/G')
                if isinstance(drawing, pikepdf.Stream) and draws_content(drawing):
                    return True
            if isinstance(thing, pikepdf.Stream):
                waiting.append(thing.get('/Resources'))
    return False


def containers_of(resources):
    for group in ('/XObject', '/Pattern', '/ExtGState'):
        named = resources.get(group)
        if isinstance(named, pikepdf.Dictionary):
            for _, one in named.items():
                if isinstance(one, (pikepdf.Dictionary, pikepdf.Stream)):
                    yield one
                    mask = one.get('/SMask')
                    if isinstance(mask, pikepdf.Dictionary):
                        yield mask


def draws_content(drawing) -> bool:
    operators = {str(one.operator) for one in pikepdf.parse_content_stream(drawing)}
    return bool(operators & {*SHOWS_TEXT, 'Do', 'INLINE IMAGE', 'c', 'v', 'y'})


def pages_with_pictures(file: str) -> list[int]:
    """Returns the pages with a picture that is large enough to contain a readable word."""
    with pikepdf.open(file) as pdf:
        return [n for n, page in enumerate(pdf.pages) if has_picture(page.obj.get('/Resources'), set())]


def has_picture(resources, seen: set) -> bool:
    named = resources.get('/XObject') if isinstance(resources, pikepdf.Dictionary) else None
    if not isinstance(named, pikepdf.Dictionary):
        return False
    for _, one in named.items():
        if not isinstance(one, pikepdf.Stream) or one.objgen in seen:
            continue
        seen.add(one.objgen)
        if one.get('/Subtype') == '/Image' and int(one.get('/Width', 0)) >= MIN_WIDTH and int(one.get('/Height', 0)) >= MIN_HEIGHT:
            return True
        if one.get('/Subtype') == '/Form' and has_picture(one.get('/Resources'), seen):
            return True
    return False


def final(step: dict, finder: Finder) -> None:
    """Searches the text that Poppler reads from the result. Stops the conversion with an error if the text contains a
    match."""
    if not finder.searches:
        return
    file = poppler_input(step['output'], step['work'])
    for flags in ([], ['-raw']):
        run = subprocess.run(['pdftotext', *flags, '-enc', 'UTF-8', file, '-'], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if run.returncode != 0:
            sys.exit(f'pdftotext: {run.stderr.decode(errors="replace")[-500:]}')
        texts = run.stdout.decode('utf-8', 'replace').split('\f')
        for n, matches in enumerate(finder.find(texts), 1):
            if matches:
                os.remove(step['output'])
                sys.exit(f'protean-reason: redaction_failed\npage {n}: {matches[0].kind}')
