"""Inserts the text of each SmartArt diagram of a Word document after its paragraph, for readers that skip diagrams."""
from xml.etree import ElementTree

from engines.shared.office.word.document import Document, Element, R, W, text_run

HINT = b'drawingml/2006/diagram'
DIAGRAM = '{http://schemas.openxmlformats.org/drawingml/2006/diagram}'
A = '{http://schemas.openxmlformats.org/drawingml/2006/main}'
CHOICES = '{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent'
# Types of points in the diagram data that only affect the layout. The text of a point that only affects the layout is a
# placeholder.
UNSEEN = ('pres', 'parTrans', 'sibTrans', 'doc')


def insert_texts(document: Document, root: Element) -> None:
    """Inserts the text of all diagrams into `root`, the tree of the main part."""
    if HINT in document.data(document.main):
        _insert(root, document)


def _insert(container: Element, document: Document) -> None:
    at = 0
    while at < len(container):
        child = container[at]
        _insert(child, document)
        blocks = []
        if child.tag == W + 'p':
            for name in _taken(child):
                blocks += _paragraphs(document, name)
        container[at + 1:at + 1] = blocks
        at += 1 + len(blocks)


def _taken(element: Element) -> list[str]:
    """Removes the diagrams of a paragraph and returns the ids of their data. Skips text boxes, which have separate
    paragraphs."""
    taken = []
    for child in list(element):
        if child.tag.endswith('}txbxContent'):
            continue
        found = [one.get(R + 'dm', '') for one in child.iter(DIAGRAM + 'relIds')] if child.tag in (W + 'drawing', CHOICES) else []
        if found:
            element.remove(child)
            taken += found
        else:
            taken += _taken(child)
    return taken


def _paragraphs(document: Document, key: str) -> list[Element]:
    name = document.related.get(key, ('', ''))[1]
    try:
        root = ElementTree.fromstring(document.data(name)) if name in document.names else None
    except ElementTree.ParseError:
        root = None
    paragraphs = []
    for point in () if root is None else root.iter(DIAGRAM + 'pt'):
        if point.get('type', 'node') in UNSEEN:
            continue
        for line in point.iter(A + 'p'):
            words = ''.join(one.text or '' for one in line.iter(A + 't'))
            if words.strip():
                paragraph = Element(W + 'p')
                paragraph.append(text_run(words))
                paragraphs.append(paragraph)
    return paragraphs
