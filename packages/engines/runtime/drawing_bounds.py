"""Refuses SVG that refers to its own parts so often that drawing it has no end worth waiting for."""
from xml.etree import ElementTree

from engines.runtime.markup_bounds import LimitExceeded

# Elements that are drawn, each as often as it is referred to.
MAX_DRAWN = 200_000
REFERENCES = ('href', '{http://www.w3.org/1999/xlink}href')
REFERRING = ('use', 'pattern', 'linearGradient', 'radialGradient', 'image', 'feImage', 'tref')


def check(drawing: bytes) -> None:
    """Raises `LimitExceeded`; what is no XML is for others to refuse."""
    try:
        root = ElementTree.fromstring(drawing)
    except ElementTree.ParseError:
        return
    named = {element.get('id'): element for element in root.iter() if element.get('id')}
    drawn: dict[ElementTree.Element, int] = {}
    # Without recursion: an element is counted when all that it draws has been.
    waiting = [(root, False)]
    while waiting:
        element, is_ready = waiting.pop()
        if element in drawn and not is_ready:
            continue
        parts = [*element, *referred(element, named)]
        if is_ready:
            drawn[element] = 1 + sum(drawn.get(part, 0) for part in parts)
            if drawn[element] > max(MAX_DRAWN, 2 * len(drawing)):
                raise LimitExceeded('too_complex')
            continue
        # What refers to itself is drawn once.
        drawn[element] = 0
        waiting.append((element, True))
        waiting.extend((part, False) for part in parts if part not in drawn)


def referred(element: ElementTree.Element, named: dict[str, ElementTree.Element]) -> list[ElementTree.Element]:
    if str(element.tag).rsplit('}', 1)[-1] not in REFERRING:
        return []
    names = (element.get(name, '') for name in REFERENCES)
    return [named[name[1:]] for name in names if name.startswith('#') and name[1:] in named]
