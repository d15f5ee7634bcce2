"""Writes the frames of an animation as an APNG with their delays and number of plays. Pillow encodes each frame
separately, and this module joins the encoded frames, because Pillow's own writer for animations keeps all frames in
memory and merges equal frames.
"""
import io
import json
import struct
import sys
import zlib
from typing import BinaryIO, Iterator, Optional

from PIL import Image, ImageChops, ImageFile, ImageSequence

MAX_PIXELS = 100_000_000
# Upper bound for all frames together: 1 minute of full HD video.
MAX_ANIMATION_PIXELS = 3_000_000_000
# If the delay of a frame is at most SHORTEST_DELAY milliseconds, browsers show the frame for DEFAULT_DELAY
# milliseconds.
SHORTEST_DELAY = 10
DEFAULT_DELAY = 100
# Duration of a video that is made from a still picture, in milliseconds.
STILL_DELAY = 1000
# An APNG stores a delay as a fraction of a second, with 16 bits each for numerator and denominator.
MAX_TERM = 65_535
# Exif tags for the resolution, and the resolution units in metres.
X_RESOLUTION, Y_RESOLUTION, RESOLUTION_UNIT = 282, 283, 296
CENTIMETRE, INCH = 0.01, 0.0254
MAX_DENSITY = 2**31 - 1
SIGNATURE = b'\x89PNG\r\n\x1a\n'


def main() -> None:
    step = json.loads(sys.argv[1])
    Image.MAX_IMAGE_PIXELS = None
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    with Image.open(step['input'], formats=['WEBP']) as image:
        size, frames = image.width * image.height, getattr(image, 'n_frames', 1)
        if size > MAX_PIXELS or size * frames > MAX_ANIMATION_PIXELS:
            sys.stderr.write('protean-reason: too_many_pixels\n')
            sys.exit(1)
        # An intermediate result is read once and then discarded, so fast compression is better.
        level = 1 if step.get('intermediate') else 6
        profile = image.info.get('icc_profile')
        with open(step['output'], 'wb') as output:
            write(output, image, frames, level, profile)


def write(output: BinaryIO, image: Image.Image, frames: int, level: int, profile: Optional[bytes]) -> None:
    mode = 'RGBA' if image.mode == 'RGBA' else 'RGB'
    channels = 6 if mode == 'RGBA' else 2
    output.write(SIGNATURE)
    output.write(chunk(b'IHDR', struct.pack('>IIBBBBB', *image.size, 8, channels, 0, 0, 0)))
    if profile:
        output.write(chunk(b'iCCP', b'ICC profile\0\0' + zlib.compress(profile)))
    if density := density_of(image):
        output.write(chunk(b'pHYs', struct.pack('>IIB', *density, 1)))
    output.write(chunk(b'acTL', struct.pack('>II', frames, image.info.get('loop', 0))))
    number = 0
    before = None
    for shown in ImageSequence.Iterator(image):
        frame = shown.convert(mode)
        left, top, right, bottom = changed(before, frame)
        delay = fraction(shown_delay(shown.info.get('duration', 0)) if frames > 1 else STILL_DELAY)
        place = (right - left, bottom - top, left, top)
        output.write(chunk(b'fcTL', struct.pack('>IIIIIHHBB', number, *place, *delay, 0, 0)))
        number += 1
        for data in pixels(frame.crop((left, top, right, bottom)), level):
            if before is None:
                output.write(chunk(b'IDAT', data))
            else:
                output.write(chunk(b'fdAT', struct.pack('>I', number) + data))
                number += 1
        before = frame
    output.write(chunk(b'IEND', b''))


def shown_delay(milliseconds: int) -> int:
    return milliseconds if milliseconds > SHORTEST_DELAY else DEFAULT_DELAY


def fraction(milliseconds: int) -> tuple[int, int]:
    """Returns the delay as a fraction of a second: in milliseconds, or in larger units if the delay exceeds a
    minute."""
    unit = next((unit for unit in (1000, 100, 10) if milliseconds * unit / 1000 <= MAX_TERM), 1)
    return min(MAX_TERM, round(milliseconds * unit / 1000)), unit


def density_of(image: Image.Image) -> Optional[tuple[int, int]]:
    """Returns the resolution of both axes in pixels per metre, from the Exif data of the WebP, or None."""
    exif = image.getexif()
    axes = exif.get(X_RESOLUTION), exif.get(Y_RESOLUTION)
    if not all(axes):
        return None
    per_unit = CENTIMETRE if exif.get(RESOLUTION_UNIT) == 3 else INCH
    x, y = (round(float(axis) / per_unit) for axis in axes)
    return min(x, MAX_DENSITY), min(y, MAX_DENSITY)


def changed(before: Optional[Image.Image], frame: Image.Image) -> tuple[int, int, int, int]:
    """Returns the box of the pixels that differ from the previous frame. If no pixel differs, returns a box of one
    pixel, because a frame cannot be empty."""
    if before is None:
        return 0, 0, *frame.size
    different = None
    # Each band is compared separately. For an image with alpha, getbbox would check only alpha.
    for band in ImageChops.difference(before, frame).split():
        different = band if different is None else ImageChops.lighter(different, band)
    return (different and different.getbbox()) or (0, 0, 1, 1)


def pixels(frame: Image.Image, level: int) -> Iterator[bytes]:
    """Yields the contents of the pixel chunks of the frame, encoded as PNG."""
    png = io.BytesIO()
    frame.save(png, 'PNG', compress_level=level)
    data, at = png.getbuffer(), len(SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack_from('>I', data, at)
        if data[at + 4 : at + 8] == b'IDAT':
            yield bytes(data[at + 8 : at + 8 + length])
        at += length + 12


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


if __name__ == '__main__':
    main()
