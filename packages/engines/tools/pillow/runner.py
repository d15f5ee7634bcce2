"""Writes the first frame of a picture, upright and with its colour profile. Refuses truncated pictures."""
import json
import os
import sys
import warnings

from PIL import Image, ImageFile, ImageOps

MAX_PIXELS = 100_000_000

# Pillow's format names, to open files only as their declared format.
NAMES = {
    'jpg': 'JPEG', 'webp': 'WEBP', 'tiff': 'TIFF', 'bmp': 'BMP', 'tga': 'TGA', 'pcx': 'PCX',
    'psd': 'PSD', 'sgi': 'SGI', 'ico': 'ICO', 'jp2': 'JPEG2000', 'j2k': 'JPEG2000', 'dds': 'DDS',
}

# Pillow's image modes that PNG supports. Images in other modes become RGB, or RGBA if they have transparency.
PLAIN = ('1', 'L', 'LA', 'P', 'RGB', 'RGBA', 'I;16')


def main():
    step = json.loads(sys.argv[1])
    Image.MAX_IMAGE_PIXELS = None
    warnings.filterwarnings('error', message='Truncated File Read')
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    with Image.open(step['input'], formats=[NAMES[step['from']]]) as image:
        if image.width * image.height > MAX_PIXELS:
            sys.stderr.write('protean-reason: too_many_pixels\n')
            sys.exit(1)
        if image.format == 'TIFF':
            check_whole(image, os.path.getsize(step['input']))
        image.load()
        profile = image.info.get('icc_profile')
        upright = ImageOps.exif_transpose(image)
        if upright.mode not in PLAIN:
            upright = upright.convert('RGBA' if upright.mode in ('PA', 'RGBa', 'La') else 'RGB')
            # If the conversion changed the colour model, for example from CMYK to RGB, the colour profile no
            # longer fits.
            profile = profile if image.mode in ('RGBX', 'RGBa') else None
        upright.save(step['output'], icc_profile=profile)


# TIFF tags with the offsets and lengths of picture parts: strips, tiles, old-style JPEG.
PARTS = ((273, 279), (324, 325), (513, 514))


def check_whole(image, size):
    """Exits if a part of a page is outside the file, because libtiff would fill the missing part with gray."""
    for page in range(image.n_frames):
        image.seek(page)
        for offsets, lengths in PARTS:
            starts, counts = (as_tuple(image.tag_v2.get(tag, ())) for tag in (offsets, lengths))
            if any(start + count > size for start, count in zip(starts, counts)):
                sys.exit('the picture is truncated')
    image.seek(0)


def as_tuple(value):
    return value if isinstance(value, tuple) else (value,)


if __name__ == '__main__':
    main()
