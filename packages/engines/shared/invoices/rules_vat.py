"""Rules of EN 16931 on VAT: the rules of the breakdown, and the rules of each VAT category. The name of a category rule
contains the category, such as AE in BR-AE-09."""
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from engines.shared.invoices.model import Invoice, Tax, number
from engines.shared.invoices.rules_amounts import rounded


def seller_registered(invoice: Invoice) -> bool:
    return bool(invoice.seller.tax_registration) or seller_has_vat(invoice)


def seller_has_vat(invoice: Invoice) -> bool:
    return bool(invoice.seller.tax_id or (invoice.representative and invoice.representative.tax_id))


def both_registered(invoice: Invoice) -> bool:
    return seller_registered(invoice) and bool(invoice.buyer.tax_id or invoice.buyer.legal_id)


def both_have_vat(invoice: Invoice) -> bool:
    return seller_has_vat(invoice) and bool(invoice.buyer.tax_id)


def none_has_vat(invoice: Invoice) -> bool:
    return not seller_has_vat(invoice) and not invoice.buyer.tax_id


SELLER = 'the seller needs a VAT identifier (BT-31, BT-63) or a tax registration (BT-32)'


@dataclass(frozen=True)
class Category:
    # The VAT category as it occurs in the names of rules. For example, the name BR-AE-05 contains the category AE.
    mark: str
    # Returns whether the parties have the required VAT identifiers. If an identifier is missing, the error message is
    # `identifiers`.
    has_identifiers: Callable[[Invoice], bool]
    identifiers: str
    # The allowed rates: above 0, 0 or more, exactly 0, or none.
    rate: str
    is_exempt: bool


CATEGORIES = {
    'S': Category('S', seller_registered, SELLER, 'positive', False),
    'L': Category('AF', seller_registered, SELLER, 'any', False),
    'M': Category('AG', seller_registered, SELLER, 'any', False),
    'Z': Category('Z', seller_registered, SELLER, 'zero', False),
    'E': Category('E', seller_registered, SELLER, 'zero', True),
    'AE': Category('AE', both_registered, f'{SELLER}, and the buyer a VAT identifier (BT-48) or a registration (BT-47)', 'zero', True),
    'K': Category('IC', both_have_vat, 'the seller (BT-31, BT-63) and the buyer (BT-48) need VAT identifiers', 'zero', True),
    'G': Category('G', seller_has_vat, 'the seller needs a VAT identifier (BT-31, BT-63)', 'zero', True),
    'O': Category('O', none_has_vat, 'the parties must not have VAT identifiers (BT-31, BT-48, BT-63)', 'none', True),
}
# VAT categories with rates. The breakdown of a category with rates has one part for each rate.
RATED = ('S', 'L', 'M')


def breakdown(invoice: Invoice) -> Iterator[tuple[str, str]]:
    for tax in invoice.taxes:
        yield from part(tax, invoice.syntax)
    codes = [tax.category for tax in invoice.taxes]
    if 'O' in codes and any(code != 'O' for code in codes):
        yield 'BR-O-11', 'the breakdown of VAT has other categories beside O'
    if 'K' in codes:
        period = invoice.period
        if not invoice.delivery_date and not (period and (period.start or period.end or period.code)):
            yield 'BR-IC-11', 'the date (BT-72) or period (BG-14) of the delivery is missing'
        if not (invoice.recipient and invoice.recipient.country):
            yield 'BR-IC-12', 'the country of the delivery (BT-80) is missing'
    if 'B' in codes:
        if any(country != 'IT' for country in invoice.countries):
            yield 'BR-B-01', 'split payment (B) is only for domestic Italian invoices'
        if 'S' in codes:
            yield 'BR-B-02', 'split payment (B) must not be combined with the standard rate (S)'


