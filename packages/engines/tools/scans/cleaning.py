"""Makes the paper of a scanned page white, and removes dust."""
from PIL import Image, ImageChops, ImageFilter

from engines.tools.scans.layers import pictures_in

# Factor by which the picture is reduced to measure the brightness of the paper.
REDUCED = 16
# Width of the filter that ignores letters, in reduced pixels.
REACH = 7
# Minimum brightness of paper. White is 255.
PAPER = 232


def clean(image):
    """Brightens each pixel, in each colour, by the amount that makes the surrounding paper white. Areas of the page
    that contain pictures stay unchanged."""
    cleaned = Image.merge(image.mode, [whitened(channel) for channel in image.split()])
    return Image.composite(image, cleaned, pictures_in(image.convert('L')))


def whitened(channel):
    paper = channel.reduce(REDUCED).filter(ImageFilter.MaxFilter(REACH)).filter(ImageFilter.GaussianBlur(REACH / 2))
    # Dark areas are not paper, so they are not brightened.
    paper = paper.point(lambda value: value if value > 128 else 255)
    paper = paper.resize(channel.size, Image.Resampling.BILINEAR)
    lifted = ImageChops.add(channel, ImageChops.invert(paper))
    lifted = lifted.point(lambda value: 255 if value >= PAPER else value * 255 // PAPER)
    return without_dust(lifted)


def without_dust(channel):
    """Replaces isolated dark specks with the brightness of their surroundings."""
    median = channel.filter(ImageFilter.MedianFilter(3))
    # Letters have strokes of several pixels, which the median keeps.
    is_dust = ImageChops.subtract(median, channel).point(lambda value: 255 if value > 96 else 0)
    return Image.composite(median, channel, is_dust)
