"""Writes out what calibre's writer of LRF leaves out of a page: captions of tables, deleted text and quotation marks."""
from lxml import etree

from engines.calibre.lines import add_text, rename


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
