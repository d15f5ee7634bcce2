"""Removes hidden text from a Word document."""
from engines.shared.office.word.document import Element, W
from engines.shared.office.word.styles import Styles, is_toggled

# Elements of a run that show content.
SHOWN = {W + name for name in (
    't', 'sym', 'tab', 'br', 'cr', 'drawing', 'pict', 'object', 'footnoteReference', 'endnoteReference', 'ruby')}


def remove(root: Element, styles: Styles) -> bool:
    """Removes hidden text. Returns whether any visible content was removed."""
    return remove_from(root, None, styles)


def remove_from(parent: Element, properties: Element | None, styles: Styles) -> bool:
    found = False
    for child in list(parent):
        if child.tag == W + 'p':
            own = child.find(W + 'pPr')
            had = remove_from(child, own, styles)
            if is_hidden_mark(own, styles) and not shows(child) and not is_last_of(parent, child):
                parent.remove(child)
            found = found or had
        elif child.tag == W + 'r' and is_toggled(styles, 'vanish', properties, child.find(W + 'rPr')):
            found = found or any(one.tag in SHOWN for one in child)
            parent.remove(child)
        elif len(child):
            found = remove_from(child, properties, styles) or found
    return found


def is_hidden_mark(properties: Element | None, styles: Styles) -> bool:
    mark = None if properties is None else properties.find(W + 'rPr')
    return is_toggled(styles, 'vanish', properties, mark)


def shows(paragraph: Element) -> bool:
    return any(one.tag in SHOWN or one.tag.endswith('}oMath') for one in paragraph.iter())


def is_last_of(parent: Element, paragraph: Element) -> bool:
    """Returns whether the paragraph is the only paragraph of a cell or note, which must contain at least one
    paragraph."""
    return parent.tag != W + 'body' and sum(one.tag == W + 'p' for one in parent) == 1
