"""Pairs the pages of two PDFs, and finds the areas of each pair that look different."""
import glob
import hashlib
import os
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from PIL import Image, ImageChops

from engines.tools.pikepdf.comparison.words import Box, Word

# Resolution at which pages are compared. The resolution is high enough to distinguish a full stop from a comma.
DPI = 96
# Number of pages that are rendered at once, which bounds the scratch space.
BATCH = 20
# Brightness differences up to this value (of 255) are treated as noise of compressed pictures.
TOLERANCE = 40
# Side of a cell, in pixels. Different pixels in the same cell belong to the same area.
CELL = 8
# Maximum number of changed areas on a page. If a page has more changed areas, they are joined into one area.
MAX_AREAS = 200


@dataclass
class Pair:
    """Indexes of a page in the first file and of its counterpart in the second file. If a page has no counterpart, the
    index of the counterpart is None."""

    before: int | None
    after: int | None
    areas: list[Box] = field(default_factory=list)

    @property
    def is_single(self) -> bool:
        return self.before is None or self.after is None


def paired(files: tuple[str, str], counts: tuple[int, int], words: tuple[list[Word], list[Word]], work: str) -> list[Pair]:
    """Returns all pairs of pages in page order. If two pages look equal, their pair has no areas."""
    before, after = (fingerprints(file, count, work) for file, count in zip(files, counts))
    bags = [bags_of(one, count) for one, count in zip(words, counts)]
    pairs: list[Pair] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == 'equal':
            pairs += [Pair(old, new) for old, new in zip(range(a, b), range(c, d))]
            continue
        for pair in matched(range(a, b), range(c, d), bags):
            if not pair.is_single:
                pair.areas = different_areas(*(rendered(file, page, work) for file, page in zip(files, (pair.before, pair.after))))
            pairs.append(pair)
    return pairs


def fingerprints(file: str, count: int, work: str) -> list[bytes]:
    found = []
    for first in range(0, count, BATCH):
        for picture in draw(file, first, min(first + BATCH, count) - 1, work):
            with open(picture, 'rb') as content:
                found.append(hashlib.sha256(content.read()).digest())
            os.remove(picture)
    return found


def rendered(file: str, page: int, work: str):
    [picture] = draw(file, page, page, work)
    with Image.open(picture) as image:
        image.load()
    os.remove(picture)
    return image


def draw(file: str, first: int, last: int, work: str) -> list[str]:
    prefix = os.path.join(work, 'compared')
    subprocess.run(
        ['pdftoppm', '-q', '-r', str(DPI), '-cropbox', '-f', str(first + 1), '-l', str(last + 1), file, prefix],
        stdin=subprocess.DEVNULL, check=True,
    )
    pictures = sorted(glob.glob(f'{glob.escape(prefix)}*.ppm'))
    if len(pictures) != last - first + 1:
        raise SystemExit('pdftoppm did not render all pages')
    return pictures


def bags_of(words: list[Word], count: int) -> list[Counter]:
    bags = [Counter() for _ in range(count)]
    for word in words:
        bags[word.page][word.text] += 1
    return bags


def matched(before: range, after: range, bags: list[list[Counter]]) -> list[Pair]:
    """Pairs the pages that differ between the two files. If both files have the same number of different pages, pairs
    these pages in order. If the files have different numbers of such pages, chooses the pairs with the most words in
    common."""
    if len(before) == len(after):
        return [Pair(old, new) for old, new in zip(before, after)]
    # `best[i][j]` is the highest total similarity of the pages that remain after i pages of the first file and j pages
    # of the second.
    best = [[0.0] * (len(after) + 1) for _ in range(len(before) + 1)]
    for i in reversed(range(len(before))):
        for j in reversed(range(len(after))):
            together = best[i + 1][j + 1] + similarity(bags[0][before[i]], bags[1][after[j]])
            best[i][j] = max(together, best[i + 1][j], best[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(before) or j < len(after):
        if j == len(after) or (i < len(before) and best[i][j] == best[i + 1][j]):
            pairs.append(Pair(before[i], None))
            i += 1
        elif i == len(before) or best[i][j] == best[i][j + 1]:
            pairs.append(Pair(None, after[j]))
            j += 1
        else:
            pairs.append(Pair(before[i], after[j]))
            i, j = i + 1, j + 1
    return pairs


def similarity(before: Counter, after: Counter) -> float:
    """Returns the share of common words. Pages without words get a small value, because they may be scans."""
    total = before.total() + after.total()
    return 0.01 + (2 * (before & after).total() / total if total else 0)


def different_areas(before, after) -> list[Box]:
    """Returns a box for each group of pixels that differ."""
    if before.size != after.size:
        return [scaled((0, 0, max(before.width, after.width), max(before.height, after.height)))]
    difference = ImageChops.difference(before, after)
    # Takes the largest difference of the three colours of each pixel.
    red, green, blue = difference.split()
    strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    cells = strongest.point(lambda value: 255 if value > TOLERANCE else 0).reduce(CELL)
    width = cells.width
    marked = {(n % width, n // width) for n, value in enumerate(cells.getdata()) if value}
    boxes = [scaled(tuple(edge * CELL for edge in box)) for box in groups(marked)]
    if len(boxes) > MAX_AREAS:
        lefts, tops, rights, bottoms = zip(*boxes)
        return [(min(lefts), min(tops), max(rights), max(bottoms))]
    return boxes


def scaled(box) -> Box:
    left, top, right, bottom = (round(edge * 72 / DPI, 1) for edge in box)
    return (left, top, right, bottom)


def groups(cells: set[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Returns the boxes of groups of cells, from top to bottom. Cells of a group touch each other or have one cell
    between them."""
    left, found = set(cells), []
    for start in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        if start not in left:
            continue
        left.discard(start)
        waiting, group = [start], []
        while waiting:
            x, y = waiting.pop()
            group.append((x, y))
            near = {(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)} & left
            left -= near
            waiting += near
        columns, rows = zip(*group)
        found.append((min(columns), min(rows), max(columns) + 1, max(rows) + 1))
    return found
