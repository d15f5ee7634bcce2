"""Cleans a picture, which may be embedded in a document. The signature determines the kind of picture, and unknown
kinds stay unchanged."""
import struct

from engines.passes.metadata.cleaners import boxes, chunks, exif, jpeg
from engines.passes.metadata.cleaners.notes import Notes, Refused

HEIF_BRANDS = (b'avif', b'avis', b'heic', b'heix', b'hevc', b'mif1', b'msf1')
EMF_RECORD = struct.pack('<I', 1)


def kind_of(data: bytes) -> str:
    """Returns the kind of picture, or an empty string if pictures of this kind cannot be cleaned."""
    if data.startswith(b'\xff\xd8\xff'):
        return 'jpg'
    if data.startswith(chunks.PNG):
        return 'png'
    if data[:4] == b'RIFF' and data[8:12] == b'WEBP':
        return 'webp'
    if data[:6] in (b'GIF87a', b'GIF89a'):
        return 'gif'
    if data[:4] in (b'II*\0', b'MM\0*', b'II+\0', b'MM\0+'):
        return 'tiff'
    if data[4:8] == b'ftyp' and data[8:12] in HEIF_BRANDS:
        return 'heif'
    if data[:12] == b'\0\0\0\x0cJXL \r\n\x87\n' or data[:2] == b'\xff\x0a':
        return 'jxl'
    if data[:8] == b'\0\0\0\x0cjP  ':
        return 'jp2'
    if data[:4] == EMF_RECORD and data[40:44] == b' EMF':
        return 'emf'
    return ''


def clean_emf(data: bytes, _: Notes) -> bytes:
    """Overwrites the description in the picture with zero bytes, and returns the picture. The description in an EMF
    picture contains the names of the program and of the picture."""
    begin, length = emf_description(data)
    return data[:begin] + bytes(length) + data[begin + length:]


def emf_description(data: bytes) -> tuple[int, int]:
    if len(data) < 88:
        return 0, 0
    letters, begin = struct.unpack_from('<II', data, 60)
    return (begin, 2 * letters) if begin >= 88 and begin + 2 * letters <= len(data) else (0, 0)


def traces_of_emf(data: bytes) -> list[str]:
    begin, length = emf_description(data)
    return ['description in an EMF'] if any(data[begin:begin + length]) else []


CLEANERS = {
    'jpg': (jpeg.clean, jpeg.traces),
    'png': (chunks.clean_png, chunks.traces_of_png),
    'webp': (chunks.clean_webp, chunks.traces_of_webp),
    'gif': (chunks.clean_gif, chunks.traces_of_gif),
    'tiff': (lambda data, _: exif.without_tags(data), exif.traces_of_tiff),
    'heif': (boxes.clean_heif, boxes.traces_of_heif),
    'jxl': (boxes.clean_jxl, boxes.traces_of_jxl),
    'jp2': (boxes.clean_jp2, boxes.traces_of_jp2),
    'emf': (clean_emf, traces_of_emf),
}


def clean(data: bytes, notes: Notes) -> bytes:
    kind = kind_of(data)
    try:
        return CLEANERS[kind][0](data, notes) if kind else data
    except (struct.error, IndexError) as error:
        raise Refused(f'a picture is truncated: {error}') from error


def traces(data: bytes) -> list[str]:
    kind = kind_of(data)
    return CLEANERS[kind][1](data) if kind else []


def clean_file(step: dict, notes: Notes) -> None:
    with open(step['input'], 'rb') as source:
        data = source.read()
    kind = kind_of(data)
    if not kind:
        raise Refused('unsupported picture format')
    # Only picture files are checked for truncation. A truncated PNG inside a document must not cause an error.
    if kind == 'png' and not chunks.has_png_end(data):
        raise Refused('a picture is truncated')
    with open(step['output'], 'wb') as result:
        result.write(clean(data, notes))


def traces_of_file(step: dict) -> list[str]:
    with open(step['output'], 'rb') as result:
        data = result.read()
    return traces(data) if kind_of(data) else ['a picture that cannot be inspected']
