"""Reads the characters of pages with their boxes, and arranges them as text in several reading orders."""
import json
import math
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import NamedTuple

SCRIPTS = os.path.dirname(os.path.abspath(__file__))
UNKNOWN = '\N{REPLACEMENT CHARACTER}'
# Maximum distance between the baselines of characters in one line, and minimum width of a space, as shares of the
# letter height.
LINE, SPACE = 0.4, 0.2
# Maximum distance between copies of one letter, as a share of the letter height. Some PDFs draw a letter several times
# to imitate bold print or a shadow.
COPY = 0.15


class Box(NamedTuple):
    """A rectangle in the coordinates of the shown page: in points, with the origin in the upper left corner."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass
class Character:
    text: str
    quad: list[float]
    line: int

    @property
    def box(self) -> Box:
        x, y = self.quad[0::2], self.quad[1::2]
        return Box(min(x), min(y), max(x), max(y))


class Order(NamedTuple):
    """The text of a page in one reading order. For each character of the text, `characters` contains its index among
    the characters of the page, or -1 for an added space."""

    text: str
    characters: list[int]


@dataclass
class Page:
    characters: list[Character]

    @property
    def has_unknown(self) -> bool:
        return any(one.text == UNKNOWN for one in self.characters)

    def orders(self) -> list[Order]:
        drawn = self.as_drawn(joined=False)
        orders = [drawn, self.as_drawn(joined=True), self.as_seen()]
        return [order for n, order in enumerate(orders) if order.text not in [one.text for one in orders[:n]]]

    def as_drawn(self, joined: bool) -> Order:
        """Returns the text in the order in which the PDF draws it. With `joined`, joins words that are hyphenated at
        the end of a line."""
        text: list[str] = []
        numbers: list[int] = []
        for n, one in enumerate(self.characters):
            if n and one.line != self.characters[n - 1].line:
                if joined and text[-1] in '-‐\xad':
                    del text[-1], numbers[-1]
                else:
                    text.append(' ')
                    numbers.append(-1)
            text.append(one.text)
            numbers.append(n)
        return Order(''.join(text), numbers)

    def as_seen(self) -> Order:
        """Returns the text line by line, as a reader sees it. A PDF may draw its text in any order, for example the
        last column first."""
        text: list[str] = []
        numbers: list[int] = []
        last = None
        for n, place in self.placed():
            one = self.characters[n]
            if last is not None:
                gap = place.x - last.end
                same_line = place.row == last.row
                is_copy = same_line and one.text == last.text and abs(place.x - last.x) < COPY * place.height
                if is_copy:
                    continue
                if not same_line or gap > SPACE * place.height:
                    text.append(' ')
                    numbers.append(-1)
            text.append(one.text)
            numbers.append(n)
            last = place
        return Order(''.join(text), numbers)

    def placed(self) -> list[tuple[int, 'Place']]:
        places = [(n, place_of(one)) for n, one in enumerate(self.characters) if not one.text.isspace()]
        places.sort(key=lambda item: (item[1].angle, item[1].row))
        row = None
        for _, place in places:
            near = row is not None and row[0] == place.angle and abs(place.row - row[1]) < LINE * place.height
            if not near:
                row = (place.angle, place.row)
            place.row = row[1]
        return sorted(places, key=lambda item: (item[1].angle, item[1].row, item[1].x))


@dataclass
class Place:
    """The position of a character along its line of text."""

    text: str
    angle: int
    row: float
    x: float
    end: float
    height: float


def place_of(one: Character) -> Place:
    left, right = one.quad[4:6], one.quad[6:8]
    across = (right[0] - left[0], right[1] - left[1])
    length = math.hypot(*across)
    along = (across[0] / length, across[1] / length) if length else (1.0, 0.0)
    down = (-along[1], along[0])
    x = left[0] * along[0] + left[1] * along[1]
    height = math.hypot(one.quad[0] - left[0], one.quad[1] - left[1])
    return Place(one.text, round(math.degrees(math.atan2(along[1], along[0]))), left[0] * down[0] + left[1] * down[1], x, x + length, height)


def pages_of(file: str) -> list[Page]:
    """Returns the characters of all pages."""
    command = ['mutool', 'run', os.path.join(SCRIPTS, 'characters.js'), file]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if run.returncode != 0:
        sys.exit(f'mutool: {run.stderr.decode(errors="replace")[-500:]}')
    return [page_of(json.loads(line)) for line in run.stdout.splitlines()]


def page_of(lines: list[dict]) -> Page:
    return Page([
        Character(text, quad, n)
        for n, line in enumerate(lines)
        for text, quad in zip(line['text'], line['quads'])
    ])
