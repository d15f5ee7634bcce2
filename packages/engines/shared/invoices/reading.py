"""Reads an electronic invoice in either of the two syntaxes of EN 16931."""
from engines.shared.invoices import cii, ubl
from engines.shared.invoices.model import Invoice, InvoiceError, parsed

def read(data: bytes) -> Invoice:
    """Raises `InvoiceError` if the file is not an invoice."""
    root = parsed(data)
    if root.tag == cii.ROOT:
        return cii.read(root)
    if root.tag in ubl.ROOTS:
        return ubl.read(root)
    raise InvoiceError('it is not an invoice in CII or UBL')
