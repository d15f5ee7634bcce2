"""Prepares a PDF for LibreOffice, which reads the pages of a PDF with Poppler."""
from engines.shared.pdf.poppler_input import poppler_input


def prepared(path: str, request: dict) -> str:
    """Returns `path`, or the path of a copy that Poppler reads completely. For `pdf_words`, also stores the path of a
    PDF as `request['readable']`."""
    if request['from'] != 'pdf':
        return path
    request['readable'] = poppler_input(path, request['work'])
    return request['readable']
