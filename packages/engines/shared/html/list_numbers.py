"""Rewrites ordered lists whose numbers pandoc and calibre do not support: lists with the attribute `reversed`, and
lists with items that have the attribute `value`."""
from xml.etree import ElementTree

HTML = '{http://www.w3.org/1999/xhtml}'
ROMAN = [(1000, 'm'), (900, 'cm'), (500, 'd'), (400, 'cd'), (100, 'c'), (90, 'xc'), (50, 'l'), (40, 'xl'), (10, 'x'), (9, 'ix'),
         (5, 'v'), (4, 'iv'), (1, 'i')]

GREEK = 'αβγδεζηθικλμνξοπρστυφχψω'


def number_lists(root) -> None:
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag != f'{HTML}ol':
                continue
            if child.get('reversed') is not None:
                count_down(child)
            elif any(item.get('value') is not None for item in items_of(child)):
                split(parent, child)


def items_of(numbered) -> list:
    return [item for item in numbered if item.tag == f'{HTML}li']


def count_down(numbered) -> None:
    """Replaces a reversed list with a `div` for each item, which begins with the number of the item. Lists in Markdown
    and Word cannot count down."""
    items = items_of(numbered)
    count = whole(numbered.get('start'), len(items))
    for item in items:
        count = whole(item.get('value'), count)
        begin(item, f'{written(count, numbered.get("type") or "1")}. ')
        item.tag = f'{HTML}div'
        count -= 1
    numbered.tag = f'{HTML}div'


def begin(item, text: str) -> None:
    """Inserts `text` before the first words of the list item."""
    target = first_line(item)
    target.text = text + (target.text or '').lstrip()


def first_line(item):
    """Returns the innermost element that contains the first words of the item."""
    target = item
    while not (target.text or '').strip() and len(target) and target[0].tag in (f'{HTML}p', f'{HTML}div', f'{HTML}span'):
        target = target[0]
    return target


def split(parent, numbered) -> None:
    """Starts a new list at each item whose number does not follow the number of the previous item."""
    count = whole(numbered.get('start'), 1)
    current, tail = numbered, numbered.tail
    at = list(parent).index(numbered)
    for item in items_of(numbered):
        value = whole(item.get('value'), count)
        item.attrib.pop('value', None)
        if value != count and item is items_of(current)[0]:
            current.set('start', str(value))
        elif value != count:
            rest = list(current)[list(current).index(item):]
            following = ElementTree.Element(f'{HTML}ol', {**numbered.attrib, 'start': str(value)})
            for one in rest:
                current.remove(one)
                following.append(one)
            current.tail = None
            at += 1
            parent.insert(at, following)
            current = following
        count = value + 1
    current.tail = tail


def whole(text: str | None, otherwise: int) -> int:
    try:
        return int((text or '').strip())
    except ValueError:
        return otherwise


def written(count: int, kind: str) -> str:
    """Returns the number of a list item as text. `kind` is the HTML attribute `type` of the list (1, a, A, i or I), or
    a list type that exists only in CSS."""
    if kind == 'decimal-leading-zero':
        return f'{count:02}'
    if kind == 'lower-greek' and 0 < count <= len(GREEK):
        return GREEK[count - 1]
    if kind in ('a', 'A') and count > 0:
        letters = ''
        while count > 0:
            count, rest = divmod(count - 1, 26)
            letters = chr(97 + rest) + letters
        return letters.upper() if kind == 'A' else letters
    if kind in ('i', 'I') and 0 < count < 4000:
        text = ''
        for value, sign in ROMAN:
            text += sign * (count // value)
            count %= value
        return text.upper() if kind == 'I' else text
    return str(count)
