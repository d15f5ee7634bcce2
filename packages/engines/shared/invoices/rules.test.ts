/** Tests the rules of EN 16931 on a valid invoice, and on invoices with one mistake each. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { invoiceXml, ublInvoiceXml } from '../../../../test/samples/documents/invoice.ts';

const check = `
import sys
from engines.shared.invoices.reading import read
from engines.shared.invoices.rules import problems
print('\\n'.join(problems(read(sys.stdin.buffer.read()))) or 'valid')
`;

const packages = path.join(import.meta.dirname, '../../..');

const checked = (xml: string) =>
  execFileSync('/usr/bin/python3', ['-c', check], {
    input: xml,
    encoding: 'utf8',
    env: { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' },
  }).trim();

test('accepts a valid invoice', () => {
  assert.equal(checked(invoiceXml()), 'valid');
});

test('reports the violated rules of an invalid UBL invoice', () => {
  assert.equal(checked(ublInvoiceXml()), 'valid');
  const wrong = ublInvoiceXml().replace('<cbc:Percent>19<', '<cbc:Percent>7<');
  assert.deepEqual(checked(wrong).match(/^BR-[A-Z]+-\d+/gm), ['BR-CO-17', 'BR-S-09', 'BR-S-08']);
});

/** Returns the valid invoice with `to` instead of `from`. The invoice must contain `from`. */
function changed(from: string, to: string): string {
  assert.ok(invoiceXml().includes(from), from);
  return invoiceXml().replace(from, to);
}

/** Start tags and elements for changed invoices. Tests insert other elements before or after the tags. */
const summation = '<ram:SpecifiedTradeSettlementHeaderMonetarySummation>';
const settlement = '<ram:ApplicableHeaderTradeSettlement>';
const allowance = (fields: string) =>
  `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator>${fields}</ram:SpecifiedTradeAllowanceCharge>`;
const breakdown =
  '<ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>';

/** A string in the valid invoice, its wrong replacement, and the rule that the changed invoice violates. */
const mistakes: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['<ram:CountryID>DE</ram:CountryID>', '', 'BR-09'],
  ['<ram:LineID>1</ram:LineID>', '', 'BR-21'],
  ['unitCode="C62"', '', 'BR-23'],
  ['<ram:Name>Brush</ram:Name>', '', 'BR-25'],
  ['<ram:ChargeAmount>30.00', '<ram:ChargeAmount>-30.00', 'BR-27'],
  [summation, allowance('<ram:ActualAmount>5</ram:ActualAmount>') + summation, 'BR-33'],
  [
    summation,
    allowance('<ram:ActualAmount>5</ram:ActualAmount><ram:Reason>Bulk</ram:Reason>') + summation,
    'BR-CO-11',
  ],
  [
    settlement,
    `${settlement}<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode></ram:SpecifiedTradeSettlementPaymentMeans>`,
    'BR-61',
  ],
  ['<ram:LineTotalAmount>60.00', '<ram:LineTotalAmount>50.00', 'BR-CO-10'],
  ['<ram:LineTotalAmount>60.00', '<ram:LineTotalAmount>NaN', 'BR-24'],
  ['<ram:LineTotalAmount>60.00', '<ram:LineTotalAmount>6e1', 'BR-24'],
  ['currencyID="EUR">19.00', 'currencyID="EUR">18.00', 'BR-CO-15'],
  ['currencyID="EUR"', 'currencyID="EURO"', 'BR-CL-03'],
  ['DE123456789', '123456789', 'BR-CO-09'],
  ['<ram:CalculatedAmount>19.00', '<ram:CalculatedAmount>18.50', 'BR-CO-14'],
  ['<ram:BasisAmount>100.00', '<ram:BasisAmount>90.00', 'BR-CO-17'],
  ['<ram:BasisAmount>100.00', '<ram:BasisAmount>90.00', 'BR-S-08'],
  [breakdown + summation, breakdown.replace('>S<', '>E<') + summation, 'BR-E-09'],
  [breakdown + summation, breakdown.replace('>S<', '>E<') + summation, 'BR-E-10'],
  [breakdown + summation, breakdown.replace('>S<', '>E<') + summation, 'BR-S-01'],
  [
    breakdown + '<ram:SpecifiedTradeSettlementLine',
    breakdown.replace('>S<', '>K<') + '<ram:SpecifiedTradeSettlementLine',
    'BR-IC-05',
  ],
  ['<ram:DuePayableAmount>119.00', '<ram:DuePayableAmount>119.004', 'BR-CO-16'],
  ['<ram:DuePayableAmount>119.00', '<ram:DuePayableAmount>119.004', 'BR-DEC-18'],
];

for (const [from, to, rule] of mistakes)
  test(`reports a violation of ${rule} if "${from.slice(0, 40)}" becomes "${to.slice(0, 40)}"`, () => {
    assert.match(checked(changed(from, to)), new RegExp(`^${rule}: `, 'm'));
  });

test('rounds the sum of the invoice lines as the official rules do', () => {
  const xml = changed('<ram:LineTotalAmount>60.00', '<ram:LineTotalAmount>59.995');
  assert.equal(checked(xml), 'BR-DEC-23: 59.995 has more than two decimals');
});

test('ignores the subtotal lines of an invoice with the EXTENDED profile', () => {
  const subtotal =
    '<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>9</ram:LineID><ram:LineStatusReasonCode>GROUP</ram:LineStatusReasonCode></ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct><ram:Name>All paints</ram:Name></ram:SpecifiedTradeProduct><ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>60.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>';
  const xml = invoiceXml()
    .replace('urn:cen.eu:en16931:2017', 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended')
    .replace('<ram:ApplicableHeaderTradeAgreement>', `${subtotal}<ram:ApplicableHeaderTradeAgreement>`);
  assert.equal(checked(xml), 'valid');
});

test('accepts an invoice with the MINIMUM profile, which has no lines and no VAT breakdown', () => {
  const xml = invoiceXml()
    .replace('urn:cen.eu:en16931:2017', 'urn:factur-x.eu:1p0:minimum')
    .replace(/<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/, '')
    .replace(/<ram:ApplicableTradeTax>.*<\/ram:ApplicableTradeTax>/, '')
    .replace('<ram:LineTotalAmount>100.00</ram:LineTotalAmount>', '');
  assert.equal(checked(xml), 'valid');
});
