"""Checks pictures that are opened as drawings, and sets the size of their page and of their rendering."""
import re
import struct
from xml.etree import ElementTree

from com.sun.star.awt import Point, Size

# The default resolution in dpi, and the length of an inch in LibreOffice's unit (1/100 mm).
DEFAULT_DPI, INCH = 96, 2540
MAX_PIXELS = 100_000_000

PLACEABLE = b'\xd7\xcd\xc6\x9a'


class Unsuitable(Exception):
    """Raised if the picture is truncated or too large."""


def check(path: str, kind: str) -> tuple[str, str]:
    """Checks whether a picture is complete. Returns the path of the picture and an empty string, because pictures need
    no filter options. Raises Unsuitable if the file is truncated, because LibreOffice would draw only a part of the
    picture."""
    with open(path, 'rb') as file:
        data = file.read()
    try:
        {'emf': _check_emf, 'wmf': _check_wmf, 'svg': _check_svg, 'vdx': _check_vdx}[kind](data)
    except (struct.error, ElementTree.ParseError) as error:
        raise Unsuitable('it is truncated') from error
    return path, ''


def _check_emf(data: bytes) -> None:
    """Raises Unsuitable unless the records follow each other up to the end record."""
    if data[40:44] != b' EMF':
        raise Unsuitable('it has no signature of its format')
    at, kind = 0, 0
    while kind != 14:
        kind, size = struct.unpack_from('<II', data, at)
        at += size
        if size < 8 or at > len(data):
            raise Unsuitable('it is truncated')


def _check_wmf(data: bytes) -> None:
    start = 22 if data.startswith(PLACEABLE) else 0
    kind, header = struct.unpack_from('<HH', data, start)
    if kind not in (1, 2) or header != 9:
        raise Unsuitable('it has no signature of its format')
    at = start + 18
    while True:
        words, function = struct.unpack_from('<IH', data, at)
        at += words * 2
        if words < 3 or at > len(data):
            raise Unsuitable('it is truncated')
        if function == 0:
            return


def _check_vdx(data: bytes) -> None:
    if not re.search(rb'</(?:\w+:)?VisioDocument>\s*\Z', data[-512:]):
        raise Unsuitable('it is incomplete')


def _check_svg(data: bytes) -> None:
    if not ElementTree.fromstring(data).tag.endswith('svg'):
        raise Unsuitable('it is not SVG')


def fit_page(document, path: str) -> None:
    """Resizes the page to the original size of its only picture, which LibreOffice has scaled to fit the page."""
    page = document.DrawPages.getByIndex(0)
    if page.Count != 1:
        raise Unsuitable('it is empty')
    picture = page.getByIndex(0)
    drawn = picture.Graphic.Size100thMM
    width, height = _declared_size(path) or (drawn.Width, drawn.Height)
    for side in ('Left', 'Right', 'Top', 'Bottom'):
        setattr(page, f'Border{side}', 0)
    page.Width, page.Height = width, height
    if (page.Width, page.Height) != (width, height):
        raise Unsuitable(f'{width} by {height} hundredths of a millimetre is not a valid page size')
    picture.setPosition(Point(0, 0))
    picture.setSize(Size(width, height))


def _declared_size(path: str) -> tuple[int, int] | None:
    """Returns the size in the header of a placeable metafile, or None for other files. LibreOffice enlarges a placeable
    metafile to at least 1 inch."""
    with open(path, 'rb') as file:
        head = file.read(22)
    if not head.startswith(PLACEABLE):
        return None
    left, top, right, bottom, units = struct.unpack_from('<4hH', head, 6)
    if units == 0:
        return None
    width, height = (round(abs(length) * INCH / units) for length in (right - left, bottom - top))
    return (width, height) if width and height else None


def pixel_size(document, dpi: int | None) -> dict[str, int]:
    """Returns width and height for the export filter."""
    page = document.DrawPages.getByIndex(0)
    width, height = (max(1, round(length * (dpi or DEFAULT_DPI) / INCH)) for length in (page.Width, page.Height))
    if width * height > MAX_PIXELS:
        raise Unsuitable(f'{width} by {height} pixels exceed the limits of a picture')
    return {'PixelWidth': width, 'PixelHeight': height}
