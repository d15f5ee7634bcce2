"""The content of an electronic invoice, stored as business terms of EN 16931, which do not depend on the syntax (CII or
UBL)."""
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import asdict, dataclass, field
from decimal import Decimal


class InvoiceError(Exception):
    """Raised if a file is not an invoice, or violates a rule. If the violated rule has a number, the text of the error
    starts with this number."""


@dataclass
class Identifier:
    value: str
    scheme: str = ''


@dataclass
class Party:
    name: str = ''
    # The lines of the postal address, as they are displayed. The address element may be empty, so `has_address` is a
    # separate field.
    lines: list[str] = field(default_factory=list)
    has_address: bool = False
    country: str = ''
    # The VAT identifier (BT-31 for the seller).
    tax_id: str = ''
    # The identifier at the local tax office (BT-32).
    tax_registration: str = ''
    legal_id: str = ''
    ids: list[Identifier] = field(default_factory=list)
    address: Identifier | None = None


@dataclass
class Period:
    start: str = ''
    end: str = ''
    # A code for the date on which VAT becomes due (BT-8).
    code: str = ''


@dataclass
class AllowanceCharge:
    is_charge: bool
    amount: str
    base: str = ''
    reason: str = ''
    category: str = ''
    rate: str = ''


@dataclass
class Line:
    number: str
    name: str
    quantity: str
    unit: str
    price: str
    net: str
    # The rate of VAT in percent (BT-152).
    tax: str
    category: str = ''
    gross_price: str = ''
    period: Period | None = None
    changes: list[AllowanceCharge] = field(default_factory=list)
    standard_id: Identifier | None = None
    classifications: list[Identifier] = field(default_factory=list)
    # Names and values of the item's attributes.
    attributes: list[tuple[str, str]] = field(default_factory=list)
    # Whether the line counts: subtotals and explanations, which only the profile EXTENDED allows, do not count.
    is_counted: bool = True


@dataclass
class Tax:
    """One part of the breakdown of VAT: category (BT-118), rate (BT-119), basis (BT-116) and amount (BT-117)."""

    category: str
    rate: str
    basis: str
    amount: str
    # The reason for an exemption, as text or code.
    reason: str = ''


@dataclass
class Payment:
    code: str
    # None if the invoice has no element for the account.
    account: str | None = None
    card: str = ''


@dataclass
class Invoice:
    syntax: str
    # The specification identifier (BT-24).
    guideline: str
    number: str = ''
    date: str = ''
    type_code: str = ''
    currency: str = ''
    # The VAT accounting currency (BT-6). Set if the VAT accounting currency differs from the currency of the invoice.
    tax_currency: str = ''
    due_date: str = ''
    tax_point: str = ''
    note: str = ''
    seller: Party = field(default_factory=Party)
    buyer: Party = field(default_factory=Party)
    payee: Party | None = None
    representative: Party | None = None
    # The recipient of the goods, with the country to which they are delivered (BT-80).
    recipient: Party | None = None
    delivery_date: str = ''
    period: Period | None = None
    lines: list[Line] = field(default_factory=list)
    # Allowances and charges of the whole document.
    changes: list[AllowanceCharge] = field(default_factory=list)
    taxes: list[Tax] = field(default_factory=list)
    # Amounts as they are written in the file. The keys are business terms.
    totals: dict[str, str] = field(default_factory=dict)
    # The total VAT amount, in each currency in which the invoice states it.
    tax_totals: list[tuple[str, str]] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    # Numbers of the preceding invoices and of supporting documents.
    preceding: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    # Media types of embedded documents, currencies of amounts, and countries of all addresses.
    media_types: list[str] = field(default_factory=list)
    currencies: list[str] = field(default_factory=list)
    countries: list[str] = field(default_factory=list)
    # Countries in which the items were made (BT-159).
    origins: list[str] = field(default_factory=list)
    iban: str = ''

    @property
    def profile(self) -> str:
        """Returns the conformance level of Factur-X, which is derived from the last part of the specification
        identifier."""
        text = self.guideline.lower()
        levels = (
            ('xrechnung', 'XRECHNUNG'), ('minimum', 'MINIMUM'), ('basicwl', 'BASIC WL'), ('basic', 'BASIC'),
            ('extended', 'EXTENDED'), ('en16931', 'EN 16931'), ('comfort', 'COMFORT'),
        )
        # The names of extended and restricted versions of EN 16931 are tested first, because the identifiers of these
        # versions contain `en16931` too.
        return next((level for mark, level in levels if mark in text.replace(':2017', '')), 'EN 16931')

    @property
    def counted_lines(self) -> list[Line]:
        return [line for line in self.lines if line.is_counted]


# The business term and label of each total amount of the document, in the order of their calculation.
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


def is_number(text: str) -> bool:
    """Returns whether the text is a decimal number as in XML Schema, without an exponent."""
    return re.fullmatch(r'[+-]?(\d+(\.\d*)?|\.\d+)', text) is not None


def number(text: str) -> Decimal:
    """Returns the amount, or 0 if the amount is missing or not a number. An earlier rule already reports an amount
    that is not a number."""
    return Decimal(text) if is_number(text) else Decimal(0)


# Fields that are needed only to check the rules for invoices.
INTERNAL = {'has_address', 'is_counted', 'media_types', 'currencies', 'countries', 'origins'}


def as_json(invoice: Invoice) -> dict:
    """Returns the invoice with its profile. Terms that the invoice does not have are left out."""
    return {'profile': invoice.profile, **filled(asdict(invoice))}


def filled(value):
    if isinstance(value, dict):
        return {name: filled(one) for name, one in value.items() if one not in ('', None, [], {}) and name not in INTERNAL}
    if isinstance(value, (list, tuple)):
        return [filled(one) for one in value]
    return value
