"""Collects the lines, areas and text of a drawing in drawing units, and writes them as one SVG of a fixed size."""
import math
from xml.sax.saxutils import escape

from engines.tools.ezdxf.lettering import FAMILY, Lettering, size_of

# Longer side without margins, in pixels of 1/96 inch. With a longer side of 1600 pixels, the drawing is about as large
# as an A3 page.
SIDE = 1600
MARGIN = 16
PIXELS_A_MILLIMETRE = 96 / 25.4
MIN_LINE = 0.75
# Maximum numbers of shapes and of text characters.
MAX_SHAPES = 1_000_000
MAX_LENGTH = 200 * 1024 * 1024
# Upper bound on coordinates. Coordinates above this bound are errors of the program that wrote the drawing.
FURTHEST = 1e12

Point = tuple[float, float]


class TooMuch(Exception):
    """Raised if the drawing is too complex. The message may be a reason from reasons.ts."""


class Canvas:
    def __init__(self) -> None:
        self._shapes: list[tuple] = []
        self._parts = 0
        self._length = 0
        self._box = [math.inf, math.inf, -math.inf, -math.inf]

    @property
    def is_empty(self) -> bool:
        return not self._shapes

    def count(self) -> None:
        """Counts a drawn or visited part, and raises TooMuch above the maximum, because blocks can repeat other blocks
        without limit."""
        self._parts += 1
        if self._parts > MAX_SHAPES:
            raise TooMuch('protean-reason: too_complex')

    def stroke(self, path: list[tuple[str, list[Point]]], colour: str, width: float) -> None:
        self._add('stroke', path, colour, width)

    def fill(self, path: list[tuple[str, list[Point]]], colour: str) -> None:
        self._add('fill', path, colour, 0)

    def dot(self, at: Point, colour: str, width: float) -> None:
        self._add('stroke', [('M', [at]), ('L', [at])], colour, width)

    def text(self, text: str, matrix: tuple[float, ...], colour: str, cap_height: float, lettering: Lettering) -> None:
        """Adds text whose first character is at the origin. `matrix` (a, b, c, d, e, f as in SVG) maps the coordinates
        of the text to coordinates of the drawing."""
        a, b, c, d, e, f = matrix
        width = lettering.width(text, cap_height)
        corners = [(a * x + c * y + e, b * x + d * y + f) for x in (0, width) for y in (0, cap_height)]
        if text.strip() and self._reach(corners):
            self._keep(('text', text, matrix, colour, cap_height, 0), len(text))

    def _add(self, kind: str, path: list[tuple[str, list[Point]]], colour: str, width: float) -> None:
        points = [point for _, points in path for point in points]
        if points and self._reach(points):
            self._keep((kind, path, colour, width), 16 * len(points))

    def _keep(self, shape: tuple, length: int) -> None:
        self.count()
        self._length += length
        if self._length > MAX_LENGTH:
            raise TooMuch('protean-reason: result_too_large')
        self._shapes.append(shape)

    def _reach(self, points: list[Point]) -> bool:
        if not all(abs(value) < FURTHEST for point in points for value in point):
            return False
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, bottom, right, top = self._box
        self._box = [min(left, *xs), min(bottom, *ys), max(right, *xs), max(top, *ys)]
        return True

    def svg(self) -> str:
        left, bottom, right, top = self._box if self._shapes else (0, 0, 1, 1)
        size = max(right - left, top - bottom) or 1
        scale = SIDE / size

        def place(point: Point) -> str:
            return f'{_number((point[0] - left) * scale + MARGIN)} {_number((top - point[1]) * scale + MARGIN)}'

        def data(path: list[tuple[str, list[Point]]]) -> str:
            return ''.join(command + ' '.join(map(place, points)) for command, points in path)

        def written(shape: tuple) -> str:
            if shape[0] == 'text':
                return self._lettered(shape, left, top, scale)
            kind, path, colour, width = shape
            if kind == 'fill':
                return f'<path d="{data(path)}" fill="{colour}"/>'
            line = max(MIN_LINE, width * PIXELS_A_MILLIMETRE)
            return f'<path d="{data(path)}" stroke="{colour}" stroke-width="{_number(line)}" class="l"/>'

        width, height = ((side * scale) + 2 * MARGIN for side in (max(0, right - left), max(0, top - bottom)))
        return '\n'.join(
            [
                '<?xml version="1.0" encoding="UTF-8"?>',
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}" height="{_number(height)}"'
                f' viewBox="0 0 {_number(width)} {_number(height)}">',
                f'<style>.l{{fill:none;stroke-linecap:round;stroke-linejoin:round}}text{{font-family:{FAMILY};white-space:pre}}</style>',
                '<rect width="100%" height="100%" fill="#ffffff"/><g fill-rule="evenodd">',
                *map(written, self._shapes),
                '</g></svg>\n',
            ]
        )

    @staticmethod
    def _lettered(shape: tuple, left: float, top: float, scale: float) -> str:
        _, text, (a, b, c, d, e, f), colour, cap_height, _ = shape
        # The y axis points up in the drawing and down in SVG, so the letters are flipped too.
        matrix = (a * scale, -b * scale, -c * scale, d * scale, (e - left) * scale + MARGIN, (top - f) * scale + MARGIN)
        size = size_of(cap_height)
        # The font size is always 10 and the matrix scales the text, because some readers round small font sizes.
        numbers = [value * size / 10 for value in matrix[:4]] + list(matrix[4:])
        words = escape(''.join(character if character.isprintable() else ' ' for character in text))
        return f'<text transform="matrix({" ".join(map(_number, numbers))})" font-size="10" fill="{colour}">{words}</text>'


def _number(value: float) -> str:
    # Values below 0.01, which occur in the matrices of tiny letters, need more digits.
    digits = 4 if abs(value) >= 0.01 else 8
    return f'{round(value, digits) + 0.0:.{digits}f}'.rstrip('0').rstrip('.')
