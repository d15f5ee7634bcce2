"""Reads the electronic invoice in a PDF, and checks it."""
from engines.shared.invoices.attached import attached
from engines.shared.invoices.model import InvoiceError, as_json
from engines.shared.invoices.reading import read as read_invoice
from engines.shared.invoices.rules import problems


def read(pdf, _step) -> dict | None:
    found = attached(pdf)
    if found is None:
        return None
    name, content = found
    try:
        invoice = read_invoice(content)
    except InvoiceError as error:
        return {'file': name, 'problems': [str(error)]}
    return {'file': name, **as_json(invoice), 'problems': problems(invoice)}
