"""Reads invoices in UN/CEFACT Cross Industry Invoice, the syntax of Factur-X and ZUGFeRD."""
import re

from engines.shared.invoices.elements import attributes_of, identifiers, text_at, text_of
from engines.shared.invoices.model import AllowanceCharge, Invoice, Line, Party, Payment, Period, Tax

ROOT = '{urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100}CrossIndustryInvoice'
SPACES = {
    'ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
    'rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    'udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}
SUMS = {
    'lines': 'LineTotalAmount', 'allowances': 'AllowanceTotalAmount', 'charges': 'ChargeTotalAmount',
    'net': 'TaxBasisTotalAmount', 'gross': 'GrandTotalAmount', 'paid': 'TotalPrepaidAmount',
    'rounding': 'RoundingAmount', 'due': 'DuePayableAmount',
}
# Kinds of lines whose amounts are not part of the sum. Only the invoice profile EXTENDED allows lines that are not part
# of the sum.
UNCOUNTED = ('GROUP', 'INFORMATION')


def read(root) -> Invoice:
    def text(path: str) -> str:
        return text_at(root, path, SPACES)

    def found(path: str):
        return root.find(path, SPACES)

    document = 'rsm:ExchangedDocument'
    trade = 'rsm:SupplyChainTradeTransaction'
    agreement, settlement, delivery = (f'{trade}/ram:ApplicableHeaderTrade{name}' for name in ('Agreement', 'Settlement', 'Delivery'))
    summation = found(f'{settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation')
    currency = text(f'{settlement}/ram:InvoiceCurrencyCode')
    tax_totals = [] if summation is None else [
        (one.get('currencyID', currency), text_of(one)) for one in summation.findall('ram:TaxTotalAmount', SPACES)
    ]
    billing = found(f'{settlement}/ram:BillingSpecifiedPeriod')
    due_code = text(f'{settlement}/ram:ApplicableTradeTax/ram:DueDateTypeCode')
    return Invoice(
        syntax='CII',
        guideline=text('rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
        number=text(f'{document}/ram:ID'),
        date=date_at(root, f'{document}/ram:IssueDateTime'),
        type_code=text(f'{document}/ram:TypeCode'),
        note=text(f'{document}/ram:IncludedNote/ram:Content'),
        currency=currency,
        tax_currency=text(f'{settlement}/ram:TaxCurrencyCode'),
        due_date=date_at(root, f'{settlement}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime'),
        tax_point=date_at(root, f'{settlement}/ram:ApplicableTradeTax/ram:TaxPointDate', 'udt:DateString'),
        seller=party(found(f'{agreement}/ram:SellerTradeParty')) or Party(),
        buyer=party(found(f'{agreement}/ram:BuyerTradeParty')) or Party(),
        payee=party(found(f'{settlement}/ram:PayeeTradeParty')),
        representative=party(found(f'{agreement}/ram:SellerTaxRepresentativeTradeParty')),
        recipient=party(found(f'{delivery}/ram:ShipToTradeParty')),
        delivery_date=date_at(root, f'{delivery}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime'),
        period=period(billing, due_code) or (Period(code=due_code) if due_code else None),
        lines=[line(item) for item in root.findall(f'{trade}/ram:IncludedSupplyChainTradeLineItem', SPACES)],
        changes=changes(found(settlement)),
        taxes=[tax(item) for item in root.findall(f'{settlement}/ram:ApplicableTradeTax', SPACES)],
        totals=totals(summation, currency, tax_totals),
        tax_totals=tax_totals,
        payments=[payment(item) for item in root.findall(f'{settlement}/ram:SpecifiedTradeSettlementPaymentMeans', SPACES)],
        preceding=[text_at(one, 'ram:IssuerAssignedID', SPACES) for one in root.findall(f'{settlement}/ram:InvoiceReferencedDocument', SPACES)],
        documents=[text_at(one, 'ram:IssuerAssignedID', SPACES) for one in root.findall(f'{agreement}/ram:AdditionalReferencedDocument', SPACES)],
        media_types=attributes_of(root, 'mimeCode'),
        currencies=attributes_of(root, 'currencyID'),
        countries=[text_of(one) for one in root.iterfind('.//ram:CountryID', SPACES)],
        origins=[text_of(one) for one in root.iterfind('.//ram:OriginTradeCountry/ram:ID', SPACES)],
        iban=text(f'{settlement}/ram:SpecifiedTradeSettlementPaymentMeans/ram:PayeePartyCreditorFinancialAccount/ram:IBANID'),
    )


def date_at(element, path: str, tag: str = 'udt:DateTimeString') -> str:
    return re.sub(r'^(\d{4})(\d\d)(\d\d)$', r'\1-\2-\3', text_at(element, f'{path}/{tag}', SPACES))


def tax(item) -> Tax:
    names = ('CategoryCode', 'RateApplicablePercent', 'BasisAmount', 'CalculatedAmount')
    reason = text_at(item, 'ram:ExemptionReason', SPACES) or text_at(item, 'ram:ExemptionReasonCode', SPACES)
    return Tax(*(text_at(item, f'ram:{name}', SPACES) for name in names), reason)


def totals(summation, currency: str, tax_totals: list[tuple[str, str]]) -> dict[str, str]:
    texts = {name: text_at(summation, f'ram:{tag}', SPACES) for name, tag in SUMS.items()}
    # The VAT may be stated a second time in another currency.
    texts['tax'] = next((text for code, text in tax_totals if code == currency), '')
    return {name: text for name, text in texts.items() if text}


def changes(settlement) -> list[AllowanceCharge]:
    if settlement is None:
        return []
    found = [change(item) for item in settlement.findall('ram:SpecifiedTradeAllowanceCharge', SPACES)]
    # In the profile EXTENDED, costs of transport are treated as charges.
    for item in settlement.findall('ram:SpecifiedLogisticsServiceCharge', SPACES):
        category, rate = (text_at(item, f'ram:AppliedTradeTax/ram:{name}', SPACES) for name in ('CategoryCode', 'RateApplicablePercent'))
        reason, amount = (text_at(item, f'ram:{name}', SPACES) for name in ('Description', 'AppliedAmount'))
        found.append(AllowanceCharge(True, amount, reason=reason, category=category, rate=rate))
    return found


def change(item) -> AllowanceCharge:
    def text(path: str) -> str:
        return text_at(item, path, SPACES)

    return AllowanceCharge(
        is_charge=text('ram:ChargeIndicator/udt:Indicator') == 'true',
        amount=text('ram:ActualAmount'),
        base=text('ram:BasisAmount'),
        reason=text('ram:Reason') or text('ram:ReasonCode'),
        category=text('ram:CategoryTradeTax/ram:CategoryCode'),
        rate=text('ram:CategoryTradeTax/ram:RateApplicablePercent'),
    )


def period(element, code: str = '') -> Period | None:
    if element is None:
        return None
    return Period(date_at(element, 'ram:StartDateTime'), date_at(element, 'ram:EndDateTime'), code)


def payment(item) -> Payment:
    account = item.find('ram:PayeePartyCreditorFinancialAccount', SPACES)
    number = text_at(account, 'ram:IBANID', SPACES) or text_at(account, 'ram:ProprietaryID', SPACES)
    return Payment(
        text_at(item, 'ram:TypeCode', SPACES), None if account is None else number,
        text_at(item, 'ram:ApplicableTradeSettlementFinancialCard/ram:ID', SPACES),
    )


def party(element) -> Party | None:
    if element is None:
        return None

    def text(path: str) -> str:
        return text_at(element, path, SPACES)

    address = 'ram:PostalTradeAddress'
    place = f'{text(f"{address}/ram:PostcodeCode")} {text(f"{address}/ram:CityName")}'.strip()
    lines = [text(f'{address}/ram:{name}') for name in ('LineOne', 'LineTwo', 'LineThree')]
    country = text(f'{address}/ram:CountryID')
    registrations = identifiers(element, 'ram:SpecifiedTaxRegistration/ram:ID', SPACES)
    contacts = identifiers(element, 'ram:URIUniversalCommunication/ram:URIID', SPACES)
    return Party(
        name=text('ram:Name'),
        lines=[part for part in (*lines, place, country) if part],
        has_address=element.find(address, SPACES) is not None,
        country=country,
        tax_id=next((one.value for one in registrations if one.scheme == 'VA'), ''),
        tax_registration=next((one.value for one in registrations if one.scheme != 'VA'), ''),
        legal_id=text('ram:SpecifiedLegalOrganization/ram:ID'),
        ids=[*identifiers(element, 'ram:ID', SPACES), *identifiers(element, 'ram:GlobalID', SPACES)],
        address=contacts[0] if contacts else None,
    )


def line(item) -> Line:
    def text(path: str) -> str:
        return text_at(item, path, SPACES)

    quantity = item.find('ram:SpecifiedLineTradeDelivery/ram:BilledQuantity', SPACES)
    agreement, settlement, product = 'ram:SpecifiedLineTradeAgreement', 'ram:SpecifiedLineTradeSettlement', 'ram:SpecifiedTradeProduct'
    standard = identifiers(item, f'{product}/ram:GlobalID', SPACES)
    return Line(
        number=text('ram:AssociatedDocumentLineDocument/ram:LineID'),
        name=text(f'{product}/ram:Name'),
        quantity=text_of(quantity),
        unit=quantity.get('unitCode', '') if quantity is not None else '',
        price=text(f'{agreement}/ram:NetPriceProductTradePrice/ram:ChargeAmount'),
        net=text(f'{settlement}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'),
        tax=text(f'{settlement}/ram:ApplicableTradeTax/ram:RateApplicablePercent'),
        category=text(f'{settlement}/ram:ApplicableTradeTax/ram:CategoryCode'),
        gross_price=text(f'{agreement}/ram:GrossPriceProductTradePrice/ram:ChargeAmount'),
        period=period(item.find(f'{settlement}/ram:BillingSpecifiedPeriod', SPACES)),
        changes=[change(one) for one in item.findall(f'{settlement}/ram:SpecifiedTradeAllowanceCharge', SPACES)],
        standard_id=standard[0] if standard else None,
        classifications=identifiers(item, f'{product}/ram:DesignatedProductClassification/ram:ClassCode', SPACES, 'listID'),
        attributes=[
            (text_at(one, 'ram:Description', SPACES), text_at(one, 'ram:Value', SPACES))
            for one in item.findall(f'{product}/ram:ApplicableProductCharacteristic', SPACES)
        ],
        is_counted=text('ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode') not in UNCOUNTED,
    )
