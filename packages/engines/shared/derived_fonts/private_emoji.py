"""Defines the private code points of emoji, which only a derived font contains."""

# The private code points are in plane 16. Their last 4 digits are those of the emoji, which are in the first plane and
# at the end of the second plane. Tags (U+E0020 to U+E007F) follow the emoji of the first plane.
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
