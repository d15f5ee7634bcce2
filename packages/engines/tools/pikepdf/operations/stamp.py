"""Stamps pages with text or a picture, above or behind their content."""
import math

from engines.shared.pdf.page_box import Matrix, times
from engines.shared.pdf.page_ranges import numbers_in
from engines.tools.pikepdf.canvas import Canvas
from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.frame import Frame, frame_of
from engines.tools.pikepdf.pictures import picture
from engines.tools.pikepdf.texts import DrawnText, Style, draw

# Size at which the text is drawn before it is scaled, in points.
DRAWN_SIZE = 48
# Distance from the edges of the page, in points.
EDGE = 18
NAMES = {
    'white': '#ffffff', 'black': '#000000', 'red': '#ff0000', 'green': '#008000', 'blue': '#0000ff', 'gray': '#808080',
    'yellow': '#ffff00', 'transparent': '#ffffff',
}


def apply(document: Document) -> None:
    options = document.options
    numbers = numbers_in(options.get('stamp_pages'), len(document.pdf.pages))
    stamps = drawn_texts(document, numbers) if 'stamp_text' in options else None
    drawn = None if stamps else picture(document, 'stamp_image')
    with Canvas(document) as canvas:
        for number in numbers:
            stamp = stamps[number] if stamps else drawn
            page = document.pdf.pages[number - 1]
            matrix = placed(stamp, frame_of(page), options)
            canvas.place(
                number - 1, stamp.form, matrix,
                kind='Watermark', opacity=options.get('stamp_opacity', 100), behind=options.get('stamp_layer') == 'behind',
            )


def drawn_texts(document: Document, numbers: list[int]) -> dict[int, DrawnText]:
    texts = {number: document.filled(document.options['stamp_text'], number) for number in numbers}
    style = Style(DRAWN_SIZE, hexadecimal(document.options.get('stamp_colour', 'gray')))
    drawn = draw(document, list(texts.values()), style)
    return {number: drawn[text] for number, text in texts.items()}


def hexadecimal(colour: str) -> str:
    """Returns a colour as `#rrggbb`."""
    colour = NAMES.get(colour, colour).lstrip('#')
    return '#' + (''.join(2 * digit for digit in colour) if len(colour) == 3 else colour)


def placed(stamp: DrawnText, frame: Frame, options: dict) -> Matrix:
    """Returns the matrix that scales, rotates and moves a stamp to its place on a page. A stamp that would exceed the
    page is scaled down."""
    angle = -math.radians(options.get('stamp_rotation', 0))
    cos, sin = math.cos(angle), math.sin(angle)
    width, height = stamp.width, stamp.height
    scale = options.get('stamp_size', 50) / 100 * frame.width / (width - 2 * stamp.margin)
    outer_width = abs(width * cos) + abs(height * sin)
    outer_height = abs(width * sin) + abs(height * cos)
    edge = min(EDGE, frame.width / 10, frame.height / 10)
    scale = min(scale, (frame.width - 2 * edge) / outer_width, (frame.height - 2 * edge) / outer_height)
    x, y = centre_of(options.get('stamp_position', 'center'), frame, outer_width * scale, outer_height * scale, edge)
    # The centre of the stamp is moved to the origin, and then to its place.
    turned = (scale * cos, scale * sin, -scale * sin, scale * cos, 0, 0)
    upright = times((1, 0, 0, 1, -width / 2, -height / 2), turned)
    return times(times(upright, (1, 0, 0, 1, x, y)), frame.matrix)


def centre_of(position: str, frame: Frame, width: float, height: float, edge: float) -> tuple[float, float]:
    x, y = frame.width / 2, frame.height / 2
    if 'left' in position:
        x = edge + width / 2
    if 'right' in position:
        x = frame.width - edge - width / 2
    if 'bottom' in position:
        y = edge + height / 2
    if 'top' in position:
        y = frame.height - edge - height / 2
    return x, y
