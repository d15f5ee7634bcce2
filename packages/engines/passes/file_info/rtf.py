"""Counts the visible words of Rich Text, without font and style tables, pictures and field instructions."""
import re
from typing import Iterator

from engines.passes.file_info.bounds import Unread, bytes_of
from engines.passes.file_info.words import words_in

FORMATS = ('rtf',)

TOKEN = re.compile(rb"\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+", re.IGNORECASE | re.DOTALL)
# RTF groups whose text is not counted as document text. Groups that begin with `\*` are also skipped, because RTF
# readers may ignore them.
HIDDEN = frozenset(
    b'fonttbl colortbl stylesheet info pict object fldinst header headerl headerr headerf footer footerl footerr footerf '
    b'listtable listoverridetable rsidtbl xmlnstbl themedata datastore latentstyles generator filetbl revtbl'.split()
)
SPACES = frozenset(b'par line cell row tab sect page column lbr nestcell nestrow'.split())
CODE_PAGE = re.compile(rb'\\ansicpg(\d{1,5})')
MAX_DEPTH = 1000


def read(file) -> Iterator[dict]:
    yield {'words': words_in(text_of(bytes_of(file.path)))}


def text_of(content: bytes) -> str:
    named = CODE_PAGE.search(content[:4096])
    encoding = f'cp{int(named[1])}' if named else 'cp1252'
    parts: list[str] = []
    # Consecutive character codes, which are decoded together, because a Chinese or Japanese letter consists of 2 codes.
    codes = bytearray()
    # State of each open group: whether it is hidden, and the number of fallback letters after a Unicode letter.
    groups = [(False, 1)]
    hidden, stand_ins, skipped = False, 1, 0
    for word, number, code, sign, brace, plain in TOKEN.findall(content):
        if codes and not code:
            parts.append(codes.decode(encoding, 'replace'))
            codes.clear()
        if brace == b'{':
            if len(groups) > MAX_DEPTH:
                raise Unread('nested too deeply')
            groups.append((hidden, stand_ins))
        elif brace == b'}':
            hidden, stand_ins = groups.pop() if len(groups) > 1 else groups[0]
            skipped = 0
        elif word in HIDDEN or sign == b'*':
            hidden = True
        elif word == b'uc':
            stand_ins = int(number or 1)
        elif word == b'bin':
            raise Unread('binary data')
        elif hidden:
            continue
        elif word == b'u' and number:
            parts.append(chr(int(number) % 0x10000))
            skipped = stand_ins
        elif skipped > 0 and (code or plain):
            parts.append(plain[skipped:].decode(encoding, 'replace') if plain else '')
            skipped = 0 if plain else skipped - 1
        elif code:
            codes += bytes.fromhex(code.decode())
        elif word in SPACES or sign == b'~':
            parts.append(' ')
        elif plain:
            parts.append(plain.decode(encoding, 'replace'))
    parts.append(codes.decode(encoding, 'replace'))
    return ''.join(parts).encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')
