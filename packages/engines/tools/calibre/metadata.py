"""Removes placeholders from metadata, because calibre writes `Unknown` or a date if a book lacks the value."""
import struct

UNKNOWN = 'Unknown'
RIGHTS, PUBLISHED = 109, 106


def leave_out_placeholders(earliest: str) -> None:
    """Removes placeholders. `earliest` is the date of the sandbox's fixed clock, which calibre writes for books without
    a date."""
    from calibre.ebooks.conversion.plugins import lrf_output
    from calibre.ebooks.mobi.writer2 import main as old_kindle
    from calibre.ebooks.mobi.writer8 import exth, mobi as new_kindle

    begin = lrf_output.LRFOptions.__init__

    def begin_without_names(self, *arguments, **named):
        begin(self, *arguments, **named)
        for name in ('author', 'publisher'):
            if getattr(self, name) == UNKNOWN:
                setattr(self, name, '')

    lrf_output.LRFOptions.__init__ = begin_without_names
    build = exth.build_exth

    def without_placeholders(*arguments, **named):
        return filtered(build(*arguments, **named), earliest)

    for module in (exth, old_kindle, new_kindle):
        if hasattr(module, 'build_exth'):
            module.build_exth = without_placeholders


def filtered(header: bytes, earliest: str) -> bytes:
    """Returns the EXTH header of a Kindle book without placeholder records. Each record has a type, a length and its content."""
    if header[:4] != b'EXTH':
        return header
    count = struct.unpack_from('>I', header, 8)[0]
    kept, at = [], 12
    for _ in range(count):
        kind, length = struct.unpack_from('>II', header, at)
        content = header[at + 8:at + length]
        is_empty = kind == RIGHTS and content == UNKNOWN.encode() or kind == PUBLISHED and content.startswith(earliest.encode())
        if not is_empty:
            kept.append(header[at:at + length])
        at += length
    body = b''.join(kept)
    # The length in the EXTH header excludes the padding.
    return b'EXTH' + struct.pack('>II', len(body) + 12, len(kept)) + body + bytes(-len(body) % 4)
