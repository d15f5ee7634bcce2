"""Rules of EN 16931 on the terms that an invoice must contain."""
from collections.abc import Iterator

from engines.shared.invoices.model import SUMMARIES, Invoice, Line, Party, Period

# Business terms that each invoice line must have, with the rules that require them.
LINE_TERMS = {
    'number': ('BR-21', 'the identifier (BT-126)'), 'quantity': ('BR-22', 'the quantity (BT-129)'), 'unit': ('BR-23', 'the unit (BT-130)'),
    'net': ('BR-24', 'the amount (BT-131)'), 'name': ('BR-25', 'the name (BT-153)'), 'price': ('BR-26', 'the price (BT-146)'),
    'category': ('BR-CO-04', 'the category of VAT (BT-151)'),
}
# The terms that an allowance or charge must have, with their rules. The first value of a key is true for changes of a
# line, and false for changes of the document. The second value of a key is true for a charge, and false for an
# allowance.
CHANGE_RULES = {
    (False, False): {'amount': 'BR-31', 'category': 'BR-32', 'reason': 'BR-33 BR-CO-21'},
    (False, True): {'amount': 'BR-36', 'category': 'BR-37', 'reason': 'BR-38 BR-CO-22'},
    (True, False): {'amount': 'BR-41', 'reason': 'BR-42 BR-CO-23'},
    (True, True): {'amount': 'BR-43', 'reason': 'BR-44 BR-CO-24'},
}
# Codes of credit transfers (UNTDID 4461), which require the number of a bank account.
CREDIT_TRANSFERS = ('30', '58')


def required(invoice: Invoice) -> Iterator[tuple[str, str]]:
    terms = [
        ('BR-01', 'the specification identifier (BT-24)', invoice.guideline),
        ('BR-02', 'the invoice number (BT-1)', invoice.number),
        ('BR-03', 'the issue date (BT-2)', invoice.date),
        ('BR-04', 'the invoice type code (BT-3)', invoice.type_code),
        ('BR-05', 'the currency (BT-5)', invoice.currency),
        ('BR-06', 'the name of the seller (BT-27)', invoice.seller.name),
        ('BR-07', 'the name of the buyer (BT-44)', invoice.buyer.name),
        ('BR-13', 'the total without VAT (BT-109)', invoice.totals.get('net')),
        ('BR-14', 'the total with VAT (BT-112)', invoice.totals.get('gross')),
        ('BR-15', 'the amount due (BT-115)', invoice.totals.get('due')),
    ]
    if invoice.profile != 'MINIMUM':
        terms += [
            ('BR-08', 'the postal address of the seller (BG-5)', invoice.seller.has_address),
            ('BR-09', 'the country of the seller (BT-40)', invoice.seller.country or not invoice.seller.has_address),
            ('BR-10', 'the postal address of the buyer (BG-8)', invoice.buyer.has_address),
            ('BR-11', 'the country of the buyer (BT-55)', invoice.buyer.country or not invoice.buyer.has_address),
            ('BR-CO-18', 'the breakdown of VAT (BG-23)', invoice.taxes),
            ('BR-CO-26', 'an identifier of the seller (BT-29, BT-30 or BT-31)', is_identified(invoice.seller)),
        ]
    if invoice.profile not in SUMMARIES:
        terms += [('BR-12', 'the sum of the lines (BT-106)', invoice.totals.get('lines')), ('BR-16', 'a line (BG-25)', invoice.lines)]
    for rule, what, value in terms:
        if not value:
            yield rule, f'{what} is missing'


def is_identified(seller: Party) -> bool:
    return bool(seller.tax_id or seller.legal_id or seller.ids)


