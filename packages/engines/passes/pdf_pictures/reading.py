"""Reads the pictures of a PDF as Pillow images of the stored values, before colour spaces and `/Decode` are applied."""
import io
from dataclasses import dataclass

import pikepdf
from PIL import Image, ImageChops

from engines.passes.pdf_pictures.colours import is_indexed, mode_of, palette_of
from engines.shared.pdf.objects import get, has_members, listed, name_of, number_of

MAX_PIXELS = 100_000_000
# Filters that pack any data without loss.
PACKINGS = frozenset({
    *('/FlateDecode', '/Fl', '/LZWDecode', '/LZW', '/RunLengthDecode', '/RL'),
    *('/ASCII85Decode', '/A85', '/ASCIIHexDecode', '/AHx'),
})
# Pillow's names of pixels that are smaller than a byte. Pillow scales the values of colours to a byte, but not the
# indexes of a palette.
SMALL_GRAY = {2: 'L;2', 4: 'L;4'}
SMALL_NUMBERS = {2: 'P;2', 4: 'P;4', 8: 'P'}


@dataclass
class Picture:
    # A picture in Pillow's mode L, RGB or CMYK. CMYK values are the values that the PDF stores, although Pillow's JPEG
    # reader inverts CMYK values.
    image: Image.Image
    # Whether the picture is coded as JPEG or JPEG 2000.
    is_lossy: bool = False
    # The colour space of the picture without its palette. None if the picture has no palette.
    base: pikepdf.Object | None = None
    # The sum of the quantization table of a JPEG. The sum is higher for a lower quality.
    quantization: int | None = None


class Unsupported(Exception):
    """Raised for a picture that stays as it is."""


@dataclass
class Coded:
    """The content of a picture after its compression filters are undone."""

    data: bytes
    # The filter with which `data` is still encoded, such as `/DCTDecode`, or an empty string for bare pixels.
    coding: str
    parameters: pikepdf.Object | None


