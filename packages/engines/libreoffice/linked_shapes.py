"""An open document without pictures that are only linked: of older formats, whose links can't be taken out of the file."""
from com.sun.star.uno import Exception as UnoException

# Writer, which opens the rest, has no such pages and was not seen to follow links of pictures.
KINDS = ('xls', 'xlt', 'xlsb', 'ppt', 'pps', 'pot', 'pub')
PICTURE = 'com.sun.star.drawing.GraphicObjectShape'
GROUP = 'com.sun.star.drawing.GroupShape'


def remove(document, kind: str) -> None:
    """Removes from `document`, loaded from a file of `kind`, each picture that would be read elsewhere when it is stored."""
    if kind not in KINDS:
        return
    for pages in _all_pages(document):
        for number in range(pages.Count):
            _remove_from(pages.getByIndex(number))


def _all_pages(document):
    return [pages for name in ('DrawPages', 'MasterPages') if (pages := getattr(document, name, None)) is not None]


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
