"""Converts a picture from the caller to a form XObject, which draws it in a PDF."""
import os
import subprocess

import pikepdf
from PIL import Image, UnidentifiedImageError
from pikepdf import Dictionary, Name

from engines.tools.pikepdf.document import Document, refusal
from engines.tools.pikepdf.frame import Frame, frame_of
from engines.tools.pikepdf.texts import DrawnText

MAX_PIXELS = 100_000_000
HEAD = 1024


def picture(document: Document, option: str) -> DrawnText:
    """Returns a form XObject that draws the picture file in the option `option`. The height follows from the picture's
    proportions. Ends the runner if the file is not a picture."""
    file = document.options[option]
    with open(file, 'rb') as source:
        head = source.read(HEAD)
    if head.startswith(b'%PDF'):
        return first_page(document, file, option)
    if b'<svg' in head:
        return drawing(document, file, option)
    return pixels(document, file, option)


def first_page(document: Document, file: str, option: str) -> DrawnText:
    try:
        page = document.open(file).pages[0]
        frame = frame_of(page)
        form = document.pdf.copy_foreign(page.as_form_xobject())
    except (pikepdf.PdfError, IndexError):
        refuse(option)
    return DrawnText(upright(document, form, frame), frame.width, frame.height, 0)


def upright(document: Document, form, frame: Frame):
    """Returns a form that draws a page upright, as it is displayed, with its origin at the bottom left."""
    a, b, c, d, e, f = frame.matrix
    # Computes the inverse of the matrix, which only rotates, scales and moves.
    scale = a * d - b * c
    inverse = (d / scale, -b / scale, -c / scale, a / scale, (c * f - d * e) / scale, (b * e - a * f) / scale)
    outer = document.pdf.make_stream(' '.join(f'{number:.6f}' for number in inverse).encode() + b' cm /P Do')
    outer.Type, outer.Subtype = Name.XObject, Name.Form
    outer.BBox = pikepdf.Array([0, 0, frame.width, frame.height])
    outer.Resources = Dictionary(XObject=Dictionary(P=form))
    return outer


def drawing(document: Document, file: str, option: str) -> DrawnText:
    drawn = os.path.join(document.work, f'{option}.pdf')
    run = subprocess.run(['rsvg-convert', '-f', 'pdf', '-o', drawn, file], stdin=subprocess.DEVNULL, check=False)
    if run.returncode != 0:
        refuse(option)
    return first_page(document, drawn, option)


def pixels(document: Document, file: str, option: str) -> DrawnText:
    try:
        image = Image.open(file)
        if image.width * image.height > MAX_PIXELS:
            refuse(option)
        image.load()
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        refuse(option)
    image = turned(image)
    has_alpha = image.mode in ('RGBA', 'LA', 'PA') or 'transparency' in image.info
    colours = image.convert('RGBA' if has_alpha else 'RGB')
    shared = {'/Type': Name.XObject, '/Subtype': Name.Image, '/BitsPerComponent': 8}
    shared |= {'/Width': colours.width, '/Height': colours.height}
    own = {**shared, '/ColorSpace': Name.DeviceRGB}
    if has_alpha:
        alpha = colours.getchannel('A').tobytes()
        own['/SMask'] = document.pdf.make_stream(alpha, {**shared, '/ColorSpace': Name.DeviceGray})
    data = document.pdf.make_stream(colours.convert('RGB').tobytes(), own)
    form = document.pdf.make_stream(f'{colours.width} 0 0 {colours.height} 0 0 cm /I Do'.encode())
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox = pikepdf.Array([0, 0, colours.width, colours.height])
    form.Resources = Dictionary(XObject=Dictionary(I=data))
    return DrawnText(form, colours.width, colours.height, 0)


def turned(image):
    from PIL import ImageOps

    return ImageOps.exif_transpose(image)


def refuse(option: str):
    raise refusal(option, 'it is not a picture in a supported format')
