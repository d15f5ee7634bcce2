"""Reads LIT and LRF books, which only calibre can read. Uses only calibre's parsers, and not the processing that
follows in calibre."""
import io
import logging
import sys
from xml.etree import ElementTree

from book_page import body_of, from_package, from_page, picture


def find_calibre():
    """Makes calibre's modules importable, as calibre's own programs do."""
    sys.path.insert(0, '/usr/lib/calibre')
    sys.resources_location = '/usr/share/calibre'
    sys.extensions_location = '/usr/lib/calibre/calibre/plugins'
    sys.executables_location = '/usr/bin'
    sys.system_plugins_location = None


def read_lit(data):
    find_calibre()
    from calibre.ebooks.lit.reader import LitContainer

    container = LitContainer(io.BytesIO(data), logging.getLogger())
    described = container.get_metadata()
    package = ElementTree.fromstring(described)
    path = {item.get('id'): item.get('href') for item in package.iterfind('.//manifest/item')}
    pages = [container.read(path[ref.get('idref')]) for ref in package.iterfind('.//spine/itemref')]
    cover = package.find('.//guide/reference[@type="cover"]')
    return {**from_page('\n'.join(map(body_of, pages))), **from_package(described),
            'cover': picture(container.read(cover.get('href'))) if cover is not None else None}


def read_lrf(data):
    find_calibre()
    from calibre.ebooks.lrf.lrfparser import LRFDocument

    document = LRFDocument(io.BytesIO(data))
    document.parse()
    root = ElementTree.fromstring(document.to_xml(write_files=False))
    placed = {node.get('objid'): node for node in root.iter() if node.get('objid')}

    def shown(node):
        """Yields the text of a node, with a line end after each paragraph, line break and block. If the node refers to
        an object, yields the text of this object."""
        yield node.text or ''
        if node.tag == 'PutObj':
            yield from shown(placed[node.get('refobj')])
        for child in node:
            yield from shown(child)
            yield child.tail or ''
        if node.tag in ('P', 'CR', 'TextBlock'):
            yield '\n'

    _, cover = document.get_cover() or (None, None)
    return {'title': document.metadata.title, 'author': document.metadata.author,
            'text': ''.join(shown(root.find('Main'))), 'cover': picture(cover) if cover else None}
