"""Replaces characters that a book format does not support with plain characters, and lists the replaced characters."""
import unicodedata
from collections.abc import Callable

# Replacements for characters that most keyboards lack: the characters that people type instead.
PLAIN = {
    '☐': '[ ]', '□': '[ ]', '❏': '[ ]', '❑': '[ ]', '▢': '[ ]', '☑': '[x]', '☒': '[x]', '⊠': '[x]', '⌧': '[x]', '🗹': '[x]', '🗷': '[x]', '✅': '[x]', '←': '<-', '→': '->',
    '↔': '<->', '⇐': '<=', '⇒': '=>', '⇔': '<=>', '≤': '<=', '≥': '>=', '≠': '!=', '≈': '~', '∼': '~', '−': '-', '‐': '-', '‑': '-', '‒': '-',
    '―': '—', '∗': '*', '⋅': '·', '∙': '·', '●': '•', '◦': 'o', '▪': '•', '■': '•', '◆': '•', '‣': '>', '▸': '>', '►': '>', '★': '*', '☆': '*',
    'ł': 'l', 'Ł': 'L', 'đ': 'd', 'Đ': 'D', 'ħ': 'h', 'Ħ': 'H', 'ı': 'i', 'ŋ': 'n', 'ŧ': 't', 'ẞ': 'SS', 'ə': 'e', '№': 'No.', '℃': '°C', '℉': '°F',
    '″': '"', '′': "'", '‵': "'", '∕': '/', '⁄': '/', '⟨': '<', '⟩': '>', '∞': 'infinity', '∅': 'Ø', '…': '...', '₤': '£', '‗': '_',
    'ʼ': "'", 'ʻ': "'", '〈': '<', '〉': '>', '「': '“', '」': '”', '『': '“', '』': '”', '、': ',', '。': '.', '・': '·',
}  # fmt: skip
# Characters that are invisible or shown as a space.
INVISIBLE = {'\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u2066', '\u2067', '\u2068', '\u2069',
             '\ufe0e', '\ufe0f', '\u00ad', '\u0301'}  # fmt: skip


def settle(pages: list, encoding: str) -> list[str]:
    """Replaces, in all pages, the characters that `encoding` lacks. Returns the code points of the replaced characters,
    except characters that become a space or are removed."""
    replaced: dict[str, str] = {}
    change_texts(pages, lambda text: text if text.isascii() else held(text, encoding, replaced))
    return [f'U+{ord(sign):04X}' for sign, plain in replaced.items() if plain.strip()]


def change_texts(pages: list, change: Callable[[str], str]) -> None:
    for page in pages:
        for element in page.iter():
            if element.text:
                element.text = change(element.text)
            if element.tail:
                element.tail = change(element.tail)


def held(text: str, encoding: str, replaced: dict[str, str]) -> str:
    # NFC joins a letter and its accent into one character, because the target encoding may contain this character.
    text = unicodedata.normalize('NFC', text)
    out = []
    for sign in text:
        if sign not in replaced and not is_held(sign, encoding):
            replaced[sign] = plain_form(sign, encoding)
        out.append(replaced.get(sign, sign))
    return ''.join(out)


def is_held(sign: str, encoding: str) -> bool:
    if encoding == 'bmp':
        return ord(sign) < 0x10000
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def plain_form(sign: str, encoding: str) -> str:
    if sign in INVISIBLE or unicodedata.combining(sign):
        return ''
    if sign in PLAIN:
        return PLAIN[sign]
    if unicodedata.category(sign) == 'Zs':
        return ' '
    number = unicodedata.numeric(sign, None)
    # A number in a circle becomes a number in parentheses.
    if number is not None and number.is_integer() and unicodedata.category(sign) == 'No' and '<circle>' in unicodedata.decomposition(sign):
        return f'({int(number)})'
    base = ''.join(part for part in unicodedata.normalize('NFKD', sign) if not unicodedata.combining(part))
    return base if base and all(is_held(part, encoding) for part in base) else '?'


def write_all_in_pml() -> None:
    """Makes calibre escape all characters of the Basic Multilingual Plane in PML. By default, calibre writes only a few
    non-ASCII characters."""
    from calibre.ebooks.pml import pmlml

    def escaped(sign: str) -> str:
        if sign == KEPT:
            return '\\a194'
        try:
            return f'\\a{sign.encode("cp1252")[0]:03}'
        except UnicodeEncodeError:
            return f'\\U{ord(sign):04X}' if ord(sign) < 0x10000 else '?'

    pmlml.unipmlcode = escaped


# Placeholder for the letter Â, which calibre drops from PML.
KEPT = '\uf8c2'


def keep_circumflex(pages: list) -> None:
    change_texts(pages, lambda text: text.replace('Â', KEPT))
