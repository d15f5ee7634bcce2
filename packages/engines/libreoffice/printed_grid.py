"""Computes column widths and row heights of a sheet as Excel prints them, from the digits of the Normal font."""
import math
from dataclasses import dataclass

# The advance of the widest digit, in em, from the `hmtx` table of each font. Substitutes have other digits.
DIGITS = {
    'arial': 0.5562,
    'arial narrow': 0.4561,
    'book antiqua': 0.5,
    'calibri': 0.5068,
    'cambria': 0.5542,
    'century gothic': 0.5537,
    'comic sans ms': 0.6104,
    'consolas': 0.5498,
    'courier new': 0.6001,
    'garamond': 0.4692,
    'georgia': 0.6138,
    'helvetica': 0.5562,
    'malgun gothic': 0.5513,
    '맑은 고딕': 0.5513,
    'ms gothic': 0.5,
    'ms mincho': 0.5,
    'palatino linotype': 0.5,
    'segoe ui': 0.5391,
    'simsun': 0.5,
    '宋体': 0.5,
    'ｍｓ ゴシック': 0.5,
    'tahoma': 0.5459,
    'times new roman': 0.5,
    'trebuchet ms': 0.5244,
    'verdana': 0.6357,
}

# Heights in points of a row without a stated height, by the size of the Normal font.
ROWS = {
    'arial': {9: 12, 10: 13, 12: 15, 14: 17},
    'calibri': {8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19},
    'malgun gothic': {8: 13, 9: 14, 10: 15, 11: 17, 12: 18, 13: 19, 14: 20},
}
ROWS['맑은 고딕'] = ROWS['malgun gothic']

POINTS_PER_INCH, SCREEN = 72, 96
MAC, WINDOWS = 72, 600
# Excel prints stated heights in proportion to the line of the Normal font on the device, which these fonts have lower in print.
LOWERED = {
    MAC: {('calibri', size): 0.92 for size in (11, 12, 13)},
    WINDOWS: {('calibri', 11): 0.968},
}
DEFAULT_CHARACTERS = 8
# Excel widens columns without a stated width to a multiple of so many pixels of the screen.
SCREEN_STEP = 8


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)


def _padding(digit: int) -> int:
    """The space on one side of a cell, in dots."""
    return math.ceil(digit / 4) + 1


@dataclass(frozen=True)
class PrintedGrid:
    """Measures in points. Excel for Windows lays pages out in dots of a printer, Excel for Mac in whole points."""

    font: str
    size: float
    dots_per_inch: int = MAC

    @staticmethod
    def knows(font: str) -> bool:
        return font.lower() in DIGITS

    @property
    def _digit(self) -> int:
        """Width of a digit in dots. Windows rounds the size of the font to whole dots first."""
        size = self.size * self.dots_per_inch / POINTS_PER_INCH
        return _rounded(DIGITS[self.font.lower()] * (size if self.dots_per_inch == MAC else _rounded(size)))

    @property
    def padding(self) -> float:
        return self._points(_padding(self._digit))

    def width(self, characters: float) -> float:
        """The width of a column that a file states in characters."""
        return self._points(_rounded(characters * self._digit))

    def default_width(self, characters: int = DEFAULT_CHARACTERS) -> float:
        """The width of a column without a stated width, which holds so many digits."""
        if self.dots_per_inch == MAC:
            return self._points(characters * self._digit + 2 * _padding(self._digit) - 1)
        digit = _rounded(DIGITS[self.font.lower()] * self.size * SCREEN / POINTS_PER_INCH)
        pixels = math.ceil((characters * digit + 2 * _padding(digit) - 1) / SCREEN_STEP) * SCREEN_STEP
        return self.width(pixels / digit)

    def height(self, stated: float) -> float:
        """The printed height of a row whose height a file states."""
        factor = LOWERED[self.dots_per_inch].get((self.font.lower(), self.size), 1)
        dots = stated * factor * self.dots_per_inch / POINTS_PER_INCH
        return self._points(math.floor(dots) if factor == 1 else _rounded(dots))

    def default_height(self, stated: float | None) -> float | None:
        """The printed height of a row without a stated height; `stated` is what the file says of such rows."""
        height = ROWS.get(self.font.lower(), {}).get(self.size) if self.dots_per_inch == MAC else None
        height = height or stated
        return self.height(height) if height else None

    def _points(self, dots: int) -> float:
        return dots * POINTS_PER_INCH / self.dots_per_inch
