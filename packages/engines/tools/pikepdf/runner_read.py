"""Reads content of a PDF that is not on its pages. Writes all of this content as JSON, only the electronic invoice as
XML, or only the attachments as a zip."""
import json
import sys

import pikepdf

from engines.shared.invoices.attached import attached
from engines.shared.pdf.page_kinds import page_kinds
from engines.tools.pikepdf.readers import accessibility, attachments, bookmarks, form, invoice, metadata, signatures

# Maps each member of the written JSON to its reader, in the order of the members. A reader returns None if the PDF
# lacks the content that the reader looks for.
READERS = {
    'pages': lambda pdf, step: len(pdf.pages),
    'page_kinds': lambda pdf, step: page_kinds(step['input']) or None,
    'metadata': metadata.read,
    'bookmarks': bookmarks.read,
    'form': form.read,
    'signatures': signatures.read,
    'attachments': attachments.read,
    'accessibility': accessibility.read,
    'invoice': invoice.read,
}


def main() -> None:
    step = json.loads(sys.argv[1])
    with pikepdf.open(step['input']) as pdf:
        if step['to'] == 'xml':
            found = attached(pdf)
            if found is None:
                sys.exit('protean-reason: no_invoice')
            with open(step['output'], 'wb') as result:
                result.write(found[1])
            return
        if step['to'] == 'zip':
            attachments.pack(pdf, step['output'])
            return
        content = {name: reader(pdf, step) for name, reader in READERS.items()}
    with open(step['output'], 'w', encoding='utf-8') as result:
        json.dump({name: value for name, value in content.items() if value is not None}, result, ensure_ascii=False, indent=2)
        result.write('\n')


if __name__ == '__main__':
    try:
        main()
    except pikepdf.PasswordError:
        sys.exit('protean-reason: password_required')
    except pikepdf.PdfError as error:
        sys.exit(f'pikepdf: {error}')
