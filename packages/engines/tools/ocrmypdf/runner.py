"""Adds a text layer to a PDF: to the pages without text, or to the pictures on all pages."""
import contextlib
import glob
import inspect
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import ocrmypdf
from ocrmypdf.exceptions import DpiError, EncryptedPdfError, ExitCodeException

from engines.shared.pdf.poppler_input import poppler_input
from engines.shared.runner.counted_time import run_within
from engines.tools.ocrmypdf import smaller_pictures
from engines.tools.tesseract.script import MOST_LOOKED_AT, language_of

MAX_MEGAPIXELS = 100
# The number of pages that are recognized at once is low, because each page takes up to 300 MB of memory and other
# conversions need processors too.
MAX_PAGES_AT_ONCE = 2
# Minimum confidence for rotating a page upright. Tesseract's confidence for a rotated page is 20 to 35 for Latin
# letters, and 9 to 14 for Arabic, Chinese or Hindi. The default minimum of OCRmyPDF is 14.
TURNED_CONFIDENCE = 7.0
# Resolution that suffices to distinguish scripts.
LOOK_DPI = 150
LOOK_SECONDS = 3
# Share of the time limit that this process may use as processor time. Tesseract runs in other processes. Only a
# malicious page, such as a page with a gigabyte of drawing instructions, needs more.
OWN_SHARE = 0.4


def main():
    step = json.loads(sys.argv[1])
    # The kernel ends the process by SIGPROF. A limit by `setrlimit` would also apply to Tesseract.
    signal.setitimer(signal.ITIMER_PROF, own_seconds(step))
    options = step['options']
    everywhere = options.get('ocr') is True
    settings = {
        'language': (options.get('language') or guessed_language(step, everywhere)).split('+'),
        # The picture of a page is straightened only if the final result contains the text of the page without the
        # picture.
        'deskew': bool(step.get('intermediate')) and not everywhere,
        'rotate_pages': True,
        'rotate_pages_threshold': TURNED_CONFIDENCE,
        'redo_ocr' if everywhere else 'skip_text': True,
        'output_type': 'pdf',
        'optimize': 0 if step.get('intermediate') else 1,
        'jobs': min(MAX_PAGES_AT_ONCE, os.cpu_count() or 1),
        'use_threads': True,
        'progress_bar': False,
        'max_image_mpixels': MAX_MEGAPIXELS,
        # A page that takes longer would silently have no text, so the server's limit is the first to end the step.
        'tesseract_timeout': step.get('timeLimit', {}).get('longestMs', 60_000) / 1000,
        'plugins': [Path(smaller_pictures.__file__)],
        # Without `invalidate_digital_signatures`, OCRmyPDF 15 and later refuses signed files. The result with the
        # recognized text has no valid signature in any case.
        'invalidate_digital_signatures': True,
    }
    known = inspect.signature(ocrmypdf.ocr).parameters
    try:
        ocrmypdf.ocr(
            Path(step['input']),
            Path(step['output']),
            **{name: value for name, value in settings.items() if name in known},
        )
    except EncryptedPdfError:
        sys.exit('protean-reason: password_required')
    except DpiError:
        sys.exit('protean-reason: too_many_pixels')
    except ExitCodeException as error:
        sys.exit(f'{type(error).__name__}: {error}')


def own_seconds(step):
    """Returns the seconds that this process may use as processor time, and that the search for text may take."""
    return step.get('timeLimit', {}).get('ms', 60_000) * OWN_SHARE / 1000


def guessed_language(step, everywhere):
    """Returns the language detected on the first pages whose text will be recognized. If `everywhere` is true, the text
    of all pages will be recognized. If `everywhere` is false, only pages without text will be recognized."""
    file = poppler_input(step['input'], step['work'])
    try:
        texts = run_within(own_seconds(step), ['pdftotext', file, '-']).stdout
    except subprocess.TimeoutExpired:
        # Only a malicious page takes so long, and OCRmyPDF would take longer.
        sys.exit('protean-reason: too_complex')
    pages = [n for n, text in enumerate(texts.split(b'\f')[:-1], 1) if everywhere or not text.strip()]
    for n in map(str, pages[:MOST_LOOKED_AT]):
        draw = ['pdftoppm', '-q', '-gray', '-r', str(LOOK_DPI), '-f', n, '-l', n, file, f"{step['work']}/look"]
        # If drawing a page exceeds the time limit, the page is not used to detect the language.
        with contextlib.suppress(subprocess.TimeoutExpired):
            run_within(LOOK_SECONDS, draw)
    return language_of(sorted(glob.glob(f"{glob.escape(step['work'])}/look*.pgm")), step)


if __name__ == '__main__':
    os.environ.setdefault('OMP_THREAD_LIMIT', '1')
    main()
