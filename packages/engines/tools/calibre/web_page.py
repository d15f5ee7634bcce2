"""Rewrites a web page for calibre: form values become text, hidden parts are removed, and Mermaid diagrams become
pictures if the sandbox has a browser."""
import os
import subprocess
from xml.etree import ElementTree

from engines.shared.encoding.text_encoding import decode
from engines.shared.html import shown_page
from engines.shared.html.end_tags import written_whole
from engines.shared.runner.warn import warn

HTML = shown_page.HTML
DRAWING = '{http://www.w3.org/2000/svg}svg'


def as_shown(step: dict) -> str:
    """Returns the path of the page, or of a rewritten copy."""
    with open(step['input'], 'rb') as file:
        text = decode(file.read())
    draws = 'DIAGRAMS' in os.environ and 'mermaid' in text
    if not draws and not shown_page.needs_rewriting(text):
        return step['input']
    root = shown_page.parsed(text, step['from'])
    shown = shown_page.Shown(text_only=step['linear'])
    shown.rewrite(root)
    if shown.hid_text:
        warn(step, 'hidden_text')
    # The copy keeps the name of the file, because calibre uses this name as the title of a page without a title.
    copy = os.path.join(step['work'], 'shown', os.path.splitext(os.path.basename(step['input']))[0] + '.html')
    os.mkdir(os.path.dirname(copy))
    if draws:
        draw_diagrams(root, os.path.dirname(copy))
    with open(copy, 'w', encoding='utf-8', errors='replace') as file:
        file.write(written_whole(root).replace('<head>', '<head><meta charset="utf-8">', 1))
    return copy


def draw_diagrams(root, folder: str) -> None:
    """Replaces the diagrams with pictures in `folder`. A diagram that cannot be drawn stays code, and the drawing
    program warns about it."""
    found = list(diagrams(root, None))
    if not found:
        return
    sources = '\0'.join(source_of(element) for _, element in found)
    # The variable DIAGRAMS of the sandbox contains the command of the drawing program.
    subprocess.run([*os.environ['DIAGRAMS'].split(), folder], input=sources, text=True, check=True)
    for number, (parent, element) in enumerate(found, 1):
        name = f'picture-diagram{number}.svg'
        if os.path.exists(os.path.join(folder, name)):
            show(parent, element, name)


def diagrams(element, parent):
    """Yields each element that contains the source of a diagram, with its parent."""
    for child in list(element):
        name = shown_page.name_of(child)
        classes = (child.get('class') or '').split()
        is_code = name == 'code' and 'language-mermaid' in classes and shown_page.name_of(element) == 'pre'
        if not is_code and not (name in ('pre', 'div', 'code') and 'mermaid' in classes):
            yield from diagrams(child, element)
        # A script of the page may have drawn the diagram already.
        elif next(child.iter(DRAWING), None) is None and shown_page.words_of(child):
            is_whole = shown_page.name_of(element) == 'pre' and len(element) == 1 and parent is not None
            yield (parent, element) if is_whole else (element, child)


def source_of(element) -> str:
    """Returns the text of a diagram. The parser has converted line breaks in labels to elements."""
    parts = [element.text or '']
    for child in element:
        parts += ['<br/>' if child.tag == f'{HTML}br' else source_of(child), child.tail or '']
    return ''.join(parts).replace('\0', '')


def show(parent, element, name: str) -> None:
    block = ElementTree.Element(f'{HTML}div')
    block.tail = element.tail
    picture = {'src': name, 'alt': 'Diagram', 'class': 'mermaid-diagram', 'style': 'max-width: 100%'}
    ElementTree.SubElement(block, f'{HTML}img', picture)
    parent[list(parent).index(element)] = block
