"""Walks the shapes of a page."""
from collections.abc import Iterator

GROUP = 'com.sun.star.drawing.GroupShape'


def shapes_in(page) -> Iterator:
    """The shapes of a page or group, those within groups included."""
    for number in range(page.Count):
        shape = page.getByIndex(number)
        if shape.supportsService(GROUP):
            yield from shapes_in(shape)
        else:
            yield shape
