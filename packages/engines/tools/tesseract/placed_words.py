"""Reads the words that Tesseract finds on the picture of a page, and places them on the page."""
import math
import re
import unicodedata
import xml.etree.ElementTree as ET
from typing import Iterator, NamedTuple

BOX = re.compile(r'\bbbox (-?\d+) (-?\d+) (-?\d+) (-?\d+)')
ANGLE = re.compile(r'\btextangle (-?[\d.]+)')
BASELINE = re.compile(r'\bbaseline (-?[\d.e-]+) (-?[\d.]+)')
SIZE = re.compile(r'\bx_size (-?[\d.]+)')
DESCENDERS = re.compile(r'\bx_descenders (-?[\d.]+)')
CONFIDENCE = re.compile(r'\bx_wconf (\d+)')
LINES = ('ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat')
# Minimum confidence of a word. Words with a lower confidence are usually specks and lines of the scan.
MIN_WORD_CONFIDENCE = 0.15
# Minimum slope that is considered. A slope below this minimum does not move a word to another line.
MIN_SLOPE = 0.003


class Word(NamedTuple):
    text: str
    confidence: float
    # Coordinates of the start of the baseline, and length of the word along the baseline, in pixels.
    x: float
    y: float
    length: float
    # Size of the letters in pixels.
    size: float
    # Clockwise rotation of the text in degrees.
    angle: int
    # Slope of the text line: height divided by length.
    slope: float
    # Width and height of the picture.
    picture: tuple[int, int]


def words_of(hocr: ET.Element) -> list[Word]:
    """Returns the words in reading order."""
    for page in with_class(hocr, ('ocr_page',)):
        box = BOX.search(page.get('title', ''))
        picture = (int(box[3]), int(box[4])) if box else (1, 1)
        return [word for line in with_class(page, LINES) for word in words_in(line, picture)]
    return []


def with_class(element: ET.Element, names: tuple[str, ...]) -> Iterator[ET.Element]:
    return (one for one in element.iter() if one.get('class') in names)


def words_in(line: ET.Element, picture: tuple[int, int]) -> Iterator[Word]:
    title = line.get('title', '')
    angle = (360 - round(number(ANGLE, title) / 90) * 90) % 360
    baseline = BASELINE.search(title)
    slope, offset = (float(baseline[1]), float(baseline[2])) if baseline else (0.0, -number(DESCENDERS, title))
    left, top, right, bottom = box_of(title)
    size = number(SIZE, title)
    for element in with_class(line, ('ocrx_word',)):
        text = ''.join(element.itertext()).strip()
        own = element.get('title', '')
        confidence = number(CONFIDENCE, own) / 100
        if not text or confidence < MIN_WORD_CONFIDENCE:
            continue
        x0, y0, x1, y1 = box_of(own)
        start = {
            0: (x0, bottom + offset + slope * (x0 - left)),
            90: (left - offset, y0),
            180: (x1, top - offset),
            270: (right + offset, y1),
        }[angle]
        length = x1 - x0 if angle % 180 == 0 else y1 - y0
        yield Word(text, confidence, *start, length, size or y1 - y0, angle, slope if angle == 0 else 0.0, picture)


def number(pattern: re.Pattern, text: str) -> float:
    found = pattern.search(text)
    return float(found[1]) if found else 0.0


def box_of(title: str) -> tuple[int, ...]:
    found = BOX.search(title)
    return tuple(map(int, found.groups())) if found else (0, 0, 0, 0)


def confidence_of(words: list[Word]) -> float:
    """Returns the mean confidence of all letters."""
    letters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / max(letters, 1)


def runs_of(words: list[Word], page: dict, font: int) -> list[dict]:
    """Returns the words as text runs with positions in points. If the page is slightly rotated, places the words as on
    a straight page."""
    slopes = sorted(word.slope for word in words for _ in word.text if word.angle == 0)
    slope = slopes[len(slopes) // 2] if slopes else 0.0
    skew = -math.atan(slope) if abs(slope) > MIN_SLOPE else 0.0
    return [run_of(word, page, font, skew) for word in words]


def run_of(word: Word, page: dict, font: int, skew: float) -> dict:
    wide, high = word.picture
    scale = page['width'] / wide
    x, y = rotated(word.x - wide / 2, word.y - high / 2, skew)
    left, top = (x + wide / 2) * scale + page['left'], (y + high / 2) * scale + page['top']
    glyph = word.length * scale / len(word.text)
    along = (round(math.cos(math.radians(word.angle))), round(math.sin(math.radians(word.angle))))
    places = range(len(word.text))
    if is_right_to_left(word.text):
        places = reversed(places)
    at = [round(value, 2) for n in places for value in (left + along[0] * n * glyph, top + along[1] * n * glyph, glyph)]
    return {
        'font': font,
        'size': round(word.size * scale, 2),
        'angle': word.angle,
        'hidden': 1,
        'confidence': round(word.confidence, 2),
        'text': [ord(letter) for letter in word.text],
        'at': at,
    }


def rotated(x: float, y: float, angle: float) -> tuple[float, float]:
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def is_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(letter) in ('R', 'AL') for letter in text)
