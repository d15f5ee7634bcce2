"""Writes content that calibre's LRF writer omits: captions of tables, deleted text, quotation marks, and spaces before
links."""
from lxml import etree

from engines.tools.calibre.lines import add_text, rename


def settle(page) -> None:
    for caption in list(page.iter('{*}caption')):
        table = next(caption.iterancestors('{*}table'), None)
        if table is None:
            continue
        namespace = caption.tag.rpartition('}')[0] + '}'
        line = etree.Element(f'{namespace}p')
        line.text = caption.text
        line.extend(list(caption))
        caption.getparent().remove(caption)
        table.addprevious(line)
    for quotation in list(page.iter('{*}q')):
        rename(quotation, 'span')
        quotation.text = '“' + (quotation.text or '')
        add_text(quotation, '”')
    for deleted in list(page.iter('{*}del')):
        rename(deleted, 's')
    for link in page.iter('{*}a'):
        if ':' not in link.get('href', ':'):
            move_space_into(link)


def move_space_into(link) -> None:
    """Moves the space before an internal link of the book into the link."""
    before = link.getprevious()
    element, part = (link.getparent(), 'text') if before is None else (before, 'tail')
    text = getattr(element, part) or ''
    stripped = text.rstrip(' \n\t')
    if stripped == text or before is None and not text.strip():
        return
    setattr(element, part, stripped)
    link.text = ' ' + (link.text or '')
