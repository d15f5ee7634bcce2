"""Rules of EN 16931 on amounts: their form, their decimals, and the sums of the document."""
import re
from collections.abc import Iterator
from decimal import ROUND_FLOOR, Decimal

from engines.shared.invoices.model import SUMMARIES, TOTALS, AllowanceCharge, Invoice, is_number, number

CENT = Decimal('0.01')
# Rules that limit an amount of the document to two decimals.
DECIMALS = {
    'lines': 'BR-DEC-09', 'allowances': 'BR-DEC-10', 'charges': 'BR-DEC-11', 'net': 'BR-DEC-12', 'tax': 'BR-DEC-13',
    'gross': 'BR-DEC-14', 'paid': 'BR-DEC-16', 'rounding': 'BR-DEC-17', 'due': 'BR-DEC-18',
}
# Rules that limit the amount and the basis of an allowance or charge to two decimals. The rules for the document and
# the rules for a line differ.
CHANGE_DECIMALS = {
    (False, False): ('BR-DEC-01', 'BR-DEC-02'), (False, True): ('BR-DEC-05', 'BR-DEC-06'),
    (True, False): ('BR-DEC-24', 'BR-DEC-25'), (True, True): ('BR-DEC-27', 'BR-DEC-28'),
}


def rounded(value: Decimal) -> Decimal:
    """Rounds to cents as the rules of EN 16931 require: a half is rounded up, also for negative amounts."""
    return (value + CENT / 2).quantize(CENT, rounding=ROUND_FLOOR)


def malformed(invoice: Invoice) -> Iterator[tuple[str, str]]:
    """Yields a violation for each amount that is not a number. The violation names the rule or the business term of the
    amount."""
    amounts = [(DECIMALS[name], text) for name, text in invoice.totals.items()]
    amounts += [('BR-DEC-13', text) for _, text in invoice.tax_totals]
    for line in invoice.lines:
        amounts += [('BR-22', line.quantity), ('BR-24', line.net), ('BR-26', line.price), ('BR-28', line.gross_price), ('BT-152', line.tax)]
    for tax in invoice.taxes:
        amounts += [('BR-45', tax.basis), ('BR-46', tax.amount), ('BR-48', tax.rate)]
    for is_line, change in all_changes(invoice):
        amount, base = CHANGE_DECIMALS[is_line, change.is_charge]
        amounts += [(amount, change.amount), (base, change.base), ('BT-96', change.rate)]
    for rule, text in amounts:
        if text and not is_number(text):
            yield rule, f'{text[:30]} is not an amount'


def all_changes(invoice: Invoice) -> list[tuple[bool, AllowanceCharge]]:
    """Returns all allowances and charges. The first value of each pair is true if the allowance or charge belongs to a
    line."""
    return [(False, change) for change in invoice.changes] + [(True, change) for line in invoice.lines for change in line.changes]


def violations(invoice: Invoice) -> Iterator[tuple[str, str]]:
    yield from decimals(invoice)
    yield from prices(invoice)
    if invoice.profile not in SUMMARIES:
        yield from sums_of_parts(invoice)
    yield from sums_of_totals(invoice)


def total(invoice: Invoice, name: str) -> Decimal:
    return number(invoice.totals.get(name, ''))


def different(stated: Decimal, calculated: Decimal, tolerance: Decimal = Decimal(0)) -> bool:
    return abs(stated - rounded(calculated)) > tolerance


def sums_of_parts(invoice: Invoice) -> Iterator[tuple[str, str]]:
    # The profile EXTENDED allows a rounding difference of one cent for each line.
    tolerance = CENT * len(invoice.lines) if invoice.profile == 'EXTENDED' else Decimal(0)
    net = sum((number(line.net) for line in invoice.counted_lines), Decimal(0))
    if invoice.totals.get('lines') and different(total(invoice, 'lines'), net, tolerance):
        yield 'BR-CO-10', f'the sum of the lines is {total(invoice, "lines")}, but should be {rounded(net)}'
    for rule, name, is_charge in (('BR-CO-11', 'allowances', False), ('BR-CO-12', 'charges', True)):
        parts = sum((number(change.amount) for change in invoice.changes if change.is_charge == is_charge), Decimal(0))
        if different(total(invoice, name), parts, tolerance):
            yield rule, f'the sum of the {name} is {total(invoice, name)}, but should be {rounded(parts)}'
    expected = total(invoice, 'lines') - total(invoice, 'allowances') + total(invoice, 'charges')
    if invoice.totals.get('net') and different(total(invoice, 'net'), expected, tolerance):
        yield 'BR-CO-13', f'the total without VAT is {total(invoice, "net")}, but should be {rounded(expected)}'


def sums_of_totals(invoice: Invoice) -> Iterator[tuple[str, str]]:
    own = [text for currency, text in invoice.tax_totals if currency == invoice.currency]
    expected = total(invoice, 'net') + total(invoice, 'tax')
    if len(own) > 1:
        yield 'BR-CO-15', f'the VAT in {invoice.currency} (BT-110) is stated {len(own)} times'
    elif invoice.totals.get('gross') and different(total(invoice, 'gross'), expected):
        yield 'BR-CO-15', f'the total with VAT is {total(invoice, "gross")}, but should be {rounded(expected)}'
    if invoice.profile == 'MINIMUM':
        return
    parts = sum((number(tax.amount) for tax in invoice.taxes), Decimal(0))
    if invoice.taxes and different(total(invoice, 'tax'), parts):
        yield 'BR-CO-14', f'the VAT is {total(invoice, "tax")}, but should be {rounded(parts)}'
    due = total(invoice, 'gross') - total(invoice, 'paid') + total(invoice, 'rounding')
    if invoice.totals.get('due') and different(total(invoice, 'due'), due):
        yield 'BR-CO-16', f'the amount due is {total(invoice, "due")}, but should be {rounded(due)}'


def has_two_decimals(text: str) -> bool:
    return re.search(r'\.\d{3}', text) is None


def decimals(invoice: Invoice) -> Iterator[tuple[str, str]]:
    amounts = [(DECIMALS[name], text) for name, text in invoice.totals.items() if name in TOTALS]
    amounts += [('BR-DEC-15', text) for currency, text in invoice.tax_totals if currency == invoice.tax_currency != invoice.currency]
    for tax in invoice.taxes:
        amounts += [('BR-DEC-19', tax.basis), ('BR-DEC-20', tax.amount)]
    amounts += [('BR-DEC-23', line.net) for line in invoice.lines]
    for is_line, change in all_changes(invoice):
        amount, base = CHANGE_DECIMALS[is_line, change.is_charge]
        amounts += [(amount, change.amount), (base, change.base)]
    for rule, text in amounts:
        if not has_two_decimals(text):
            yield rule, f'{text} has more than two decimals'


def prices(invoice: Invoice) -> Iterator[tuple[str, str]]:
    for position, line in enumerate(invoice.lines, 1):
        if number(line.price) < 0:
            yield 'BR-27', f'the price of line {position} is negative'
        if number(line.gross_price) < 0:
            yield 'BR-28', f'the gross price of line {position} is negative'
