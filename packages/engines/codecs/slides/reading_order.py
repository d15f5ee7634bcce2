"""Sorts the shapes of a slide as people read them: from top to bottom, and then in the direction of the text."""
from typing import Iterator, NamedTuple
from xml.etree import ElementTree

from engines.codecs.slides.names import A, P, TRUE

Element = ElementTree.Element

# Paths to the position of a shape: of a table or chart, of any other shape, and of a group.
POSITIONS = (P + 'xfrm', f'{P}spPr/{A}xfrm', f'{P}grpSpPr/{A}xfrm')

# Maximum number of shapes that are sorted, because sorting compares all pairs of shapes.
MOST_SORTED = 300


class Box(NamedTuple):
    left: int
    top: int
    width: int
    height: int


def in_reading_order(units: list[tuple[Box | None, list[Element]]], right_to_left: bool) -> Iterator[Element]:
    """Yields the shapes of all units. A unit is a shape, or the shapes of a group. `units` is in the order from back to
    front. If the positions of two units do not determine their order, the units keep the order from back to front."""
    boxes = {n: box for n, (box, _) in enumerate(units) if box is not None}
    if len(boxes) > MOST_SORTED:
        boxes = {}
    waiting = {
        n: {other for other, box in boxes.items() if n in boxes and other != n and _is_before(box, boxes[n], right_to_left)}
        for n in range(len(units))
    }
    while waiting:
        # If overlapping shapes form a cycle, the rearmost shape is the first.
        following = next((n for n, before in waiting.items() if not before), min(waiting))
        del waiting[following]
        for before in waiting.values():
            before.discard(following)
        yield from units[following][1]


def _is_before(one: Box, other: Box, right_to_left: bool) -> bool:
    if _is_above(one, other):
        return True
    return not _is_above(other, one) and (_is_left(other, one) if right_to_left else _is_left(one, other))


def _is_above(one: Box, other: Box) -> bool:
    """Returns whether a box begins above another box in the same column. The lower half of the first box may overlap
    the other box, because text rarely fills a box down to its edge."""
    return one.top + one.height / 2 <= other.top and _common(one.left, one.width, other.left, other.width) > 0


def _is_left(one: Box, other: Box) -> bool:
    shared = _common(one.top, one.height, other.top, other.height)
    return one.left + one.width / 2 <= other.left and shared > min(one.height, other.height) / 2


def _common(start: int, length: int, other_start: int, other_length: int) -> int:
    return min(start + length, other_start + other_length) - max(start, other_start)


def box_of(shape: Element) -> Box | None:
    """Returns the position of a shape or group, or None if the shape itself states no position."""
    position = next((found for path in POSITIONS if (found := shape.find(path)) is not None), None)
    if position is None:
        return None
    offset, extent = position.find(A + 'off'), position.find(A + 'ext')
    if offset is None or extent is None:
        return None
    numbers = [*(offset.get(name, '') for name in ('x', 'y')), *(extent.get(name, '') for name in ('cx', 'cy'))]
    return Box(*map(int, numbers)) if all(number.removeprefix('-').isdecimal() for number in numbers) else None


def is_right_to_left(slide: Element) -> bool:
    """Returns whether more paragraphs run from right to left than from left to right."""
    paragraphs = [paragraph for paragraph in slide.iter(A + 'p') if paragraph.find(A + 'r') is not None]
    return 2 * sum(map(_runs_to_the_left, paragraphs)) > len(paragraphs)


def _runs_to_the_left(paragraph: Element) -> bool:
    properties = paragraph.find(A + 'pPr')
    return properties is not None and properties.get('rtl') in TRUE
