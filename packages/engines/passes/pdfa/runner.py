"""Converts a PDF to PDF/A: adapts the file if possible, and otherwise redraws its pages. Then checks that the result
conforms to PDF/A."""
import json
import os
import subprocess
import sys
from typing import NoReturn

import pikepdf

from engines.passes.pdfa import check, conform
from engines.passes.pdfa.standard import Broken, Level
from engines.shared.pdf.objects import get
from engines.shared.runner.warn import warn

# Description of the content that is lost if pages are redrawn. Redrawn pages keep their links, and the document keeps
# its outline.
TAGS = 'the tags'


def main():
    step = json.loads(sys.argv[1])
    # The default is PDF/A-3, because an electronic invoice needs an attached XML file, which only PDF/A-3 allows.
    level = Level(step['options'].get('pdfa', '3b'))
    redrawn_file = os.path.join(step['work'], 'redrawn.pdf')
    try:
        lost = attempt(step['input'], step['output'], step['work'], level)
    except Broken as broken:
        print(f'as it is: {broken.area}: {broken}', file=sys.stderr)
        lost = redrawn(step, redrawn_file, level, broken)
        # Redrawing a page with transparent content removes the transparency, because the page becomes a picture.
        lost += ['transparency'] if broken.area == 'transparency' else []
    if lost:
        warn(step, 'pdfa_left_out', ', '.join(dict.fromkeys(lost)))


def attempt(source: str, result: str, work: str, level: Level) -> list[str]:
    """Adapts the PDF to the conformance level `level`, and checks the result. Returns descriptions of the removed
    content. Raises `Broken` if the result violates a rule."""
    made = os.path.join(work, 'made.pdf')
    with pikepdf.open(source) as pdf:
        if pdf.is_encrypted:
            sys.exit('protean-reason: password_required')
        lost = conform.conform(pdf, level)
        # qpdf writes the final file, because pikepdf of Debian 12 cannot derive the ID from the content.
        pdf.save(made)
    write(made, result, level)
    os.remove(made)
    check.check(result, level)
    return lost


def write(source: str, result: str, level: Level) -> None:
    streams = 'disable' if level.part == 1 else 'generate'
    flags = ['--deterministic-id', f'--force-version={level.version}', f'--object-streams={streams}', '--compress-streams=y']
    status = subprocess.run(['qpdf', *flags, source, result], stdin=subprocess.DEVNULL, check=False).returncode
    # qpdf exits with status 3 after warnings about repaired errors.
    if status not in (0, 3):
        sys.exit(f'qpdf failed with status {status}')


def redrawn(step: dict, redrawn_file: str, level: Level, broken: Broken) -> list[str]:
    """Redraws the pages after the first attempt failed with the error `broken`. Returns descriptions of the removed
    content."""
    prepared = os.path.join(step['work'], 'prepared.pdf')
    with pikepdf.open(step['input']) as pdf:
        had_tags = '/StructTreeRoot' in pdf.Root
        try:
            lost = conform.conform(pdf, level)
        except Broken as unreadable:
            # The conversion fails, because the lost content cannot be read and so cannot be reported.
            refuse(unreadable)
        pdf.save(prepared)
    command = [
        *('gs', '-dSAFER', f'--permit-file-read={step["work"]}/', '-dBATCH', '-dNOPAUSE', '-dNOPROMPT', '-dQUIET'),
        *('-dPDFSTOPONERROR', '-sDEVICE=pdfwrite', f'-dPDFA={level.part}', '-dPDFACompatibilityPolicy=1'),
        *('-sColorConversionStrategy=RGB', '-dAutoRotatePages=/None', '-dPreserveAnnots=true'),
        # Keeps the resolution of pictures.
        *('-dDownsampleColorImages=false', '-dDownsampleGrayImages=false', '-dDownsampleMonoImages=false'),
        *(f'-sOutputFile={redrawn_file}', '-f', prepared),
    ]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace', check=False)
    if run.returncode != 0:
        print(f'ghostscript: {run.stderr[-500:]} {run.stdout[-500:]}', file=sys.stderr)
        refuse(broken)
    attach(prepared, redrawn_file)
    try:
        lost += attempt(redrawn_file, step['output'], step['work'], level)
    except Broken as still:
        refuse(still)
    return [*lost, TAGS] if had_tags else lost


def attach(source: str, result: str) -> None:
    """Copies the attached files, which Ghostscript drops."""
    with pikepdf.open(source) as pdf:
        names = get(get(pdf.Root, '/Names'), '/EmbeddedFiles')
        if names is None:
            return
        with pikepdf.open(result, allow_overwriting_input=True) as drawn:
            files = drawn.copy_foreign(pdf.make_indirect(names))
            drawn.Root.Names = pikepdf.Dictionary(EmbeddedFiles=files)
            drawn.save(result)


def refuse(broken: Broken) -> NoReturn:
    sys.exit(f'protean-reason: pdfa_{broken.area}\n{broken}')


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
