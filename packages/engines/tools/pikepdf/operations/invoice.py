"""Attaches an electronic invoice to a PDF (Factur-X, ZUGFeRD). After this operation, the pass `pdfa` converts the PDF
to PDF/A and adds metadata about the invoice."""
from engines.shared.invoices.model import InvoiceError
from engines.shared.invoices.rules import check
from engines.shared.invoices.reading import read
from engines.shared.pdf.attachments import attach
from engines.tools.pikepdf.document import Document, refusal

OPTION = 'invoice'


def apply(document: Document) -> None:
    if document.options.get('pdfa', '3b') != '3b':
        raise refusal(OPTION, 'the level of PDF/A must be 3b, because no other level allows attached files')
    with open(document.options[OPTION], 'rb') as file:
        content = file.read()
    try:
        invoice = read(content)
        if invoice.syntax != 'CII':
            raise InvoiceError('Factur-X needs the syntax CII, but it is in UBL')
        check(invoice)
    except InvoiceError as error:
        raise refusal(OPTION, str(error)) from error
    name = 'xrechnung.xml' if invoice.profile == 'XRECHNUNG' else 'factur-x.xml'
    # Profiles without invoice lines contain only some data of the visible invoice. Profiles with invoice lines contain
    # all data of the visible invoice.
    relationship = 'Data' if invoice.profile in ('MINIMUM', 'BASIC WL') else 'Alternative'
    attach(document.pdf, name, content, relationship, 'Factur-X invoice')
