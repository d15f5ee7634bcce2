/**
 * The oracle for electronic invoices. If the source is a PDF with an attached invoice, the result is the invoice as
 * XML, a JSON description of the PDF, or a zip of the attachments. If the source is an invoice in XML, the result is an
 * HTML page.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { invoiceXml } from '../../../samples/documents/invoice.ts';
import type { TreeMember } from '../../../samples/archives/tree.ts';
import { run } from '../../../samples/run.ts';

interface Contents {
  pages: number;
  metadata: { title: string };
  attachments: { name: string; sha256: string; relationship: string }[];
  invoice: { number: string; lines: { name: string; net: string }[]; problems: string[] };
}

export async function checkInvoice(file: string, target: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (target === 'xml') return assert.equal(text, invoiceXml());
  const { pages, metadata, attachments, invoice } = JSON.parse(text) as Contents;
  assert.ok(pages >= 1);
  assert.equal(metadata.title, 'Rechnung R-2026-7');
  const sha256 = createHash('sha256').update(invoiceXml()).digest('hex');
  assert.deepEqual(
    attachments.map(({ name, sha256: hash, relationship }) => [name, hash, relationship]),
    [['factur-x.xml', sha256, 'Alternative']],
  );
  assert.equal(invoice.number, 'R-2026-7');
  assert.deepEqual(
    invoice.lines.map(({ name, net }) => [name, net]),
    [
      ['Blue paint', '60.00'],
      ['Brush', '40.00'],
    ],
  );
  assert.deepEqual(invoice.problems, []);
}

/** Checks that the zip contains only the attached invoice. */
export function checkInvoiceFile(found: ReadonlyMap<string, TreeMember>): void {
  assert.deepEqual([...found.keys()], ['factur-x.xml']);
  assert.equal(found.get('factur-x.xml')?.data, Buffer.from(invoiceXml()).toString('base64'));
}

/** Checks that the HTML page of an invoice shows the parties, lines and amounts. pandoc reads the page. */
export async function checkInvoicePage(file: string): Promise<void> {
  const text = (
    await run('/usr/bin/pandoc', ['-f', 'html', '-t', 'plain', '--columns=200', file])
  ).stdout.toString();
  for (const expected of [
    /Invoice R-2026-7/,
    /Farben Müller GmbH/,
    /Kunst und Sohn/,
    /1 +Blue paint +2 +30\.00 +19 +60\.00/,
    /Amount due \(BT-115\) +119\.00 EUR/,
  ])
    assert.match(text, expected);
}
