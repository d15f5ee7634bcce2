"""Adds a header and a footer line with page numbers, dates and names, and adds Bates numbers."""
import re

from engines.shared.pdf.page_box import times
from engines.tools.pikepdf.canvas import Canvas
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.frame import frame_of
from engines.tools.pikepdf.texts import DrawnText, Style, draw

STYLE = Style(9)
# Distance of a line from the side edges and from the top or bottom edge of the page, in points.
SIDE, EDGE = 36, 20


def apply(document: Document) -> None:
    count = len(document.pdf.pages)
    lines = [lines_of(document, number) for number in range(1, count + 1)]
    drawn = draw(document, [text for line in lines for _, parts in line for text in parts if text], STYLE)
    with Canvas(document) as canvas:
        for index, line in enumerate(lines):
            frame = frame_of(document.pdf.pages[index])
            for place, parts in line:
                for column, text in enumerate(parts):
                    if not text:
                        continue
                    x, y, scale = position(drawn[text], column, place, frame)
                    matrix = times((scale, 0, 0, scale, x, y), frame.matrix)
                    canvas.place(index, drawn[text].form, matrix, kind=place)


def lines_of(document: Document, number: int) -> list[tuple[str, list[str]]]:
    """Returns the left, centre and right texts of the header and of the footer of a page."""
    header, footer = (document.options.get(name, '') for name in ('page_header', 'page_footer'))
    bates = bates_of(document.options.get('bates'), number)
    parts = [('Header', columns(header)), ('Footer', columns(footer))]
    if bates and '{bates}' not in header + footer:
        parts[1][1][2] = f'{parts[1][1][2]} {{bates}}'.strip()
    return [(place, [document.filled(text, number, bates) for text in texts]) for place, texts in parts]


def columns(line: str) -> list[str]:
    parts = [part.strip() for part in line.split('|', 2)]
    if len(parts) == 1:
        return ['', parts[0], '']
    return parts if len(parts) == 3 else [parts[0], '', parts[1]]


def bates_of(first: str | None, number: int) -> str:
    if first is None:
        return ''
    prefix, digits = re.fullmatch(r'(.*?)([0-9]{1,12})', first, re.DOTALL).groups()
    return f'{prefix}{int(digits) + number - 1:0{len(digits)}}'


def position(text: DrawnText, column: int, place: str, frame) -> tuple[float, float, float]:
    """Returns the position and scale of a text. A text that is wider than the page is scaled down."""
    side = min(SIDE, frame.width / 10)
    scale = min(1, (frame.width - 2 * side) / (text.width - 2 * text.margin or 1))
    width, margin = text.width * scale, text.margin * scale
    lefts = (side - margin, (frame.width - width) / 2, frame.width - side - width + margin)
    edge = min(EDGE, frame.height / 20) - margin
    return lefts[column], edge if place == 'Footer' else frame.height - edge - text.height * scale, scale
