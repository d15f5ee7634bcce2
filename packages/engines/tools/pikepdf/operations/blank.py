"""Removes blank pages. A page is blank if its picture is white except for a few dots, as on the back of a scanned sheet."""
import re
import subprocess

from engines.tools.pikepdf.document import Document, without_pages

# Small pictures are enough: a single letter of 6 points covers about 3 dots.
DPI = 36
# Darkness from which a dot counts as ink, and the share of such dots on a page that still counts as blank.
INK, SPECKS = 200, 0.0004


def apply(document: Document) -> None:
    if document.options['blank_pages'] == 'keep':
        return
    source = f'{document.work}/unblanked.pdf'
    document.pdf.save(source)
    blank = [number for number in range(1, len(document.pdf.pages) + 1) if is_blank(source, number)]
    if len(blank) == len(document.pdf.pages):
        # A PDF needs a page.
        blank = blank[1:]
    if blank:
        without_pages(document, blank)
        document.warn('pages_left_out', ', '.join(map(str, blank[:20])) + (' …' if len(blank) > 20 else ''))


def is_blank(source: str, number: int) -> bool:
    """Draws the page in grey, and counts its ink."""
    page = ['-f', str(number), '-l', str(number), '-singlefile']
    command = ['pdftoppm', '-gray', '-r', str(DPI), *page, source]
    drawn = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    found = re.match(rb'P5\s+\d+\s+\d+\s+\d+\s', drawn.stdout)
    # A page that cannot be drawn is kept.
    if drawn.returncode != 0 or not found:
        return False
    dots = drawn.stdout[found.end():]
    ink = len(dots.translate(None, delete=bytes(range(INK, 256))))
    return ink <= SPECKS * len(dots)
