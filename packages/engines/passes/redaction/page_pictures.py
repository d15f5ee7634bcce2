"""Replaces a page by a picture of the page with black boxes. The page picture is the fallback for content that cannot
be removed in another way."""
import os
import subprocess
import sys

import pikepdf
from PIL import Image, ImageDraw

from engines.passes.redaction.geometry import shown_part
from engines.passes.redaction.reading import Box

DPI = 200
MAX_PIXELS = 40_000_000


def replace(pdf, n: int, boxes: list[Box], work: str) -> None:
    """Replaces the content of page `n` by a picture. The boxes are in the coordinates of the page content."""
    page = pdf.pages[n].obj
    area = shown_part(page)
    picture = drawn(pdf, n, area, work)
    scale = picture.width / (area.x1 - area.x0)
    pencil = ImageDraw.Draw(picture)
    for box in boxes:
        corners = [(box.x0 - area.x0) * scale - 1, (area.y1 - box.y1) * scale - 1, (box.x1 - area.x0) * scale + 1, (area.y1 - box.y0) * scale + 1]
        pencil.rectangle(corners, fill='black')
    image = pdf.make_stream(picture.tobytes())
    image['/Type'], image['/Subtype'] = pikepdf.Name('/XObject'), pikepdf.Name('/Image')
    image['/Width'], image['/Height'] = picture.width, picture.height
    image['/ColorSpace'], image['/BitsPerComponent'] = pikepdf.Name('/DeviceRGB'), 8
    width, height = area.x1 - area.x0, area.y1 - area.y0
    page['/Resources'] = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Page=image))
    page['/Contents'] = pdf.make_stream(f'q {width:.4f} 0 0 {height:.4f} {area.x0:.4f} {area.y0:.4f} cm /Page Do Q'.encode())
    for key in ('/StructParents', '/Group'):
        if key in page:
            del page[key]


def drawn(pdf, n: int, area: Box, work: str) -> Image.Image:
    """Draws a page without its annotations, in the orientation of its content."""
    file, picture = os.path.join(work, 'single.pdf'), os.path.join(work, 'single.ppm')
    with pikepdf.new() as single:
        single.pages.append(pdf.pages[n])
        page = single.pages[0].obj
        for key in ('/Annots', '/Rotate', '/UserUnit'):
            if key in page:
                del page[key]
        page['/Rotate'] = 0
        page['/MediaBox'] = page['/CropBox'] = pikepdf.Array(list(area))
        single.save(file)
    size = (area.x1 - area.x0) * (area.y1 - area.y0) * (DPI / 72) ** 2
    dpi = DPI * min(1.0, (MAX_PIXELS / size) ** 0.5)
    command = ['mutool', 'draw', '-q', '-r', f'{dpi:.2f}', '-c', 'rgb', '-o', picture, file, '1']
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if run.returncode != 0:
        sys.exit(f'mutool: {run.stderr.decode(errors="replace")[-500:]}')
    with Image.open(picture) as image:
        return image.convert('RGB')
