"""Finds the tables with which a font draws coloured glyphs."""
from fontTools.ttLib import TTFont

from engines.shared.runner.warn import listed, warn

TABLES = ('COLR', 'SVG ', 'CBDT', 'sbix')


def warn_of_loss(font: TTFont, step: dict, tables: tuple[str, ...] = TABLES) -> None:
    """If the font has any of `tables`, warns that the result lacks their colours."""
    found = [tag.strip() for tag in tables if tag in font]
    if found:
        warn(step, 'glyph_colours_left_out', listed(found))
