"""Reads invoices in UN/CEFACT Cross Industry Invoice, the syntax of Factur-X and ZUGFeRD."""
import re

from engines.shared.invoices.elements import text_at, text_of
from engines.shared.invoices.model import Invoice, Line, Party, Tax

ROOT = '{urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100}CrossIndustryInvoice'
SPACES = {
    'ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
    'rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    'udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}
SUMS = {
    'lines': 'LineTotalAmount', 'allowances': 'AllowanceTotalAmount', 'charges': 'ChargeTotalAmount',
    'net': 'TaxBasisTotalAmount', 'tax': 'TaxTotalAmount', 'gross': 'GrandTotalAmount', 'paid': 'TotalPrepaidAmount',
    'rounding': 'RoundingAmount', 'due': 'DuePayableAmount',
}


def read(root) -> Invoice:
    def text(path: str) -> str:
        return text_at(root, path, SPACES)

    def date(path: str) -> str:
        return re.sub(r'^(\d{4})(\d\d)(\d\d)$', r'\1-\2-\3', text(f'{path}/udt:DateTimeString'))

    document = 'rsm:ExchangedDocument'
    trade = 'rsm:SupplyChainTradeTransaction'
    agreement, settlement = f'{trade}/ram:ApplicableHeaderTradeAgreement', f'{trade}/ram:ApplicableHeaderTradeSettlement'
    summation = root.find(f'{settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation', SPACES)
    currency = text(f'{settlement}/ram:InvoiceCurrencyCode')
    return Invoice(
        syntax='CII',
        guideline=text('rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
        number=text(f'{document}/ram:ID'),
        date=date(f'{document}/ram:IssueDateTime'),
        type_code=text(f'{document}/ram:TypeCode'),
        note=text(f'{document}/ram:IncludedNote/ram:Content'),
        currency=currency,
        due_date=date(f'{settlement}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime'),
        seller=party(root.find(f'{agreement}/ram:SellerTradeParty', SPACES)),
        buyer=party(root.find(f'{agreement}/ram:BuyerTradeParty', SPACES)),
        lines=[line(item) for item in root.findall(f'{trade}/ram:IncludedSupplyChainTradeLineItem', SPACES)],
        taxes=[tax(item) for item in root.findall(f'{settlement}/ram:ApplicableTradeTax', SPACES)],
        totals=totals(summation, currency) if summation is not None else {},
        iban=text(f'{settlement}/ram:SpecifiedTradeSettlementPaymentMeans/ram:PayeePartyCreditorFinancialAccount/ram:IBANID'),
    )


def tax(item) -> Tax:
    return Tax(*(text_at(item, f'ram:{name}', SPACES) for name in ('CategoryCode', 'RateApplicablePercent', 'BasisAmount', 'CalculatedAmount')))


def totals(summation, currency: str) -> dict[str, str]:
    found = {}
    for name, tag in SUMS.items():
        amounts = summation.findall(f'ram:{tag}', SPACES)
        # The VAT may be stated a second time in another currency.
        own = [one for one in amounts if one.get('currencyID', currency) == currency]
        if own and own[0].text:
            found[name] = own[0].text.strip()
    return found


def party(element) -> Party:
    if element is None:
        return Party()

    def text(path: str) -> str:
        return text_at(element, path, SPACES)

    address = 'ram:PostalTradeAddress'
    place = f'{text(f"{address}/ram:PostcodeCode")} {text(f"{address}/ram:CityName")}'.strip()
    lines = [text(f'{address}/ram:{name}') for name in ('LineOne', 'LineTwo', 'LineThree')]
    tax = [one.text or '' for one in element.findall('ram:SpecifiedTaxRegistration/ram:ID', SPACES) if one.get('schemeID') == 'VA']
    return Party(
        text('ram:Name'), [part for part in (*lines, place, text(f'{address}/ram:CountryID')) if part], tax[0] if tax else '',
    )


def line(item) -> Line:
    def text(path: str) -> str:
        return text_at(item, path, SPACES)

    quantity = item.find('ram:SpecifiedLineTradeDelivery/ram:BilledQuantity', SPACES)
    settlement = 'ram:SpecifiedLineTradeSettlement'
    return Line(
        number=text('ram:AssociatedDocumentLineDocument/ram:LineID'),
        name=text('ram:SpecifiedTradeProduct/ram:Name'),
        quantity=text_of(quantity),
        unit=quantity.get('unitCode', '') if quantity is not None else '',
        price=text('ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount'),
        net=text(f'{settlement}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'),
        tax=text(f'{settlement}/ram:ApplicableTradeTax/ram:RateApplicablePercent'),
    )
