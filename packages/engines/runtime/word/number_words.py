"""Writes numbers in English words, as Word does for lists of the formats `cardinalText` and `ordinalText`."""
ONES = ('Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen '
        'Nineteen').split()
TENS = '- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split()
IRREGULAR = {'One': 'First', 'Two': 'Second', 'Three': 'Third', 'Five': 'Fifth', 'Eight': 'Eighth', 'Nine': 'Ninth',
             'Twelve': 'Twelfth'}


def cardinal(number: int) -> str:
    return in_words(number).capitalize() if 0 <= number < 1_000_000 else str(number)


def in_words(number: int) -> str:
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[tens] + (f'-{ONES[ones]}' if ones else '')
    amount, name = (1000, 'Thousand') if number >= 1000 else (100, 'Hundred')
    high, low = divmod(number, amount)
    return f'{in_words(high)} {name}' + (f' {in_words(low)}' if low else '')


def ordinal(number: int) -> str:
    if not 0 < number < 1_000_000:
        return str(number)
    words = in_words(number)
    at = max(words.rfind(' '), words.rfind('-')) + 1
    last = words[at:]
    changed = IRREGULAR.get(last) or (last[:-1] + 'ieth' if last.endswith('y') else last + 'th')
    return (words[:at] + changed).capitalize()


def ordinal_sign(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f'{number}th'
    return str(number) + {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')
