/**
 * Conversions of PDFs to text refuse pages with drawings but no text. Blank pages are valid and become an empty file.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { onePage } from '../../hostile/bytes/pdf.ts';
import { run } from '../../samples/run.ts';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'protean-no-text-'));
let app: TestApp;
let customer: Customer;

before(async () => {
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

/** Returns a PDF of one page with the given drawing operators. */
const page = (operators: string): Buffer => onePage(operators, { box: '[0 0 200 200]' });

const convertTo = (target: string, bytes: Buffer) =>
  ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([bytes], 'a.pdf')],
      ['target', target],
    ],
  });

for (const target of ['txt', 'md', 'csv', 'xlsx', 'org'])
  test(`refuses to convert a pdf to ${target} if the page has drawings but no text`, async () => {
    const { status, error } = await convertTo(target, page('0 g 50 50 100 100 re f'));
    assert.deepEqual([status, error.code, error.details?.['reason']], [400, 'bad_request', 'no_text']);
  });

for (const target of ['html', 'docx'])
  test(`keeps the drawings of a textless pdf page as a picture in ${target}`, async () => {
    const { status, body, error } = await convertTo(target, page('1 0 0 rg 50 50 100 100 re f'));
    assert.equal(status, 200, error.message);
    const png = target === 'html' ? pictureOfPage(body.toString()) : await pictureOfDocument(body);
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    assert.ok(Math.abs(info.width - info.height) <= 2, `${info.width} × ${info.height}`);
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
    assert.deepEqual([...data.subarray(middle, middle + 3)], [255, 0, 0]);
  });

function pictureOfPage(html: string): Buffer {
  return Buffer.from(/data:image\/png;base64,([^"]+)/.exec(html)?.[1] ?? '', 'base64');
}

async function pictureOfDocument(docx: Buffer): Promise<Buffer> {
  const file = path.join(dir, 'drawing.docx');
  await writeFile(file, docx);
  return (await run('/usr/bin/bsdtar', ['-xOf', file, 'word/media/*'])).stdout;
}

test('converts a blank pdf page to an empty text file', async () => {
  const { status, body, error } = await convertTo('txt', page(''));
  assert.equal(status, 200, error.message);
  assert.equal(body.toString().trim(), '');
});
