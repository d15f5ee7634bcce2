"""Redacts a PDF: removes the content of matches and boxes, draws black boxes in their place, and checks the result."""
import json
import os
import sys
from collections import Counter

import pikepdf

from engines.passes.redaction import annotations, check, document, drawings, loose, page_pictures, positions, texts
from engines.passes.redaction.finder import Finder
from engines.passes.redaction.geometry import on_content
from engines.passes.redaction.pictures import Pictures
from engines.passes.redaction.places import Found, Place, Places, given_places, search
from engines.passes.redaction.reading import Page, pages_of
from engines.passes.redaction.removal import remove
from engines.shared.pdf.appearances import appearances
from engines.shared.runner.warn import listed, warn

# Maximum number of matches that the report lists with their pages.
MAX_MATCHES = 2000


def main() -> None:
    step = json.loads(sys.argv[1])
    work = step['work']
    finder = Finder(step['options'])
    prepared, removed, redacted = (os.path.join(work, f'{name}.pdf') for name in ('prepared', 'searched', 'redacted'))
    with pikepdf.open(step['input']) as pdf:
        if pdf.is_encrypted:
            sys.exit('protean-reason: password_required')
        gone = document.prepare(pdf)
        count = len(pdf.pages)
        pdf.save(prepared)
    given = given_places(step['options'].get('redact_boxes', ''), count)
    pictured = check.pages_with_pictures(prepared) if finder.searches and not step['options'].get('ocr') else []
    pages, found, matched = first_search(prepared, removed, finder) if finder.searches else ([], Found({}, {}), set())
    places = {n: given.get(n, []) + found.places.get(n, []) for n in sorted({*given, *found.places})}
    make_ready(prepared, places)
    remove(prepared, {n: [place.text for place in one] for n, one in places.items()}, redacted, 'text')
    comments = finish(redacted, step, finder, matched, found.places, given)
    if pictured:
        warn(step, 'pictures_not_searched', numbers(pictured))
    report(step, pages, found, given, comments, gone)


def make_ready(file: str, places: Places) -> None:
    """Rewrites the pages in `places`, so that MuPDF can remove their content correctly."""
    done: set = set()
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        for n in places:
            page = pdf.pages[n]
            page.externalize_inline_images()
            positions.make_absolute(pdf, page.obj, done)
        pdf.save(file)


def first_search(prepared: str, searched: str, finder: Finder) -> tuple[list[Page], Found, set]:
    """Searches the pages, and the appearances of comments and fields. Returns the pages, the matches in them, and the
    ids of the appearances that match."""
    with pikepdf.open(prepared) as pdf:
        count = len(pdf.pages)
        looks = [one for page in pdf.pages for note in annotations.of_page(page.obj) for one in appearances(note)]
        ids = [one.objgen for one in looks]
        loose.add_pages(pdf, looks)
        pdf.save(searched)
    pages = pages_of(searched)
    found = search(pages, finder)
    matched = {ids[n - count] for n in found.places if n >= count}
    shown = {n: places for n, places in found.places.items() if n < count}
    return pages[:count], Found(shown, {n: one for n, one in found.counts.items() if n < count}), matched


def finish(redacted: str, step: dict, finder: Finder, matched: set, found: Places, given: Places) -> int:
    """Removes the content that MuPDF does not remove, and writes the result. Returns the number of matches that are not
    on a page."""
    with pikepdf.open(redacted) as pdf:
        pages = [page.obj for page in pdf.pages]
        of_caller, of_matches = (on_contents(pages, places) for places in (given, found))
        places = {n: of_caller.get(n, []) + of_matches.get(n, []) for n in sorted({*of_caller, *of_matches})}
        comments = annotations.redact(pdf, finder, matched, areas(of_matches), areas(of_caller))
        pictures = Pictures(pdf)
        for n, here in places.items():
            drawings.Cutter(pdf, pictures, [one.area for one in here], [one.pixels for one in here]).cut(pages[n])
        pictures.remove_pixels(step['work'])
        document.clean_tags(pdf, [pages[n] for n in places])
        if finder.searches:
            comments += texts.redact_strings(pdf, finder)
            texts.redact_names(pdf, finder)
            comments += texts.redact_marked_content(pdf, finder)
        pdf.remove_unreferenced_resources()
        emptied, as_pictures = check.clean_rest(pdf, step, finder, places)
        for n, here in places.items():
            if n in as_pictures:
                page_pictures.replace(pdf, n, [one.pixels for one in here], step['work'])
            drawings.draw_boxes(pdf, pages[n], [one.area for one in here])
        document.restore_layers(pdf)
        pdf.save(step['output'], object_stream_mode=pikepdf.ObjectStreamMode.generate)
    if as_pictures:
        warn(step, 'pages_as_pictures', numbers(as_pictures))
    check.final(step, finder)
    return comments + emptied


def on_contents(pages: list, places: Places) -> Places:
    """Converts the places from the coordinates of the shown pages to the coordinates of the pages' contents."""
    return {n: [Place(*(on_content(pages[n], box) for box in one)) for one in here] for n, here in places.items()}


def areas(places: Places) -> dict:
    return {n: [one.area for one in here] for n, here in places.items()}


def report(step: dict, pages: list[Page], found: Found, given: Places, comments: int, gone: list[str]) -> None:
    kinds: dict[str, list[int]] = {}
    matches: list[tuple[str, int, int]] = []
    totals: Counter = Counter()
    for n in sorted({*found.counts, *given}):
        of_page = Counter(found.counts.get(n, {}))
        of_page['box'] += len(given.get(n, []))
        for kind, count in sorted(of_page.items()):
            if count:
                totals[kind] += count
                kinds.setdefault(kind, []).append(n)
                matches.append((kind, n + 1, count))
    parts = [f'{totals[kind]} {kind} on page {numbers(at)}' for kind, at in kinds.items()]
    parts += [f'{comments} outside of the pages'] if comments else []
    if len(matches) > MAX_MATCHES:
        # For each kind of match, lists only the total, because a list with pages would exceed the maximum size of the
        # warnings.
        matches = [(kind, 0, count) for kind, count in sorted(totals.items())]
    matches += [('other', 0, comments)] if comments else []
    warn(step, 'redacted', '; '.join(parts)[:120] or 'nothing', matches)
    if gone:
        warn(step, 'redaction_removed', listed(gone))
    unknown = [n for n, page in enumerate(pages) if page.has_unknown]
    if unknown:
        warn(step, 'text_not_searched', numbers(unknown))


def numbers(pages) -> str:
    """Returns the page numbers as text, counted from 1, with ranges such as 1-3."""
    ranges: list[list[int]] = []
    for n in sorted(pages):
        if ranges and n == ranges[-1][1] + 1:
            ranges[-1][1] = n
        else:
            ranges.append([n, n])
    return ','.join(f'{a + 1}-{b + 1}' if b > a else f'{a + 1}' for a, b in ranges)[:60].rstrip(',-')


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
