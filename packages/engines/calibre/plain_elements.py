"""Writes out what calibre's writer of LRF leaves out of a page: captions of tables, deleted text and quotation marks."""
from lxml import etree


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
        quotation.tag = quotation.tag.rpartition('}')[0] + '}span'
        quotation.text = '“' + (quotation.text or '')
        if len(quotation):
            quotation[-1].tail = (quotation[-1].tail or '') + '”'
        else:
            quotation.text += '”'
    for deleted in list(page.iter('{*}del')):
        deleted.tag = deleted.tag.rpartition('}')[0] + '}s'
