"""Finds the places to which bookmarks and links of a PDF lead."""
import pikepdf

from engines.shared.pdf.objects import containers, get, has_members, name_of


def destinations(pdf):
    """Yields every explicit destination once: an array whose first element is a page."""
    for thing in containers(pdf):
        if not isinstance(thing, pikepdf.Array) or len(thing) < 2:
            continue
        page, kind = thing[0], thing[1]
        is_place = isinstance(kind, pikepdf.Name) and name_of(get(page, '/Type')) == '/Page' and has_members(page)
        if is_place:
            yield thing
