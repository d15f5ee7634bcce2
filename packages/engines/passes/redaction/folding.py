"""Converts text for the search: removes accents, and unifies case, ligatures and repeated spaces."""
import re
import unicodedata
from functools import lru_cache

# Marks with a combining class of 10 or more are accents and vowel points. Marks with a lower class are parts of Indic
# and Japanese letters.
FIRST_ACCENT = 10
SAME = {'‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-', '’': "'", '‘': "'", '“': '"', '”': '"', '„': '"'}
# Unicode categories of characters that are removed, such as control characters. White space always stays, because it
# separates words.
INVISIBLE = ('Cf', 'Cc', 'Cn', 'Co', 'Cs')


@lru_cache(maxsize=65536)
def folded_character(character: str) -> str:
    letters = unicodedata.normalize('NFKD', unicodedata.normalize('NFKD', character).casefold())
    return ''.join(
        ' ' if one.isspace() else SAME.get(one, one)
        for one in letters
        if one.isspace() or unicodedata.combining(one) < FIRST_ACCENT and unicodedata.category(one) not in INVISIBLE
    )


@lru_cache(maxsize=65536)
def plain_character(character: str) -> str:
    """Converts a character like `folded_character`, but keeps case and accents, because patterns and regular
    expressions distinguish them."""
    letters = unicodedata.normalize('NFKC', character)
    return ''.join(
        ' ' if one.isspace() else SAME.get(one, one)
        for one in letters
        if one.isspace() or unicodedata.category(one) not in INVISIBLE
    )


class Form:
    """A text that is converted for the search. `origin` contains the position of each character in the original
    text."""

    def __init__(self, text: str, change) -> None:
        letters: list[str] = []
        self.origin: list[int] = []
        self.length = len(text)
        for at, character in enumerate(text):
            for letter in change(character):
                if letter == ' ' and letters[-1:] == [' ']:
                    continue
                letters.append(letter)
                self.origin.append(at)
        self.text = ''.join(letters)

    def original(self, start: int, end: int) -> set[int]:
        """Returns the positions in the original text for the converted text from `start` to `end`. The returned
        positions include removed accents directly after this text."""
        if start == end:
            return set()
        stop = self.origin[end] if end < len(self.origin) else self.length
        return set(range(self.origin[start], stop))


def folded(text: str) -> Form:
    return Form(text, folded_character)


def plain(text: str) -> Form:
    return Form(text, plain_character)


# Words of at least this length are also found with spaces between their letters. A shorter word could match the end of
# one ordinary word and the start of the next.
MIN_SPACED = 4


def word_pattern(word: str) -> re.Pattern:
    """Returns the expression that finds a word in a folded text. A word of at least `MIN_SPACED` letters is also found
    with spaces or line breaks between its letters."""
    letters = folded(word.strip()).text
    forms = {letters, letters[::-1]} if any(unicodedata.bidirectional(one) in ('R', 'AL') for one in letters) else {letters}
    return re.compile('|'.join(spaced(form) for form in sorted(forms)))


def spaced(letters: str) -> str:
    bare = [re.escape(one) for one in letters if one != ' ']
    if len(bare) < MIN_SPACED:
        return re.escape(letters)
    as_given = ' ?'.join(re.escape(part) for part in letters.split())
    # The lookarounds allow only whole words. Without lookarounds, `functions` would match the start of `function
    # source`.
    return f'{as_given}|(?<![^\\W_]){" ?".join(bare)}(?![^\\W_])'
