"""Draws the pages of two PDFs with Poppler and MuPDF. Prints, for each page, the largest difference between the mean
colours of the two files, and the largest mean difference of their pixels."""
import glob
import json
import os
import subprocess
import sys
import tempfile

from PIL import Image, ImageChops, ImageStat

READERS = {
    'poppler': lambda file, dir: ['pdftoppm', '-q', '-r', '60', file, f'{dir}/page'],
    'mupdf': lambda file, dir: ['mutool', 'draw', '-q', '-r', '60', '-c', 'rgb', '-o', f'{dir}/page%03d.ppm', file],
}


def drawn(file: str, reader: str, dir: str):
    os.makedirs(dir)
    subprocess.run(READERS[reader](file, dir), check=True, stderr=subprocess.DEVNULL)
    return [Image.open(page).convert('RGB') for page in sorted(glob.glob(f'{dir}/*'))]


def main(one: str, other: str) -> None:
    found = []
    with tempfile.TemporaryDirectory() as work:
        for reader in READERS:
            pages = zip(drawn(one, reader, f'{work}/{reader}-1'), drawn(other, reader, f'{work}/{reader}-2'), strict=True)
            for n, (a, b) in enumerate(pages):
                means = zip(ImageStat.Stat(a).mean, ImageStat.Stat(b).mean)
                colour = max(abs(first - second) for first, second in means)
                pixels = max(ImageStat.Stat(ImageChops.difference(a, b)).mean)
                found += [] if len(found) > n else [{'colour': 0, 'pixels': 0}]
                found[n] = {'colour': max(colour, found[n]['colour']), 'pixels': max(pixels, found[n]['pixels'])}
    print(json.dumps(found))


main(*sys.argv[1:])
