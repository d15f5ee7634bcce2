"""Recognizes the text of a picture with Tesseract."""
import os
import re
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter

from PIL import Image

from engines.tools.tesseract.placed_words import BOX, Word, words_of

# Rotations of a picture that make a text upright, by the clockwise rotation of the text in degrees.
UPRIGHT = {90: Image.Transpose.ROTATE_90, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_270}
# Matches the text after a line's box: the baseline of the line, or the counter-clockwise rotation of the line.
DIRECTION = re.compile(r'(?:; baseline -?[\d.e-]+ -?[\d.]+|; textangle (-?\d+))?(?=; x_size)')


class RecognitionError(Exception):
    """Raised if Tesseract fails. The message is the end of Tesseract's error output."""


def hocr_of(picture: str, flags: list[str], may_repeat=lambda: True) -> str:
    """Returns the hOCR of the picture. Recognizes the text of a rotated page again on an upright copy of the picture,
    because Tesseract 5.5 misses lines on rotated pages. `may_repeat` returns whether there is time for the recognition
    of the upright copy."""
    first = run(picture, flags)
    words = words_in(first)
    angle = angle_of(words)
    if angle == 0 or not may_repeat():
        return first
    stem, ending = os.path.splitext(picture)
    upright = f'{stem}-upright{ending}'
    with Image.open(picture) as image:
        size = image.size
        image.transpose(UPRIGHT[angle]).save(upright)
    second = turned(run(upright, flags), angle, size)
    os.remove(upright)
    return second if certainty_of(words_in(second)) > certainty_of(words) else first


def run(picture: str, flags: list[str]) -> str:
    stem = os.path.splitext(picture)[0]
    # The page segmentation mode 1 also detects the rotation of the page.
    command = ['tesseract', picture, stem, *flags, '--psm', '1', 'hocr']
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if ended.returncode != 0:
        raise RecognitionError(f"tesseract: {ended.stderr.decode('utf-8', 'replace')[-500:]}")
    with open(f'{stem}.hocr', encoding='utf-8') as file:
        return file.read()


def words_in(hocr: str) -> list[Word]:
    return words_of(ET.fromstring(hocr.encode()))


def angle_of(words: list[Word]) -> int:
    """Returns the clockwise rotation of most letters in degrees."""
    letters = Counter()
    for word in words:
        letters[word.angle] += len(word.text)
    return letters.most_common(1)[0][0] if letters else 0


def certainty_of(words: list[Word]) -> float:
    """Returns the number of letters, weighted with their confidence."""
    return sum(word.confidence * len(word.text) for word in words)


def turned(hocr: str, angle: int, size: tuple[int, int]) -> str:
    """Converts the hOCR of an upright copy to the hOCR of the picture. `size` is the size of the picture in pixels.
    `angle` is the clockwise rotation of the text in the picture in degrees."""

    def box(found: re.Match) -> str:
        return 'bbox ' + ' '.join(map(str, turned_box(tuple(map(int, found.groups())), angle, size)))

    def direction(found: re.Match) -> str:
        counter_clockwise = (int(found[1] or 0) - angle) % 360
        return f'; textangle {counter_clockwise}' if counter_clockwise else ''

    return DIRECTION.sub(direction, BOX.sub(box, hocr))


def turned_box(box: tuple[int, ...], angle: int, size: tuple[int, int]) -> tuple[int, ...]:
    (left, top, right, bottom), (width, height) = box, size
    return {
        90: (width - bottom, left, width - top, right),
        180: (width - right, height - bottom, width - left, height - top),
        270: (top, height - right, bottom, height - left),
    }[angle]
