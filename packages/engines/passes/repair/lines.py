"""Keeps the lines of a text file that contain no binary data."""
import codecs
import re

from engines.passes.repair.outcome import NothingLeft, amount

WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Control characters that do not occur in text: all except tab, line ends, form feed, backspace and escape. A crash can
# leave control characters in a file, for example zeros.
CONTROLS = re.compile(rb'[\x00-\x07\x0e-\x1a\x1c-\x1f]')


def repair(step) -> str:
    with open(step['input'], 'rb') as file:
        data = file.read()
    if data.startswith(WIDE):
        data = data.decode('utf-16', 'replace').replace('\ufffd', '').encode()
    given = data.splitlines(keepends=True)
    kept = [line for line in map(cleaned, given) if line is not None]
    if not any(line.strip() for line in kept):
        raise NothingLeft('no line of text is left')
    text = b''.join(kept)
    # Removes damaged bytes, because UTF-8 with a few damaged bytes could be mistaken for another encoding.
    if is_mostly_utf8(text):
        text = text.decode('utf-8', 'replace').replace('\ufffd', '').encode()
    with open(step['output'], 'wb') as file:
        file.write(text)
    return amount(len(kept), 'line', len(given))


def cleaned(line: bytes) -> bytes | None:
    """Returns the line without control characters, or None if the line contains too many control characters."""
    wrong = len(CONTROLS.findall(line))
    if wrong == 0:
        return line
    return CONTROLS.sub(b'', line) if wrong * 4 < len(line) and CONTROLS.sub(b'', line).strip() else None


def is_mostly_utf8(text: bytes) -> bool:
    """Returns whether the text has more than 4 times as many valid multi-byte characters as invalid characters."""
    replaced = text.decode('utf-8', 'replace')
    wide = sum(char > '\x7f' and char != '\ufffd' for char in replaced)
    return wide > 4 * replaced.count('\ufffd')
