"""Reads text files that have already been converted to UTF-8, and rejects binary files."""
import codecs
import re

# Control characters that rarely occur in text files, unlike tab, line ends, form feed, backspace and escape.
CONTROLS = re.compile('[\x00-\x07\x0e-\x1a\x1c-\x1f]')


class NotText(ValueError):
    """Raised if the bytes are not text."""


def decode(data: bytes) -> str:
    """Returns the text of `data` without its byte order mark."""
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode('utf-8')
    except UnicodeDecodeError as error:
        raise NotText('the file is not in UTF-8') from error
    if len(CONTROLS.findall(text)) * 1000 > len(text):
        raise NotText('the file is not a text')
    return text
