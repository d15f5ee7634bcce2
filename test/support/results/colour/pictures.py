"""Uses Pillow to make pictures with colour profiles, or to print the colours of a picture as JSON."""
import io
import json
import subprocess
import sys

from PIL import Image, ImageCms

PROFILES = '/usr/share/color/icc/ghostscript/'


def stored(png, target, profile):
    """Converts a PNG from sRGB to the profile, and saves it in the format of the target's extension."""
    image = Image.open(png)
    srgb = ImageCms.createProfile('sRGB')
    wanted = ImageCms.getOpenProfile(PROFILES + profile)
    mode = {'GRAY': 'L', 'RGB ': 'RGB', 'CMYK': 'CMYK'}[wanted.profile.xcolor_space]
    if mode == 'L':
        # The source profile is sRGB, so the source needs three channels even if the target is gray.
        image = image.convert('RGB')
    converted = ImageCms.profileToProfile(image.convert('RGB'), srgb, wanted, outputMode=mode)
    options = {'quality': 97} if target.endswith(('jpg', 'webp')) else {}
    if target.endswith('jpg') and mode != 'L':
        options['subsampling'] = 0
    converted.save(target, icc_profile=wanted.tobytes(), **options)


def tiff(png, target, kind):
    """Saves a PNG as a TIFF with another sample type. `kind` is a Pillow mode such as `CMYK`, `gray`, or `float`
    (linear light).
    """
    image = Image.open(png).convert('RGB')
    if kind == 'float':
        image.save(target + '.png')
        subprocess.run(['vips', 'colourspace', target + '.png', target + '.v', 'scrgb'], check=True)
        subprocess.run(['vips', 'tiffsave', target + '.v', target], check=True)
    elif kind == 'LAB':
        lab = ImageCms.profileToProfile(image, ImageCms.createProfile('sRGB'), ImageCms.createProfile('LAB'), outputMode='LAB')
        lab.save(target)
    elif kind == 'YCbCr':
        image.save(target, compression='jpeg', quality=97)
    else:
        image.convert({'gray': 'L'}.get(kind, kind)).save(target)


def samples(file, count):
    """Returns the samples in the middle of each patch without applying a colour profile. The patches form a row of
    `count` patches.
    """
    with Image.open(file) as image:
        shown = image.convert('RGB')
        return middles(shown, int(count))


def middles(shown, count):
    width = shown.width / count
    return [shown.getpixel((int(width * (n + 0.5)), shown.height // 2)) for n in range(count)]


def colours(file, count):
    """Returns the sRGB colour in the middle of each patch. The patches form a row of `count` patches."""
    with Image.open(file) as image:
        image.load()
        profile = image.info.get('icc_profile')
        # Pillow does not apply the profile or the gamma of the file. This program applies the colour profile, and
        # rejects files with an unusual gamma.
        if not profile and 'srgb' not in image.info and abs(image.info.get('gamma', 1 / 2.2) - 1 / 2.2) > 0.01:
            sys.exit(f"declares a gamma of {image.info['gamma']}")
        if image.mode.startswith('I'):
            image = image.point(lambda value: value / 257).convert('L')
        if image.mode not in ('L', 'RGB', 'CMYK'):
            image = image.convert('RGBA').convert('RGB') if image.mode in ('P', 'RGBA') else image.convert('L' if image.mode in ('LA', '1') else 'RGB')
        if profile:
            source = ImageCms.getOpenProfile(io.BytesIO(profile))
            # If all channels are equal, ImageMagick 7 writes only one channel, but keeps the profile for three
            # channels.
            if file.endswith('.read.png') and image.mode == 'L' and source.profile.xcolor_space == 'RGB ':
                image = image.convert('RGB')
            image = ImageCms.profileToProfile(image, source, ImageCms.createProfile('sRGB'), outputMode='RGB')
        return middles(image.convert('RGB'), int(count))


if __name__ == '__main__':
    task, *words = sys.argv[1:]
    print(json.dumps({'stored': stored, 'tiff': tiff, 'samples': samples, 'colours': colours}[task](*words)))
