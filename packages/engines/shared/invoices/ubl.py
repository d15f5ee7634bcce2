"""Reads invoices and credit notes in the Universal Business Language, the syntax of Peppol and XRechnung."""
from engines.shared.invoices import elements
from engines.shared.invoices.elements import attributes_of, text_of
from engines.shared.invoices.model import AllowanceCharge, Identifier, Invoice, Line, Party, Payment, Period, Tax

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


def identifiers(element, path: str, scheme: str = 'schemeID') -> list[Identifier]:
    return elements.identifiers(element, path, SPACES, scheme)


def read(root) -> Invoice:
    kind = 'CreditNote' if root.tag == ROOTS[1] else 'Invoice'
    currency = text_at(root, 'cbc:DocumentCurrencyCode')
    tax_totals = [(one.get('currencyID', currency), text_of(one)) for one in root.findall('cac:TaxTotal/cbc:TaxAmount', SPACES)]
    delivery = root.find('cac:Delivery', SPACES)
    return Invoice(
        syntax='UBL',
        guideline=text_at(root, 'cbc:CustomizationID'),
        number=text_at(root, 'cbc:ID'),
        date=text_at(root, 'cbc:IssueDate'),
        type_code=text_at(root, f'cbc:{kind}TypeCode'),
        note=text_at(root, 'cbc:Note'),
        currency=currency,
        tax_currency=text_at(root, 'cbc:TaxCurrencyCode'),
        due_date=text_at(root, 'cbc:DueDate') or text_at(root, 'cac:PaymentMeans/cbc:PaymentDueDate'),
        tax_point=text_at(root, 'cbc:TaxPointDate'),
        seller=party(root.find('cac:AccountingSupplierParty/cac:Party', SPACES)) or Party(),
        buyer=party(root.find('cac:AccountingCustomerParty/cac:Party', SPACES)) or Party(),
        payee=party(root.find('cac:PayeeParty', SPACES)),
        representative=party(root.find('cac:TaxRepresentativeParty', SPACES)),
        recipient=party(delivery, 'cac:DeliveryLocation/cac:Address'),
        delivery_date=text_at(delivery, 'cbc:ActualDeliveryDate'),
        period=period(root.find('cac:InvoicePeriod', SPACES)),
        lines=[line(item, kind) for item in root.findall(f'cac:{kind}Line', SPACES)],
        changes=[change(item) for item in root.findall('cac:AllowanceCharge', SPACES)],
        taxes=[tax(item) for item in root.findall('cac:TaxTotal/cac:TaxSubtotal', SPACES)],
        totals=totals(root.find('cac:LegalMonetaryTotal', SPACES), currency, tax_totals),
        tax_totals=tax_totals,
        payments=[payment(item) for item in root.findall('cac:PaymentMeans', SPACES)],
        preceding=[text_at(one, 'cac:InvoiceDocumentReference/cbc:ID') for one in root.findall('cac:BillingReference', SPACES)],
        documents=[text_at(one, 'cbc:ID') for one in root.findall('cac:AdditionalDocumentReference', SPACES)],
        media_types=attributes_of(root, 'mimeCode'),
        currencies=attributes_of(root, 'currencyID'),
        countries=[text_of(one) for one in root.iterfind('.//cac:Country/cbc:IdentificationCode', SPACES)],
        origins=[text_of(one) for one in root.iterfind('.//cac:OriginCountry/cbc:IdentificationCode', SPACES)],
        iban=text_at(root, 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID'),
    )


def totals(sums, currency: str, tax_totals: list[tuple[str, str]]) -> dict[str, str]:
    texts = {name: text_at(sums, f'cbc:{tag}') for name, tag in SUMS.items()}
    # The VAT may be stated a second time in another currency.
    texts['tax'] = next((text for code, text in tax_totals if code == currency), '')
    return {name: text for name, text in texts.items() if text}


def tax(item) -> Tax:
    category = 'cac:TaxCategory'
    paths = (f'{category}/cbc:ID', f'{category}/cbc:Percent', 'cbc:TaxableAmount', 'cbc:TaxAmount')
    reason = text_at(item, f'{category}/cbc:TaxExemptionReason') or text_at(item, f'{category}/cbc:TaxExemptionReasonCode')
    return Tax(*(text_at(item, path) for path in paths), reason)


def change(item) -> AllowanceCharge:
    return AllowanceCharge(
        is_charge=text_at(item, 'cbc:ChargeIndicator') in ('true', '1'),
        amount=text_at(item, 'cbc:Amount'),
        base=text_at(item, 'cbc:BaseAmount'),
        reason=text_at(item, 'cbc:AllowanceChargeReason') or text_at(item, 'cbc:AllowanceChargeReasonCode'),
        category=text_at(item, 'cac:TaxCategory/cbc:ID'),
        rate=text_at(item, 'cac:TaxCategory/cbc:Percent'),
    )


def period(element) -> Period | None:
    if element is None:
        return None
    return Period(*(text_at(element, f'cbc:{name}') for name in ('StartDate', 'EndDate', 'DescriptionCode')))


def payment(item) -> Payment:
    account = item.find('cac:PayeeFinancialAccount', SPACES)
    return Payment(
        text_at(item, 'cbc:PaymentMeansCode'), None if account is None else text_at(account, 'cbc:ID'),
        text_at(item, 'cac:CardAccount/cbc:PrimaryAccountNumberID'),
    )


def party(element, address: str = 'cac:PostalAddress') -> Party | None:
    if element is None:
        return None
    place = f'{text_at(element, f"{address}/cbc:PostalZone")} {text_at(element, f"{address}/cbc:CityName")}'.strip()
    parts = [text_at(element, f'{address}/cbc:{tag}') for tag in ('StreetName', 'AdditionalStreetName')]
    country = text_at(element, f'{address}/cac:Country/cbc:IdentificationCode')
    schemes = [
        (text_at(one, 'cac:TaxScheme/cbc:ID').upper(), text_at(one, 'cbc:CompanyID')) for one in element.findall('cac:PartyTaxScheme', SPACES)
    ]
    contacts = identifiers(element, 'cbc:EndpointID')
    return Party(
        name=text_at(element, 'cac:PartyLegalEntity/cbc:RegistrationName') or text_at(element, 'cac:PartyName/cbc:Name'),
        lines=[part for part in (*parts, place, country) if part],
        has_address=element.find(address, SPACES) is not None,
        country=country,
        tax_id=next((number for scheme, number in schemes if scheme == 'VAT'), ''),
        tax_registration=next((number for scheme, number in schemes if scheme != 'VAT'), ''),
        legal_id=text_at(element, 'cac:PartyLegalEntity/cbc:CompanyID'),
        # Excludes identifiers with the scheme SEPA, which identify the creditor of direct debits (BT-90), not the
        # party.
        ids=[one for one in identifiers(element, 'cac:PartyIdentification/cbc:ID') if one.scheme != 'SEPA'],
        address=contacts[0] if contacts else None,
    )


def line(item, kind: str) -> Line:
    tag = 'CreditedQuantity' if kind == 'CreditNote' else 'InvoicedQuantity'
    quantity = item.find(f'cbc:{tag}', SPACES)
    category = 'cac:Item/cac:ClassifiedTaxCategory'
    standard = identifiers(item, 'cac:Item/cac:StandardItemIdentification/cbc:ID')
    return Line(
        number=text_at(item, 'cbc:ID'),
        name=text_at(item, 'cac:Item/cbc:Name'),
        quantity=text_of(quantity),
        unit=quantity.get('unitCode', '') if quantity is not None else '',
        price=text_at(item, 'cac:Price/cbc:PriceAmount'),
        net=text_at(item, 'cbc:LineExtensionAmount'),
        tax=text_at(item, f'{category}/cbc:Percent'),
        category=text_at(item, f'{category}/cbc:ID'),
        gross_price=text_at(item, 'cac:Price/cac:AllowanceCharge/cbc:BaseAmount'),
        period=period(item.find('cac:InvoicePeriod', SPACES)),
        changes=[change(one) for one in item.findall('cac:AllowanceCharge', SPACES)],
        standard_id=standard[0] if standard else None,
        classifications=identifiers(item, 'cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode', 'listID'),
        attributes=[
            (text_at(one, 'cbc:Name'), text_at(one, 'cbc:Value')) for one in item.findall('cac:Item/cac:AdditionalItemProperty', SPACES)
        ],
    )
