"""Reads the content streams of a page."""
import pikepdf

from engines.shared.pdf.objects import get, listed

# Maximum number of bytes of an encrypted empty stream.
MAX_EMPTY = 32


def content_streams(page) -> list:
    """Returns the content streams of a page, except empty streams. Poppler 25 does not read the streams after a
    compressed empty stream, and qpdf writes every empty stream as compressed."""
    streams = [part for part in listed(get(page, '/Contents')) if isinstance(part, pikepdf.Stream)]
    return [stream for stream in streams if not is_empty(stream)]


def is_empty(stream) -> bool:
    return int(stream.get('/Length', 0)) <= MAX_EMPTY and not stream.read_raw_bytes()
