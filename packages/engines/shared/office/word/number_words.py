"""Writes numbers in words and as ordinals in the language of the text, with libnumbertext, which LibreOffice also uses.

This module writes English numbers without `spellout`, the program of libnumbertext. In languages that libnumbertext
does not support, numbers are written in digits, as in LibreOffice."""
import functools
import os
import subprocess

from engines.shared.runner.counted_time import run_within

ONES = ('Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen '
        'Nineteen').split()
TENS = '- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split()
IRREGULAR = {'One': 'First', 'Two': 'Second', 'Three': 'Third', 'Five': 'Fifth', 'Eight': 'Eighth', 'Nine': 'Ninth',
             'Twelve': 'Twelfth'}
ENGLISH = 'en'
PROGRAMS = ('/usr/bin/spellout', '/usr/lib/libnumbertext/spellout')
# `spellout` writes this many consecutive numbers each time it runs. Most lists are shorter than 100 items.
BLOCK = 100
MOST = 1_000_000


def cardinal(number: int, language: str = ENGLISH) -> str:
    if not is_english(language):
        return spelt(number, language, '')
    return in_words(number).capitalize() if 0 <= number < MOST else str(number)


def ordinal(number: int, language: str = ENGLISH) -> str:
    if not is_english(language):
        return spelt(number, language, 'ordinal')
    if not 0 < number < MOST:
        return str(number)
    words = in_words(number)
    at = max(words.rfind(' '), words.rfind('-')) + 1
    last = words[at:]
    changed = IRREGULAR.get(last) or (last[:-1] + 'ieth' if last.endswith('y') else last + 'th')
    return (words[:at] + changed).capitalize()


def ordinal_sign(number: int, language: str = ENGLISH) -> str:
    if not is_english(language):
        return spelt(number, language, 'ordinal-number')
    if number % 100 in (11, 12, 13):
        return f'{number}th'
    return str(number) + {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')


def is_english(language: str) -> bool:
    return language.partition('-')[0].lower() in ('', ENGLISH)


def in_words(number: int) -> str:
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[tens] + (f'-{ONES[ones]}' if ones else '')
    amount, name = (1000, 'Thousand') if number >= 1000 else (100, 'Hundred')
    high, low = divmod(number, amount)
    return f'{in_words(high)} {name}' + (f' {in_words(low)}' if low else '')


def spelt(number: int, language: str, kind: str) -> str:
    """Returns the number as `spellout` writes it, with a capital letter, or in digits if `spellout` cannot write it."""
    if not 0 < number < MOST or not language.replace('-', '').isalnum():
        return str(number)
    first = (number - 1) // BLOCK * BLOCK + 1
    words = spelt_block(first, language, kind)
    word = words[number - first] if len(words) == BLOCK else ''
    return word[:1].upper() + word[1:] if word else str(number)


@functools.lru_cache(256)
def spelt_block(first: int, language: str, kind: str) -> list[str]:
    program = next(filter(os.path.exists, PROGRAMS), '')
    if not program:
        return []
    command = [program, '-l', language, *(['-p', kind] if kind else []), f'{first}-{first + BLOCK - 1}']
    try:
        done = run_within(10, command, check=True)
    except (OSError, subprocess.SubprocessError):
        return []
    return done.stdout.decode('utf-8', 'replace').splitlines()
