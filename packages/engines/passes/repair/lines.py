"""Keeps the lines of a text that hold nothing but text."""
import codecs
import re

from engines.passes.repair.outcome import NothingLeft, amount

WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Tab, line ends, form feed, backspace and escape occur in texts; zeros fill what a crash has left of a file.
CONTROLS = re.compile(rb'[\x00-\x07\x0e-\x1a\x1c-\x1f]')


def repair(step) -> str:
    with open(step['input'], 'rb') as file:
        data = file.read()
    if data.startswith(WIDE):
        data = data.decode('utf-16', 'replace').replace('\ufffd', '').encode()
    given = data.splitlines(keepends=True)
    kept = [line for line in map(cleaned, given) if line is not None]
    if not any(line.strip() for line in kept):
        raise NothingLeft('no line is text')
    text = b''.join(kept)
    # Single bytes that went wrong in UTF-8 make it no text in another encoding.
    if is_mostly_utf8(text):
        text = text.decode('utf-8', 'replace').replace('\ufffd', '').encode()
    with open(step['output'], 'wb') as file:
        file.write(text)
    return amount(len(kept), 'line', len(given))


def cleaned(line: bytes) -> bytes | None:
    """Without the bytes that no text has; None for a line that is made of them."""
    wrong = len(CONTROLS.findall(line))
    if wrong == 0:
        return line
    return CONTROLS.sub(b'', line) if wrong * 4 < len(line) and CONTROLS.sub(b'', line).strip() else None


def is_mostly_utf8(text: bytes) -> bool:
    """Whether far more characters of several bytes are whole than broken."""
    replaced = text.decode('utf-8', 'replace')
    wide = sum(char > '\x7f' and char != '\ufffd' for char in replaced)
    return wide > 4 * replaced.count('\ufffd')
