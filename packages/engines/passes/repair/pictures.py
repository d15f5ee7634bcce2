"""Decodes a picture up to the damage. The missing part of the last frame becomes blank."""
import os
import struct

from PIL import Image, ImageFile

from engines.passes.repair.outcome import NothingLeft, TooMuch, amount

MAX_PIXELS = 100_000_000
MAX_FRAMES = 10_000

# The name of each format in Pillow. Pillow opens a file only if it has the declared format.
NAMES = {
    'jpg': 'JPEG', 'png': 'PNG', 'apng': 'PNG', 'gif': 'GIF', 'tiff': 'TIFF', 'webp': 'WEBP', 'bmp': 'BMP', 'tga': 'TGA',
    'pcx': 'PCX',
}

# Exceptions that Pillow raises for truncated files.
BROKEN = (OSError, SyntaxError, ValueError, IndexError, struct.error, EOFError, KeyError, TypeError)


def repair(step) -> str:
    Image.MAX_IMAGE_PIXELS = None
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    kind, name = NAMES[step['from']], step['input']
    if kind == 'WEBP':
        name = lengthened(name, os.path.join(step['work'], 'long.webp'))
    try:
        with Image.open(name, formats=[kind]) as image:
            if image.width * image.height > MAX_PIXELS:
                raise TooMuch('too_many_pixels')
            if kind == 'JPEG':
                return jpeg(image, step['output'])
            share = os.path.getsize(step['input']) / os.path.getsize(name)
            return frames(image, kind, step['output'], share)
    except BROKEN as error:
        raise NothingLeft(str(error)) from error


def jpeg(image, result: str) -> str:
    image.load()
    shown = rows_of(image)
    exif, profile = image.info.get('exif', b''), image.info.get('icc_profile')
    # Saves the JPEG with its original quantization tables, so that the remaining pixels stay unchanged.
    image.save(result, 'JPEG', quality='keep', exif=exif, icc_profile=profile)
    return amount(shown, 'row', image.height)


def frames(image, kind: str, result: str, share: float) -> str:
    """Writes the readable part of the picture, and returns how much was saved. `share` is the share of the file that is
    not padding. The value of `share` is below 1 if zeros were appended to the file."""
    total, pixels = frames_in(image), 0
    found, durations, shown = [], [], 0
    for n in range(MAX_FRAMES):
        try:
            image.seek(n)
            image.load()
        except BROKEN:
            break
        frame = image.copy() if kind != 'GIF' else image.convert('RGBA')
        shown = rows_of(frame, kind == 'BMP')
        if not shown and found:
            break
        pixels += frame.width * frame.height
        if pixels > MAX_PIXELS:
            raise TooMuch('too_many_pixels')
        found.append(frame)
        durations.append(image.info.get('duration', 100))
    if not found or (len(found) == 1 and not shown):
        raise NothingLeft('no row can be decoded')
    write(found, durations, kind, result, image.info)
    rows = amount(min(rows_of(found[-1], kind == 'BMP'), round(share * found[-1].height)), 'row', found[-1].height)
    word = 'page' if kind == 'TIFF' else 'frame'
    return rows if total == len(found) == 1 else f'{amount(len(found), word, total)}, the last with {rows}'


def frames_in(image) -> int | None:
    """Returns the number of frames, or None if they cannot be counted because of the damage."""
    try:
        return getattr(image, 'n_frames', 1)
    except BROKEN:
        return None
    finally:
        image.seek(0)


def write(found, durations, kind: str, result: str, info) -> None:
    first, *others = found
    more = {'icc_profile': info['icc_profile']} if info.get('icc_profile') else {}
    several = {'save_all': True, 'append_images': others} if others else {}
    if kind == 'WEBP':
        several |= {'duration': durations} if others else {}
        first.save(result, 'WEBP', lossless=True, **several, **more)
    elif kind == 'GIF':
        moving = {'duration': durations, 'loop': info.get('loop', 0), 'disposal': 2} if others else {}
        first.save(result, 'GIF', **several, **moving)
    elif kind == 'TIFF':
        first.save(result, 'TIFF', compression='tiff_adobe_deflate', **several, **more)
    elif kind == 'PNG':
        moving = {'duration': durations, 'loop': info.get('loop', 0)} if others else {}
        first.save(result, 'PNG', **several, **moving, **more)
    else:
        first.save(result, kind)


def rows_of(image, upward: bool = False) -> int:
    """Returns the number of rows that were decoded. The missing rows have a single colour. The missing rows are at the
    bottom of the picture, or at the top if `upward` is set."""
    plain = image.convert('RGBA') if image.mode in ('P', 'PA') else image
    low, high = 0, plain.height
    # Binary search for the smallest number of rows that must be kept. All rows that are not kept have the same single
    # colour.
    while low < high:
        middle = (low + high) // 2
        area = (0, 0, plain.width, plain.height - middle) if upward else (0, middle, plain.width, plain.height)
        if all(band.getextrema()[0] == band.getextrema()[1] for band in plain.crop(area).split()):
            high = middle
        else:
            low = middle + 1
    return low


def lengthened(name: str, result: str) -> str:
    """Writes the file padded with zeros to its declared length, because the decoder rejects a shorter file. Returns the
    path."""
    with open(name, 'rb') as file:
        data = file.read()
    if data[:4] != b'RIFF' or data[8:12] != b'WEBP' or len(data) < 30:
        raise NothingLeft('missing WebP header')
    declared = 8 + struct.unpack_from('<I', data, 4)[0]
    if declared - len(data) > len(data) * 50:
        raise NothingLeft('nearly the whole file is missing')
    with open(result, 'wb') as file:
        file.write(data + bytes(max(0, declared - len(data))))
    return result
