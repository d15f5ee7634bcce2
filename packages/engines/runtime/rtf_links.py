"""A document in RTF without its fields that fetch a picture."""
import re

# LibreOffice looks for this one word, letter by letter, behind the start of a field's instruction and in its group.
WORD = re.compile(rb'INCLUDEPICTURE')
START = b'\\fldinst'


def without_external_links(data: bytes) -> bytes:
    """The document `data` with what it showed last in the place of pictures that lie elsewhere."""
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
