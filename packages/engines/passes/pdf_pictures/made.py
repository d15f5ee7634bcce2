"""Encodes pictures for a PDF, and replaces the larger originals with the encoded pictures."""
import io
import zlib
from dataclasses import dataclass

import pikepdf
from pikepdf import Dictionary, Name
from PIL import Image, ImageChops

# The chunks of a PNG file that contain the compressed pixels.
IDAT = b'IDAT'
PNG_PREDICTOR = 15
# Start of the Adobe marker of a JPEG, which ends with the byte for the colour transform, and the byte for YCCK.
ADOBE, YCCK = b'\xff\xee\x00\x0eAdobe', b'\x02'


@dataclass
class Made:
    """The new content of a picture."""

    content: bytes
    coding: pikepdf.Name
    parameters: pikepdf.Dictionary | None
    size: tuple[int, int]
    bits: int
    # Replaces the colour space, if the picture had a palette.
    space: pikepdf.Object | None = None

    def put_into(self, stream) -> None:
        """Replaces the pixels of a picture. The stream of the picture keeps its other members, such as its mask and its
        place in the tags. All pages that show the stream then show the new picture."""
        stream.write(self.content, filter=self.coding, decode_parms=self.parameters)
        stream['/Width'], stream['/Height'] = self.size
        if '/ImageMask' not in stream:
            stream['/BitsPerComponent'] = self.bits
        if self.space is not None:
            stream['/ColorSpace'] = self.space
            # The key `/Decode` described palette indices, so it does not apply to the new colour space.
            if '/Decode' in stream:
                del stream['/Decode']


def as_jpeg(image, quality: int, space) -> Made:
    """Encodes the picture without its metadata, such as comments and profiles."""
    options = {'quality': quality, 'optimize': True}
    if image.mode == 'CMYK':
        content = cmyk_jpeg(image, options)
    else:
        # The hues of an RGB picture may be stored at half the resolution. In this branch, the only mode with hues is
        # RGB.
        content = saved(image, 'JPEG', **options, **({'subsampling': '4:2:0'} if image.mode == 'RGB' else {}))
    return Made(content, Name.DCTDecode, None, image.size, 8, space)


def cmyk_jpeg(image, options: dict) -> bytes:
    """Encodes the inks as brightness and hues (YCCK), which need half of the bytes of CMYK. Pillow cannot encode YCCK.
    Therefore Pillow gets the converted values as CMYK, and the Adobe marker of the result is changed to YCCK."""
    *colours, black = image.split()
    light = Image.merge('RGB', [ImageChops.invert(one) for one in colours]).convert('YCbCr')
    # Pillow inverts the CMYK values when it writes a JPEG, so they are inverted first.
    data = saved(ImageChops.invert(Image.merge('CMYK', [*light.split(), black])), 'JPEG', **options)
    at = data.index(ADOBE)
    end = at + 2 + int.from_bytes(data[at + 2:at + 4], 'big')
    return data[:end - 1] + YCCK + data[end:]


def saved(image, kind: str, **options) -> bytes:
    content = io.BytesIO()
    bare = Image.frombytes(image.mode, image.size, image.tobytes())
    bare.save(content, kind, **options)
    return content.getvalue()


def lossless(image, space) -> Made:
    if image.mode == 'CMYK':
        return Made(zlib.compress(image.tobytes(), 9), Name.FlateDecode, None, image.size, 8, space)
    parameters = Dictionary(Predictor=PNG_PREDICTOR, Colors=len(image.getbands()), BitsPerComponent=8, Columns=image.width)
    return Made(pixels_of_png(saved(image, 'PNG', optimize=True)), Name.FlateDecode, parameters, image.size, 8, space)


def pixels_of_png(data: bytes) -> bytes:
    parts, at = [], 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at:at + 4], 'big')
        if data[at + 4:at + 8] == IDAT:
            parts.append(data[at + 8:at + 8 + length])
        at += length + 12
    return b''.join(parts)
