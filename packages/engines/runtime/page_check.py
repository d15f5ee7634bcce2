"""Refuses a PDF, PostScript or DjVu file that is cut off, locked, or of more pages than may be drawn; prints why."""
import json
import os
import re
import struct
import subprocess
import sys

TAIL = 64 * 1024
MAX_PIXELS = 100_000_000
USUAL_DPI = 150
# Targets that are not drawn in dots.
SHAPES = ('svg', 'eps')


def main():
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        data = file.read()
    # Illustrator's files are one or the other.
    is_pdf = step['from'] == 'pdf' or (step['from'] == 'ai' and data.startswith(b'%PDF'))
    if step['from'] == 'djvu':
        problem = djvu_problem(data)
    else:
        problem = pdf_problem(data, step) if is_pdf else ps_problem(data, step)
    if problem:
        sys.exit(problem)


def pdf_problem(data, step):
    if b'%PDF-' not in data[:1024]:
        return 'this is no PDF'
    # Tools rebuild what they can of half a file and say nothing of the pages that are gone.
    if not re.search(rb'startxref|%%EOF', data[-TAIL:]) or cut_short(data):
        return 'the file is cut off'
    info = subprocess.run(['pdfinfo', step['input']], capture_output=True, text=True, errors='replace')
    if info.returncode != 0:
        return 'protean-reason: password_required' if 'Incorrect password' in info.stderr else f'pdfinfo: {info.stderr[-500:]}'
    if step['from'] == 'ai' and holds_a_notice_only(step['input']):
        return 'the drawing was saved without its PDF part'
    pages = int(re.search(r'^Pages:\s+(\d+)', info.stdout, re.MULTILINE)[1])
    if pages < 1:
        return 'it has no pages'
    with open(os.path.join(step['work'], 'progress'), 'w', encoding='ascii') as notes:
        notes.write(f'pages={pages}\n')
    most = step.get('maxPages', pages)
    if pages > most:
        return f'protean-reason: too_many_pages\nit has {pages} pages, more than {most}'
    return too_large(step, pages) if 'maxPages' in step and step['to'] not in SHAPES else None


def too_large(step, pages):
    """Of a page beyond its means a tool draws a single dot, and calls that a success."""
    info = subprocess.run(['pdfinfo', '-l', str(pages), step['input']], capture_output=True, text=True, errors='replace')
    scale = step['options'].get('dpi', USUAL_DPI) / 72
    for width, height in re.findall(r'^Page +\d+ size: +([\d.]+) x ([\d.]+) pts', info.stdout, re.MULTILINE):
        if float(width) * float(height) * scale * scale > MAX_PIXELS:
            return f'protean-reason: too_many_pixels\na page of {width} by {height} points'
    return None


def holds_a_notice_only(file):
    """Illustrator may leave the drawing out of the PDF and print a notice there instead."""
    text = subprocess.run(['pdftotext', '-l', '1', file, '-'], capture_output=True, text=True, errors='replace').stdout
    return 'saved without PDF Content' in ' '.join(text.split())


def cut_short(data):
    """A file made for the web says how long it is, and has an end mark near its beginning too."""
    linearized = re.search(rb'/Linearized\b[^>]{0,200}?/L\s+(\d+)', data[:1024])
    return linearized is not None and int(linearized[1]) > len(data)


def ps_problem(data, step):
    if data.startswith(b'\xc5\xd0\xd3\xc6'):
        # A drawing with a preview for screens behind it: the head says where the PostScript is.
        start, length = struct.unpack_from('<II', data, 4)
        if start + length > len(data):
            return 'the file is cut off'
        data = data[start : start + length]
    if b'%!' not in data[:1024]:
        return 'this is no PostScript'
    declared = re.search(rb'^%%Pages:\s*(\d+)', data, re.MULTILINE)
    if declared and len(re.findall(rb'^%%Page:', data, re.MULTILINE)) < int(declared[1]):
        return 'the file is cut off'
    if declared and step['from'] == 'ps' and not re.search(rb'%%EOF|%%Trailer', data[-TAIL:]):
        return 'the file is cut off'
    ended = re.search(rb'%%EOF|%%Trailer|showpage|\b(g?restore|end)\s*$', data[-TAIL:])
    return 'the file is cut off' if step['from'] == 'eps' and not ended else None


def djvu_problem(data):
    if data[:8] != b'AT&TFORM' or len(data) < 16:
        return 'this is no DjVu'
    return 'the file is cut off' if 12 + struct.unpack_from('>I', data, 8)[0] > len(data) else None


if __name__ == '__main__':
    main()
