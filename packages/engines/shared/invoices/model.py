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
class Tax:
    """One part of the breakdown of VAT: category (BT-118), rate (BT-119), basis (BT-116) and amount (BT-117)."""

    category: str
    rate: str
    basis: str
    amount: str


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
    taxes: list[Tax] = field(default_factory=list)
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


def as_json(invoice: Invoice) -> dict:
    return {
        'syntax': invoice.syntax, 'guideline': invoice.guideline, 'profile': invoice.profile,
        'number': invoice.number, 'date': invoice.date, 'type_code': invoice.type_code, 'currency': invoice.currency,
        'due_date': invoice.due_date, 'note': invoice.note,
        'seller': vars(invoice.seller), 'buyer': vars(invoice.buyer), 'iban': invoice.iban,
        'lines': [vars(line) for line in invoice.lines], 'taxes': [vars(tax) for tax in invoice.taxes], 'totals': invoice.totals,
    }
