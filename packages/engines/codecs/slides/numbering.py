"""Writes the numbers of list items as PowerPoint shows them."""
import re

ROMAN = ((1000, 'm'), (900, 'cm'), (500, 'd'), (400, 'cd'), (100, 'c'), (90, 'xc'), (50, 'l'), (40, 'xl'), (10, 'x'), (9, 'ix'), (5, 'v'), (4, 'iv'), (1, 'i'))
CHINESE = '〇一二三四五六七八九'
# Highest numbers for which Unicode has a circled character, in the white style and in the black style.
CIRCLED, BLACK = 20, 10


def label_of(scheme: str, number: int) -> str:
    """Returns the label of a number. `scheme` is an `ST_TextAutonumberScheme`, such as `alphaLcParenR`. An unknown
    scheme uses digits."""
    kind, mark = re.fullmatch('(.*?)(ParenBoth|ParenR|Period|Plain|Minus|)', scheme).groups()
    text = _counted(kind, number)
    return {'ParenBoth': f'({text})', 'ParenR': f'{text})', 'Plain': text, 'Minus': f'{text}-'}.get(mark, f'{text}.')


def _counted(kind: str, number: int) -> str:
    if kind.startswith('alpha'):
        text = chr(ord('a') + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return text.upper() if kind == 'alphaUc' else text
    if kind.startswith('roman'):
        return _roman(number).upper() if kind == 'romanUc' else _roman(number)
    if kind == 'circleNumWdBlack' and number <= BLACK:
        return chr(0x2775 + number)
    if kind.startswith('circleNum') and number <= CIRCLED:
        return chr(0x245F + number)
    if kind == 'arabicDb':
        return ''.join(chr(0xFF10 + int(digit)) for digit in str(number))
    if kind.startswith('ea1') and number < 100:
        return _chinese(number)
    return str(number)


def _roman(number: int) -> str:
    text = ''
    for value, letters in ROMAN:
        text += letters * (number // value)
        number %= value
    return text


def _chinese(number: int) -> str:
    tens, ones = divmod(number, 10)
    return ('' if tens == 0 else '十' if tens == 1 else CHINESE[tens] + '十') + (CHINESE[ones] if ones or not tens else '')


class Counters:
    """Counts the list items of one text shape, by level."""

    def __init__(self):
        self._counts: dict[int, tuple[str, int, int]] = {}

    def next(self, level: int, scheme: str, start: int) -> int:
        """Returns the number of the next item. A change of the scheme or the start number begins a new list."""
        self.end(level + 1)
        before = self._counts.get(level)
        number = before[2] + 1 if before and before[:2] == (scheme, start) else start
        self._counts[level] = (scheme, start, number)
        return number

    def end(self, level: int) -> None:
        """Ends the lists at this level and at deeper levels. The next list at an ended level starts its numbering
        again."""
        self._counts = {each: count for each, count in self._counts.items() if each < level}
