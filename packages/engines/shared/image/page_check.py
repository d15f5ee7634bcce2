"""Checks a PDF, PostScript or DjVu file. If the file is truncated or encrypted, or has too many pages to render,
refuses it and prints the reason."""
import json
import os
import re
import struct
import subprocess
import sys

from engines.shared.image.user_units import user_units
from engines.shared.pdf.poppler_input import poppler_input

TAIL = 64 * 1024
MAX_PIXELS = 100_000_000
DEFAULT_DPI = 150
# Target formats that are not rendered as pixels. For these targets, the size of a page is not limited.
VECTOR_TARGETS = ('svg', 'eps')
# Matches the end of a complete drawing. A file may also end with a short custom operator, with which many programs
# restore the saved graphics state.
ENDED = re.compile(rb'%%EOF|%%Trailer|\bshowpage\s|\b(g?restore|end|pdfmark)\s*$|[\r\n]\w{1,4}[\r\n]+\Z')
PAGES_ENDED = re.compile(rb'%%EOF|%%Trailer|\bshowpage\s*\Z')
# Matches the start of the editing data that Illustrator appends. The editing data may be long.
EDITED = re.compile(rb'%%EOF[\r\n]+%AI9_')


def main():
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        data = file.read()
    # Illustrator files are PDF or PostScript.
    is_pdf = step['from'] == 'pdf' or (step['from'] == 'ai' and data.startswith(b'%PDF'))
    if step['from'] == 'djvu':
        problem = djvu_problem(data)
    else:
        problem = pdf_problem(data, step) if is_pdf else ps_problem(data, step)
    if problem:
        sys.exit(problem)


def pdf_problem(data, step):
    if b'%PDF-' not in data[:1024]:
        return 'this is not a PDF file'
    # Tools repair a truncated file silently and drop its last pages.
    if not re.search(rb'startxref|%%EOF', data[-TAIL:]) or is_linearized_and_truncated(data):
        return 'the file is truncated'
    info = subprocess.run(['pdfinfo', step['input']], capture_output=True, text=True, errors='replace')
    if info.returncode != 0:
        return 'protean-reason: password_required' if 'Incorrect password' in info.stderr else f'pdfinfo: {info.stderr[-500:]}'
    if step['from'] == 'ai' and lacks_pdf_content(poppler_input(step['input'], step['work'])):
        return 'protean-reason: no_pdf_content'
    pages = int(re.search(r'^Pages:\s+(\d+)', info.stdout, re.MULTILINE)[1])
    if pages < 1:
        return 'it has no pages'
    page = step['options'].get('page', 'all')
    wanted = pages if page == 'all' else 1
    if page != 'all' and page > pages:
        return 'protean-reason: no_such_page'
    with open(os.path.join(step['work'], 'progress'), 'w', encoding='ascii') as log:
        log.write(f'pages={wanted}\nof={pages}\n')
    max_pages = step.get('maxPages', pages)
    if wanted > max_pages:
        return f'protean-reason: too_many_pages\nit has {pages} pages, more than {max_pages}'
    if 'maxPages' not in step or step['to'] in VECTOR_TARGETS:
        return None
    units = user_units(data, step['input'])
    if units:
        with open(os.path.join(step['work'], 'user-units'), 'w', encoding='ascii') as listed:
            json.dump(units, listed)
    return oversized_page(step, pages, units)


def oversized_page(step, pages, units):
    """Returns the reason to refuse the file if a page is too large, otherwise None. Tools would render a page beyond
    their limits as a single pixel, without an error."""
    info = subprocess.run(['pdfinfo', '-l', str(pages), step['input']], capture_output=True, text=True, errors='replace')
    for number, *size in re.findall(r'^Page +(\d+) size: +([\d.]+) x ([\d.]+) pts', info.stdout, re.MULTILINE):
        unit = units[int(number) - 1] if units else 1
        width, height = (float(side) * unit for side in size)
        if pixels(width, height, step['options']) > MAX_PIXELS:
            return f'protean-reason: too_many_pixels\na page of {width} by {height} points'
    return None


def pixels(width, height, options):
    """Returns the number of pixels of a rendered page. The size of the page is given in points. `options` may request a
    width, a height, or both."""
    fit = options.get('fit', 'inside')
    sides = [(options[name], points) for name, points in (('width', width), ('height', height)) if points and name in options]
    drawn = width * height * (options.get('dpi', DEFAULT_DPI) / 72) ** 2
    if not sides:
        return drawn
    if len(sides) == 1:
        fitted = width * height * (sides[0][0] / sides[0][1]) ** 2
    elif fit == 'fill':
        fitted = options['width'] * options['height']
    else:
        side = max(options['width'], options['height']) * (2 if fit == 'cover' else 1)
        fitted = width * height * (side / max(width, height)) ** 2
    return max(fitted, drawn) if 'dpi' in options else fitted


def lacks_pdf_content(file):
    """Returns whether the PDF part of an Illustrator file shows only a notice instead of the drawing."""
    text = subprocess.run(['pdftotext', '-l', '1', file, '-'], capture_output=True, text=True, errors='replace').stdout
    return 'saved without PDF Content' in ' '.join(text.split())


def is_linearized_and_truncated(data):
    """Returns whether a linearized file is shorter than its declared length. An end mark does not prove that the file
    is complete, because a linearized file also has an end mark near its beginning."""
    linearized = re.search(rb'/Linearized\b[^>]{0,200}?/L\s+(\d+)', data[:1024])
    return linearized is not None and int(linearized[1]) > len(data)


def ps_problem(data, step):
    if data.startswith(b'\xc5\xd0\xd3\xc6'):
        # In an EPS file with a screen preview, the header contains the offset and length of the PostScript part.
        start, length = struct.unpack_from('<II', data, 4)
        if start + length > len(data):
            return 'the file is truncated'
        data = data[start : start + length]
    if b'%!' not in data[:1024]:
        return 'this is not a PostScript file'
    declared = re.search(rb'[\r\n]%%Pages:\s*(\d+)', data)
    begun = len(re.findall(rb'[\r\n]%%Page:', data))
    # The header of a drawing may declare a page even if the file has no `%%Page:` comment.
    if declared and begun < int(declared[1]) and (begun or step['from'] == 'ps'):
        return 'the file is truncated'
    ended = (PAGES_ENDED if step['from'] == 'ps' else ENDED).search(data[-TAIL:]) or EDITED.search(data)
    return None if ended or not (declared or step['from'] == 'eps') else 'the file is truncated'


def djvu_problem(data):
    if data[:8] != b'AT&TFORM' or len(data) < 16:
        return 'this is not a DjVu file'
    return 'the file is truncated' if 12 + struct.unpack_from('>I', data, 8)[0] > len(data) else None


if __name__ == '__main__':
    main()
