"""Reads invoices and credit notes in the Universal Business Language, the syntax of Peppol and XRechnung."""
from engines.shared.invoices import elements
from engines.shared.invoices.elements import text_of
from engines.shared.invoices.model import Invoice, Line, Party, Tax

ROOTS = tuple(f'{{urn:oasis:names:specification:ubl:schema:xsd:{name}-2}}{name}' for name in ('Invoice', 'CreditNote'))
SPACES = {
    'cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    'cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}
SUMS = {
    'lines': 'LineExtensionAmount', 'allowances': 'AllowanceTotalAmount', 'charges': 'ChargeTotalAmount',
    'net': 'TaxExclusiveAmount', 'gross': 'TaxInclusiveAmount', 'paid': 'PrepaidAmount',
    'rounding': 'PayableRoundingAmount', 'due': 'PayableAmount',
}


def text_at(element, path: str) -> str:
    return elements.text_at(element, path, SPACES)


def read(root) -> Invoice:
    kind = 'CreditNote' if root.tag == ROOTS[1] else 'Invoice'
    sums = root.find('cac:LegalMonetaryTotal', SPACES)
    totals = {name: text_at(sums, f'cbc:{tag}') for name, tag in SUMS.items()}
    currency = text_at(root, 'cbc:DocumentCurrencyCode')
    # The VAT may be stated a second time in another currency.
    for tax in root.findall('cac:TaxTotal/cbc:TaxAmount', SPACES):
        if tax.get('currencyID', currency) == currency:
            totals.setdefault('tax', text_of(tax))
    return Invoice(
        syntax='UBL',
        guideline=text_at(root, 'cbc:CustomizationID'),
        number=text_at(root, 'cbc:ID'),
        date=text_at(root, 'cbc:IssueDate'),
        type_code=text_at(root, f'cbc:{kind}TypeCode'),
        note=text_at(root, 'cbc:Note'),
        currency=currency,
        due_date=text_at(root, 'cbc:DueDate'),
        seller=party(root.find('cac:AccountingSupplierParty/cac:Party', SPACES)),
        buyer=party(root.find('cac:AccountingCustomerParty/cac:Party', SPACES)),
        lines=[line(item, kind) for item in root.findall(f'cac:{kind}Line', SPACES)],
        taxes=[tax(item) for item in root.findall('cac:TaxTotal/cac:TaxSubtotal', SPACES)],
        totals={name: value for name, value in totals.items() if value},
        iban=text_at(root, 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID'),
    )


def tax(item) -> Tax:
    paths = ('cac:TaxCategory/cbc:ID', 'cac:TaxCategory/cbc:Percent', 'cbc:TaxableAmount', 'cbc:TaxAmount')
    return Tax(*(text_at(item, path) for path in paths))


def party(element) -> Party:
    name = text_at(element, 'cac:PartyLegalEntity/cbc:RegistrationName') or text_at(element, 'cac:PartyName/cbc:Name')
    address = 'cac:PostalAddress'
    place = f'{text_at(element, f"{address}/cbc:PostalZone")} {text_at(element, f"{address}/cbc:CityName")}'.strip()
    parts = [text_at(element, f'{address}/cbc:{tag}') for tag in ('StreetName', 'AdditionalStreetName')]
    country = text_at(element, f'{address}/cac:Country/cbc:IdentificationCode')
    return Party(name, [part for part in (*parts, place, country) if part], text_at(element, 'cac:PartyTaxScheme/cbc:CompanyID'))


def line(item, kind: str) -> Line:
    tag = 'CreditedQuantity' if kind == 'CreditNote' else 'InvoicedQuantity'
    quantity = item.find(f'cbc:{tag}', SPACES)
    return Line(
        number=text_at(item, 'cbc:ID'),
        name=text_at(item, 'cac:Item/cbc:Name'),
        quantity=text_of(quantity),
        unit=quantity.get('unitCode', '') if quantity is not None else '',
        price=text_at(item, 'cac:Price/cbc:PriceAmount'),
        net=text_at(item, 'cbc:LineExtensionAmount'),
        tax=text_at(item, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'),
    )
