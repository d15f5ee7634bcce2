"""Disables RTF fields that fetch an external image."""
import re

# LibreOffice recognizes the keyword `INCLUDEPICTURE` only in this exact spelling. The keyword must follow `\fldinst` in
# the same group.
WORD = re.compile(rb'INCLUDEPICTURE')
START = b'\\fldinst'


def without_external_links(data: bytes) -> bytes:
    """Returns `data` without the keyword of each field that fetches an image. The stored results of the fields stay."""
    pieces: list[bytes] = []
    at = 0
    for word in WORD.finditer(data):
        start = data.rfind(START, at, word.start())
        if start >= 0 and data.find(b'}', start, word.start()) < 0:
            pieces += (data[at : word.start()],)
        else:
            pieces += (data[at : word.end()],)
        at = word.end()
    return b''.join((*pieces, data[at:])) if pieces else data
