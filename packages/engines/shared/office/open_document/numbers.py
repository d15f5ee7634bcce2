"""Formats the numbers of list items and headings as the printed page shows them."""
import re

from engines.shared.office.open_document.styles import Level
from engines.shared.office.word.number_formats import CIRCLED_ZERO, UNITS, circled, counting, repeated, roman
from engines.shared.office.word.number_words import cardinal, ordinal, ordinal_sign

CYRILLIC = 'абвгдежзиклмнопрстуфхцчшщэюя'
GREEK = 'αβγδεζηθικλμνξοπρστυφχψω'
LATIN = 'abcdefghijklmnopqrstuvwxyz'
CHINESE = counting(CIRCLED_ZERO, UNITS, True)


def label(levels: dict[int, Level], counters: dict[int, int], level: int) -> str:
    """Returns the label of an item, or an empty string if the page shows no label. `counters` contains the numbers of
    the level and all higher levels."""
    own = levels.get(level, Level())
    if not own.is_number:
        return ''

    def number(n: int) -> str:
        row = levels.get(n, Level())
        return formatted(counters.get(n, row.start), row) if row.is_number and row.format else ''

    if own.pattern is not None:
        return re.sub(r'%(\d+)%', lambda found: number(int(found[1])), own.pattern)
    # A level without a number format has no numbers in its label.
    parts = [number(n) for n in range(max(1, level - own.display + 1), level + 1)] if own.format else []
    return own.prefix + '.'.join(filter(None, parts)) + own.suffix


def formatted(value: int, level: Level) -> str:
    kind = level.format
    if value < 1:
        return str(value)
    match kind:
        case 'I' | 'i':
            return roman(value) if kind == 'I' else roman(value).lower()
        case '01, 02, 03, ...':
            return f'{value:02}'
        case '1st':
            return ordinal_sign(value, level.language)
        case 'One':
            return cardinal(value, level.language)
        case 'First':
            return ordinal(value, level.language)
    first = kind[:1]
    if first == '①':
        return circled(value)
    if first == '一':
        return CHINESE(value)
    for alphabet, twice in ((LATIN, level.letter_sync), (CYRILLIC, ', аа' in kind.lower()), (GREEK, False)):
        if first.lower() in alphabet:
            letters = repeated(alphabet)(value) if twice else in_letters(value, alphabet)
            return letters if first.islower() else letters.upper()
    return str(value)


def in_letters(value: int, alphabet: str) -> str:
    """Returns the number in letters of `alphabet`. After the last letter of the alphabet, the numbering continues with
    `aa`, `ab` and so on."""
    letters = ''
    while value > 0:
        value, rest = divmod(value - 1, len(alphabet))
        letters = alphabet[rest] + letters
    return letters
