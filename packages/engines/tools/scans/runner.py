"""Straightens, cleans and compresses the scanned pages of a PDF."""
import json
import subprocess
import sys

import pikepdf
from PIL import Image
from pikepdf import Dictionary

from engines.shared.pdf.objects import get, has_members
from engines.shared.pdf.page_box import inherited
from engines.shared.pdf.page_ranges import page_ranges
from engines.shared.runner.warn import listed, warn
from engines.tools.pikepdf.saving import save
from engines.tools.scans.cleaning import clean
from engines.tools.scans.encoding import Encoder
from engines.tools.scans.finding import Scan, scan_of
from engines.tools.scans.straightening import angle_of

MAX_PIXELS = 100_000_000
BILEVEL = 1


def main() -> None:
    step = json.loads(sys.argv[1])
    options = step['options']
    kept, tilted, compressed = [], [], 0
    with pikepdf.open(step['input']) as pdf:
        if pdf.is_encrypted:
            sys.exit('protean-reason: password_required')
        encoder = Encoder(pdf, step['work'], step['jbig2'])
        for number, page in enumerate(pdf.pages, 1):
            scan = scan_of(page)
            image = opened(scan) if scan else None
            if image is None:
                kept.append(number)
                continue
            result, is_changed, stays_tilted = improved(scan, image, options)
            if stays_tilted:
                tilted.append(number)
            compression = options.get('scan_compression')
            if is_changed or compression:
                replace(pdf, scan, encoded(encoder, scan, result, compression))
                compressed += 1 if compression else 0
        encoder.finish()
        pdf.remove_unreferenced_resources()
        save(pdf, step['output'], locked=False)
    report(step, kept, tilted, compressed)


def opened(scan: Scan):
    """Returns the picture in gray or in colours, or None if it cannot be read."""
    if int(scan.picture.get('/Width', 0)) * int(scan.picture.get('/Height', 0)) > MAX_PIXELS:
        sys.exit('protean-reason: too_many_pixels')
    try:
        image = pikepdf.PdfImage(scan.picture).as_pil_image()
        return image.convert('L' if image.mode in ('1', 'L', 'I', 'I;16', 'F') else 'RGB')
    except (pikepdf.PdfError, OSError, ValueError, NotImplementedError, pikepdf.models.image.UnsupportedImageTypeError):
        return None


def improved(scan: Scan, image, options: dict) -> tuple[object, bool, bool]:
    """Returns the picture, whether it was changed, and whether it may still be tilted."""
    is_changed = stays_tilted = False
    if options.get('deskew'):
        # Invisible text on the page is not rotated with the picture, so it would no longer lie over the letters in
        # the picture.
        can_turn = scan.is_upright and not scan.has_text
        angle = angle_of(image.convert('L'))
        if angle and can_turn:
            white = 'white' if image.mode == 'RGB' else 255
            image, is_changed = image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=white), True
        stays_tilted = bool(angle) and not can_turn
    if options.get('clean'):
        image, is_changed = clean(image), True
    return image, is_changed, stays_tilted


def encoded(encoder: Encoder, scan: Scan, image, compression: str | None):
    dpi = 72 * image.width / max(scan.size[0], 1)
    if compression == 'layers':
        return encoder.layers(image, dpi)
    if compression == 'jpeg2000':
        return encoder.jpeg2000(image, most=len(scan.picture.read_raw_bytes()) // 2)
    is_bilevel = int(scan.picture.get('/BitsPerComponent', 8)) == BILEVEL
    if compression == 'jbig2' or is_bilevel:
        gray = image.convert('L')
        limit = threshold(gray)
        return encoder.bilevel(gray.point(lambda value: 255 if value > limit else 0).convert('1'))
    return encoder.jpeg(image)


def threshold(gray) -> int:
    """Returns the brightness that separates ink and paper best (Otsu's method)."""
    histogram = gray.histogram()
    total, everything = sum(histogram), sum(value * count for value, count in enumerate(histogram))
    dark = weighted = 0
    best, limit = -1.0, 127
    for value, count in enumerate(histogram):
        dark += count
        weighted += value * count
        if not dark or dark == total:
            continue
        difference = weighted / dark - (everything - weighted) / (total - dark)
        spread = dark * (total - dark) * difference * difference
        if spread > best:
            best, limit = spread, value
    return limit


def replace(pdf, scan: Scan, new) -> None:
    """Puts the new picture in the place of the old one. Copies the resources, because pages may share them."""
    shared = inherited_by(scan.holder)
    own = Dictionary({key: value for key, value in shared.items()})
    pictures = get(own, '/XObject')
    own['/XObject'] = Dictionary({key: value for key, value in pictures.items()} if has_members(pictures) else {})
    own['/XObject'][scan.name] = new
    scan.holder['/Resources'] = own


def inherited_by(holder):
    return inherited(pikepdf.Page(holder), '/Resources') if get(holder, '/Type') == '/Page' else holder['/Resources']


def report(step: dict, kept: list[int], tilted: list[int], compressed: int) -> None:
    losses = {'layers': 'sharp letters in one colour, 120 dpi behind them', 'jbig2': 'black and white', 'jpeg2000': 'JPEG 2000'}
    if compressed:
        pages = '1 page' if compressed == 1 else f'{compressed} pages'
        warn(step, 'scans_reduced', f'{pages}, {losses[step["options"]["scan_compression"]]}')
    if kept:
        warn(step, 'pages_not_scanned', listed(page_ranges(kept)))
    if tilted:
        warn(step, 'pages_not_straightened', listed(page_ranges(tilted)))


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except (pikepdf.PdfError, subprocess.CalledProcessError) as error:
        sys.exit(f'{type(error).__name__}: {error}')
