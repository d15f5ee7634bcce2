"""A picture opened as a drawing: whether it is whole, the page it fills, and how many dots it is drawn with."""
import struct
from xml.etree import ElementTree

from com.sun.star.awt import Point, Size

# A picture's own measure, dots an inch; the office counts in hundredths of a millimetre.
USUAL_DPI, INCH = 96, 2540
MAX_DOTS = 100_000_000

PLACEABLE = b'\xd7\xcd\xc6\x9a'


class Unfit(Exception):
    """The picture is cut off, or more than may be drawn."""


def whole(path: str, kind: str) -> tuple[str, str]:
    """The path and no options; raises where the file breaks off, of which the office would draw what is there."""
    with open(path, 'rb') as file:
        data = file.read()
    try:
        {'emf': _check_emf, 'wmf': _check_wmf, 'svg': _check_svg}[kind](data)
    except (struct.error, ElementTree.ParseError) as error:
        raise Unfit('it breaks off') from error
    return path, ''


def _check_emf(data: bytes) -> None:
    """Records follow each other up to the one that says it is the last."""
    if data[40:44] != b' EMF':
        raise Unfit('it does not begin as its kind does')
    at, kind = 0, 0
    while kind != 14:
        kind, size = struct.unpack_from('<II', data, at)
        at += size
        if size < 8 or at > len(data):
            raise Unfit('it breaks off')


def _check_wmf(data: bytes) -> None:
    start = 22 if data.startswith(PLACEABLE) else 0
    kind, header = struct.unpack_from('<HH', data, start)
    if kind not in (1, 2) or header != 9:
        raise Unfit('it does not begin as its kind does')
    at = start + 18
    while True:
        words, function = struct.unpack_from('<IH', data, at)
        at += words * 2
        if words < 3 or at > len(data):
            raise Unfit('it breaks off')
        if function == 0:
            return


def _check_svg(data: bytes) -> None:
    if not ElementTree.fromstring(data).tag.endswith('svg'):
        raise Unfit('it is no drawing')


def fit_page(document, path: str) -> None:
    """Makes the page as large as the one picture on it, which the office has fitted into the middle of a sheet."""
    page = document.DrawPages.getByIndex(0)
    if page.Count != 1:
        raise Unfit('there is nothing in it')
    picture = page.getByIndex(0)
    drawn = picture.Graphic.Size100thMM
    width, height = _told(path) or (drawn.Width, drawn.Height)
    for side in ('Left', 'Right', 'Top', 'Bottom'):
        setattr(page, f'Border{side}', 0)
    page.Width, page.Height = width, height
    if (page.Width, page.Height) != (width, height):
        raise Unfit(f'{width} by {height} hundredths of a millimetre is no size of a page')
    picture.setPosition(Point(0, 0))
    picture.setSize(Size(width, height))


def _told(path: str) -> tuple[int, int] | None:
    """What the header of a placeable metafile says, of which the office makes an inch at least."""
    with open(path, 'rb') as file:
        head = file.read(22)
    if not head.startswith(PLACEABLE):
        return None
    left, top, right, bottom, units = struct.unpack_from('<4hH', head, 6)
    if units == 0:
        return None
    width, height = (round(abs(length) * INCH / units) for length in (right - left, bottom - top))
    return (width, height) if width and height else None


def dots(document, dpi: int | None) -> dict[str, int]:
    """What the filter is told of the picture's width and height."""
    page = document.DrawPages.getByIndex(0)
    width, height = (max(1, round(length * (dpi or USUAL_DPI) / INCH)) for length in (page.Width, page.Height))
    if width * height > MAX_DOTS:
        raise Unfit(f'{width} by {height} is more than a picture may have')
    return {'PixelWidth': width, 'PixelHeight': height}