def opened(stream, size: tuple[int, int]) -> Picture:
    """Reads a picture that will be scaled to `size`. A JPEG picture may be read at a lower resolution that is still
    higher than `size`. Raises `Unsupported` if the picture must stay unchanged."""
    check(stream)
    try:
        coded = unpacked(stream)
        space = stream.get('/ColorSpace')
        if coded.coding in ('/DCTDecode', '/DCT'):
            return from_jpeg(stream, coded, mode_of(space), size)
        if coded.coding == '/JPXDecode':
            return Picture(from_jpeg2000(stream, coded, mode_of(space)), is_lossy=True)
        if coded.coding:
            raise Unsupported
        if is_indexed(space):
            return from_palette(stream, coded)
        return Picture(from_pixels(stream, coded, mode_of(space)))
    except (pikepdf.PdfError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise Unsupported from error


def check(stream) -> None:
    width, height = size_of(stream)
    if width < 1 or height < 1 or width * height > MAX_PIXELS:
        raise Unsupported
    # If the stream has the key `/F`, the data of the picture is in another file.
    if '/F' in stream:
        raise Unsupported
    # Ranges of values that are transparent. Lossy compression would change which pixels have transparent values.
    if isinstance(get(stream, '/Mask'), pikepdf.Array) or number_of(get(stream, '/SMaskInData')):
        raise Unsupported
    # A picture with the key `/Matte` is unsupported, because its colours were already mixed with the colour `/Matte`. A
    # picture with the key `/Matte` and its mask must have the same size.
    if '/Matte' in stream or has_members(get(stream, '/SMask')) and '/Matte' in stream['/SMask']:
        raise Unsupported


def size_of(stream) -> tuple[int, int]:
    return int(number_of(get(stream, '/Width'))), int(number_of(get(stream, '/Height')))


def unpacked(stream) -> Coded:
    """Undoes the compression filters of a stream, such as Flate. The encoding of a picture, such as JPEG, is not
    undone."""
    filters = [name_of(one) for one in listed(get(stream, '/Filter'))]
    parameters = listed(get(stream, '/DecodeParms'))
    if all(one in PACKINGS for one in filters):
        return Coded(stream.read_bytes(), '', None)
    *packings, coding = filters
    own = parameters[-1] if len(parameters) == len(filters) and has_members(parameters[-1]) else None
    if not packings:
        return Coded(stream.read_raw_bytes(), coding, own)
    if any(one not in PACKINGS for one in packings) or any(has_members(one) for one in parameters[:-1]):
        raise Unsupported
    with pikepdf.new() as other:
        packed = other.make_stream(b'')
        packed.write(stream.read_raw_bytes(), filter=[pikepdf.Name(one) for one in packings])
        return Coded(packed.read_bytes(), coding, own)


def from_jpeg(stream, coded: Coded, mode: str | None, size: tuple[int, int]) -> Picture:
    image = Image.open(io.BytesIO(coded.data), formats=['JPEG'])
    if image.size != size_of(stream) or image.mode != mode or not has_usual_transform(image, coded.parameters):
        raise Unsupported
    quantization = quantization_of(image)
    # Decodes the JPEG at twice the required size or more, so that the reduced picture is sharp.
    image.draft(None, (2 * size[0], 2 * size[1]))
    image.load()
    return Picture(ImageChops.invert(image) if mode == 'CMYK' else image, is_lossy=True, quantization=quantization)


def quantization_of(image) -> int:
    return sum(image.quantization[0])


def has_usual_transform(image, parameters) -> bool:
    """Returns whether Pillow and PDF readers agree on the colour transform of a JPEG. If the JPEG has no Adobe marker,
    the PDF may state another colour transform."""
    stated = get(parameters, '/ColorTransform')
    usual = 1 if image.mode == 'RGB' else 0
    return stated is None or 'adobe' in image.info or int(stated) == usual


def from_jpeg2000(stream, coded: Coded, mode: str | None) -> Image.Image:
    # A reader ignores the key `/Decode` of a JPEG 2000 picture, but would apply it to the new picture.
    if '/Decode' in stream:
        raise Unsupported
    image = Image.open(io.BytesIO(coded.data), formats=['JPEG2000'])
    if image.size != size_of(stream) or image.mode != mode or not is_plain_jpeg2000(coded.data, len(image.getbands())):
        raise Unsupported
    image.load()
    return image


def is_plain_jpeg2000(data: bytes, count: int) -> bool:
    """Returns whether Pillow returns the values of the components unchanged: `count` components of 8 bits in full
    resolution, without a palette, in gray or RGB."""
    at = data.find(b'\xff\x4f\xff\x51')
    header, components = data[:at], data[at + 42:at + 42 + 3 * count]
    if at < 0 or int.from_bytes(data[at + 40:at + 42], 'big') != count or components != b'\x07\1\1' * count:
        return False
    space = header.find(b'colr\1')
    is_known = space < 0 or int.from_bytes(header[space + 7:space + 11], 'big') in (16, 17)
    return is_known and b'pclr' not in header


def from_palette(stream, coded: Coded) -> Picture:
    palette = palette_of(stream['/ColorSpace'])
    bits = int(number_of(get(stream, '/BitsPerComponent')))
    decode = [number_of(one) for one in listed(get(stream, '/Decode'))]
    if palette is None or bits not in SMALL_NUMBERS or decode not in ([], [0, 2**bits - 1]):
        raise Unsupported
    numbers = Image.frombytes('P', size_of(stream), coded.data, 'raw', SMALL_NUMBERS[bits])
    gray = Image.frombytes('L', numbers.size, numbers.tobytes())
    image = Image.merge(palette.mode, [gray.point(table) for table in palette.tables])
    return Picture(image, base=palette.base)


def from_pixels(stream, coded: Coded, mode: str | None) -> Image.Image:
    bits, size = int(number_of(get(stream, '/BitsPerComponent'))), size_of(stream)
    if mode == 'L' and bits in SMALL_GRAY:
        return Image.frombytes('L', size, coded.data, 'raw', SMALL_GRAY[bits])
    if mode is None or bits not in (8, 16):
        raise Unsupported
    # Of a value of 16 bits, the first byte is kept.
    data = coded.data[::2] if bits == 16 else coded.data
    return Image.frombytes(mode, size, data, 'raw', mode)
