"""Edits a PDF: opens it once, applies the requested operations in their order, and writes the result."""
import importlib
import json
import sys

import pikepdf

from engines.tools.pikepdf.document import Document
from engines.tools.pikepdf.saving import save

# Exit status of a runner for internal errors.
FAULT = 70


def main() -> None:
    step = json.loads(sys.argv[1])
    with pikepdf.open(step['input']) as pdf:
        document = Document(pdf, step)
        document.warn_of_signatures()
        for name in step['operations']:
            importlib.import_module(f'engines.tools.pikepdf.operations.{name}').apply(document)
        # Keeps the owner's restrictions, as all other changes of a PDF do.
        save(pdf, step['output'], locked=pdf.is_encrypted)


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
