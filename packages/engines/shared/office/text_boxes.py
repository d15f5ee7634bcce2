"""Moves the content of each text box after the paragraph that contains the text box. pandoc would drop the content of a
text box, and calibre would drop the content before the text box."""
import io
import re
from typing import Iterator
from xml.etree import ElementTree

Element = ElementTree.Element

WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
WORD_STRICT = 'http://purl.oclc.org/ooxml/wordprocessingml/main'
CHOICES = '{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent'
TEXT = '{urn:oasis:names:tc:opendocument:xmlns:text:1.0}'
DRAW = '{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}'
# Names of Word elements that refer to a picture.
PICTURES = ('}blip', '}imagedata')
# Shapes that may contain text.
NAMES = ('custom-shape', 'rect', 'circle', 'ellipse', 'polygon', 'path', 'caption', 'regular-polygon')
SHAPES = {DRAW + name for name in NAMES}
HINT = re.compile(rf'<draw:(?:text-box|{"|".join(NAMES)})\b')


def without_word_boxes(data: bytes) -> bytes:
    """Moves the content of each text box of a Word document after its paragraph. `data` contains the main part of the
    document. Returns `data` itself if it has no text boxes."""
    if b'txbxContent' not in data:
        return data
    root = parsed(data)
    for name in (WORD, WORD_STRICT):
        for body in root.iter(f'{{{name}}}body'):
            lift_word(body, f'{{{name}}}')
    return ElementTree.tostring(root, encoding='UTF-8', xml_declaration=True)


def lift_word(container: Element, w: str) -> None:
    at = 0
    while at < len(container):
        child = container[at]
        blocks = []
        if child.tag == w + 'p':
            for box in list(shown_boxes(child, w)):
                lift_word(box, w)
                blocks += [block for block in box if has_words(block, w + 't') or next(block.iter(w + 'drawing'), None) is not None]
            remove_word_boxes(child, w)
        else:
            lift_word(child, w)
        container[at + 1:at + 1] = blocks
        at += 1 + len(blocks)


def remove_word_boxes(element: Element, w: str) -> None:
    """Removes the text boxes, and the shapes that contain only text boxes. If a shape stays in a run, pandoc ignores
    all other content of the run."""
    shapes = (w + 'pict', w + 'drawing', w + 'object', CHOICES)
    for child in list(element):
        had_box = next(child.iter(w + 'txbxContent'), None) is not None
        remove_word_boxes(child, w)
        is_empty_shape = child.tag in shapes and had_box and not any(one.tag.endswith(PICTURES) for one in child.iter())
        if child.tag == w + 'txbxContent' or is_empty_shape:
            element.remove(child)


def shown_boxes(element: Element, w: str) -> Iterator[Element]:
    """Yields each text box in `element` once. Word stores a text box twice: for newer programs, and as a fallback for
    older programs."""
    for child in element:
        if child.tag == w + 'txbxContent':
            yield child
        elif child.tag == CHOICES:
            ways = ([*shown_boxes(way, w)] for way in child)
            yield from next(filter(None, ways), ())
        else:
            yield from shown_boxes(child, w)


def without_open_document_boxes(content: str) -> str:
    """Removes the text boxes of an OpenDocument text document and puts their content after the paragraphs that
    contained them. Returns `content` unchanged if it has no text boxes."""
    if not HINT.search(content):
        return content
    root = parsed(content.encode())
    for body in root.iter('{urn:oasis:names:tc:opendocument:xmlns:office:1.0}text'):
        lift_open_document(body)
    return ElementTree.tostring(root, encoding='unicode')


def lift_open_document(container: Element) -> None:
    at = 0
    while at < len(container):
        child = container[at]
        if is_box(child):
            blocks = [*words_of(child)]
            container[at:at + 1] = blocks
            at += len(blocks)
        elif child.tag in (TEXT + 'p', TEXT + 'h'):
            blocks = [*taken(child)]
            container[at + 1:at + 1] = blocks
            at += 1 + len(blocks)
        else:
            lift_open_document(child)
            at += 1


def is_box(element: Element) -> bool:
    """Returns whether the element is a text box or a shape with text. Returns False for a text box with a picture and
    its caption, because pandoc reads the caption."""
    if element.tag == DRAW + 'frame':
        box = element.find(DRAW + 'text-box')
        return box is not None and next(box.iter(DRAW + 'image'), None) is None
    return element.tag in SHAPES and has_words(element, TEXT + 'p')


def words_of(box: Element) -> Iterator[Element]:
    """Yields the blocks with text in a text box and in its nested text boxes."""
    inner = box.find(DRAW + 'text-box') if box.tag == DRAW + 'frame' else box
    lift_open_document(inner)
    for block in inner:
        if block.tag.startswith((TEXT, '{urn:oasis:names:tc:opendocument:xmlns:table:1.0}')) and said_in(block):
            block.tail = None
            yield block


def taken(element: Element) -> Iterator[Element]:
    """Removes the text boxes from a paragraph and yields their content."""
    previous = None
    for child in list(element):
        if is_box(child):
            yield from words_of(child)
            if previous is None:
                element.text = (element.text or '') + (child.tail or '')
            else:
                previous.tail = (previous.tail or '') + (child.tail or '')
            element.remove(child)
        else:
            yield from taken(child)
            previous = child


def has_words(element: Element, tag: str) -> bool:
    return any(said_in(found) for found in element.iter(tag))


def said_in(element: Element) -> str:
    return ''.join(element.itertext()).strip()


def parsed(data: bytes) -> Element:
    """Parses `data` and registers its prefixes, because pandoc recognizes elements by their original prefixes."""
    parsing = ElementTree.iterparse(io.BytesIO(data), ['start-ns'])
    for _, (prefix, uri) in parsing:
        if not re.fullmatch(r'ns\d+', prefix):
            ElementTree.register_namespace(prefix, uri)
    return parsing.root
