"""Reads the properties of a picture from its header: pixels, frames, pages, transparency, bit depth, colour model and
profile."""
import re
import struct
from typing import Iterator

from engines.passes.file_info import icc
from engines.passes.file_info.bounds import Unread, bytes_of, output_of
from engines.passes.file_info.credentials import known_credentials
from engines.passes.file_info.markup import parse
from engines.passes.metadata.cleaners import boxes

# The name of each format in Pillow. Pillow opens a file only if it has the declared format.
NAMES = {
    'jpg': 'JPEG', 'png': 'PNG', 'apng': 'PNG', 'gif': 'GIF', 'tiff': 'TIFF', 'bmp': 'BMP', 'tga': 'TGA', 'pcx': 'PCX',
    'psd': 'PSD', 'ico': 'ICO', 'cur': 'CUR', 'jp2': 'JPEG2000', 'j2k': 'JPEG2000', 'dds': 'DDS', 'ppm': 'PPM', 'pgm': 'PPM', 'pbm': 'PPM',
}
BY_VIPS = ('heic', 'avif', 'jxl', 'exr', 'hdr')
# libvips always reports 4 channels for EXR and HDR, so the number of channels does not reveal transparency.
ALWAYS_FOUR = ('exr', 'hdr')
FORMATS = (*NAMES, 'webp', *BY_VIPS, 'svg')

MODELS = {'1': 'grey', 'L': 'grey', 'LA': 'grey', 'RGB': 'rgb', 'RGBA': 'rgb', 'P': 'rgb', 'PA': 'rgb', 'CMYK': 'cmyk', 'LAB': 'lab'}
TRANSPARENT = ('RGBA', 'LA', 'PA')
WITH_PROFILE = ('jpg', 'png', 'apng', 'tiff', 'psd')
NO_PROFILE = 'none'
# Formats for which programs disagree whether the fourth byte of a pixel is alpha.
UNKNOWN_ALPHA = ('bmp', 'ico', 'cur')
MAX_FRAMES = 10_000
LENGTH = re.compile(r'\s*(\d+(?:\.\d+)?)(?:px)?\s*$')
BITS_PER_SAMPLE = 258


def read(file) -> Iterator[dict]:
    if file.format == 'svg':
        yield drawing(bytes_of(file.path))
        return
    if file.format == 'webp':
        yield from webp(file.path)
    elif file.format in BY_VIPS:
        yield from by_vips(file.path, file.format)
    else:
        yield from by_pillow(file.path, file.format)
    yield known_credentials(file.path)


def by_pillow(path: str, ext: str) -> Iterator[dict]:
    from PIL import Image

    # The pixel limit is not needed, because no pixels are decoded.
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(path, formats=[NAMES[ext]]) as image:
        yield {'width': image.width, 'height': image.height}
        if image.mode in MODELS:
            yield {'colour_model': MODELS[image.mode]}
        if ext in WITH_PROFILE:
            yield known_profile(image.info.get('icc_profile'), 'srgb' in image.info)
        yield known_bits(image, path, ext)
        # The layers of a PSD file and the sizes in an icon do not count as frames or pages.
        many = 1 if ext in ('psd', 'ico', 'cur') else getattr(image, 'n_frames', 1)
        if many <= MAX_FRAMES:
            yield {'pages' if ext == 'tiff' else 'frames': many}
        if ext in UNKNOWN_ALPHA:
            return
        alpha = image.mode in TRANSPARENT or 'transparency' in image.info
        # Later frames of a GIF may have transparency even if the first frame has no transparency.
        yield {} if ext == 'gif' and many > 1 and not alpha else {'alpha': alpha}


def known_profile(content: bytes | None, is_srgb: bool) -> dict:
    if content:
        name = icc.description(content)
        return {'profile': name} if name else {}
    return {'profile': 'sRGB' if is_srgb else NO_PROFILE}


def known_bits(image, path: str, ext: str) -> dict:
    if ext in ('png', 'apng'):
        with open(path, 'rb') as file:
            depth, kind = file.read(26)[24:]
        # The colours of a palette have 8 bits per channel.
        return {'bits': 8 if kind == 3 else depth}
    if ext == 'tiff':
        bits = image.tag_v2.get(BITS_PER_SAMPLE, 1)
        return {'bits': max(bits) if isinstance(bits, tuple) else int(bits)}
    return {'bits': 8} if ext in ('jpg', 'gif') else {}


def webp(path: str) -> Iterator[dict]:
    """Reads the chunks of a WebP file, because the decoder would allocate memory for all pixels."""
    frames, profile, size, alpha = 0, None, None, None
    with open(path, 'rb') as file:
        if file.read(12)[8:] != b'WEBP':
            raise Unread('not a WebP')
        while len(head := file.read(8)) == 8:
            kind, length = head[:4], struct.unpack('<I', head[4:])[0]
            end = file.tell() + length + length % 2
            if kind == b'VP8X':
                content = file.read(10)
                size, alpha = tuple(1 + int.from_bytes(content[at:at + 3], 'little') for at in (4, 7)), bool(content[0] & 16)
            elif kind == b'VP8 ' and size is None:
                size, alpha = tuple(side & 0x3fff for side in struct.unpack('<HH', file.read(10)[6:])), False
            elif kind == b'VP8L' and size is None:
                packed = struct.unpack('<I', file.read(5)[1:])[0]
                size, alpha = (1 + (packed & 0x3fff), 1 + (packed >> 14 & 0x3fff)), bool(packed >> 28 & 1)
            elif kind == b'ICCP':
                profile = file.read(min(length, icc.MAX))
            frames += kind == b'ANMF'
            file.seek(end)
    if size is None:
        raise Unread('a WebP without a picture')
    yield {'width': size[0], 'height': size[1], 'frames': max(frames, 1), 'alpha': alpha, 'bits': 8, 'colour_model': 'rgb'}
    yield known_profile(profile, False)


def by_vips(path: str, ext: str) -> Iterator[dict]:
    lines = output_of('vipsheader', '-a', path).splitlines()
    header = dict(line.split(': ', 1) for line in lines if ': ' in line)
    yield {'width': int(header['width']), 'height': int(header['height'])}
    yield {} if ext in ALWAYS_FOUR else {'alpha': header['bands'] in ('2', '4')}
    if ext == 'jxl':
        lines = output_of('jxlinfo', path).splitlines()
        yield {'frames': max(1, sum(line.startswith('frame:') for line in lines))}
    if ext in ('avif', 'heic'):
        yield {'frames': frames_of_sequence(path)}
    if 'heif-bitdepth' in header:
        yield {'bits': int(header['heif-bitdepth'])}


def frames_of_sequence(path: str) -> int:
    """Returns the number of frames in the first track, from its sample size table, or 1 for a file without tracks."""
    content = bytes_of(path)
    place = boxes.find(content, (b'moov', b'trak', b'mdia', b'minf', b'stbl', b'stsz'))
    return max(1, struct.unpack_from('>I', content, place[0] + 8)[0]) if place and place[0] + 12 <= place[1] else 1


def drawing(content: bytes) -> dict:
    size: dict[str, int] = {}
    elements: list[str] = []

    def start(element, at):
        if not elements and element != 'svg':
            raise Unread('not an SVG')
        if not elements:
            matches = {side: LENGTH.match(at.get(side, '')) for side in ('width', 'height')}
            size.update({side: round(float(match[1])) for side, match in matches.items() if match})
        elements.append(element)

    parse(content, start)
    return size