def part(tax: Tax, syntax: str) -> Iterator[tuple[str, str]]:
    """Checks one part of the breakdown of VAT, independently of other parts."""
    for rule, what, text in (
        ('BR-45', 'basis (BT-116)', tax.basis), ('BR-46', 'amount (BT-117)', tax.amount), ('BR-47', 'category (BT-118)', tax.category),
        ('BR-48', 'rate (BT-119)', tax.rate or tax.category == 'O'),
    ):
        if not text:
            yield rule, f'the {what} of a part of the breakdown of VAT is missing'
    basis, stated, rate = number(tax.basis), number(tax.amount), number(tax.rate)
    # The stated VAT may differ from the computed VAT by less than 1. In an invoice with the CII syntax, the difference
    # may also be exactly 1. Both the VAT amount and the taxable amount may be negative.
    expected = rounded(abs(basis) * rate / 100)
    difference = abs(abs(stated) - expected)
    is_wrong = bool(tax.basis and tax.amount) and (difference > 1 if syntax == 'CII' else difference >= 1)
    if is_wrong:
        yield 'BR-CO-17', f'the VAT of the category {tax.category} is {stated}, but should be {expected.copy_sign(basis)}'
    category = CATEGORIES.get(tax.category)
    if category is None:
        return
    name = f'BR-{category.mark}'
    if tax.category in RATED:
        if is_wrong:
            yield f'{name}-09', f'the VAT is {stated}, but should be {expected.copy_sign(basis)}'
    elif stated or rate:
        yield f'{name}-09', f'the category {tax.category} has VAT'
    if bool(tax.reason) != category.is_exempt:
        yield f'{name}-10', f'the category {tax.category} {"needs a" if category.is_exempt else "must have no"} reason for exemption (BT-120, BT-121)'


@dataclass(frozen=True)
class Item:
    """A line, allowance or charge. `identifier_rule` and `rate_rule` are the numbers of the rules about the item's VAT
    identifier and VAT rate."""

    kind: str
    category: str
    rate: str
    # The amount of an allowance is negative.
    amount: Decimal
    identifier_rule: str
    rate_rule: str


def items(invoice: Invoice) -> list[Item]:
    found = [Item('line', line.category, line.tax, number(line.net), '02', '05') for line in invoice.counted_lines]
    for change in invoice.changes:
        if change.is_charge:
            found.append(Item('charge', change.category, change.rate, number(change.amount), '04', '07'))
        else:
            found.append(Item('allowance', change.category, change.rate, -number(change.amount), '03', '06'))
    return found


def categories(invoice: Invoice) -> Iterator[tuple[str, str]]:
    """Compares the lines, allowances and charges with the breakdown of VAT."""
    found = items(invoice)
    for code, category in CATEGORIES.items():
        own = [item for item in found if item.category == code]
        name = f'BR-{category.mark}'
        yield from of_items(invoice, own, category)
        parts = [tax for tax in invoice.taxes if tax.category == code]
        if own and not parts:
            yield f'{name}-01', f'the breakdown of VAT has no part for the category {code}'
        if code in RATED and parts and not own:
            yield f'{name}-01', f'the breakdown of VAT has a part for the category {code}, which no line, allowance or charge has'
        if code not in RATED and len(parts) > 1:
            yield f'{name}-01', f'the breakdown of VAT has {len(parts)} parts for the category {code}'
        for tax in parts:
            yield from sum_of_category(invoice, own, tax, category)
    yield from outside_scope(invoice, found)


def of_items(invoice: Invoice, own: list[Item], category: Category) -> Iterator[tuple[str, str]]:
    name = f'BR-{category.mark}'
    for rule in dict.fromkeys(item.identifier_rule for item in own):
        if not category.has_identifiers(invoice):
            yield f'{name}-{rule}', category.identifiers
    for item in own:
        rate = number(item.rate)
        right = {
            'positive': rate > 0, 'any': bool(item.rate) and rate >= 0, 'zero': bool(item.rate) and rate == 0, 'none': not item.rate,
        }[category.rate]
        if not right:
            yield f'{name}-{item.rate_rule}', f'the rate of VAT of a {item.kind} of the category {item.category} is {item.rate or "missing"}'


def sum_of_category(invoice: Invoice, own: list[Item], tax: Tax, category: Category) -> Iterator[tuple[str, str]]:
    is_rated = tax.category in RATED
    parts = [item for item in own if not is_rated or number(item.rate) == number(tax.rate)]
    expected = rounded(sum((item.amount for item in parts), Decimal(0)))
    # The rules tolerate a difference below 1 for each rate. The profile EXTENDED tolerates a difference of one cent per
    # invoice line.
    difference = abs(number(tax.basis) - expected)
    tolerance = Decimal('0.01') * len(invoice.lines) if invoice.profile == 'EXTENDED' else Decimal(0)
    if difference >= 1 if is_rated else difference > tolerance:
        yield f'BR-{category.mark}-08', f'the basis of VAT of the category {tax.category} is {tax.basis}, but should be {expected}'


def outside_scope(invoice: Invoice, found: list[Item]) -> Iterator[tuple[str, str]]:
    if all(tax.category != 'O' for tax in invoice.taxes):
        return
    for rule, kind in (('BR-O-12', 'line'), ('BR-O-13', 'allowance'), ('BR-O-14', 'charge')):
        if any(item.kind == kind and item.category not in ('O', '') for item in found):
            yield rule, f'a {kind} has another category of VAT than O, which the breakdown states'
