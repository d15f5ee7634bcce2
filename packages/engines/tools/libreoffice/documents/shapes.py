"""Iterates over the pages of a document and their shapes."""
from collections.abc import Iterator

GROUP = 'com.sun.star.drawing.GroupShape'


def pages_of(document) -> Iterator:
    """Yields the pages and master pages of a document, or nothing for a text document."""
    for name in ('DrawPages', 'MasterPages'):
        if (pages := getattr(document, name, None)) is not None:
            yield from (pages.getByIndex(number) for number in range(pages.Count))


def shapes_in(page) -> Iterator:
    """Yields the shapes of a page or group, including shapes within groups."""
    for number in range(page.Count):
        shape = page.getByIndex(number)
        if shape.supportsService(GROUP):
            yield from shapes_in(shape)
        else:
            yield shape
