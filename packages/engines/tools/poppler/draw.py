"""Runs a program of Poppler. Multiplies the resolution of a drawn page by its user unit (the page's scale factor),
because Poppler ignores it."""
import glob
import itertools
import json
import os
import subprocess
import sys

from engines.shared.pdf.poppler_input import poppler_input


def main() -> int:
    step = json.loads(sys.argv[1])
    readable = poppler_input(step['input'], step['work'])
    draw = [readable if argument == step['input'] else argument for argument in step['draw']]
    try:
        with open(os.path.join(step['work'], 'user-units'), encoding='ascii') as file:
            units = json.load(file)
    except FileNotFoundError:
        units = []
    # One command draws all pages if no page has a user unit, or if a size in pixels is requested.
    if not units or '-r' not in draw:
        os.execvp(draw[0], draw)
    resolution = float(draw[draw.index('-r') + 1])
    page = step['options'].get('page', 'all')
    pages = range(1, len(units) + 1) if page == 'all' else [page]
    for unit, group in itertools.groupby(pages, lambda number: units[number - 1]):
        numbers = list(group)
        status = subprocess.run(command(draw, resolution * unit, numbers[0], numbers[-1]), check=False).returncode
        if status:
            # A shell reports the end by a signal as 128 plus the number of the signal.
            return status if status > 0 else 128 - status
    for file in glob.glob(f'{glob.escape(step["outputDir"])}/*.jpg'):
        set_density(file, round(resolution))
    return 0


def command(draw: list[str], resolution: float, first: int, last: int) -> list[str]:
    """Returns the command that draws the pages from `first` to `last`."""
    before, after = draw[: draw.index('-r')], draw[draw.index('-r') + 2 :]
    # Inserts the new flags before `-cropbox`, which is the last flag before the file names. If a flag of the command is
    # repeated, poppler applies the last value.
    at = after.index('-cropbox')
    return [*before, *after[:at], '-r', f'{resolution:g}', '-f', str(first), '-l', str(last), *after[at:]]


def set_density(file: str, density: int) -> None:
    """Sets the resolution in a JPEG to match the size of the page on paper. pdftoppm wrote the resolution at which it
    drew the page."""
    with open(file, 'r+b') as picture:
        if picture.read(11)[6:] == b'JFIF\0':
            picture.seek(13)
            picture.write(bytes([1]) + density.to_bytes(2, 'big') * 2)


if __name__ == '__main__':
    sys.exit(main())
