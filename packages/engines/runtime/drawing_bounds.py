"""Refuses SVG whose references to its own parts multiply beyond what can be rendered in reasonable time."""
from xml.etree import ElementTree

from engines.runtime.markup_bounds import LimitExceeded

# The most elements to render, each counted once for every reference to it.
MAX_DRAWN = 200_000
REFERENCES = ('href', '{http://www.w3.org/1999/xlink}href')
REFERRING = ('use', 'pattern', 'linearGradient', 'radialGradient', 'image', 'feImage', 'tref')


def check(drawing: bytes) -> None:
    """Raises `LimitExceeded`. Malformed XML is left to the renderer to refuse."""
    try:
        root = ElementTree.fromstring(drawing)
    except ElementTree.ParseError:
        return
    named = {element.get('id'): element for element in root.iter() if element.get('id')}
    drawn: dict[ElementTree.Element, int] = {}
    # An explicit stack instead of recursion: an element is counted after all that it references.
    stack = [(root, False)]
    while stack:
        element, is_ready = stack.pop()
        if element in drawn and not is_ready:
            continue
        parts = [*element, *referred(element, named)]
        if is_ready:
            drawn[element] = 1 + sum(drawn.get(part, 0) for part in parts)
            if drawn[element] > max(MAX_DRAWN, 2 * len(drawing)):
                raise LimitExceeded('too_complex')
            continue
        # An element that references itself is counted once.
        drawn[element] = 0
        stack.append((element, True))
        stack.extend((part, False) for part in parts if part not in drawn)


def referred(element: ElementTree.Element, named: dict[str, ElementTree.Element]) -> list[ElementTree.Element]:
    if str(element.tag).rsplit('}', 1)[-1] not in REFERRING:
        return []
    names = (element.get(name, '') for name in REFERENCES)
    return [named[name[1:]] for name in names if name.startswith('#') and name[1:] in named]
