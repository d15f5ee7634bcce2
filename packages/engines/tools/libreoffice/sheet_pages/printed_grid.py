"""Computes column widths and row heights of a sheet as Excel prints them, from the width of digits in the Normal
font."""
import math
from dataclasses import dataclass

from engines.tools.libreoffice.printed_fonts import DIGITS, ROWS

POINTS_PER_INCH, SCREEN = 72, 96
MAC, WINDOWS = 72, 600
# Factors for row heights, by the font and size of the style Normal. If the style Normal has a font in `LOWERED`,
# printed rows are lower than the file states.
LOWERED = {
    MAC: {(font, size): 0.92 for font in ('aptos', 'aptos narrow', 'calibri') for size in (11, 12, 13)},
    WINDOWS: {('calibri', 11): 0.968},
}
DEFAULT_CHARACTERS = 8
# Excel for Mac uses this default width in a sheet without `sheetFormatPr`.
UNSTATED_ON_MAC = 10
# Excel widens columns without a stated width to a multiple of this number of screen pixels.
SCREEN_STEP = 8


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)


def _padding(digit: int) -> int:
    """Returns the padding at the left or right side of a cell, in dots."""
    return math.ceil(digit / 4) + 1


@dataclass(frozen=True)
class PrintedGrid:
    """Column widths and row heights in points. Excel for Windows rounds sizes to printer dots, Excel for Mac to whole
    points."""

    font: str
    size: float
    dots_per_inch: int = MAC

    @staticmethod
    def knows(font: str) -> bool:
        return font.lower() in DIGITS

    @property
    def _digit(self) -> int:
        """Returns the width of a digit in dots. Windows first rounds the font size to whole dots."""
        size = self.size * self.dots_per_inch / POINTS_PER_INCH
        return _rounded(DIGITS[self.font.lower()] * (size if self.dots_per_inch == MAC else _rounded(size)))

    @property
    def padding(self) -> float:
        return self._points(_padding(self._digit))

    def width(self, characters: float) -> float:
        """Returns the printed width of a column. `characters` is the width that the file states, as a number of
        characters."""
        return self._points(_rounded(characters * self._digit))

    def default_width(self, characters: int | None = None) -> float:
        """Returns the printed width of a column without a stated width. The argument `characters` is the default width
        that the sheet states, or None if the sheet states no default width."""
        if characters is None:
            characters = UNSTATED_ON_MAC if self.dots_per_inch == MAC else DEFAULT_CHARACTERS
        if self.dots_per_inch == MAC:
            return self._points(characters * self._digit + 2 * _padding(self._digit) - 1)
        digit = _rounded(DIGITS[self.font.lower()] * self.size * SCREEN / POINTS_PER_INCH)
        pixels = math.ceil((characters * digit + 2 * _padding(digit) - 1) / SCREEN_STEP) * SCREEN_STEP
        return self.width(pixels / digit)

    def height(self, stated: float) -> float:
        """Returns the printed height of a row. `stated` is the height that the file states."""
        factor = LOWERED[self.dots_per_inch].get((self.font.lower(), self.size), 1)
        dots = stated * factor * self.dots_per_inch / POINTS_PER_INCH
        return self._points(math.floor(dots) if factor == 1 else _rounded(dots))

    def default_height(self, stated: float | None) -> float | None:
        """Returns the printed height of a row without a stated height, or None if the printed height is unknown. The
        argument `stated` is the default height of rows that the file states."""
        return self.line_height(self.font, self.size) or (self.height(stated) if stated else None)

    def line_height(self, font: str, size: float) -> float | None:
        """Returns the printed height of a one-line row, if Excel chooses the height automatically. Returns None if the
        printed height is unknown."""
        height = ROWS.get(font.lower(), {}).get(size) if self.dots_per_inch == MAC else None
        return self.height(height) if height else None

    def _points(self, dots: int) -> float:
        return dots * POINTS_PER_INCH / self.dots_per_inch
