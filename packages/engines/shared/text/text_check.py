"""Refuses a result without text, unless the source is a PDF with blank pages. Scanned pages are not blank."""
import glob
import json
import os
import subprocess
import sys

from engines.shared.pdf.poppler_input import poppler_input

# Maximum number of checked pages. In a larger document, the unchecked pages are usually similar to the checked pages.
MAX_PAGES = 50
# Minimum brightness of blank paper.
PAPER = 245


def main():
    step = json.loads(sys.argv[1])
    with open(step['output'], 'rb') as file:
        if file.read().strip():
            return
    if step['from'] != 'pdf' or shows_something(step):
        sys.exit('protean-reason: no_text')
    with open(step['output'], 'w', encoding='ascii') as file:
        file.write('\n')


def shows_something(step):
    prefix = os.path.join(step['work'], 'shown')
    file = poppler_input(step['input'], step['work'])
    drawn = subprocess.run(['pdftoppm', '-gray', '-r', '18', '-l', str(MAX_PAGES), file, prefix], check=False)
    pages = glob.glob(f'{glob.escape(prefix)}*.pgm')
    return drawn.returncode != 0 or not pages or any(has_ink(page) for page in pages)


def has_ink(page):
    """Returns whether a pixel of the PGM file is darker than paper."""
    with open(page, 'rb') as file:
        # The header of the PGM file has 3 lines: the kind of the file, the size of the page, and the maximum value of a
        # pixel.
        for _ in range(3):
            file.readline()
        return min(file.read(), default=255) < PAPER


if __name__ == '__main__':
    main()
