"""Counts words. A word is a string between spaces with at least one letter or digit. In scripts without spaces, each
letter counts as a word."""
import re

SINGLE = re.compile('[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]')
LETTER = re.compile(r'\w')


def words_in(text: str) -> int:
    spaced, letters = SINGLE.subn(' ', text)
    return letters + sum(1 for word in spaced.split() if LETTER.search(word))


def known_links(outward: set[str], has_inward: bool) -> dict:
    """Returns the number of external links. Returns no number if all links are internal, because a number of 0 would
    suggest that there are no links."""
    return {} if has_inward and not outward else {'links': len(outward)}
