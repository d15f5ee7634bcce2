"""Removes the chunks and blocks of PNG, WebP and GIF that are not needed to show the picture."""
import struct
import zlib

from engines.passes.metadata.cleaners.exif import is_bare, only_orientation, orientation_of
from engines.passes.metadata.cleaners.notes import Notes, Refused

PNG = b'\x89PNG\r\n\x1a\n'
PNG_KEPT = {
    *(b'IHDR', b'PLTE', b'IDAT', b'IEND', b'tRNS', b'gAMA', b'cHRM', b'sRGB', b'iCCP', b'sBIT', b'bKGD', b'hIST', b'pHYs'),
    *(b'sPLT', b'acTL', b'fcTL', b'fdAT', b'cICP', b'mDCV', b'cLLI', b'CgBI'),
}
WEBP_KEPT = {b'VP8 ', b'VP8L', b'VP8X', b'ALPH', b'ANIM', b'ANMF', b'ICCP'}
FLAG_XMP, FLAG_EXIF = 4, 8
GIF_KEPT = (b'NETSCAPE2.0', b'ANIMEXTS1.0', b'ICCRGBG1012')


def png_chunks(data: bytes):
    if not data.startswith(PNG):
        raise Refused('not a PNG')
    at = len(PNG)
    while at + 12 <= len(data):
        length, kind = struct.unpack_from('>I4s', data, at)
        if at + 12 + length > len(data):
            break
        yield kind, data[at + 8:at + 8 + length], data[at:at + 12 + length]
        at += 12 + length
        if kind == b'IEND':
            return


def clean_png(data: bytes, notes: Notes) -> bytes:
    written, has_orientation = [PNG], False
    for kind, content, whole in png_chunks(data):
        notes.credentials |= kind == b'caBX'
        if kind in PNG_KEPT:
            written.append(whole)
        elif kind == b'eXIf' and orientation_of(content) != 1 and not has_orientation:
            has_orientation = True
            written.append(png_chunk(b'eXIf', only_orientation(orientation_of(content))))
    return b''.join(written)


def has_png_end(data: bytes) -> bool:
    return any(kind == b'IEND' for kind, _, _ in png_chunks(data))


def png_chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack('>I', len(content)) + kind + content + struct.pack('>I', zlib.crc32(kind + content))


def traces_of_png(data: bytes) -> list[str]:
    found, length = [], len(PNG)
    for kind, content, whole in png_chunks(data):
        length += len(whole)
        if kind not in PNG_KEPT and not (kind == b'eXIf' and is_bare(content)):
            found.append(f'PNG chunk {kind!r}')
    return found + (['bytes after the end of a PNG'] if length != len(data) else [])


def webp_chunks(data: bytes):
    if data[:4] != b'RIFF' or data[8:12] != b'WEBP':
        raise Refused('not a WebP')
    at, end = 12, min(len(data), 8 + struct.unpack_from('<I', data, 4)[0])
    while at + 8 <= end:
        kind, length = struct.unpack_from('<4sI', data, at)
        yield kind, data[at + 8:at + 8 + length]
        at += 8 + length + length % 2


def clean_webp(data: bytes, notes: Notes) -> bytes:
    parts = []
    for kind, content in webp_chunks(data):
        notes.credentials |= kind == b'C2PA'
        if kind in WEBP_KEPT:
            parts.append((kind, content))
        elif kind == b'EXIF' and orientation_of(content) != 1:
            parts.append((kind, only_orientation(orientation_of(content))))
    has_exif = any(kind == b'EXIF' for kind, _ in parts)
    written = []
    for kind, content in parts:
        if kind == b'VP8X' and content:
            flags = content[0] & ~FLAG_XMP & ~FLAG_EXIF | (FLAG_EXIF if has_exif else 0)
            content = bytes((flags,)) + content[1:]
        written.append(kind + struct.pack('<I', len(content)) + content + b'\0' * (len(content) % 2))
    body = b'WEBP' + b''.join(written)
    return b'RIFF' + struct.pack('<I', len(body)) + body


def traces_of_webp(data: bytes) -> list[str]:
    found = []
    for kind, content in webp_chunks(data):
        if kind not in WEBP_KEPT and not (kind == b'EXIF' and is_bare(content)):
            found.append(f'WebP chunk {kind!r}')
        if kind == b'VP8X' and content and content[0] & FLAG_XMP:
            found.append('WebP flag')
    return found


def gif_blocks(data: bytes):
    """Yields pairs of a label and bytes: first the header, and then each block. The label of the header is `head`, the
    label of an image is `image`, and the label of an extension is its type number."""
    if data[:6] not in (b'GIF87a', b'GIF89a') or len(data) < 13:
        raise Refused('not a GIF')
    at = 13 + (3 * 2 ** ((data[10] & 7) + 1) if data[10] & 0x80 else 0)
    yield 'head', data[:at]
    while at < len(data):
        start, mark = at, data[at]
        if mark == 0x3B:
            break
        if mark == 0x21 and at + 2 < len(data):
            kind = data[at + 1]
            at = end_of_blocks(data, at + 2)
            yield kind, data[start:at]
        elif mark == 0x2C and at + 10 <= len(data):
            colours = 3 * 2 ** ((data[at + 9] & 7) + 1) if data[at + 9] & 0x80 else 0
            at = end_of_blocks(data, at + 11 + colours)
            yield 'image', data[start:at]
        else:
            break


def end_of_blocks(data: bytes, at: int) -> int:
    while at < len(data) and data[at]:
        at += 1 + data[at]
    return min(len(data), at + 1)


def is_kept_in_gif(label, block: bytes) -> bool:
    # Extensions: 0xF9 controls the timing of a frame, 1 draws text, and 255 contains application data.
    return label in ('head', 'image', 0xF9, 1) or (label == 0xFF and block[3:14] in GIF_KEPT)


def clean_gif(data: bytes, notes: Notes) -> bytes:
    written = []
    for label, block in gif_blocks(data):
        notes.credentials |= label == 0xFF and block[3:11] == b'C2PA_GIF'
        if is_kept_in_gif(label, block):
            written.append(block)
    return b''.join(written) + b';'


def traces_of_gif(data: bytes) -> list[str]:
    blocks = list(gif_blocks(data))
    found = [f'GIF extension {label}' for label, block in blocks if not is_kept_in_gif(label, block)]
    is_whole = sum(len(block) for _, block in blocks) + 1 == len(data)
    return found + ([] if is_whole else ['bytes after the end of a GIF'])
