"""Encodes the picture of a scanned page for a PDF."""
import io
import os
import subprocess

from pikepdf import Array, Dictionary, Name

from engines.tools.scans.layers import ink_colour, ink_of, rest_of

# Peak signal-to-noise ratio of JPEG 2000, in decibels: for complete pictures, and for a page without its letters,
# which are stored separately.
QUALITY, REST_QUALITY = 35, 36
JPEG_QUALITY = 90


def saved(image, kind: str, **options) -> bytes:
    content = io.BytesIO()
    image.save(content, kind, **options)
    return content.getvalue()


class Encoder:
    """Collects black and white pictures, because a single process encodes all pictures of a PDF."""

    def __init__(self, pdf, work: str, jbig2: list[str]):
        self.pdf, self.work, self.jbig2 = pdf, work, jbig2
        self.waiting: list[tuple[str, object]] = []

    def bilevel(self, image, is_mask: bool = False):
        """Returns the stream of a black and white picture, to which `finish` adds the content. Black pixels are 0."""
        members = {'/ImageMask': True} if is_mask else {'/ColorSpace': Name.DeviceGray}
        stream = self.stream(b'', image, {**members, '/BitsPerComponent': 1, '/Filter': Name.JBIG2Decode})
        file = os.path.join(self.work, f'bilevel-{len(self.waiting)}.pbm')
        image.save(file, 'PPM')
        self.waiting.append((file, stream))
        return stream

    def finish(self) -> None:
        if not self.waiting:
            return
        subprocess.run([*self.jbig2, *(file for file, _ in self.waiting)], stdin=subprocess.DEVNULL, check=True)
        for file, stream in self.waiting:
            with open(f'{file}.jb2', 'rb') as content:
                stream.write(content.read(), filter=Name.JBIG2Decode)

    def jpeg2000(self, image, quality: int = QUALITY, most: int | None = None):
        """Returns the picture as JPEG 2000 with `quality`. If the file would exceed `most` bytes, lowers the quality so
        that the file fits."""
        content = saved(image, 'JPEG2000', quality_mode='dB', quality_layers=[quality], irreversible=True)
        if most is not None and len(content) > most:
            # At the requested quality, the noise of a scan may need many bytes, so the encoder gets a size limit
            # instead of a quality.
            rate = len(image.getbands()) * image.width * image.height / most
            content = saved(image, 'JPEG2000', quality_mode='rates', quality_layers=[rate], irreversible=True)
        return self.stream(content, image, {**self.space(image), '/Filter': Name.JPXDecode})

    def jpeg(self, image):
        content = saved(image, 'JPEG', quality=JPEG_QUALITY)
        return self.stream(content, image, {**self.space(image), '/Filter': Name.DCTDecode})

    def layers(self, image, dpi: float):
        """Returns a form XObject that draws the picture without its letters, and the letters on top."""
        ink = ink_of(image)
        rest = self.jpeg2000(rest_of(image, ink, dpi), REST_QUALITY)
        letters = self.bilevel(ink.point(lambda value: 0 if value else 255).convert('1'), is_mask=True)
        colour = ink_colour(image, ink)
        operator = 'rg' if len(colour) == 3 else 'g'
        paint = f'q /Rest Do {" ".join(f"{value:.3f}" for value in colour)} {operator} /Letters Do Q'.encode()
        resources = Dictionary(XObject=Dictionary(Rest=rest, Letters=letters))
        form = self.pdf.make_stream(paint, {'/Type': Name.XObject, '/Subtype': Name.Form, '/BBox': Array([0, 0, 1, 1])})
        form.Resources = resources
        return form

    def space(self, image) -> dict:
        space = Name.DeviceRGB if image.mode == 'RGB' else Name.DeviceGray
        return {'/ColorSpace': space, '/BitsPerComponent': 8}

    def stream(self, content: bytes, image, members: dict):
        shared = {'/Type': Name.XObject, '/Subtype': Name.Image, '/Width': image.width, '/Height': image.height}
        stream = self.pdf.make_stream(b'')
        for key, value in {**shared, **members}.items():
            if key != '/Filter':
                stream[key] = value
        stream.write(content, filter=members['/Filter'])
        return stream
