"""Reads a path of a content stream, and writes it without the parts in boxes."""
import pikepdf

from engines.passes.redaction.geometry import inverse
from engines.passes.redaction.polygons import Point, Polygon, area_without, crosses, curve, line_without
from engines.passes.redaction.reading import Box
from engines.shared.pdf.page_box import Matrix, at

CONSTRUCTION = frozenset({'m', 'l', 'c', 'v', 'y', 'h', 're'})
PAINTING = frozenset({'S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'})
CLOSING = frozenset({'s', 'b', 'b*'})
FILLING = frozenset({'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'})
STROKING = frozenset({'S', 's', 'B', 'B*', 'b', 'b*'})
CLIPPING = frozenset({'W', 'W*'})


class Path:
    def __init__(self) -> None:
        self.instructions: list = []
        self.lines: list[tuple[Polygon, bool]] = []
        self.clip: str | None = None

    def add(self, operator: str, operands, instruction, matrix: Matrix) -> None:
        """Adds one instruction. `matrix` maps the coordinates of the instruction to the page."""
        self.instructions.append(instruction)
        if operator in CLIPPING:
            self.clip = operator
            return
        numbers = [float(one) for one in operands]
        if operator == 're':
            x, y, w, h = numbers
            corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
            self.lines.append(([at(matrix, one) for one in corners], True))
            return
        points = [at(matrix, one) for one in zip(numbers[0::2], numbers[1::2])]
        if operator == 'm' or not self.lines:
            self.lines.append((points[-1:], False))
            return
        line, closed = self.lines[-1]
        if operator == 'h':
            self.lines[-1] = (line, True)
            return
        if closed:
            line = [line[0]]
            self.lines.append((line, False))
        line += list(self.segment(operator, line[-1], points))

    @staticmethod
    def segment(operator: str, start: Point, points: list[Point]):
        if operator == 'l':
            return points
        if operator == 'c':
            return curve(start, *points)
        if operator == 'v':
            return curve(start, start, *points)
        return curve(start, points[0], points[1], points[1])

    def painted(self, operator: str, boxes: list[Box], matrix: Matrix) -> list | None:
        """Returns the instructions that paint the path outside of the boxes, or None if no box cuts the path."""
        lines = [(line, closed or operator in CLOSING) for line, closed in self.lines if line]
        fills = operator in FILLING or self.clip is not None
        cutting = [box for box in boxes if any(crosses(line, box, closed or fills) for line, closed in lines)]
        if not cutting:
            return None
        back = inverse(matrix)
        if back is None:
            return []
        areas = without(lines, cutting, area_of)
        result: list = []
        if operator in FILLING:
            result += written(areas, back, True) + [single('f*' if '*' in operator else 'f')]
        if operator in STROKING:
            result += written(without(lines, cutting, line_of), back, False) + [single('S')]
        if self.clip is not None:
            result += (written(areas, back, True) or [single('re', 0, 0, 0, 0)]) + [single(self.clip), single('n')]
        return result


def area_of(line: Polygon, closed: bool, box: Box) -> list[Polygon]:
    return area_without(line, box) if crosses(line, box, True) else [line]


def line_of(line: Polygon, closed: bool, box: Box) -> list[Polygon]:
    outline = line + line[:1] if closed else line
    return line_without(outline, box) if len(outline) > 1 else []


def without(lines: list[tuple[Polygon, bool]], boxes: list[Box], cut) -> list[Polygon]:
    parts = lines
    for box in boxes:
        # The parts of a closed line are open lines. If an area is cut, the resulting parts are areas too. The flag
        # `closed` has no effect on areas.
        parts = [
            (part, closed and part is line)
            for line, closed in parts
            for part in (cut(line, closed, box) if crosses(line, box, True) else [line])
        ]
    return [line + line[:1] if closed and cut is line_of else line for line, closed in parts]


def written(lines: list[Polygon], back: Matrix, closed: bool) -> list:
    result = []
    for line in lines:
        first, *others = [at(back, point) for point in line]
        result.append(single('m', *first))
        result += [single('l', *point) for point in others]
        if closed:
            result.append(single('h'))
    return result


def single(operator: str, *numbers: float):
    """Returns an instruction of a content stream: its operands and its operator."""
    return [round(number, 4) for number in numbers], pikepdf.Operator(operator)
