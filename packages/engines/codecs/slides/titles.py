"""Finds the title of a slide, even if no placeholder is the title. Some programs export slides as plain text boxes."""
from xml.etree import ElementTree

from engines.codecs.slides.names import A, MARGINS, P, TITLES, kind_of

Element = ElementTree.Element

# Font sizes are in hundredths of a point. Text without a stated font size has the default size.
DEFAULT_SIZE = 1800
SMALLEST = 2400
# Minimum ratio of the font size of the title to the font size of all other text.
LARGER = 1.2
# Maximum number of letters and of paragraphs in a title that is not a placeholder.
LONGEST, MOST_PARAGRAPHS = 120, 2


def title_of(shapes: list[Element]) -> Element | None:
    """Returns the shape with the title: the placeholder of the title, or else the topmost text if it is much larger
    than all other text. Returns None if the slide has no title."""
    for shape in shapes:
        if kind_of(shape) in TITLES and words_of(shape):
            return shape
    texts = [shape for shape in shapes if kind_of(shape) not in MARGINS and words_of(shape)]
    placed = [(top, shape) for shape in texts if (top := top_of(shape)) is not None]
    if not placed:
        return None
    top, first = min(placed, key=lambda one: one[0])
    others = [shape for shape in texts if shape is not first]
    size = size_of(first, min)
    is_large = size >= max([SMALLEST, *(LARGER * size_of(shape, max) for shape in others)])
    is_short = len(words_of(first)) <= LONGEST and len(list(first.iter(A + 'p'))) <= MOST_PARAGRAPHS
    is_single = sum(place == top for place, _ in placed) == 1
    return first if first.tag == P + 'sp' and is_large and is_short and is_single and len(shapes) > 1 else None


def words_of(shape: Element) -> str:
    return ' '.join(filter(None, (text.text and text.text.strip() for text in shape.iter(A + 't'))))


def top_of(shape: Element) -> int | None:
    offset = next(shape.iter(A + 'off'), None)
    top = offset.get('y', '') if offset is not None else ''
    return int(top) if top.lstrip('-').isdecimal() else None


def size_of(shape: Element, choose) -> int:
    """Returns the font size of the text in a shape. If the sizes differ, `choose` selects one: `min` or `max`."""
    sizes = []
    for run in shape.iter(A + 'r'):
        properties = run.find(A + 'rPr')
        size = properties.get('sz', '') if properties is not None else ''
        if (run.findtext(A + 't') or '').strip():
            sizes.append(int(size) if size.isdecimal() else DEFAULT_SIZE)
    return choose(sizes, default=DEFAULT_SIZE)
