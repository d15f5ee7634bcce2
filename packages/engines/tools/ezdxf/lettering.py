"""Measures text in the one font that drawings are lettered in here, whatever font of a CAD program they name."""
import glob

from PIL import ImageFont

FONT = '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf'
FAMILY = 'Liberation Sans, Arial, Helvetica, sans-serif'
# As a share of the font's size, which is that of the em square.
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
    """The size of the font whose capitals have the height that drawings give."""
    return cap_height / CAP_HEIGHT
