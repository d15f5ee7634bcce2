"""Selects pages of a PDF, and removes everything that belongs to the other pages."""
import json
import sys

import pikepdf

from engines.shared.pdf.page_ranges import numbers_in
from engines.shared.runner.warn import warn
from engines.tools.pikepdf.saving import save
from engines.tools.pikepdf.selection.pages import Selection


def main() -> None:
    step = json.loads(sys.argv[1])
    with pikepdf.open(step['whole']) as pdf:
        numbers = [number - 1 for number in numbers_in(step['options']['pages'], len(pdf.pages))]
        selection = Selection(pdf)
        selection.keep(numbers)
        for code in selection.warnings_of(numbers):
            warn(step, code)
        save(pdf, step['output'], locked=pdf.is_encrypted)


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
