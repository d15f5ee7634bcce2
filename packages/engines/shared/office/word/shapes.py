"""Converts WordArt, ruby text, alternative content and wrappers of a Word document to plain text, because readers skip
these elements."""
from engines.shared.office.word.document import Element, W, text_element

MC = '{http://schemas.openxmlformats.org/markup-compatibility/2006}'
TEXT_PATH = '{urn:schemas-microsoft-com:vml}textpath'
WRAPPERS = (W + 'smartTag', W + 'customXml', W + 'dir', W + 'bdo')
# Shapes that are not flattened. Readers read the pictures in these shapes, and text_boxes.py moves the text in these
# shapes.
DRAWN = (W + 'drawing', W + 'pict', W + 'object')


def flatten(parent: Element) -> None:
    at = 0
    while at < len(parent):
        child = parent[at]
        if child.tag in WRAPPERS:
            parent[at:at + 1] = [one for one in child if not one.tag.endswith('Pr')]
            continue
        if child.tag == MC + 'AlternateContent' and not any(one.tag in DRAWN for one in child.iter()):
            way = next((one for one in child if len(one)), None)
            parent[at:at + 1] = [] if way is None else list(way)
            continue
        if child.tag == W + 'ruby':
            parent[at:at + 1] = [text_element(ruby(child))]
        elif child.tag == W + 'pict' and child.find(f'.//{TEXT_PATH}') is not None:
            words = ' '.join(one.get('string', '') for one in child.iter(TEXT_PATH))
            # The text along a path is not a watermark, because watermarks occur only in headers.
            parent[at:at + 1] = [text_element(f' {words} ')]
        else:
            flatten(child)
        at += 1


def ruby(element: Element) -> str:
    """Returns the base text followed by the ruby reading in parentheses."""
    base, reading = (''.join(one.text or '' for part in element.iter(W + name) for one in part.iter(W + 't')) for name in ('rubyBase', 'rt'))
    return f'{base}({reading})' if reading else base
