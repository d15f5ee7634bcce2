"""Checks an electronic invoice for rules of EN 16931."""
import re
from decimal import Decimal

from engines.shared.invoices.model import SUMMARIES, Invoice, InvoiceError, amount

# Categories of VAT whose rate and amount are 0. They are named after the rules, such as BR-AE-09.
WITHOUT_TAX = {'Z': 'Z', 'E': 'E', 'AE': 'AE', 'K': 'IC', 'G': 'G', 'O': 'O'}
CATEGORIES = {'S', 'L', 'M', 'B', *WITHOUT_TAX}
# Terms that each line must have, with their rules.
LINE_TERMS = {
    'number': 'BR-21: the identifier (BT-126)', 'quantity': 'BR-22: the quantity (BT-129)', 'unit': 'BR-23: the unit (BT-130)',
    'net': 'BR-24: the amount (BT-131)', 'name': 'BR-25: the name (BT-153)', 'price': 'BR-26: the price (BT-146)',
}
# Rules that limit an amount of the document to two decimals.
DECIMALS = {
    'lines': 'BR-DEC-09', 'allowances': 'BR-DEC-10', 'charges': 'BR-DEC-11', 'net': 'BR-DEC-12', 'tax': 'BR-DEC-13',
    'gross': 'BR-DEC-14', 'paid': 'BR-DEC-16', 'rounding': 'BR-DEC-17', 'due': 'BR-DEC-18',
}


def check(invoice: Invoice) -> None:
    """Raises InvoiceError for the first violated rule. docs/pdf-tools.md lists the checked rules of EN 16931."""
    required = {
        'BR-01 the specification identifier (BT-24)': invoice.guideline,
        'BR-02 the invoice number (BT-1)': invoice.number,
        'BR-03 the issue date (BT-2)': invoice.date,
        'BR-04 the invoice type code (BT-3)': invoice.type_code,
        'BR-05 the currency (BT-5)': invoice.currency,
        'BR-06 the name of the seller (BT-27)': invoice.seller.name,
        'BR-07 the name of the buyer (BT-44)': invoice.buyer.name,
        'BR-13 the total without VAT (BT-109)': invoice.totals.get('net'),
        'BR-14 the total with VAT (BT-112)': invoice.totals.get('gross'),
        'BR-15 the amount due (BT-115)': invoice.totals.get('due'),
    }
    is_summary = invoice.profile in SUMMARIES
    if not is_summary:
        required |= {'BR-12 the sum of the lines (BT-106)': invoice.totals.get('lines'), 'BR-16 a line': invoice.lines}
    for what, value in required.items():
        if not value:
            rule, _, name = what.partition(' ')
            raise InvoiceError(f'{rule}: {name} is missing')
    check_lines(invoice)
    check_sums(invoice, is_summary)
    if invoice.profile != 'MINIMUM':
        check_taxes(invoice)


def check_sums(invoice: Invoice, is_summary: bool) -> None:
    found = {name: amount(text, f'total {name}') for name, text in invoice.totals.items()}

    def total(name: str) -> Decimal:
        return found.get(name, Decimal(0))

    def equal(rule: str, what: str, stated: Decimal, calculated: Decimal) -> None:
        if stated != calculated:
            raise InvoiceError(f'{rule}: {what} is {stated}, but should be {calculated}')

    if not is_summary:
        equal('BR-CO-10', 'the sum of the lines', total('lines'), sum((amount(line.net, 'BR-24') for line in invoice.lines), Decimal(0)))
        net = total('lines') - total('allowances') + total('charges')
        equal('BR-CO-13', 'the total without VAT', total('net'), net)
    equal('BR-CO-15', 'the total with VAT', total('gross'), total('net') + total('tax'))
    if invoice.profile != 'MINIMUM':
        equal('BR-CO-16', 'the amount due', total('due'), total('gross') - total('paid') + total('rounding'))
    for name, rule in DECIMALS.items():
        if not two_decimals(invoice.totals.get(name, '')):
            raise InvoiceError(f'{rule}: {invoice.totals[name]} has more than two decimals')


def two_decimals(text: str) -> bool:
    return re.search(r'\.\d{3}', text) is None


def check_lines(invoice: Invoice) -> None:
    for position, line in enumerate(invoice.lines, 1):
        for name, rule in LINE_TERMS.items():
            if not getattr(line, name):
                raise InvoiceError(f'{rule} of line {position} is missing')
        if amount(line.price, 'BR-27') < 0:
            raise InvoiceError(f'BR-27: the price of line {position} is negative')
        if not two_decimals(line.net):
            raise InvoiceError(f'BR-DEC-23: the amount of line {position} has more than two decimals')


def check_taxes(invoice: Invoice) -> None:
    if not invoice.taxes:
        raise InvoiceError('BR-CO-18: the breakdown of VAT is missing')
    for tax in invoice.taxes:
        check_tax(tax)
    total = sum((amount(tax.amount, 'BR-46') for tax in invoice.taxes), Decimal(0))
    if amount(invoice.totals.get('tax') or '0', 'BT-110') != total:
        raise InvoiceError(f'BR-CO-14: the VAT is {invoice.totals.get("tax")}, but should be {total}')


def check_tax(tax) -> None:
    if tax.category not in CATEGORIES:
        raise InvoiceError(f'BR-47: {tax.category or "nothing"} is not a category of VAT')
    basis, stated = amount(tax.basis, 'BR-45'), amount(tax.amount, 'BR-46')
    if tax.category != 'O' and not tax.rate:
        raise InvoiceError('BR-48: the rate of a category of VAT is missing')
    rate = amount(tax.rate or '0', 'BR-48')
    rule = WITHOUT_TAX.get(tax.category)
    if rule and (stated or rate):
        raise InvoiceError(f'BR-{rule}-09: the category {tax.category} has VAT')
    if tax.category == 'S' and rate <= 0:
        raise InvoiceError('BR-S-05: the standard rate of VAT is not above 0')
    # The rule tolerates a difference below 1.
    expected = round(basis * rate / 100, 2)
    if abs(stated - expected) >= 1:
        raise InvoiceError(f'BR-CO-17: the VAT of the category {tax.category} is {stated}, but should be {expected}')
