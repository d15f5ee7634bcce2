"""Wraps centred paragraphs of a web page in divisions, because pandoc's reader drops the `center` element and the
attributes of paragraphs.

`tools/pandoc/filters/parts/centring.lua` wraps centred paragraphs in the HTML of Markdown files in the same way."""
import re

HINT = re.compile(r'<center\b|\balign\s*=|text-align\s*:\s*center', re.IGNORECASE)
CENTRED = re.compile(r'(?<![\w-])align\s*=\s*["\']?\s*center\b|text-align\s*:\s*center\b', re.IGNORECASE)
PARAGRAPH = re.compile(r'<p(\s[^>]*)>(.*?)</p\s*>', re.IGNORECASE | re.DOTALL)


def as_divisions(text: str) -> str:
    if not HINT.search(text):
        return text
    text = re.sub(r'<center\b[^>]*>', '<div align="center">', text, flags=re.IGNORECASE)
    text = re.sub(r'</center\s*>', '</div>', text, flags=re.IGNORECASE)
    return PARAGRAPH.sub(_division, text)


def _division(paragraph: re.Match) -> str:
    return f'<div align="center">{paragraph[0]}</div>' if CENTRED.search(paragraph[1]) else paragraph[0]
