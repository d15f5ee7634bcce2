"""Refuses SVG that cannot be rendered in reasonable time, because its nested internal references multiply.

For engines that run in Node, `shared/svg/bounds.ts` refuses drawings by the same rule as this module."""
import contextlib
import re
from xml.etree import ElementTree

from engines.shared.svg.drawing_links import local_name
from engines.shared.html.markup_bounds import LimitExceeded

# Maximum number of rendered elements. An element counts once per reference.
MAX_DRAWN = 200_000
REFERENCES = ('href', '{http://www.w3.org/1999/xlink}href')
REFERRING = ('use', 'pattern', 'linearGradient', 'radialGradient', 'image', 'feImage', 'tref')
# Elements that are rendered for each `url()` reference in an attribute.
PAINTED = ('pattern', 'mask', 'clipPath', 'marker', 'filter')
URL = re.compile(r"""\burl\(\s*["']?#([^"')]+)""")


def check(drawing: bytes) -> None:
    """Raises `LimitExceeded` if a renderer would render too many elements for this drawing. Ignores malformed XML,
    which the renderer refuses."""
    with contextlib.suppress(ElementTree.ParseError):
        check_tree(ElementTree.fromstring(drawing), max(MAX_DRAWN, 2 * len(drawing)))


def check_tree(root: ElementTree.Element, most: int) -> None:
    """Raises `LimitExceeded` if a renderer would render more than `most` elements."""
    named = {element.get('id'): element for element in root.iter() if element.get('id')}
    drawn: dict[ElementTree.Element, int] = {}
    # The loop uses a stack instead of recursion. An element is counted after all elements that it contains or
    # references.
    stack = [(root, False)]
    while stack:
        element, is_ready = stack.pop()
        if element in drawn and not is_ready:
            continue
        parts = [*element, *referred(element, named)]
        if is_ready:
            drawn[element] = 1 + sum(drawn.get(part, 0) for part in parts)
            if drawn[element] > most:
                raise LimitExceeded('too_complex')
            continue
        # An element that references itself counts once.
        drawn[element] = 0
        stack.append((element, True))
        stack.extend((part, False) for part in parts if part not in drawn)


def referred(element: ElementTree.Element, named: dict[str, ElementTree.Element]) -> list[ElementTree.Element]:
    painted = [named[name] for value in element.attrib.values() for name in URL.findall(value) if name in named]
    painted = [part for part in painted if local_name(part.tag) in PAINTED]
    if local_name(element.tag) not in REFERRING:
        return painted
    names = (element.get(name, '') for name in REFERENCES)
    return painted + [named[name[1:]] for name in names if name.startswith('#') and name[1:] in named]
