"""Opens a text or binary DXF file, and refuses truncated files."""
import ezdxf
from ezdxf import recover
from ezdxf.lldxf.const import DXFError

from engines.shared.encoding.legacy_text import is_utf8

BINARY = b'AutoCAD Binary DXF\r\n\x1a\x00'
# Number of bytes at the end of the file that are searched for the end mark. Some programs write empty lines and spaces
# after the end mark.
TAIL = 4096


class NotDrawing(Exception):
    """Raised if the file cannot be read. The message may be a reason from reasons.ts."""


def opened(file: str):
    with open(file, 'rb') as stream:
        data = stream.read()
    is_binary = data.startswith(BINARY)
    if not is_complete(data[-TAIL:], is_binary):
        raise NotDrawing('protean-reason: truncated')
    # Before version 2007, the text has the encoding that the header declares, but many programs write UTF-8 anyway.
    encoding = 'utf-8' if not is_binary and not data.isascii() and is_utf8(data) else None
    try:
        try:
            return ezdxf.readfile(file, encoding)
        except (DXFError, ValueError, KeyError, AttributeError, TypeError, IndexError):
            # Many programs other than AutoCAD write files that violate the format's rules.
            return recover.readfile(file)[0]
    except (OSError, DXFError, ValueError, KeyError, AttributeError, TypeError, IndexError) as error:
        raise NotDrawing(f'the drawing cannot be read: {error}') from error


def is_complete(tail: bytes, is_binary: bool) -> bool:
    if is_binary:
        return tail.rstrip(b'\r\n\x1a \x00').endswith(b'\x00EOF')
    lines = tail.rstrip(b'\r\n\x1a\x00 \t').splitlines()
    return len(lines) > 1 and lines[-1].strip().upper() == b'EOF'
