"""Rules of EN 16931 on codes."""
from collections.abc import Iterator

from engines.shared.invoices.codes import CATEGORIES, COUNTRIES, CURRENCIES, MEDIA_TYPES, PAYMENT_MEANS, TAX_POINT_CODES, VAT_PREFIXES
from engines.shared.invoices.model import Invoice


def violations(invoice: Invoice) -> Iterator[tuple[str, str]]:
    changes = [change.category for change in invoice.changes]
    breakdown = [tax.category for tax in invoice.taxes]
    for rule, what, codes, allowed in (
        ('BR-CL-03', 'currency', invoice.currencies, CURRENCIES),
        ('BR-CL-04', 'currency', [invoice.currency], CURRENCIES),
        ('BR-CL-05', 'currency', [invoice.tax_currency], CURRENCIES),
        ('BR-CL-06', 'code of the date of VAT', [invoice.period.code if invoice.period else ''], TAX_POINT_CODES),
        ('BR-CL-14', 'country', invoice.countries, COUNTRIES),
        ('BR-CL-15', 'country', invoice.origins, COUNTRIES),
        ('BR-CL-16', 'code of a payment means', [payment.code for payment in invoice.payments], PAYMENT_MEANS),
        ('BR-CL-17', 'category of VAT', [*breakdown, *changes], CATEGORIES),
        ('BR-CL-18', 'category of VAT', [line.category for line in invoice.lines], CATEGORIES),
        ('BR-CL-24', 'media type', invoice.media_types, MEDIA_TYPES),
    ):
        for code in dict.fromkeys(codes):
            if code and code not in allowed:
                yield rule, f'{code[:30]} is not a {what}'
    for party in (invoice.seller, invoice.buyer, invoice.representative):
        if party and party.tax_id and party.tax_id[:2] not in VAT_PREFIXES:
            yield 'BR-CO-09', f'the VAT identifier {party.tax_id[:30]} does not begin with the code of a country'
