"""Defines the private code points of emoji, which only a derived font contains."""

# The private code points are in plane 16. A private code point has the same last 4 hexadecimal digits as the emoji,
# which is in the first plane or at the end of the second plane. For tags (U+E0020 to U+E007F), the last 4 digits are
# E020 to E07F, which no emoji has.
PRIVATE = 0x100000
FIRST_PLANE, SECOND_PLANE = range(0x21, 0xE000), range(0x1F000, 0x20000)
TAGS, PRIVATE_TAGS = range(0xE0020, 0xE0080), range(0xE020, 0xE080)


def private_code(code: int) -> int | None:
    if code in TAGS:
        return PRIVATE | PRIVATE_TAGS[TAGS.index(code)]
    return PRIVATE | code & 0xFFFF if code in FIRST_PLANE or code in SECOND_PLANE else None


def public_code(code: int) -> int | None:
    """Returns the emoji of a private code point, or None for other characters."""
    digits = code & 0xFFFF
    if code < PRIVATE:
        return None
    if digits in PRIVATE_TAGS:
        return TAGS[PRIVATE_TAGS.index(digits)]
    return digits if digits in FIRST_PLANE else 0x10000 | digits


def encode(font) -> None:
    """Replaces the code points of a font with private code points."""
    glyphs = {private_code(code): glyph for code, glyph in font.getBestCmap().items()}
    tables = [table for table in font['cmap'].tables if table.isUnicode() and table.format != 14]
    for table in tables:
        table.cmap = {code: glyph for code, glyph in glyphs.items() if code is not None}
    font['cmap'].tables = tables
