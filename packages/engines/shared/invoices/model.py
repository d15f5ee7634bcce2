"""The content of an electronic invoice by the business terms of EN 16931, independent of its syntax (CII or UBL)."""
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation


class InvoiceError(Exception):
    """Raised if a file is not an invoice, or violates a rule. The text starts with the rule's number, if it has one."""


@dataclass
class Party:
    name: str = ''
    lines: list[str] = field(default_factory=list)
    tax_id: str = ''


@dataclass
class Line:
    number: str
    name: str
    quantity: str
    unit: str
    price: str
    net: str
    tax: str


@dataclass
class Invoice:
    syntax: str
    # The specification identifier (BT-24).
    guideline: str
    number: str = ''
    date: str = ''
    type_code: str = ''
    currency: str = ''
    due_date: str = ''
    note: str = ''
    seller: Party = field(default_factory=Party)
    buyer: Party = field(default_factory=Party)
    lines: list[Line] = field(default_factory=list)
    # Amounts as written, by business term.
    totals: dict[str, str] = field(default_factory=dict)
    iban: str = ''

    @property
    def profile(self) -> str:
        """Returns the conformance level of Factur-X, by the last part of the specification identifier."""
        text = self.guideline.lower()
        levels = (
            ('xrechnung', 'XRECHNUNG'), ('minimum', 'MINIMUM'), ('basicwl', 'BASIC WL'), ('basic', 'BASIC'),
            ('extended', 'EXTENDED'), ('en16931', 'EN 16931'), ('comfort', 'COMFORT'),
        )
        # The identifiers of extensions and restrictions of EN 16931 also contain its name, so they are tested first.
        return next((level for mark, level in levels if mark in text.replace(':2017', '')), 'EN 16931')


# The amounts of the document in the order of their calculation: business term and label.
TOTALS = {
    'lines': 'Sum of lines (BT-106)',
    'allowances': 'Allowances (BT-107)',
    'charges': 'Charges (BT-108)',
    'net': 'Total without VAT (BT-109)',
    'tax': 'VAT (BT-110)',
    'gross': 'Total with VAT (BT-112)',
    'paid': 'Paid (BT-113)',
    'rounding': 'Rounding (BT-114)',
    'due': 'Amount due (BT-115)',
}
# Conformance levels without invoice lines.
SUMMARIES = ('MINIMUM', 'BASIC WL')


def parsed(data: bytes) -> ElementTree.Element:
    if b'<!DOCTYPE' in data[:4096] or b'<!ENTITY' in data:
        raise InvoiceError('it has a document type declaration, which invoices do not have')
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise InvoiceError(f'it is not well-formed XML: {error}') from error


def amount(text: str, rule: str) -> Decimal:
    try:
        return Decimal(text.strip())
    except InvalidOperation as error:
        raise InvoiceError(f'{rule}: {text[:30]} is not an amount') from error


def check(invoice: Invoice) -> None:
    """Checks the required terms, and the sums of the document. The other rules of EN 16931 are not checked."""
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
    check_sums(invoice, is_summary)


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


def as_json(invoice: Invoice) -> dict:
    return {
        'syntax': invoice.syntax, 'guideline': invoice.guideline, 'profile': invoice.profile,
        'number': invoice.number, 'date': invoice.date, 'type_code': invoice.type_code, 'currency': invoice.currency,
        'due_date': invoice.due_date, 'note': invoice.note,
        'seller': vars(invoice.seller), 'buyer': vars(invoice.buyer), 'iban': invoice.iban,
        'lines': [vars(line) for line in invoice.lines], 'totals': invoice.totals,
    }
