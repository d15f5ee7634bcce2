"""Walks the shapes of a page."""
from collections.abc import Iterator

GROUP = 'com.sun.star.drawing.GroupShape'


def shapes_in(page) -> Iterator:
    """Yields the shapes of a page or group, including shapes within groups."""
    for number in range(page.Count):
        shape = page.getByIndex(number)
        if shape.supportsService(GROUP):
            yield from shapes_in(shape)
        else:
            yield shape
