"""Converts tables, lists and other blocks of a page to lines, for formats that have only paragraphs."""
from engines.shared.html.list_numbers import begin, whole, written

# Elements that are each converted to one line.
BLOCKS = ('tr', 'li', 'table', 'tbody', 'thead', 'tfoot', 'ul', 'ol', 'caption', 'figure', 'figcaption', 'details', 'summary', 'dl', 'dt', 'dd')
PARAGRAPHS = {'p', 'div', 'pre', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'}


def linearise(page) -> None:
    """Converts table rows and list items to lines. In formats without tables and lists, the text of neighbouring cells
    and items would otherwise be joined into one word."""
    for cell in [*page.iter('{*}td'), *page.iter('{*}th')]:
        add_text(cell, '  ' if cell.getnext() is not None else '')
        rename(cell, 'span')
    number_lists(page)
    for name in BLOCKS:
        for block in list(page.iter(f'{{*}}{name}')):
            rename(block, 'div')
    for block in list(page.iter('{*}div')):
        separate(block)


def separate(block) -> None:
    """Converts text between paragraphs to a paragraph, because calibre would join it with the next paragraph."""
    children = list(block)
    if not any(name_of(child) in PARAGRAPHS for child in children):
        return
    if (block.text or '').strip() and name_of(children[0]) in PARAGRAPHS:
        first = block.makeelement(block.tag)
        first.text, block.text = block.text, None
        block.insert(0, first)


def number_lists(page) -> None:
    """Writes the numbers of list items as text."""
    for numbered in page.iter('{*}ol'):
        number_items(numbered)


def number_items(numbered) -> None:
    if 'none' in (numbered.get('style') or ''):
        return
    count = whole(numbered.get('start'), 1)
    for item in numbered.iterchildren('{*}li'):
        count = whole(item.get('value'), count)
        begin(item, f'{written(count, numbered.get("type") or "1")}. ')
        count += 1


def rename(element, name: str) -> None:
    element.tag = element.tag.rpartition('}')[0] + '}' + name


def name_of(element) -> str:
    return element.tag.rpartition('}')[2] if isinstance(element.tag, str) else ''


def add_text(element, text: str) -> None:
    if len(element):
        element[-1].tail = (element[-1].tail or '') + text
    else:
        element.text = (element.text or '') + text
