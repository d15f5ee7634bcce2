"""Converts symbol font characters in a Word document to Unicode."""
import functools
import json
import os
import re

from engines.shared.office.word.document import W, Element, number, text_element, value
from engines.shared.office.word.styles import Styles, font_of

FIELD = re.compile(r'SYMBOL\s+(0x[0-9a-f]+|\d+|\S)(?:.*?\\f\s+"?([^"\\]+)"?)?', re.IGNORECASE)
# Characters of Zapf Dingbats that are outside the Unicode block Dingbats. All other characters of Zapf Dingbats have
# the same order as in the Unicode block.
ELSEWHERE = {
    0x25: 0x260E, 0x2A: 0x261B, 0x2B: 0x261E, 0x48: 0x2605, 0x6C: 0x25CF, 0x6E: 0x25A0, 0x73: 0x25B2, 0x74: 0x25BC,
    0x75: 0x25C6, 0x77: 0x25D7, 0xA8: 0x2663, 0xA9: 0x2666, 0xAA: 0x2665, 0xAB: 0x2660, 0xD5: 0x2192, 0xD6: 0x2194,
    0xD7: 0x2195, **{0xAC + n: 0x2460 + n for n in range(10)}}


# Older Unicode characters for boxes, arrows, discs and crosses. Few fonts contain the newer characters with the same
# shapes.
SIMPLER = {
    'wingdings': {0x6C: '●', 0x6E: '■', 0x6F: '☐', 0x78: '☒', 0xA8: '☐', 0xD8: '➢', **dict(zip(range(0xDF, 0xE7), '←→↑↓↖↗↙↘')),
                  **dict(zip(range(0xE7, 0xEF), '⬅➡⬆⬇⬉⬈⬋⬊')), **dict(zip(range(0xEF, 0xF3), '⇦⇨⇧⇩')), 0xFB: '✗', 0xFD: '☒', 0xFE: '☑'},
    'wingdings2': {0x4F: '✗', 0x50: '✓', 0x51: '☒', 0x52: '☑', 0x53: '☒', 0x54: '☒', 0xA3: '☐'},
}


@functools.cache
def tables() -> dict[str, dict[int, str]]:
    """Returns the Unicode characters of each font by code. The table is from version 1.0.2 of the npm package
    `dingbat-to-unicode`."""
    with open(os.path.join(os.path.dirname(__file__), 'symbols.json'), encoding='utf-8') as file:
        fonts = {font: {int(code): sign for code, sign in signs.items()} for font, signs in json.load(file).items()}
    for font, signs in SIMPLER.items():
        fonts[font].update(signs)
    codes = [*range(0x21, 0x7F), *range(0xA1, 0xF0), *range(0xF1, 0xFF)]
    fonts['zapfdingbats'] = {code: chr(ELSEWHERE.get(code, code + (0x26E0 if code < 0x7F else 0x26C0))) for code in codes}
    return fonts


def table_of(font: str) -> dict[int, str] | None:
    name = font.lower().replace(' ', '').replace('itc', '')
    return tables().get({'dingbats': 'zapfdingbats'}.get(name, name))


def sign(font: str, code: int) -> str:
    """Returns the Unicode character that a symbol font shows for a character code. For an unknown font, returns the
    Unicode character that has the given code."""
    table = table_of(font)
    low = code & 0xFF if 0xF000 <= code <= 0xF0FF else code
    if table and low in table:
        return table[low]
    return chr(code) if 0x20 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else ''


def of_field(code: str) -> str:
    found = FIELD.match(code.strip())
    if not found:
        return ''
    given = found[1]
    at = int(given, 0) if given[:2].lower() == '0x' or given.isdigit() else ord(given)
    return sign((found[2] or '').strip(), at)


def translate(root: Element, styles: Styles) -> None:
    translate_in(root, None, styles)


def translate_in(parent: Element, paragraph: Element | None, styles: Styles) -> None:
    for child in parent:
        if child.tag == W + 'r':
            translate_run(child, paragraph, styles)
        elif len(child):
            translate_in(child, child.find(W + 'pPr') if child.tag == W + 'p' else paragraph, styles)
        if child.tag == W + 'r':
            translate_in(child, paragraph, styles)


def translate_run(run: Element, paragraph: Element | None, styles: Styles) -> None:
    for at, child in enumerate(run):
        if child.tag == W + 'sym':
            run[at] = text_element(sign(child.get(W + 'font', ''), number_of(child.get(W + 'char', ''))))
    properties = run.find(W + 'rPr')
    font = font_of(properties) or styles.font(value(properties, 'rStyle')) or styles.font(styles.of_paragraph(paragraph))
    if not font or table_of(font) is None:
        return
    for child in run.iter(W + 't'):
        child.text = ''.join(sign(font, ord(one)) for one in child.text or '')
    fonts = None if properties is None else properties.find(W + 'rFonts')
    if fonts is not None:
        properties.remove(fonts)


def number_of(hexadecimal: str) -> int:
    try:
        return int(hexadecimal, 16)
    except ValueError:
        return number(hexadecimal)
