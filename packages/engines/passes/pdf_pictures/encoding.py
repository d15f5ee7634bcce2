"""Replaces the pictures of a PDF by smaller ones."""
import io

from PIL import Image

from engines.passes.pdf_pictures import bilevel
from engines.passes.pdf_pictures.made import Made, as_jpeg, lossless
from engines.passes.pdf_pictures.reading import Picture, Unsupported, opened, quantization_of, size_of
from engines.passes.pdf_pictures.uses import Use

# A picture is scaled down only if its resolution is more than TOLERANCE times the wanted resolution.
TOLERANCE = 1.1


class Encoder:
    def __init__(self, quality: int):
        """`quality` is a number from 1 to 100. The quality determines the resolution of all pictures, and the
        compression of JPEG pictures."""
        self.dpi = 36 + quality / 100 * 264
        self.jpeg_quality = jpeg_quality(quality)

    def reduce(self, use: Use) -> bool:
        """Replaces the picture if the new one needs fewer bytes. Returns whether the picture was replaced."""
        stream = use.picture
        try:
            made = bilevel.packed(stream) if bilevel.is_bilevel(stream) else self.smallest(use)
        except (Unsupported, ArithmeticError, ValueError):
            return False
        if made is None or len(made.content) >= len(stream.read_raw_bytes()):
            return False
        made.put_into(stream)
        return True

    def smallest(self, use: Use) -> Made | None:
        """Returns the smallest of the possible pictures, or None if recompression would only lose quality."""
        size = self.size(use)
        picture = opened(use.picture, size)
        is_scaled = size != size_of(use.picture)
        image = picture.image if picture.image.size == size else picture.image.resize(size, Image.Resampling.BICUBIC, reducing_gap=3.0)
        if not picture.is_lossy:
            # A soft mask with the artefacts of JPEG would show parts that are transparent.
            candidates = [lossless(image, picture.base)] + ([] if use.is_mask else [as_jpeg(image, self.jpeg_quality, picture.base)])
            return min(candidates, key=lambda made: len(made.content))
        made = as_jpeg(image, self.jpeg_quality, picture.base)
        return made if is_scaled or is_coarser(made, picture) else None

    def size(self, use: Use) -> tuple[int, int]:
        """Returns the width and the height of the new picture in pixels."""
        pixels = size_of(use.picture)
        if use.size is None:
            return pixels
        wanted = [max(1, round(inches * self.dpi)) for inches in use.size]
        width, height = (most if have > TOLERANCE * most else have for have, most in zip(pixels, wanted))
        return width, height


def jpeg_quality(quality: int) -> int:
    """Returns the quality of JPEG in the scale of libjpeg. The quantization grows linearly as `quality` falls: at 100,
    it is 5% of the tables in the JPEG standard, and at 0, it is 300%."""
    factor = 0.05 + (1 - quality / 100) * 2.95
    return round(100 - 50 * factor if factor <= 1 else 50 / factor)


def is_coarser(made: Made, picture: Picture) -> bool:
    """Returns whether the quality of the new JPEG is lower than the quality of the picture. At the same quality, a
    second compression would add artefacts and hardly save bytes."""
    return picture.quantization is None or quantization_of(Image.open(io.BytesIO(made.content))) > picture.quantization
