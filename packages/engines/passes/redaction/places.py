"""Chooses the boxes of a page in which content is removed: boxes around matches, and boxes that the caller
specifies."""
import math
import sys
from collections import Counter
from typing import NamedTuple

from engines.passes.redaction.finder import Finder
from engines.passes.redaction.reading import Box, Character, Page

# A redaction box may cover an edge of a character that stays. At each edge, the box may cover at most this share of the
# character's width or height.
TOLERANCE = 0.1
# Share of a character's width and height that is passed to MuPDF, as a box around the centre of the
# character. MuPDF removes every character that a box touches, so a larger box could remove the neighbours.
MIDDLE = 0.3
# Two factors for the width and height of rotated characters: for the box in which MuPDF removes text, and for the black
# box that is drawn. Rotated characters need smaller factors than upright characters, because the boxes of rotated
# characters overlap.
TURNED_MIDDLE, TURNED_AREA = 0.05, 0.6
# Text counts as upright if the angle between its line and an edge of the page is less than this number of degrees.
UPRIGHT = 5


class Place(NamedTuple):
    """A place in which content is removed. Text is removed in the box `text`, line drawings and filled areas in `area`,
    and pixels of pictures in `pixels`."""

    text: Box
    area: Box
    pixels: Box


Places = dict[int, list[Place]]


class Found(NamedTuple):
    places: Places
    # Number of matches of each kind, by page.
    counts: dict[int, Counter]


def search(pages: list[Page], finder: Finder) -> Found:
    """Returns the places of matches and the numbers of matches, by page. Pages are counted from 0."""
    orders = [(n, order) for n, page in enumerate(pages) for order in page.orders()]
    found = Found({}, {})
    seen: dict[int, list[frozenset[int]]] = {}
    for (n, order), matches in zip(orders, finder.find([order.text for _, order in orders])):
        for match in matches:
            numbers = frozenset(order.characters[at] for at in match.at) - {-1}
            # Counts a match once, even if it is found in several reading orders.
            if numbers and not any(numbers & other for other in seen.get(n, [])):
                found.counts.setdefault(n, Counter())[match.kind] += 1
            if numbers:
                seen.setdefault(n, []).append(numbers)
    for n, groups in seen.items():
        found.places[n] = places_around(pages[n], frozenset().union(*groups))
    return found


def places_around(page: Page, numbers: frozenset[int]) -> list[Place]:
    places: list[Place] = []
    last = None
    for n in sorted(numbers):
        one = page.characters[n]
        if last is not None and n == last + 1 and is_upright(one) and page.characters[last].line == one.line and is_upright(page.characters[last]):
            places[-1] = Place(*(union(*boxes) for boxes in zip(places[-1], place_of(one))))
        else:
            places.append(place_of(one))
        last = n
    others = [other for n, other in enumerate(page.characters) if n not in numbers and not other.text.isspace()]
    return [place if place.area != place.pixels else cover(trimmed(place.area, others), place) for place in places]


def cover(area: Box, place: Place) -> Place:
    return Place(place.text, area, area)


def place_of(one: Character) -> Place:
    box = one.box
    if is_upright(one):
        return Place(middle(box, MIDDLE), box, box)
    return Place(middle(box, TURNED_MIDDLE), middle(box, TURNED_AREA), box)


def middle(box: Box, part: float) -> Box:
    x, y = (box.x1 - box.x0) * (1 - part) / 2, (box.y1 - box.y0) * (1 - part) / 2
    return Box(box.x0 + x, box.y0 + y, box.x1 - x, box.y1 - y)


def is_upright(one: Character) -> bool:
    """Returns whether the text of the character is horizontal or vertical, not slanted."""
    left, right = one.quad[4:6], one.quad[6:8]
    angle = math.degrees(math.atan2(right[1] - left[1], right[0] - left[0]))
    return abs(angle - round(angle / 90) * 90) < UPRIGHT


def union(one: Box, other: Box) -> Box:
    return Box(min(one.x0, other.x0), min(one.y0, other.y0), max(one.x1, other.x1), max(one.y1, other.y1))


def trimmed(box: Box, others: list[Character]) -> Box:
    """Returns a smaller box if the box slightly overlaps characters that stay, such as characters in the next line."""
    for other in others:
        inner = shrunk(other.box)
        x = min(box.x1, inner.x1) - max(box.x0, inner.x0)
        y = min(box.y1, inner.y1) - max(box.y0, inner.y0)
        if x <= 0 or y <= 0:
            continue
        if y <= (box.y1 - box.y0) / 3 and (y / (box.y1 - box.y0) <= x / (box.x1 - box.x0)):
            box = box._replace(y0=inner.y1) if inner.y0 <= box.y0 else box._replace(y1=inner.y0)
        elif x <= (inner.x1 - inner.x0) / 3:
            box = box._replace(x0=inner.x1) if inner.x0 <= box.x0 else box._replace(x1=inner.x0)
    return box


def shrunk(box: Box) -> Box:
    x, y = (box.x1 - box.x0) * TOLERANCE, (box.y1 - box.y0) * TOLERANCE
    return Box(box.x0 + x, box.y0 + y, box.x1 - x, box.y1 - y)


def given_places(text: str, count: int) -> Places:
    """Parses `page:x,y,width,height;…`. A page is a number from 1, or `all`."""
    places: Places = {}
    for part in filter(None, (one.strip() for one in text.split(';'))):
        page, _, numbers = part.partition(':')
        x, y, width, height = map(float, numbers.split(','))
        if page != 'all' and not 1 <= int(page) <= count:
            sys.exit('protean-reason: no_such_page')
        for n in range(count) if page == 'all' else [int(page) - 1]:
            places.setdefault(n, []).append(Place(*[Box(x, y, x + width, y + height)] * 3))
    return places
