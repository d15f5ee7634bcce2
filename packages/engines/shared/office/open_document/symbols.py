"""Converts symbol font characters in an OpenDocument text document to Unicode."""
import re

from engines.shared.office.word.symbols import sign, table_of


def _codes(text: str) -> dict[int, str]:
    """Parses a table of entries such as `4F✗`: a hexadecimal code, then the characters for this code and the next
    codes."""
    return {int(word[:2], 16) + n: char for word in text.split() for n, char in enumerate(word[2:])}


# Private-use characters of StarSymbol and OpenSymbol, which have the same meaning in all LibreOffice fonts.
OPEN_SYMBOL = {
    0xE000 + code: char
    for code, char in (
        *_codes('01♦◆◆◆❍→✓●❍■❒♦♦❖⓿⓪🗐🖷⚙ 16🖫 18💻✉🖃✍ˆ˜·❗❓©＠☺®⇨⇩⇦⇧✷📞➡⬇⬅⬆✹✸✵❁🦋💡 36❨❩ 3A€').items(),
        *_codes('80‰⏟⏞+<>⩽⩾ 89∈ƒ…→√√√‖^ˇ˘´`̃¯⃗ 9B⃛ 9E()∡ˆ A5ȷ′│⁄∖❑|ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξοπρστυφχψωε').items(),
        *_codes('D0ϑϖ D3ςϕ∂ı D9⊤ DB←↑↓').items(),
    )
}
PRIVATE_USE = re.compile('[\ue000-\uf8ff]')


def to_unicode(text: str, font: 'str | None') -> str:
    """Replaces characters of symbol fonts in `text` with the Unicode characters that look the same. `font` is the name
    of a font family, or None."""
    if font and table_of(font):
        text = ''.join(sign(font, ord(char)) for char in text)
    return PRIVATE_USE.sub(lambda found: OPEN_SYMBOL.get(ord(found[0]), found[0]), text) if PRIVATE_USE.search(text) else text
