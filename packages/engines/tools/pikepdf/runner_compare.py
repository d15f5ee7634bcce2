"""Compares two PDFs: writes the differing pages side by side as a PDF, the differences as JSON, or pictures and JSON as
a zip."""
import glob
import json
import os
import subprocess
import sys
import zipfile

import pikepdf

from engines.shared.pdf.poppler_input import poppler_input
from engines.shared.runner import zip_times
from engines.shared.runner.warn import warn
from engines.tools.pikepdf.comparison import result, sheets
from engines.tools.pikepdf.comparison.pages import Pair, paired
from engines.tools.pikepdf.comparison.words import changes, words_of
from engines.tools.pikepdf.document import Document, refusal
from engines.tools.pikepdf.saving import save

OPTION = 'compare'
# Resolution of the pictures in a zip.
DPI = 150


def main() -> None:
    step = json.loads(sys.argv[1])
    files = (step['input'], step['options'][OPTION])
    counts = (pages_in(files[0]), pages_of_other(files[1], step['maxPages']))
    shown = tuple(poppler_input(file, step['work']) for file in files)
    words = (words_of(shown[0]), words_of(shown[1]))
    changed = changes(*words, step['work'])
    pairs = differing(paired(shown, counts, words, step['work']), changed)
    found = result.as_json(counts, pairs, changed)
    if step['to'] == 'json':
        write_json(found, step['output'])
        return
    warn(step, 'compared', summary(found))
    sheet_file = step['output'] if step['to'] == 'pdf' else f'{step["work"]}/compared.pdf'
    write_sheets(step, files, pairs, changed, sheet_file)
    if step['to'] == 'zip':
        pack(step, sheet_file, pairs, found)


def pages_in(file: str) -> int:
    with pikepdf.open(file) as pdf:
        return len(pdf.pages)


def pages_of_other(file: str, most: int) -> int:
    try:
        count = pages_in(file)
    except pikepdf.PasswordError:
        raise refusal(OPTION, 'it is encrypted') from None
    except pikepdf.PdfError:
        raise refusal(OPTION, 'it is not a readable PDF') from None
    if not 1 <= count <= most:
        raise refusal(OPTION, f'it has {count} pages, and 1 to {most} are allowed')
    return count


def differing(pairs: list[Pair], changed: list) -> list[Pair]:
    """Returns the pairs of pages that look different or have different words, and the pages without a counterpart. Even
    a page that looks the same may have different words, because a changed word may be invisible."""
    before = {word.page for change in changed for word in change.before}
    after = {word.page for change in changed for word in change.after}
    return [one for one in pairs if one.is_single or one.areas or one.before in before or one.after in after]


def summary(found: dict) -> str:
    pages, words = len(found['differing_pages']), len(found['words'])
    return 'no differences' if found['equal'] else f'{pages} differing pages, {words} changes of words'


def write_json(found: dict, file: str) -> None:
    with open(file, 'w', encoding='utf-8') as output:
        json.dump(found, output, ensure_ascii=False, indent=2)
        output.write('\n')


def write_sheets(step: dict, files: tuple[str, str], pairs: list[Pair], changed: list, file: str) -> None:
    names = (step.get('name') or 'before', step['optionFiles'].get(OPTION) or 'after')
    with pikepdf.new() as pdf:
        target = Document(pdf, step)
        left, right = (sheets.Side(target, one, name) for one, name in zip(files, names))
        sheets.write(target, (left, right), pairs, changed)
        save(pdf, file, locked=False)


def pack(step: dict, sheet_file: str, pairs: list[Pair], found: dict) -> None:
    prefix = os.path.join(step['work'], 'sheet')
    if pairs:
        subprocess.run(['pdftoppm', '-q', '-png', '-r', str(DPI), sheet_file, prefix], stdin=subprocess.DEVNULL, check=True)
    pictures = sorted(glob.glob(f'{glob.escape(prefix)}*.png'))
    if len(pictures) != len(pairs):
        sys.exit('pdftoppm did not render all sheets')
    differences = os.path.join(step['work'], 'differences.json')
    write_json(found, differences)
    width = len(str(len(pairs)))
    with zipfile.ZipFile(step['output'], 'w') as archive:
        for n, (pair, picture) in enumerate(zip(pairs, pictures), 1):
            with open(picture, 'rb') as content:
                zip_times.add(archive, f'{n:0{width}}-{name_of(pair)}.png', content.read())
        with open(differences, 'rb') as content:
            zip_times.add(archive, 'differences.json', content.read())


def name_of(pair: Pair) -> str:
    return '-'.join(f'{side}-{page}' for side, page in result.numbered(pair).items())


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
