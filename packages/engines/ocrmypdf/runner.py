"""Puts under each page of a PDF the text that it shows: under pages without text, or under the pictures of all."""
import inspect
import json
import os
import sys
from pathlib import Path

import ocrmypdf
from ocrmypdf.exceptions import DpiError, EncryptedPdfError, ExitCodeException

MAX_MEGAPIXELS = 100
# Each page takes up to 300 MB. Other conversions need processors too.
MAX_PAGES_AT_ONCE = 2


def main():
    step = json.loads(sys.argv[1])
    options = step['options']
    everywhere = options.get('ocr') is True
    settings = {
        'language': options.get('language', 'eng').split('+'),
        # Each page keeps its picture. Only where nothing but the text is wanted, it may be straightened.
        'deskew': bool(step.get('intermediate')) and not everywhere,
        'rotate_pages': True,
        'redo_ocr' if everywhere else 'skip_text': True,
        'output_type': 'pdf',
        'optimize': 0 if step.get('intermediate') else 1,
        'jobs': min(MAX_PAGES_AT_ONCE, os.cpu_count() or 1),
        'use_threads': True,
        'progress_bar': False,
        'max_image_mpixels': MAX_MEGAPIXELS,
        'tesseract_timeout': 60.0,
        # From version 15 it refuses signed files without this; a result is never signed.
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


if __name__ == '__main__':
    os.environ.setdefault('OMP_THREAD_LIMIT', '1')
    main()
