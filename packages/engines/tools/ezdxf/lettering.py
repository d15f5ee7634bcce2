"""Measures text in the single font used for all drawings, regardless of the CAD fonts that the drawings specify."""
import glob

from PIL import ImageFont

FONT = '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf'
FAMILY = 'Liberation Sans, Arial, Helvetica, sans-serif'
# Height of capital letters, height of small letters, and descent, as fractions of the font size.
CAP_HEIGHT = 1409 / 2048
X_HEIGHT = 1082 / 2048
DESCENT = 431 / 2048
MEASURED_AT = 1000


class Lettering:
    def __init__(self) -> None:
        self._font = ImageFont.truetype(sorted(glob.glob(FONT))[0], MEASURED_AT)

    def width(self, text: str, cap_height: float) -> float:
        return self._font.getlength(text) / MEASURED_AT * size_of(cap_height)


def size_of(cap_height: float) -> float:
    """Returns the font size at which capital letters are `cap_height` high."""
    return cap_height / CAP_HEIGHT
