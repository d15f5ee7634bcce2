"""Decompresses the RTF body of Outlook messages ([MS-OXRTFCP]) and extracts the HTML in it ([MS-OXRTFEX])."""
import html
import re
import struct

from engines.codecs.mail.message import NotMail

# Initial content of the decompression dictionary.
INITIAL_DICTIONARY = (
    rb'{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbol'
    rb'ArialTimes New RomanCourier{\colortbl\red0\green0\blue0' + b'\r\n' + rb'\par \pard\plain\f0\fs20\b\i\u\tab\tx'
)
WINDOW = 4096
MAX_SIZE = 256 * 1024 * 1024

TOKEN = re.compile(rb"\\([a-z]+)(-?\d{1,9})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.IGNORECASE)
HIDDEN = {'fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'pntext', 'listtable', 'listoverridetable'}
CHARACTERS = {
    'par': '\n', 'line': '\n', 'tab': '\t', 'lquote': '\u2018', 'rquote': '\u2019', 'ldblquote': '\u201c',
    'rdblquote': '\u201d', 'bullet': '\u2022', 'endash': '\u2013', 'emdash': '\u2014', '~': '\u00a0', '_': '\u2011',
    '\\': '\\', '{': '{', '}': '}', '\n': '\n', '\r': '\n',
}  # fmt: skip


def decompressed(data: bytes) -> bytes:
    if len(data) < 16:
        raise NotMail('its body is incomplete')
    packed, size, kind = struct.unpack_from('<II4s', data)
    body = data[16 : packed + 4]
    if kind == b'MELA':
        return body[:size]
    if kind != b'LZFu' or size > MAX_SIZE:
        raise NotMail('its body has an unknown compression')
    text = lzfu_decompressed(body, size)
    if len(text) < size:
        raise NotMail('its body is incomplete')
    return text


def lzfu_decompressed(data: bytes, size: int) -> bytes:
    window = bytearray(INITIAL_DICTIONARY.ljust(WINDOW, b'\0'))
    position, at, out = len(INITIAL_DICTIONARY), 0, bytearray()
    while at < len(data) and len(out) < size:
        flags, at = data[at], at + 1
        for bit in range(8):
            if at >= len(data):
                break
            if flags >> bit & 1:
                reference = int.from_bytes(data[at : at + 2], 'big')
                at += 2
                start, length = reference >> 4, (reference & 15) + 2
                if start == position:
                    return bytes(out[:size])
                run = range(start, start + length)
            else:
                window[position] = data[at]
                run = range(position, position + 1)
                at += 1
            for n in run:
                byte = window[n % WINDOW]
                out.append(byte)
                window[position] = byte
                position = (position + 1) % WINDOW
    return bytes(out[:size])


def html_and_text(rtf: bytes) -> tuple[str, str]:
    """Returns a pair of HTML and plain text. If `rtf` encapsulates HTML, the plain text is empty. If `rtf` does not
    encapsulate HTML, the HTML is empty."""
    encapsulates_html = rb'\fromhtml1' in rtf[:1000]
    shown = VisibleText(rtf, encapsulates_html).text()
    return (shown, '') if encapsulates_html else ('', shown)


class VisibleText:
    """The visible text of RTF. If the RTF encapsulates HTML, each HTML tag is followed by equivalent RTF. The visible
    text of encapsulated HTML includes the HTML tags, but not the equivalent RTF."""

    def __init__(self, rtf: bytes, encapsulates_html: bool):
        self._rtf = rtf
        self._encapsulates_html = encapsulates_html
        found = re.search(rb'\\ansicpg(\d+)', rtf[:1000])
        self._encoding = f'cp{int(found[1])}' if found and int(found[1]) in range(437, 1259) else 'cp1252'
        self._out: list[str] = []
        self._bytes = bytearray()
        # Three flags of the current group: the group is hidden, the group is an HTML tag, the group is RTF equivalent
        # to an HTML tag.
        self._state = (False, False, False)

    def text(self) -> str:
        groups, skip, starred = [], 0, False
        for token in TOKEN.finditer(self._rtf):
            word, number, byte, symbol, brace, plain = token.groups()
            name = (word or symbol or b'').decode('latin-1').lower()
            if brace == b'{':
                self._flush()
                groups.append(self._state)
            elif brace == b'}':
                self._flush()
                self._state = groups.pop() if groups else self._state
            elif byte or plain:
                data = bytes.fromhex(byte.decode()) if byte else plain
                self._bytes += data[skip:]
                skip = max(0, skip - len(data))
            elif name == 'u' and number:
                self._flush()
                self._write(chr(int(number) % 65536))
                skip = 1
            elif name:
                self._flush()
                self._command(name, number, starred)
            starred = name == '*'
        self._flush()
        return ''.join(self._out).encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')

    def _command(self, name: str, number: bytes | None, starred: bool) -> None:
        hidden, tag, rendering = self._state
        if name == 'htmltag' and starred:
            self._state = (hidden, True, False)
        elif starred or name in HIDDEN:
            self._state = (True, tag, rendering)
        elif name == 'htmlrtf':
            self._state = (hidden, tag, number != b'0')
        elif name in CHARACTERS:
            self._write(CHARACTERS[name])

    def _flush(self) -> None:
        if self._bytes:
            self._write(self._bytes.decode(self._encoding, 'replace'))
            self._bytes.clear()

    def _write(self, text: str) -> None:
        hidden, tag, rendering = self._state
        if hidden or (rendering and self._encapsulates_html):
            return
        self._out.append(html.escape(text, quote=False) if self._encapsulates_html and not tag else text)
