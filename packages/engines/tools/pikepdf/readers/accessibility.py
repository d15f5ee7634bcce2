"""Lists the rules of PDF/UA that a tagged PDF violates."""
from engines.shared.pdf.accessibility import problems


def read(pdf, _step) -> dict:
    found = problems(pdf)
    return {'pdfua': not found, 'problems': [{'clause': one.clause, 'problem': one.what} for one in found]}
