"""Defines the names of OpenDocument elements. The functions of this module represent the content of an element as a
list of strings and elements, which is simpler than the attributes `text` and `tail` of ElementTree."""
from xml.etree import ElementTree

Element = ElementTree.Element
# Content of an element: strings and child elements in order.
Pieces = list['str | Element']

OASIS = 'urn:oasis:names:tc:opendocument:xmlns:'
OFFICE = f'{{{OASIS}office:1.0}}'
TEXT = f'{{{OASIS}text:1.0}}'
STYLE = f'{{{OASIS}style:1.0}}'
DRAW = f'{{{OASIS}drawing:1.0}}'
TABLE = f'{{{OASIS}table:1.0}}'
FORM = f'{{{OASIS}form:1.0}}'
FIELD = '{urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0}'
LOEXT = '{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}'
FO = f'{{{OASIS}xsl-fo-compatible:1.0}}'
SVG = f'{{{OASIS}svg-compatible:1.0}}'
DC = '{http://purl.org/dc/elements/1.1/}'
XML = '{http://www.w3.org/XML/1998/namespace}'

P, H, LIST, ITEM, LIST_HEADER = (TEXT + name for name in ('p', 'h', 'list', 'list-item', 'list-header'))
PARAGRAPHS = (P, H)
STYLE_NAME = TEXT + 'style-name'


def pieces_of(element: Element) -> Pieces:
    pieces: Pieces = [element.text] if element.text else []
    for child in element:
        tail, child.tail = child.tail, None
        pieces.append(child)
        if tail:
            pieces.append(tail)
    return pieces


def set_pieces(element: Element, pieces: Pieces) -> None:
    """Replaces the content of the element and keeps its attributes."""
    element.text = None
    for child in list(element):
        element.remove(child)
    last = None
    for piece in pieces:
        if not isinstance(piece, str):
            piece.tail = None
            element.append(piece)
            last = piece
        elif last is None:
            element.text = (element.text or '') + piece
        else:
            last.tail = (last.tail or '') + piece


def set_blocks(container: Element, blocks: list[Element]) -> None:
    for child in list(container):
        container.remove(child)
    container.extend(blocks)


def made(tag: str, pieces: 'Pieces | None' = None, **attributes: str) -> Element:
    """Creates an element. The attributes are in the text namespace, and `_` in a name means `-`."""
    element = Element(tag, {TEXT + name.replace('_', '-'): value for name, value in attributes.items()})
    set_pieces(element, pieces or [])
    return element


def lines(text: str) -> Pieces:
    """Returns the text as element content, with line break elements instead of line ends."""
    pieces: Pieces = []
    for n, line in enumerate(text.splitlines()):
        pieces += [made(TEXT + 'line-break'), line] if n else [line]
    return pieces


def is_true(element: Element, name: str) -> bool:
    return element.get(name) == 'true'
