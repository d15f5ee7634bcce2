"""Edits a PDF: opens it once, applies the requested operations in their order, and writes the result."""
import importlib
import json
import subprocess
import sys

import pikepdf

from engines.tools.pikepdf.document import Document

# Exit status of a runner for internal errors.
FAULT = 70


def main() -> None:
    step = json.loads(sys.argv[1])
    edited = f'{step["work"]}/edited.pdf'
    with pikepdf.open(step['input']) as pdf:
        document = Document(pdf, step)
        document.warn_of_signatures()
        for name in step['operations']:
            importlib.import_module(f'engines.tools.pikepdf.operations.{name}').apply(document)
        # Keeps the encryption with the owner's restrictions, as all other changes of a PDF do.
        pdf.save(edited, encryption=pdf.is_encrypted or False)
        locked = pdf.is_encrypted
    write(edited, step['output'], locked)


def write(source: str, result: str, locked: bool) -> None:
    """Writes the final file. qpdf derives the ID of the file from its content, which pikepdf of Debian 12 cannot do."""
    flags = [] if locked else ['--deterministic-id']
    command = ['qpdf', *flags, '--object-streams=generate', '--compress-streams=y', source, result]
    status = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
    # qpdf exits with status 3 after warnings about repaired errors.
    if status not in (0, 3):
        sys.exit(f'qpdf failed with status {status}')


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
