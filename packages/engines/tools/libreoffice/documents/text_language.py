"""Sets the East Asian language of plain text, which decides how characters shared by Chinese, Japanese and Korean are drawn."""
import re
from collections import Counter

from com.sun.star.lang import Locale

KANA = re.compile('[\u3041-\u30ff]')
HANGUL = re.compile('[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]')
HAN = re.compile('[\u4e00-\u9fff]')
# Kana occur only in Japanese, and Hangul only in Korean. A text is Japanese or Korean if the ratio of kana or Hangul to
# Chinese characters in the text exceeds this value.
OWN_SHARE = 0.1


def settle(document) -> None:
    """Detects the East Asian language of the document from its characters, and sets this language for all text."""
    cursor = document.Text.createTextCursor()
    cursor.gotoEnd(True)
    if language := language_of(cursor.String):
        cursor.CharLocaleAsian = Locale(*language, '')


def language_of(text: str) -> tuple[str, str] | None:
    """Returns language and country, or None for text without East Asian characters."""
    letters = Counter(HAN.findall(text))
    kana, hangul = len(KANA.findall(text)), len(HANGUL.findall(text))
    if max(kana, hangul) > letters.total() * OWN_SHARE:
        return ('ja', 'JP') if kana > hangul else ('ko', 'KR')
    if not letters:
        return None
    simplified, traditional = (_count(letters, own, other) for own, other in (('gb2312', 'big5'), ('big5', 'gb2312')))
    return ('zh', 'TW') if traditional > simplified else ('zh', 'CN')


def _count(letters: Counter[str], own: str, other: str) -> int:
    """Returns how many of the characters are in the character set `own` but not in `other`."""
    return sum(count for letter, count in letters.items() if _has(own, letter) and not _has(other, letter))


def _has(charset: str, letter: str) -> bool:
    return bool(letter.encode(charset, 'ignore'))
