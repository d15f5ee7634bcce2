"""Compresses black and white pictures and stencil masks without loss, with the compression of faxes (ITU-T T.6)."""
import io

import pikepdf
from pikepdf import Dictionary, Name
from PIL import Image, TiffImagePlugin

from engines.passes.pdf_pictures.colours import components, is_indexed
from engines.passes.pdf_pictures.made import Made
from engines.passes.pdf_pictures.reading import Unsupported, check, size_of, unpacked
from engines.shared.pdf.objects import get, number_of

GROUP_4 = -1
WHITE_IS_ZERO = 0


def is_bilevel(stream) -> bool:
    if get(stream, '/ImageMask', False):
        return True
    space = get(stream, '/ColorSpace')
    return number_of(get(stream, '/BitsPerComponent')) == 1 and (components(space) == 1 or is_indexed(space))


def packed(stream) -> Made | None:
    """Returns the picture, or None if it already has a compression for black and white pictures."""
    check(stream)
    try:
        coded = unpacked(stream)
    except pikepdf.PdfError as error:
        raise Unsupported from error
    if coded.coding:
        return None
    width, height = size_of(stream)
    image = Image.frombytes('1', (width, height), coded.data, 'raw', '1')
    content = io.BytesIO()
    # All rows are in one strip, because a PDF picture cannot be divided.
    image.save(content, 'TIFF', compression='group4', strip_size=len(coded.data))
    tags = Image.open(content).tag_v2
    (start,), (length,) = tags[TiffImagePlugin.STRIPOFFSETS], tags[TiffImagePlugin.STRIPBYTECOUNTS]
    # Some versions of Pillow invert the pixels. The tag states whether the pixels are inverted.
    is_inverted = tags[TiffImagePlugin.PHOTOMETRIC_INTERPRETATION] == WHITE_IS_ZERO
    parameters = Dictionary(K=GROUP_4, Columns=width, Rows=height, BlackIs1=not is_inverted)
    return Made(content.getvalue()[start:start + length], Name.CCITTFaxDecode, parameters, (width, height), 1)
