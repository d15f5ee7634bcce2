"""Recognizes the pages of a PDF that have no text, and adds their words to the page contents for `codecs/pdftext`."""
import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from engines.shared.pdf.page_ranges import page_ranges
from engines.shared.runner.warn import listed, warn
from engines.tools.tesseract.placed_words import confidence_of, runs_of, Word
from engines.tools.tesseract.recognition import hocr_of, RecognitionError, words_in
from engines.tools.tesseract.script import MOST_LOOKED_AT, guess, warn_of_guess

# The limit is low, because each page takes up to 300 MB of memory and other conversions need processors too.
MAX_AT_ONCE = 2
# The resolution for which Tesseract is trained. A higher resolution takes longer and does not
# make letters clearer.
DPI = 300
# An A4 page at 400 dpi has 15 million pixels. Pages with more than MAX_PIXELS pixels are drawn at a lower resolution.
MAX_PIXELS = 16_000_000
# Share of the time limit after which no new page is recognized. The rest of the time limit is for the last pages and
# for all other steps.
RECOGNITION_SHARE = 0.6
# Share of the time limit that drawing one page may take. Only a malicious page takes longer.
DRAWING_SHARE = 0.2
# Minimum confidence of a recognized word. Words in photos and drawings without text usually have a lower confidence.
MIN_CONFIDENCE = 0.55
FONT = 1_000_000
# Matches only a member of the JSON, because quotes within strings are escaped.
NUMBER = re.compile(rb'(?<!\\)"number":(\d+)')


def main() -> None:
    step = json.loads(sys.argv[1])
    with open(step['scans'], encoding='ascii') as file:
        scans = json.load(file)
    recognizer = Recognizer(step)
    with ThreadPoolExecutor(min(MAX_AT_ONCE, os.cpu_count() or 1)) as readers:
        drawn = list(readers.map(recognizer.drawn, scans[:MOST_LOOKED_AT]))
        given = step['options'].get('language')
        recognizer.language = given or guess([picture for picture in drawn if picture])
        found = dict(zip((page['number'] for page in scans), readers.map(recognizer.runs, scans)))
    add({number: runs for number, runs in found.items() if runs}, step['pages'])
    # Tells `codecs/pdftext` that the pages were examined.
    with open(os.path.join(step['work'], 'recognized'), 'w', encoding='ascii'):
        pass
    legible = [number for number, runs in found.items() if runs]
    skipped = [number for number, runs in found.items() if runs is None]
    if legible:
        if not given:
            warn_of_guess(recognizer.language, step)
        warn(step, 'text_recognised', listed(page_ranges(legible)))
    if skipped:
        warn(step, 'pages_not_recognised', listed(page_ranges(skipped)))


class Recognizer:
    def __init__(self, step: dict) -> None:
        self.step = step
        self.language = ''
        # The numbers of pages that take too long to draw.
        self.slow: set[int] = set()
        self.began = time.monotonic()

    def drawn(self, page: dict) -> str | None:
        """Returns the path of a gray picture of the page, or None if it cannot be drawn."""
        if page['number'] in self.slow:
            return None
        picture = os.path.join(self.step['work'], f"scan-{page['number']}.pgm")
        if os.path.exists(picture):
            return picture
        inches = page['width'] * page['height'] / 72**2
        dpi = max(1, min(DPI, math.floor(math.sqrt(MAX_PIXELS / max(inches, 0.001)))))
        draw = ['mutool', 'draw', '-q', '-c', 'gray', '-F', 'pnm', '-r', str(dpi), '-o', picture, self.step['input'], str(page['number'])]
        command = [*self.bound(), *draw]
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if ended.returncode == -signal.SIGXCPU:
            self.slow.add(page['number'])
            return None
        return picture if os.path.exists(picture) else None

    def bound(self) -> list[str]:
        """Returns the beginning of a command that limits the processor time of the program that draws a page."""
        limit = self.step.get('timeLimit')
        if limit is None:
            return []
        return ['/bin/sh', '-c', 'ulimit -S -t "$1"; shift; exec "$@"', 'sh', str(math.ceil(limit['ms'] * DRAWING_SHARE / 1000))]

    def runs(self, page: dict) -> list[dict] | None:
        """Returns the words of the page. The list is empty if no word is legible. Returns None if no time is left, or if
        drawing the page takes too long."""
        if self.is_late():
            return None
        picture = self.drawn(page)
        if picture is None:
            return None if page['number'] in self.slow else []
        words = self.words_of(picture)
        os.remove(picture)
        if not words or confidence_of(words) < MIN_CONFIDENCE:
            return []
        return runs_of(words, page, FONT)

    def words_of(self, picture: str) -> list[Word]:
        try:
            return words_in(hocr_of(picture, ['-l', self.language, '--dpi', str(DPI)], lambda: not self.is_late()))
        except RecognitionError as error:
            print(error, file=sys.stderr)
            return []

    def is_late(self) -> bool:
        """Returns whether recognition has used its share of the processor time limit or of the elapsed time limit. The
        elapsed time depends on the load of the machine, but the processor time does not."""
        limit = self.step.get('timeLimit')
        if limit is None:
            return False
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor_ms = (used.ru_utime + used.ru_stime) * 1000
        passed_ms = (time.monotonic() - self.began) * 1000
        return processor_ms > limit['ms'] * RECOGNITION_SHARE or passed_ms > limit['longestMs'] * RECOGNITION_SHARE


def add(found: dict[int, list[dict]], path: str) -> None:
    """Adds the recognized text runs to the file `path`, which has one page per line. `found` contains the recognized
    runs by page number."""
    with open(path, 'rb') as source, open(f'{path}.recognized', 'wb') as target:
        for line in source:
            number = NUMBER.search(line)
            runs = found.get(int(number[1])) if number else None
            if runs is not None:
                page = json.loads(line)
                page['fonts'].append([FONT, 'GlyphLessFont', 0, 0, 1])
                page['runs'] += runs
                line = json.dumps(page, separators=(',', ':')).encode() + b'\n'
            target.write(line)
    os.replace(f'{path}.recognized', path)


if __name__ == '__main__':
    main()
