/** Tests the rules of EN 16931 on a valid invoice, and on invoices with one mistake each. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { invoiceXml } from '../../../../test/samples/documents/invoice.ts';

const check = `
import sys
from engines.shared.invoices.model import InvoiceError
from engines.shared.invoices.reading import read
from engines.shared.invoices.rules import check
try:
    check(read(sys.stdin.buffer.read()))
    print('valid')
except InvoiceError as error:
    print(error)
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

/** A text of the invoice, its wrong replacement, and the rule that the result violates. */
const mistakes: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['<ram:LineID>1</ram:LineID>', '', 'BR-21'],
  ['unitCode="C62"', '', 'BR-23'],
  ['<ram:Name>Brush</ram:Name>', '', 'BR-25'],
  ['<ram:ChargeAmount>30.00', '<ram:ChargeAmount>-30.00', 'BR-27'],
  ['<ram:LineTotalAmount>60.00', '<ram:LineTotalAmount>50.00', 'BR-CO-10'],
  ['currencyID="EUR">19.00', 'currencyID="EUR">18.00', 'BR-CO-15'],
  ['<ram:CalculatedAmount>19.00', '<ram:CalculatedAmount>18.50', 'BR-CO-14'],
  ['<ram:BasisAmount>100.00', '<ram:BasisAmount>90.00', 'BR-CO-17'],
  [
    '<ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementHeader',
    '<ram:CategoryCode>E</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementHeader',
    'BR-E-09',
  ],
  ['<ram:DuePayableAmount>119.00', '<ram:DuePayableAmount>119.004', 'BR-CO-16'],
];

for (const [from, to, rule] of mistakes)
  test(`names the rule ${rule} that an invoice violates`, () => {
    assert.ok(invoiceXml().includes(from), from);
    assert.match(checked(invoiceXml().replace(from, to)), new RegExp(`^${rule}: `));
  });
