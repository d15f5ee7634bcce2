"""Corrects errors of calibre in pictures, tables and metadata, and in the size of rendered vector graphics."""
import copy
import os
import posixpath
import re

# Longer side of a rendered drawing, in pixels.
LONGEST_SIDE = 2400
SIGNATURES = (
    (b'\x89PNG\r\n', 'png', 'image/png'),
    (b'\xff\xd8\xff', 'jpg', 'image/jpeg'),
    (b'GIF8', 'gif', 'image/gif'),
    (b'BM', 'bmp', 'image/bmp'),
)
UNKNOWN = 'Unknown'
# Text width of an A4 page, in twentieths of a point.
PAGE_WIDTH = 9000


def name_pictures(book, options) -> None:
    """Sets the media type and extension of pictures from their content, because books often declare wrong types."""
    from calibre.ebooks.oeb.transforms.filenames import RenameFiles

    renamed = {}
    for item in list(book.manifest.items):
        if not item.media_type.startswith('image/') or 'svg' in item.media_type or item._loader is None:
            continue
        # Calls the loader, because `item.data` would keep the picture in memory.
        kind = kind_of(item._loader(getattr(item, 'html_input_href', item.href))[:16])
        stem, ending = posixpath.splitext(item.href)
        if kind is None or kind[1] == item.media_type and ending.lower() in (f'.{kind[0]}', '.jpeg'):
            continue
        data = item.data
        book.manifest.remove(item)
        href = book.manifest.generate(href=f'{stem}.{kind[0]}')[1]
        book.manifest.add(item.id, href, kind[1], data=data, fallback=item.fallback)
        renamed[item.href] = href
    if renamed:
        RenameFiles(renamed)(book, options)


def describe_drawings(book) -> None:
    """Replaces drawings with their alternative text, for formats without drawings."""
    drawings = {item.href for item in book.manifest.items if 'svg' in item.media_type}
    for item in book.spine if drawings else []:
        for image in list(item.data.iter('{*}img')):
            if item.abshref(image.get('src') or '') in drawings and image.get('alt'):
                image.tag = image.tag.replace('img', 'span')
                image.text = image.get('alt')
                image.attrib.clear()


def extract_pictures() -> None:
    """Extracts the pictures of OpenDocument texts, because calibre in Debian 12 rejects the name of every picture."""
    from calibre.ebooks.odt.input import Extract

    def extracted(_self, archive) -> None:
        folder = os.path.abspath('Pictures')
        for name in archive.namelist():
            file = os.path.abspath(name)
            if file.startswith(folder + os.sep) and not name.endswith('/'):
                os.makedirs(os.path.dirname(file), exist_ok=True)
                with open(file, 'wb') as copy:
                    copy.write(archive.read(name))

    Extract.extract_pictures = extracted


def ignore_unused_fills() -> None:
    """Ignores the fill picture of a style if the style has another kind of fill, or if the document does not define the
    picture. LibreOffice 25.2 writes an unused fill picture to the style of every image, and calibre would fail."""
    from odf.namespaces import DRAWNS
    from odf.odf2xhtml import StyleToCSS

    fill = StyleToCSS.c_drawfillimage

    def filled(self, ruleset, style, rule, name):
        if name in self.fillimages and ruleset.get((DRAWNS, 'fill'), 'bitmap') == 'bitmap':
            fill(self, ruleset, style, rule, name)

    StyleToCSS.c_drawfillimage = filled


def pack_drawings() -> None:
    """Serializes the drawings of TXTZ files, because calibre fails when it packs parsed drawings."""
    from calibre.ebooks.conversion.plugins.txt_output import TXTZOutput

    write = TXTZOutput.convert

    def packed(self, book, *arguments):
        for item in book.manifest.items:
            if 'svg' in item.media_type:
                data = item.bytes_representation
                # Declares the drawing as a PNG, because calibre would parse it on every access if its media type were
                # XML. The wrong type does not reach the result, because TXTZ files do not store media types.
                item.media_type, item.data = 'image/png', data
        return write(self, book, *arguments)

    TXTZOutput.convert = packed


def kind_of(data: bytes):
    if data[:4] == b'RIFF' and data[8:12] == b'WEBP':
        return 'webp', 'image/webp'
    return next(((ending, kind) for signature, ending, kind in SIGNATURES if data.startswith(signature)), None)


def name_authors(book) -> None:
    """Removes the author `Unknown`, which calibre adds, and sets the missing sort names of the other authors."""
    from calibre.ebooks.metadata import author_to_author_sort

    metadata = book.metadata
    known = [author for author in metadata.creator if str(author) != UNKNOWN]
    if len(known) < len(metadata.creator):
        metadata.items['creator'][:] = known
    for author in known:
        if author.file_as == UNKNOWN:
            author.file_as = author_to_author_sort(str(author))


def bound_drawings() -> None:
    """Limits the pixels of drawings, because a drawing with the width `100%` becomes as wide as the page, which is
    10,000 pixels."""
    from calibre.ebooks.oeb.transforms import rasterize

    draw = rasterize.SVGRasterizer.rasterize_svg
    draw_external = rasterize.SVGRasterizer.rasterize_external

    def bounded(self, elem, width=0, height=0, format='PNG'):
        box = [float(side) for side in re.findall(r'-?[\d.]+', elem.get('viewBox') or elem.get('viewbox') or '')]
        if len(box) == 4 and any('%' in (elem.get(side) or '') for side in ('width', 'height')):
            elem = copy.deepcopy(elem)
            elem.set('width', f'{box[2]:g}')
            elem.set('height', f'{box[3]:g}')
        largest = max(width, height)
        if largest > LONGEST_SIDE:
            width, height = (max(1, side * LONGEST_SIDE / largest) if side else 0 for side in (width, height))
        return draw(self, elem, width, height, format)

    def bounded_external(self, elem, style, item, drawing):
        # The width and height of the style are in points, which calibre converts to pixels with the resolution of the
        # profile.
        sides = {side: style[side] for side in ('width', 'height')}
        scale = min(1, LONGEST_SIDE * 72 / self.profile.dpi / max(1, *sides.values()))
        draw_external(self, elem, {side: length * scale for side, length in sides.items()}, item, drawing)

    rasterize.SVGRasterizer.rasterize_svg = bounded
    rasterize.SVGRasterizer.rasterize_external = bounded_external


class EncodedText(bytes):
    """Text that is already encoded, so that `len` returns the number of bytes."""

    def encode(self, _encoding: str) -> bytes:
        return self


def measure_metadata() -> None:
    """Encodes the metadata of Rocket eBooks before calibre measures the length of the metadata. Without this
    correction, calibre counts characters instead of bytes, so all parts after a title such as `café` would be at wrong
    offsets."""
    from calibre.ebooks.rb.writer import RBWriter

    write = RBWriter._info_section
    RBWriter._info_section = lambda self, metadata: EncodedText(write(self, metadata).encode())


def give_tables_grids() -> None:
    """Adds the column list that Word tables require. LibreOffice and pandoc do not show a table that has no column
    list."""
    from calibre.ebooks.docx.writer import tables

    write = tables.Table.serialize

    def serialize(self, parent):
        before = len(parent)
        write(self, parent)
        for table in parent[before:]:
            columns = max((len(row.cells) for row in self.rows), default=0)
            grid = self.namespace.makeelement(table, 'w:tblGrid', append=False)
            for _ in range(columns):
                self.namespace.makeelement(grid, 'w:gridCol', w_w=str(PAGE_WIDTH // columns))
            table.insert(1, grid)

    tables.Table.serialize = serialize
