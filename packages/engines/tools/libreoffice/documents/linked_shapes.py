"""Removes linked images from an open document, for older formats in which links cannot be removed from the file."""
from com.sun.star.uno import Exception as UnoException

from engines.tools.libreoffice.documents.shapes import GROUP, pages_of
from engines.shared.runner.families import formats_of_family

# Formats with linked images that LibreOffice may fetch. Old formats that Writer opens are missing in this list, because
# Writer did not fetch linked images in our tests of these formats.
KINDS = (*formats_of_family('excel-97'), *formats_of_family('powerpoint-97'), 'xlsb', 'pub')
PICTURE = 'com.sun.star.drawing.GraphicObjectShape'


def remove(document, kind: str) -> None:
    """Removes from `document`, loaded from a file of the format `kind`, all images that LibreOffice would fetch when it
    stores the document."""
    if kind not in KINDS:
        return
    for page in pages_of(document):
        _remove_from(page)


def _remove_from(shapes) -> None:
    for shape in [shapes.getByIndex(number) for number in range(shapes.Count)]:
        if shape.ShapeType == GROUP:
            _remove_from(shape)
        elif shape.ShapeType == PICTURE and _is_linked(shape):
            shapes.remove(shape)


def _is_linked(shape) -> bool:
    try:
        return bool(shape.Graphic and shape.Graphic.OriginURL)
    except (AttributeError, UnoException):
        return False
