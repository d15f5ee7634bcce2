"""Converts emoji in text to private code points, and restores the emoji in a PDF.

LibreOffice would draw emoji selectors and some joiners with the font of the surrounding text. Text with private code
points contains no emoji selectors and no joiners."""
import re

from engines.shared.derived_fonts.private_emoji import private_code, public_code
from engines.tools.libreoffice.documents.emoji_fonts import EMOJI, EMOJI_STYLE, JOINER, KEYCAP, PRESENTED, SKIN, TAG

# A character that needs no emoji selector: an emoji, or a part of a sequence.
COMPLETE = re.compile(f'{PRESENTED}|{SKIN}|{TAG}|[{JOINER}{KEYCAP}]')
MODIFIER = re.compile(SKIN)
# Matches a hexadecimal string in UTF-16 that contains a character of plane 16.
STRING = re.compile(rb'<((?:[0-9A-F]{4})*?DB[C-F][0-9A-F]D[C-F][0-9A-F]{2}(?:[0-9A-F]{4})*)>', re.IGNORECASE)


def private_text(text: str) -> str:
    return EMOJI.sub(lambda found: ''.join(map(_private, found[0].replace(EMOJI_STYLE, ''))), text)


def _private(character: str) -> str:
    code = private_code(ord(character))
    return character if code is None else chr(code)


def public_strings(stream: bytes) -> bytes:
    """Restores the emoji in the hexadecimal strings of a PDF stream, with their selectors."""
    return STRING.sub(lambda found: b'<' + _public(found[1]) + b'>', stream)


def _public(digits: bytes) -> bytes:
    text = bytes.fromhex(digits.decode()).decode('utf-16-be', 'surrogatepass')
    shown = ''.join(_shown(one, following) for one, following in zip(text, [*text[1:], '']))
    return shown.encode('utf-16-be', 'surrogatepass').hex().upper().encode()


def _shown(character: str, following: str) -> str:
    code = public_code(ord(character))
    if code is None:
        return character
    modifier = public_code(ord(following)) if following else None
    is_complete = COMPLETE.match(chr(code)) or (modifier is not None and MODIFIER.match(chr(modifier)))
    return chr(code) if is_complete else chr(code) + EMOJI_STYLE
