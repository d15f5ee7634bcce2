"""Reduces the resolution and the quality of the pictures in a PDF, and merges identical pictures and fonts. All other
content stays unchanged."""
import json
import os
import shutil
import sys

import pikepdf

from engines.passes.pdf_pictures import duplicates
from engines.passes.pdf_pictures.encoding import Encoder
from engines.passes.pdf_pictures.uses import uses_in
from engines.shared.runner.warn import warn
from engines.tools.pikepdf.fields import signed_fields
from engines.tools.pikepdf.saving import save


def main() -> None:
    step = json.loads(sys.argv[1])
    source, result, quality = step['input'], step['output'], step['options'].get('quality')
    try:
        # If no quality is set, the unchanged file is the first attempt to meet `max_size`.
        is_reduced = quality is not None and reduced(step, source, result, quality)
    except UnicodeDecodeError:
        # pikepdf cannot read a key that is not UTF-8, so a PDF with such a key stays unchanged.
        is_reduced = False
    if not is_reduced:
        shutil.copyfile(source, result)


def reduced(step: dict, source: str, result: str, quality: int) -> bool:
    """Writes the smaller file. Returns False if no smaller file can be made."""
    with pikepdf.open(source) as pdf:
        signatures = len(signed_fields(pdf))
        # Identical pictures are merged first, so each of them is encoded once.
        duplicates.merge(pdf)
        encoder = Encoder(quality)
        replaced = [encoder.reduce(use) for use in uses_in(pdf)]
        # If no picture was replaced, a signed file stays unchanged, because compressing the rest of the file would save
        # few bytes but invalidate the signatures.
        if signatures and not any(replaced):
            return False
        # Keeps the owner's restrictions, as all other changes of a PDF do.
        save(pdf, result, locked=pdf.is_encrypted, recompress=True)
    if os.path.getsize(result) >= os.path.getsize(source):
        return False
    if signatures:
        warn(step, 'signatures_broken', str(signatures))
    return True


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