def conditional(invoice: Invoice) -> Iterator[tuple[str, str]]:
    """Checks groups of terms that an invoice may have. Yields the violations of the rules for groups of terms."""
    yield from parties(invoice)
    yield from payments(invoice)
    yield from changes(invoice)
    yield from periods(invoice)
    for position, line in enumerate(invoice.lines, 1):
        yield from terms_of_line(line, position)
    if invoice.tax_currency and all(currency != invoice.tax_currency for currency, _ in invoice.tax_totals):
        yield 'BR-53', f'the VAT in the accounting currency {invoice.tax_currency} (BT-111) is missing'
    if invoice.tax_point and invoice.period and invoice.period.code:
        yield 'BR-CO-03', 'the date on which VAT becomes due is stated as date (BT-7) and as code (BT-8)'
    if '' in invoice.documents:
        yield 'BR-52', 'the reference of a supporting document (BT-122) is missing'
    if '' in invoice.preceding:
        yield 'BR-55', 'the reference of a preceding invoice (BT-25) is missing'


def parties(invoice: Invoice) -> Iterator[tuple[str, str]]:
    if invoice.payee and not invoice.payee.name:
        yield 'BR-17', 'the name of the payee (BT-59) is missing'
    agent = invoice.representative
    if agent:
        for rule, what, value in (
            ('BR-18', 'name (BT-62)', agent.name), ('BR-19', 'postal address (BG-12)', agent.has_address),
            ('BR-20', 'country (BT-69)', agent.country or not agent.has_address), ('BR-56', 'VAT identifier (BT-63)', agent.tax_id),
        ):
            if not value:
                yield rule, f'the {what} of the tax representative is missing'
    if invoice.recipient and invoice.recipient.has_address and not invoice.recipient.country:
        yield 'BR-57', 'the country of the delivery (BT-80) is missing'
    for rule, what, party in (('BR-62', 'seller (BT-34)', invoice.seller), ('BR-63', 'buyer (BT-49)', invoice.buyer)):
        if party.address and not party.address.scheme:
            yield rule, f'the scheme of the electronic address of the {what} is missing'


def payments(invoice: Invoice) -> Iterator[tuple[str, str]]:
    for payment in invoice.payments:
        if not payment.code:
            yield 'BR-49', 'the code of the payment means (BT-81) is missing'
        if payment.code in CREDIT_TRANSFERS and payment.account == '':
            yield 'BR-50', 'the account of a credit transfer (BT-84) is missing'
        if payment.code in CREDIT_TRANSFERS and not payment.account:
            yield 'BR-61', 'the account of a credit transfer (BT-84) is missing'
        if len(payment.card) > 10:
            yield 'BR-51', 'more than 10 characters of a card number (BT-87) are stated'


def changes(invoice: Invoice) -> Iterator[tuple[str, str]]:
    groups = [(False, invoice.changes), *((True, line.changes) for line in invoice.lines)]
    for is_line, group in groups:
        for change in group:
            for name, rules in CHANGE_RULES[is_line, change.is_charge].items():
                if not getattr(change, name):
                    for rule in rules.split():
                        yield rule, f'the {name} of {"a charge" if change.is_charge else "an allowance"} is missing'


def periods(invoice: Invoice) -> Iterator[tuple[str, str]]:
    groups = [('BR-29', 'BR-CO-19', invoice.period), *(('BR-30', 'BR-CO-20', line.period) for line in invoice.lines)]
    for order, presence, period in groups:
        if period and not (period.start or period.end or (period.code and presence == 'BR-CO-19')):
            yield presence, 'a period has no date'
        if period and is_reversed(period):
            yield order, f'the period from {period.start} to {period.end} ends before it starts'


def is_reversed(period: Period) -> bool:
    return bool(period.start and period.end and period.end < period.start)


def terms_of_line(line: Line, position: int) -> Iterator[tuple[str, str]]:
    for name, (rule, what) in LINE_TERMS.items():
        if not getattr(line, name) and (line.is_counted or name in ('number', 'name')):
            yield rule, f'{what} of line {position} is missing'
    if line.standard_id and not line.standard_id.scheme:
        yield 'BR-64', f'the scheme of the standard identifier (BT-157) of line {position} is missing'
    if any(not one.scheme for one in line.classifications):
        yield 'BR-65', f'the scheme of a classification (BT-158) of line {position} is missing'
    if any(not name or not value for name, value in line.attributes):
        yield 'BR-54', f'an attribute (BG-32) of line {position} has no name or no value'
