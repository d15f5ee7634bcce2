"""Prepares a PDF for LibreOffice, which reads its pages with Poppler."""
from engines.shared.pdf.poppler_input import poppler_input


def prepared(path: str, request: dict) -> str:
    """Returns `path`, or the path of a copy that Poppler reads completely."""
    return poppler_input(path, request['work']) if request['from'] == 'pdf' else path
