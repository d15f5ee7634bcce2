"""Adds the pictures of imported documents (`w:altChunk`) to the Word document that imports them."""
import base64
import binascii
import hashlib
import io
import re
from xml.etree import ElementTree

from engines.shared.office.word.document import Document, Element, W

WP = '{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}'
A = '{http://schemas.openxmlformats.org/drawingml/2006/main}'
PIC = '{http://schemas.openxmlformats.org/drawingml/2006/picture}'
R = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
RELATION = f'{R[1:-1]}/image'
EMBEDDED = re.compile(r'data:image/([\w.+-]+);base64,(.*)', re.DOTALL | re.IGNORECASE)
TYPES = {'PNG': 'png', 'JPEG': 'jpeg', 'GIF': 'gif', 'BMP': 'bmp', 'TIFF': 'tiff'}
# Size of a pixel and maximum width of a picture, in English Metric Units (914400 per inch).
PIXEL = 9525
WIDEST = 6 * 914_400


def embedded(address: str) -> bytes | None:
    """Returns the content of a base64 data URI, or None for any other URI."""
    found = EMBEDDED.fullmatch(address.strip())
    try:
        return base64.b64decode(found[2]) if found else None
    except binascii.Error:
        return None


def added(document: Document, content: bytes) -> tuple[str, int, int] | None:
    """Adds a picture to the document. Returns the picture's relationship id, width and height in pixels, or None for an
    unknown format."""
    from PIL import Image, UnidentifiedImageError

    try:
        # Reads only the header, without decoding the picture.
        with Image.open(io.BytesIO(content), formats=list(TYPES)) as image:
            ending, (width, height) = TYPES[image.format or ''], image.size
    except (KeyError, OSError, UnidentifiedImageError, Image.DecompressionBombError):
        return None
    name = f'word/media/chunk-{hashlib.sha256(content).hexdigest()[:32]}.{ending}'
    return document.put_new(name, content, f'image/{ending}', RELATION), width, height


def run_of(document: Document, content: bytes, words: str) -> Element | None:
    """Returns a run with the picture in its natural size, but no wider than a page. Returns None for an unknown
    format."""
    found = added(document, content)
    if found is None:
        return None
    key, width, height = found
    scale = min(PIXEL, WIDEST / max(width, 1))
    size = {'cx': str(round(width * scale)), 'cy': str(round(height * scale))}
    run = Element(W + 'r')
    inline = ElementTree.SubElement(ElementTree.SubElement(run, W + 'drawing'), WP + 'inline')
    ElementTree.SubElement(inline, WP + 'extent', size)
    ElementTree.SubElement(inline, WP + 'docPr', {'id': '1', 'name': 'Picture', 'descr': words})
    data = ElementTree.SubElement(ElementTree.SubElement(inline, A + 'graphic'), A + 'graphicData', {'uri': PIC[1:-1]})
    picture = ElementTree.SubElement(data, PIC + 'pic')
    properties = ElementTree.SubElement(picture, PIC + 'nvPicPr')
    ElementTree.SubElement(properties, PIC + 'cNvPr', {'id': '0', 'name': 'Picture', 'descr': words})
    ElementTree.SubElement(properties, PIC + 'cNvPicPr')
    fill = ElementTree.SubElement(picture, PIC + 'blipFill')
    ElementTree.SubElement(fill, A + 'blip', {R + 'embed': key})
    ElementTree.SubElement(ElementTree.SubElement(fill, A + 'stretch'), A + 'fillRect')
    shape = ElementTree.SubElement(picture, PIC + 'spPr')
    transform = ElementTree.SubElement(shape, A + 'xfrm')
    ElementTree.SubElement(transform, A + 'off', {'x': '0', 'y': '0'})
    ElementTree.SubElement(transform, A + 'ext', size)
    ElementTree.SubElement(ElementTree.SubElement(shape, A + 'prstGeom', {'prst': 'rect'}), A + 'avLst')
    return run


def adopt(drawing: Element, inner: Document, outer: Document) -> bool:
    """Copies the pictures of a drawing from `inner` to `outer`. Returns whether all pictures could be copied."""
    references = [(one, name) for one in drawing.iter() for name in one.attrib if name.startswith(R)]
    contents = []
    for one, name in references:
        kind, part = inner.related.get(one.get(name, ''), ('', ''))
        if name != R + 'embed' or not kind.endswith('/image') or part not in inner.names:
            return False
        contents.append(inner.archive.read(part))
    for (one, name), content in zip(references, contents):
        found = added(outer, content)
        if found is None:
            return False
        one.set(name, found[0])
    return bool(references)
