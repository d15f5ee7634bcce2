"""Removes comments, links and form values that contain a match or are inside a box."""
from typing import Iterator

import pikepdf

from engines.passes.redaction.finder import Finder
from engines.passes.redaction.geometry import overlap, rectangle
from engines.passes.redaction.reading import Box
from engines.passes.redaction.texts import text_of
from engines.shared.pdf.appearances import appearances

VALUES = ('/V', '/DV', '/RV', '/I')
MAX_DEPTH = 50


def of_page(page) -> list:
    notes = page.get('/Annots')
    return [one for one in notes if isinstance(one, pikepdf.Dictionary)] if isinstance(notes, pikepdf.Array) else []


def redact(pdf, finder: Finder, matched: set, matches: dict[int, list[Box]], given: dict[int, list[Box]]) -> int:
    """Removes annotations that contain a match or are inside a box. `matched` contains the ids of appearance streams
    with a match. `matches` contains the boxes around matches, and `given` the boxes from the request. `matches` and
    `given` map page numbers to boxes in the coordinates of the page content. Returns the number of removed comments,
    links and values."""
    count = 0
    for n, page in enumerate(one.obj for one in pdf.pages):
        kept = []
        for note in of_page(page):
            boxes = given.get(n, []) + (matches.get(n, []) if note.get('/Subtype') == '/Link' else [])
            area = rectangle(note.get('/Rect'))
            is_hit = area is not None and any(overlap(area, box) for box in boxes)
            if not is_hit and not any(one.objgen in matched for one in appearances(note)) and not has_match(note, finder):
                kept.append(note)
                continue
            count += 1
            if note.get('/Subtype') == '/Widget':
                empty(note)
                kept.append(note)
        if '/Annots' in page:
            page['/Annots'] = pikepdf.Array(without_orphans(kept))
    return count


def without_orphans(notes: list) -> list:
    """Removes the pop-up windows of removed comments, and the replies to these comments."""
    ids = {note.objgen for note in notes}
    return [
        note
        for note in notes
        if note.get('/Subtype') == '/Widget'
        or all(not isinstance(note.get(key), pikepdf.Dictionary) or note[key].objgen in ids for key in ('/Parent', '/IRT'))
    ]


def has_match(note, finder: Finder) -> bool:
    if not finder.searches:
        return False
    return any(matches for matches in finder.find(list(texts(note))))


def texts(note) -> Iterator[str]:
    """Returns the strings of an annotation. For a form field, also returns the values of the field and of its parent
    fields."""
    values = [value for _, value in note.items()]
    action = note.get('/A')
    if isinstance(action, pikepdf.Dictionary):
        values += [value for _, value in action.items()]
    if note.get('/Subtype') == '/Widget':
        values += [field[key] for field in fields(note) for key in VALUES if key in field]
    looks = note.get('/AP')
    if isinstance(looks, pikepdf.Dictionary):
        # The values of a form button are the names of its states.
        yield from (name[1:] for _, look in looks.items() if isinstance(look, pikepdf.Dictionary) for name in look.keys())
    for value in values:
        if isinstance(value, pikepdf.String):
            yield text_of(value)
        elif isinstance(value, pikepdf.Stream) and value.get('/Subtype') is None:
            yield value.read_bytes().decode('utf-8', 'replace')
        elif isinstance(value, pikepdf.Array):
            yield from (text_of(one) for one in value if isinstance(one, pikepdf.String))


def fields(widget) -> Iterator:
    field = widget
    for _ in range(MAX_DEPTH):
        yield field
        field = field.get('/Parent')
        if not isinstance(field, pikepdf.Dictionary):
            return


def empty(widget) -> None:
    """Removes the appearance of a field, and the values of the field and of its parent fields."""
    for field in fields(widget):
        for key in VALUES:
            if key in field:
                del field[key]
    for key in ('/AP', '/AS', '/MK'):
        if key in widget:
            del widget[key]
