/**
 * Samples of electronic invoices: an XML invoice in the format CII (Cross Industry Invoice), and a PDF with this
 * invoice as an attachment.
 */
import { writeFile } from 'node:fs/promises';
import { python } from '../run.ts';
import type { SampleMakers } from '../samples.ts';

const uncefact = 'urn:un:unece:uncefact:data:standard';

const party = (name: string, vat: string) =>
  `<ram:Name>${name}</ram:Name><ram:PostalTradeAddress><ram:PostcodeCode>10115</ram:PostcodeCode><ram:LineOne>Lange Straße 1</ram:LineOne><ram:CityName>Berlin</ram:CityName><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${vat}</ram:ID></ram:SpecifiedTaxRegistration>`;

const line = (number: number, name: string, quantity: string, price: string, net: string) =>
  `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>${number}</ram:LineID></ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct><ram:Name>${name}</ram:Name></ram:SpecifiedTradeProduct><ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${price}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement><ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">${quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery><ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${net}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`;

/** Returns an invoice in CII. `gross` is the total with VAT. The correct total is 119.00. */
export const invoiceXml = ({ gross = '119.00', number = 'R-2026-7' } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${uncefact}:CrossIndustryInvoice:100" xmlns:ram="${uncefact}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${uncefact}:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20261130</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${line(1, 'Blue paint', '2', '30.00', '60.00')}${line(2, 'Brush', '4', '10.00', '40.00')}
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty>${party('Farben Müller GmbH', 'DE123456789')}</ram:SellerTradeParty><ram:BuyerTradeParty>${party('Kunst und Sohn', 'DE987654321')}</ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:ApplicableTradeTax><ram:CalculatedAmount>19.00</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>100.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">19.00</ram:TaxTotalAmount><ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount><ram:DuePayableAmount>${gross}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>
`;

const ublParty = (kind: string, name: string, vat: string) =>
  `<cac:Accounting${kind}Party><cac:Party><cac:PostalAddress><cbc:StreetName>Lange Straße 1</cbc:StreetName><cbc:CityName>Berlin</cbc:CityName><cbc:PostalZone>10115</cbc:PostalZone><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:Accounting${kind}Party>`;

const ublCategory = (name: string) =>
  `<cac:${name}><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;

/** Returns an invoice in UBL with one line. */
export const ublInvoiceXml = (): string => {
  const spaces = 'urn:oasis:names:specification:ubl:schema:xsd';
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="${spaces}:Invoice-2" xmlns:cac="${spaces}:CommonAggregateComponents-2" xmlns:cbc="${spaces}:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ID>U-2026-8</cbc:ID><cbc:IssueDate>2026-11-30</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
${ublParty('Supplier', 'Farben Müller GmbH', 'DE123456789')}${ublParty('Customer', 'Kunst und Sohn', 'DE987654321')}
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">19.00</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">19.00</cbc:TaxAmount>${ublCategory('TaxCategory')}</cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount><cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="EUR">119.00</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="EUR">119.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">4</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Easel</cbc:Name>${ublCategory('ClassifiedTaxCategory')}</cac:Item><cac:Price><cbc:PriceAmount currencyID="EUR">25.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine>
</Invoice>
`;
};

/**
 * Python program that attaches the invoice to a PDF with low-level calls of pikepdf, independently of Protean's engine.
 */
const attach = `
import sys
from pikepdf import Array, Dictionary, Name, Pdf, String
with Pdf.open(sys.argv[1]) as pdf:
    stream = pdf.make_stream(sys.stdin.buffer.read())
    stream.Type, stream.Subtype = Name.EmbeddedFile, Name('/text/xml')
    file = pdf.make_indirect(Dictionary(Type=Name.Filespec, F=String('factur-x.xml'), UF=String('factur-x.xml'), EF=Dictionary(F=stream), AFRelationship=Name.Alternative))
    pdf.Root.Names = Dictionary(EmbeddedFiles=Dictionary(Names=Array([String('factur-x.xml'), file])))
    pdf.Root.AF = Array([file])
    pdf.docinfo.Title = String('Rechnung R-2026-7')
    pdf.save(sys.argv[2])
`;

/** Name of the sample that is a PDF with an attached invoice. */
export const invoicePdf = 'invoice.pdf';

/** Name of the sample that is only the XML invoice. */
export const invoiceFile = 'invoice.xml';

export const invoices: SampleMakers = {
  [invoiceFile]: (file) => writeFile(file, invoiceXml()),
  [invoicePdf]: async (file, sample) => {
    await python(attach, [await sample('pdf'), file], invoiceXml());
  },
};
