"""Divides a scanned page into two layers: a sharp mask of the dark letters, and the rest, which needs few pixels."""
from PIL import Image, ImageChops, ImageFilter

# Gray pixels that are darker than this value can be letters.
INK = 150
# If the strongest and the weakest colour of a pixel differ by more than this value, the pixel is coloured. Coloured
# letters are not a part of the mask.
COLOURED = 60
# The page is divided into squares with sides of SQUARE pixels. A square belongs to a picture if more than the share
# MEDIUM of its pixels has medium brightness.
SQUARE, MEDIUM = 32, 0.4
# Resolution of the page without its ink, in pixels per inch.
REST_DPI = 120


def ink_of(image):
    """Returns a mask of the scan in which pixels of ink have the value 255. Pixels of pictures and of coloured letters
    are not ink."""
    gray = image.convert('L')
    ink = gray.point(lambda value: 255 if value < INK else 0)
    pictures = pictures_in(gray)
    ink = ImageChops.subtract(ink, pictures)
    if image.mode == 'RGB':
        red, green, blue = image.split()
        strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        weakest = ImageChops.darker(ImageChops.darker(red, green), blue)
        coloured = ImageChops.subtract(strongest, weakest).point(lambda value: 255 if value > COLOURED else 0)
        ink = ImageChops.subtract(ink, coloured)
    return ink


def pictures_in(gray):
    medium = gray.point(lambda value: 255 if 60 < value < 200 else 0).reduce(SQUARE)
    dense = medium.point(lambda value: 255 if value > MEDIUM * 255 else 0).filter(ImageFilter.MaxFilter(3))
    whole = dense.resize((dense.width * SQUARE, dense.height * SQUARE), Image.Resampling.NEAREST)
    return whole.crop((0, 0, *gray.size))


def rest_of(image, ink, dpi: float):
    """Returns the picture without its ink. The pixels of the ink get the colour of the surrounding paper."""
    # A margin of a few pixels also covers the soft edges of the letters.
    covered = ink.filter(ImageFilter.MaxFilter(5))
    factor = max(1, round(dpi / REST_DPI))
    paper = image.reduce(8).filter(ImageFilter.MaxFilter(5)).resize(image.size, Image.Resampling.BILINEAR)
    rest = Image.composite(paper, image, covered)
    return rest.reduce(factor) if factor > 1 else rest


def ink_colour(image, ink) -> tuple[float, ...]:
    """Returns the mean colour of the ink, slightly darkened. Each channel is a number from 0 to 1."""
    small = image.resize((max(1, image.width // 4), max(1, image.height // 4)), Image.Resampling.NEAREST)
    mask = ink.resize(small.size, Image.Resampling.NEAREST)
    histogram = [small.getchannel(name).histogram(mask) for name in small.getbands()]
    means = [sum(n * count for n, count in enumerate(one)) / (sum(one) or 1) for one in histogram]
    # The pixels at soft edges of letters are brighter than the ink, so the mean is too bright and is reduced.
    return tuple(max(0.0, mean - 30) / 255 for mean in means)
