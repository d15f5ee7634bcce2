"""Makes pictures of known content, or reads a picture and prints its properties as JSON. Uses Pillow instead of
Protean's engines.
"""
import hashlib
import io
import json
import re
import struct
import sys

from PIL import Image, ImageCms

RED, GREEN, BLUE, WHITE = (220, 30, 40), (30, 200, 60), (40, 60, 220), (255, 255, 255)
# A colour far from the limits of every colour space, so that no conversion clips it.
EARTH = (150, 110, 70)
COLOURS = '/usr/share/color/icc/ghostscript/'


def corners(width=60, height=40):
    """Returns a picture of four rectangles: red and green in the upper half, blue and white in the lower half. The
    picture is wider than high.
    """
    image = Image.new('RGB', (width, height))
    for n, colour in enumerate((RED, GREEN, BLUE, WHITE)):
        image.paste(colour, (n % 2 * width // 2, n // 2 * height // 2, (n % 2 + 1) * width // 2, (n // 2 + 1) * height // 2))
    return image


# Maps each Exif orientation to the transformation that turns the upright picture into the stored pixels. To show the
# picture upright, a reader applies the inverse transformation.
STORED = {
    2: (Image.Transpose.FLIP_LEFT_RIGHT,),
    3: (Image.Transpose.ROTATE_180,),
    4: (Image.Transpose.FLIP_TOP_BOTTOM,),
    5: (Image.Transpose.TRANSPOSE,),
    6: (Image.Transpose.ROTATE_90,),
    7: (Image.Transpose.TRANSVERSE,),
    8: (Image.Transpose.ROTATE_270,),
}


def turned(file, orientation):
    image = corners()
    for turn in STORED[int(orientation)]:
        image = image.transpose(turn)
    exif = Image.Exif()
    exif[0x0112] = int(orientation)
    image.save(file, quality=95, subsampling=0, exif=exif)


def noted(file):
    """Writes a JPEG with a copyright, a location and an XMP packet, as cameras and editing programs do."""
    exif = Image.Exif()
    exif[0x8298] = 'somebody'
    exif[0x8825] = {1: 'N', 2: (51.0, 30.0, 0.0), 3: 'W', 4: (0.0, 7.0, 0.0)}
    xmp = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="protean-xmp"/></rdf:RDF></x:xmpmeta>'
    ).encode()
    out = io.BytesIO()
    corners().save(out, 'JPEG', quality=95, exif=exif)
    data, packet = out.getvalue(), b'http://ns.adobe.com/xap/1.0/\0' + xmp
    second = 4 + struct.unpack_from('>H', data, 4)[0]
    segment = b'\xff\xe1' + struct.pack('>H', len(packet) + 2) + packet
    with open(file, 'wb') as target:
        target.write(data[:second] + segment + data[second:])


def profiled(file, profile):
    """Writes a picture of the colour EARTH in a wide colour space. A program that reads the samples of this picture as
    sRGB would show another colour."""
    wide = ImageCms.getOpenProfile(COLOURS + profile)
    image = ImageCms.profileToProfile(Image.new('RGB', (32, 32), EARTH), ImageCms.createProfile('sRGB'), wide)
    image.save(file, icc_profile=wide.tobytes(), **({'quality': 98, 'subsampling': 0} if file.endswith('jpg') else {}))


def ink(file, with_profile='yes'):
    cmyk = ImageCms.getOpenProfile(COLOURS + 'default_cmyk.icc')
    image = ImageCms.profileToProfile(Image.new('RGB', (32, 32), EARTH), ImageCms.createProfile('sRGB'), cmyk, outputMode='CMYK')
    image.info.clear()
    named = {'icc_profile': cmyk.tobytes()} if with_profile == 'yes' else {}
    image.save(file, **named, **({'quality': 98} if file.endswith('jpg') else {}))


def clear(file):
    """Makes a picture with a transparent left half and a red right half."""
    image = Image.new('RGBA', (40, 40), (0, 0, 0, 0))
    image.paste((*RED, 255), (20, 0, 40, 40))
    image.save(file)


def see(file, *points):
    with Image.open(file) as image:
        frames = getattr(image, 'n_frames', 1)
        # djxl writes Exif data in hexadecimal. Additional bytes precede the Exif data: 4 bytes in djxl 0.7, and 6 bytes
        # in djxl 0.11.
        if (spelled := image.info.pop('Raw profile type exif', None)) is not None:
            block = bytes.fromhex(''.join(spelled.split('\n')[3:]))
            image.info['exif'] = block[re.search(rb'MM\0\*|II\*\0', block).start():]
        exif, profile = image.getexif(), image.info.get('icc_profile')
        whole = open(file, 'rb').read()
        shown = image.convert('RGBA' if 'A' in image.mode or 'transparency' in image.info else 'RGB')
        answer = {
            'size': list(image.size),
            'mode': image.mode,
            'frames': frames,
            'orientation': exif.get(0x0112),
            'copyright': exif.get(0x8298),
            'place': bool(exif.get_ifd(0x8825)),
            'xmp': b'protean-xmp' in whole or 'protean-xmp' in str(image.info),
            'profile': hashlib.sha256(profile).hexdigest() if profile else None,
            'pixels': [list(shown.getpixel(tuple(map(int, point.split(','))))) for point in points],
        }
    json.dump(answer, sys.stdout)


if __name__ == '__main__':
    {made.__name__: made for made in (turned, noted, profiled, ink, clear, see)}[sys.argv[1]](*sys.argv[2:])
