"""Decodes the headers and text parts of a message. All headers and parts whose declared encoding is missing or wrong
are decoded with the same guessed encoding."""
import email.header
import functools
import re

from engines.shared.encoding import legacy_text

ENCODED_WORD = re.compile(r'=\?([^?*]+)(?:\*[^?]*)?\?[bBqQ]\?')
# Encodings that the header parser decodes correctly.
EXACT = {'utf-8', 'utf8', 'us-ascii', 'ascii'}
MAX_EVIDENCE = 64 * 1024


class Charsets:
    def __init__(self, mail):
        self._mail = mail
        # The guessed codec, or an empty string if no guess was needed.
        self.guess = ''

    def text(self, content: bytes, charset: str | None) -> str:
        text = legacy_text.declared(content, charset)
        return self._guessed(content) if text is None else text

    def header(self, raw: str) -> str | None:
        """Decodes a header that Python's header parser would decode incorrectly. For a header that Python decodes
        correctly, returns None."""
        names = {name.lower() for name in ENCODED_WORD.findall(raw)}
        if is_plain(raw) and names <= EXACT:
            return None
        parts = email.header.decode_header(raw) if is_plain(raw) else [(raw, None)]
        return ''.join(
            part if isinstance(part, str) and is_plain(part) else self.text(as_bytes(part), charset) for part, charset in parts
        )

    def _guessed(self, content: bytes) -> str:
        codec, certain = self._found
        self.guess = '' if certain else codec
        return content.decode(codec, 'replace')

    @functools.cached_property
    def _found(self) -> tuple[str, bool]:
        return legacy_text.detect(b'\n'.join(self._evidence())[:MAX_EVIDENCE], 'html')

    def _evidence(self):
        """Yields the bytes of each header and text part that has an unknown encoding."""
        for _name, raw in self._mail.raw_items():
            if not is_plain(raw):
                yield as_bytes(raw)
        for part in self._mail.walk():
            if part.get_content_maintype() == 'text':
                content = part.get_payload(decode=True) or b''
                if legacy_text.declared(content, part.get_content_charset()) is None:
                    yield content


def is_plain(raw: str) -> bool:
    """Returns whether a header has only ASCII bytes. The parser represents bytes outside ASCII as lone surrogates."""
    return not any('\udc80' <= letter <= '\udcff' for letter in raw)


def as_bytes(raw: str | bytes) -> bytes:
    return raw if isinstance(raw, bytes) else raw.encode('utf-8', 'surrogateescape')
